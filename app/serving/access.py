"""The door of the server: it opens to this machine's own browser with the key, and to nobody else.

A page of any other address, also one from another port of this machine, could otherwise read the journal and write in
it: a browser asks no leave before it opens a socket or sends a cookie to another port. So, in this order: the address
asked for must be this server's own; a socket must be opened by a page of it; and whoever asks must bring the token of the
opened address, or two things that a browser got for it.

The one is a cookie, which no script can read. But a browser sends it to whatever listens on any port of this machine, and who
got it so could bring it here. The other is a folder with a secret name (:meth:`app.serving.access_key.Key.folder`), which the
page keeps in the storage of its own address and port and which is sent nowhere else: all that the page loads, and its socket,
are asked for in there. An address that somebody goes to cannot name it: what is answered is the page of a refusal, the same for
everybody, whose script looks whether the folder is known here, and fetches the app's page out of it.

Programs of the same user are not kept out: they can read the journal's file, and the key.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from app.serving.access_key import Key

HOUR = 3600
TOKEN_LASTS = 7 * 24 * HOUR  # the address in the terminal
OPENING_LASTS = 300  # the one given to the browser: other users of the machine may see it among the running programs
COOKIE_LASTS = 30 * 24 * HOUR
PROOF = "/door/"  # here a second start finds out whose server this is
FONT = "/assets/fonts/roboto.woff2"
# What a browser fetches without cookies, and the font of the pages below: they say nothing about anybody.
OPEN_TO_ALL = re.compile(rf"/manifest\.json|/favicon\.png|/icons/[\w-]+\.png|{re.escape(FONT)}", re.ASCII)
KEPT_AS = "zhicai.door"  # in the storage of the page: where the folder is (see assets/web/index.html)

_FIXED = (
    (b"cache-control", b"no-cache"),  # browsers ask whether their copy is still good
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_STYLE = (
    f"@font-face{{font-family:zhicai;src:url({FONT})}}"
    "body{margin:0;padding:32px 24px;font:18px/1.7 zhicai,sans-serif;color:#181d18;background:#f6fbf4;overflow-wrap:anywhere}"
    "main{max-width:36em;margin:auto}h1{font-size:22px}.knocking main{display:none}"
    "code{background:#0001;padding:2px 6px;border-radius:4px}a{color:#1b5e3c}"
    "@media(prefers-color-scheme:dark){body{color:#dfe4dc;background:#0f1511}code{background:#fff2}a{color:#9bd4a9}}"
)
_PAGE = (
    '<!DOCTYPE html><html lang="zh-Hans"{asking}><head><meta charset="UTF-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title><style>{style}</style>'
    "</head><body><main><h1>{title}</h1>{body}</main>{script}</body></html>"
)
# Written over itself, not gone to: the entry of the history stays the one it was, with all that it holds.
_KNOCK = (
    "(async()=>{let folder='';"
    f"try{{folder=localStorage.getItem({KEPT_AS!r})||''}}catch{{}}"
    "if(/^\\/[0-9a-f]+\\/$/.test(folder))try{"
    "const answer=await fetch(folder+location.pathname.slice(1)+location.search,{cache:'no-store'});"
    "if(answer.ok&&/^text\\/html/.test(answer.headers.get('content-type'))){"
    "const page=await answer.text();document.open();document.write(page);document.close();return}}catch{}"
    "document.documentElement.className=''})()"
)
_ASKING = ' class="knocking"'
_KNOCKING = f"<script>{_KNOCK}</script><noscript><style>.knocking main{{display:block}}</style></noscript>"
NO_KEY = (
    "打开执裁要用带口令的地址",
    "<p>这里是执裁，但这个地址里没有口令，或口令已经过期。口令使别的网页、别的程序读不到你的裁决。</p>"
    "<p>请到运行 <code>zhicai</code> 的窗口，打开它写出的完整地址（<code>?token=</code> 及其后的字符也要）。"
    "找不到那个窗口时，再运行一次 <code>zhicai</code>：它会重新写出并打开这个地址。</p>",
)
OTHER_NAME = (
    "这个地址不是执裁的",
    "<p>执裁只应答本机自己的地址。请在浏览器中打开 <code>http://127.0.0.1:{port}/</code>，"
    "并带上 <code>zhicai</code> 写出的口令。</p>",
)
FROM_ELSEWHERE = ("请求被拒绝", "<p>别的网页不能取用执裁的内容。</p>")
NOT_SO = ("请求被拒绝", "<p>执裁不接受这样的请求。</p>")


def _hash(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def policy(page: str, host: str) -> str:
    """Return the Content-Security-Policy under which a page runs, with the scripts that are written in it.

    It is also that of the page of a refusal, over which ours may come to be written.
    What draws is WebAssembly, in Chromium in a worker that Flutter makes of a text of its own (``blob:``; no page may bring
    a script that way). Flutter writes styles of its own, and pictures are handed to it as data.
    """
    written = {*re.findall(r"<script>(.*?)</script>", page, re.DOTALL), _KNOCK}
    scripts = " ".join(sorted(map(_hash, written)))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval' {scripts}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            f"connect-src 'self' blob: ws://{host}",
            "worker-src 'self' blob:",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


REFUSAL_POLICY = (
    f"default-src 'none'; style-src {_hash(_STYLE)}; font-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


class Door:
    """Everything that is asked of the server comes through here first."""

    def __init__(self, app: ASGIApp, key: Key, port: int, page: str = "") -> None:
        """Stand before an app on a port; ``page`` is the one it serves, for the scripts written in it."""
        self.app, self.key, self.port, self.folder = app, key, port, key.folder(port)
        names = ("127.0.0.1", "localhost", "[::1]")
        self.hosts = {f"{name}:{port}" for name in names} | (set(names) if port == 80 else set())
        self.policies = {host: policy(page, host) for host in self.hosts}
        self.cookie = f"zhicai-{port}"  # browsers share cookies between the ports of a machine

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request or socket in, or turn it away."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = _one(scope, b"host")
        own_page = host in self.hosts and _one(scope, b"origin") == f"http://{host}"
        inside = self._inside(scope)
        if own_page and inside is not None:
            await self.app(inside, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        host, path = _one(scope, b"host"), scope["path"]
        if host not in self.hosts or not path.startswith("/"):
            await self._refuse(send, 421, OTHER_NAME)
        elif scope["method"] not in ("GET", "HEAD"):
            await self._refuse(send, 405, NOT_SO)
        elif path.startswith(PROOF):
            await self._prove(send, path.removeprefix(PROOF))
        elif not _of_a_window(scope):
            await self._refuse(send, 403, FROM_ELSEWHERE)
        elif OPEN_TO_ALL.fullmatch(path):
            await self._let_in(scope, receive, send, host, cookie=False)
        elif (inside := scope if self._has_token(scope) else self._inside(scope)) is not None:
            await self._let_in(inside, receive, send, host, cookie=True)
        else:
            await self._refuse(send, 403, NO_KEY, self.policies[host])

    def _inside(self, scope: Scope) -> Scope | None:
        """What is asked for of the app by a page that knows the folder, in a browser that has the cookie; else None."""
        path, length = scope["path"].encode(errors="replace"), len(self.folder)
        if not hmac.compare_digest(path[:length], self.folder.encode()) or not self._has_cookie(scope):
            return None
        inside = {**scope, "path": scope["path"][length - 1 :]}
        if "raw_path" in scope:
            inside["raw_path"] = scope["raw_path"][length - 1 :]
        return inside

    async def _let_in(self, scope: Scope, receive: Receive, send: Send, host: str, cookie: bool) -> None:
        fixed = [*_FIXED, (b"content-security-policy", self.policies[host].encode())]

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), *fixed]
                if cookie and any(name == b"content-type" and kind.startswith(b"text/html") for name, kind in headers):
                    headers.append((b"set-cookie", self._new_cookie()))
                message["headers"] = headers
            await send(message)

        await self.app(scope, receive, send_guarded)

    def _new_cookie(self) -> bytes:
        mark = self.key.mark("cookie", self.port, COOKIE_LASTS)
        return f"{self.cookie}={mark}; Path=/; Max-Age={COOKIE_LASTS}; HttpOnly; SameSite=Strict".encode()

    def _has_token(self, scope: Scope) -> bool:
        tokens = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", ())
        return any(self.key.fits(token, "token", self.port) for token in tokens[:1])

    def _has_cookie(self, scope: Scope) -> bool:
        brought = SimpleCookie()
        for name, value in scope["headers"]:
            if name == b"cookie":
                try:
                    brought.load(value.decode("latin-1"))
                except CookieError:
                    continue
        kept = brought.get(self.cookie)
        return kept is not None and self.key.fits(kept.value, "cookie", self.port)

    async def _prove(self, send: Send, question: str) -> None:
        """Answer another start of the same user, which holds the same key."""
        if not re.fullmatch(r"[0-9a-f]{32}", question):
            await self._refuse(send, 403, NOT_SO)
            return
        await _answer(
            send, 200, "text/plain; charset=utf-8", self.key.proof("server", self.port, question), REFUSAL_POLICY
        )

    async def _refuse(self, send: Send, status: int, said: tuple[str, str], knocking: str = "") -> None:
        """Turn away, with a sentence; where a policy for it is given, by a page that first looks whether it knows the folder."""
        title, body = said
        asking, script = (_ASKING, _KNOCKING) if knocking else ("", "")
        body = body.replace("{port}", str(self.port))
        page = _PAGE.format(asking=asking, title=title, style=_STYLE, body=body, script=script)
        await _answer(send, status, "text/html; charset=utf-8", page, knocking or REFUSAL_POLICY)


def _one(scope: Scope, name: bytes) -> str:
    """The value of a header that must be there once, in small letters; empty where it is not."""
    values = [value for given, value in scope["headers"] if given == name]
    return values[0].decode("latin-1").lower() if len(values) == 1 else ""


def _of_a_window(scope: Scope) -> bool:
    """Whether this was asked by our own page or by somebody who goes to an address, not by a page of another address."""
    if _one(scope, b"sec-fetch-site") in ("", "same-origin", "none"):
        return True
    return _one(scope, b"sec-fetch-mode") == "navigate" and _one(scope, b"sec-fetch-dest") == "document"


async def _answer(send: Send, status: int, kind: str, text: str, allowed: str) -> None:
    data = text.encode()
    fixed = [pair for pair in _FIXED if pair[0] != b"cache-control"]
    headers = [
        *fixed,
        (b"cache-control", b"no-store"),
        (b"content-security-policy", allowed.encode()),
        (b"content-type", kind.encode()),
        (b"content-length", str(len(data)).encode()),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": data})
