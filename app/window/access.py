"""The door of the server: it opens to this machine's own browser with the key, and to nobody else.

A page of any other address, also one from another port of this machine, could otherwise read the journal and write in
it: a browser asks no leave before it opens a socket or sends a cookie to another port. So, in this order: the address
asked for must be this server's own; a socket must be opened by a page of it; and whoever asks must bring the token of the
opened address, or the cookie that a browser got for it.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from app.window.access_key import Key

HOUR = 3600
TOKEN_LASTS = 7 * 24 * HOUR  # the address in the terminal
OPENING_LASTS = 300  # the one given to the browser: other users of the machine may see it among the running programs
COOKIE_LASTS = 30 * 24 * HOUR
PROOF = "/door/"  # here a second start finds out whose server this is
FONT = "/assets/fonts/roboto.woff2"
# What a browser fetches without cookies, and the font of the pages below: they say nothing about anybody.
OPEN_TO_ALL = re.compile(rf"/manifest\.json|/favicon\.png|/icons/[\w.-]+|{re.escape(FONT)}")

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
    "main{max-width:36em;margin:auto}h1{font-size:22px}"
    "code{background:#0001;padding:2px 6px;border-radius:4px}a{color:#1b5e3c}"
    "@media(prefers-color-scheme:dark){body{color:#dfe4dc;background:#0f1511}code{background:#fff2}a{color:#9bd4a9}}"
)
_PAGE = (
    '<!DOCTYPE html><html lang="zh-Hans"><head><meta charset="UTF-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title><style>{style}</style>'
    "</head><body><main><h1>{title}</h1>{body}</main></body></html>"
)
NO_KEY = (
    "打开执裁要用带口令的地址",
    "<p>这里是执裁，但这个地址里没有口令，或口令已经过期。口令使别的网页、别的程序读不到你的裁决。</p>"
    "<p>请到运行 <code>zhicai</code> 的窗口，打开它写出的完整地址（<code>?token=</code> 及其后的字符也要）。"
    "找不到那个窗口时，再运行一次 <code>zhicai</code>：它会重新写出并打开这个地址。</p>"
    '<p>若这个浏览器打开过执裁，而你是从别的网页点过来的，<a href="{here}">点这里</a>即可。</p>',
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

    What draws is WebAssembly, in Chromium in a worker that Flutter makes of a text of its own (``blob:``; no page may bring
    a script that way). Flutter writes styles of its own, and pictures are handed to it as data.
    """
    scripts = " ".join(sorted({_hash(script) for script in re.findall(r"<script>(.*?)</script>", page, re.DOTALL)}))
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' 'wasm-unsafe-eval' {scripts}".rstrip(),
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
        self.app, self.key, self.port = app, key, port
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
        if own_page and self._has_cookie(scope):
            await self.app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        host, path = _one(scope, b"host"), scope["path"]
        if host not in self.hosts or not path.startswith("/"):
            await self._refuse(scope, send, 421, OTHER_NAME)
        elif scope["method"] not in ("GET", "HEAD"):
            await self._refuse(scope, send, 405, NOT_SO)
        elif path.startswith(PROOF):
            await self._prove(scope, send, path.removeprefix(PROOF))
        elif not _of_a_window(scope):
            await self._refuse(scope, send, 403, FROM_ELSEWHERE)
        elif OPEN_TO_ALL.fullmatch(path):
            await self._let_in(scope, receive, send, host, cookie=False)
        elif self._has_token(scope) or self._has_cookie(scope):
            await self._let_in(scope, receive, send, host, cookie=_one(scope, b"sec-fetch-dest") in ("", "document"))
        else:
            await self._refuse(scope, send, 403, NO_KEY)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send, host: str, cookie: bool) -> None:
        headers = [*_FIXED, (b"content-security-policy", self.policies[host].encode())]
        if cookie:
            mark = self.key.mark("cookie", self.port, COOKIE_LASTS)
            kept = f"{self.cookie}={mark}; Path=/; Max-Age={COOKIE_LASTS}; HttpOnly; SameSite=Strict"
            headers.append((b"set-cookie", kept.encode()))

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *headers]
            await send(message)

        await self.app(scope, receive, send_guarded)

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

    async def _prove(self, scope: Scope, send: Send, question: str) -> None:
        """Answer another start of the same user, which holds the same key."""
        if not re.fullmatch(r"[0-9a-f]{32}", question):
            await self._refuse(scope, send, 403, NOT_SO)
            return
        await _answer(
            send, 200, "text/plain; charset=utf-8", self.key.proof("server", self.port, question), REFUSAL_POLICY
        )

    async def _refuse(self, scope: Scope, send: Send, status: int, said: tuple[str, str]) -> None:
        title, body = said
        here = html.escape(scope["path"] if scope["path"].startswith("/") else "/", quote=True)
        body = body.replace("{here}", "/" + here.lstrip("/\\")).replace("{port}", str(self.port))
        page = _PAGE.format(title=title, style=_STYLE, body=body)
        await _answer(send, status, "text/html; charset=utf-8", page, REFUSAL_POLICY)


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
