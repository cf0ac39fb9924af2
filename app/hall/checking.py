"""What a phone will meet that opens the hall's address: name, address, port, certificate. Said before the event, not in the hall.

What only a phone can find out (another network, a router that keeps devices apart) is tried with one: see ``zhicai hall check``.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal
from urllib.parse import urlsplit

from app.hall.certificate import read_certificate
from app.hall.protocol import HallError
from rules_data.bounded_json import read_json

SOON = timedelta(days=14)  # before a certificate ends
PATIENCE = 4.0  # seconds
Level = Literal["ok", "warn", "bad"]
MARKS: dict[Level, str] = {"ok": "好  ", "warn": "注意", "bad": "不行"}
HTTP = (
    "没有加密（http）：同一网络里的人看得到送的内容；手机的浏览器不让这样的网页存东西，关掉就没有了，离线也打不开。"
    "查条、叫裁判、看板不受影响。"
)
UNTRUSTED = (
    "证书没有公认的机构担保：手机的浏览器会先警告，让看的人自己决定；网页不能离线打开。"
    "电脑上的执裁照码里的指纹认它，不受影响。要手机也不警告，用协会的域名申请一张（DNS 验证），写 --certificate 和 --key。"
)
NETWORK = (
    "手机打不开而这里都好，多半是：手机连的是别的网络（移动数据、另一个无线网），或路由器不让设备互相连"
    "（客户端隔离、AP 隔离、访客网络）；手机连上没有外网的无线网会自己退出，要选“保持连接”。"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    level: Level
    said: str

    @property
    def line(self) -> str:
        """As it is printed."""
        return f"{MARKS[self.level]}  {self.said}"


def examine(address: str, here: Collection[str], now: datetime | None = None, print: str = "") -> Iterator[Finding]:
    """Look at an address as a phone would, one after the other; the first that keeps it from going on is the last.

    ``here`` are the addresses of this machine, where the hall runs on it; ``print`` the fingerprint that codes say.
    """
    parts = urlsplit(address if "://" in address else f"http://{address}")
    host, secure = parts.hostname or "", parts.scheme == "https"
    try:
        port = parts.port or (443 if secure else 80)
    except ValueError:
        port = 0
    if not host or not port or parts.scheme not in ("http", "https"):
        yield Finding("bad", f"{address} 不是会场的地址；应像 http://192.168.1.5:8610。")
        return
    found = list(_named(host, here))
    yield from found
    if any(each.level == "bad" for each in found):
        return
    try:
        socket.create_connection((host, port), PATIENCE).close()
    except TimeoutError:
        yield Finding("bad", f"{host}:{port} 没有回答：防火墙挡住了，或那台电脑在别的网络。")
        return
    except OSError as fault:
        yield Finding("bad", f"{host}:{port} 连不上（{fault.strerror or fault}）：会场没有开，或端口不同。")
        return
    yield Finding("ok", f"{host}:{port} 连得上。")
    if secure:
        found = list(_certified(host, port, now or datetime.now(UTC), print))
        yield from found
        if any(each.level == "bad" for each in found):
            return
    elif not _loopback(host):
        yield Finding("warn", HTTP)
    yield _hall(host, port, secure)


def _loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _named(host: str, here: Collection[str]) -> Iterator[Finding]:
    """What is to be said of the name or number of a machine."""
    if _loopback(host):
        yield Finding(
            "warn", f"{host} 只有这台电脑自己连得上，手机连不上；给手机的地址要写这台电脑在会场网络里的地址。"
        )
        return
    try:
        number = str(ipaddress.ip_address(host))
        if here and number not in here:
            yield Finding("bad", f"这台电脑现在的地址是 {'、'.join(here)}，不是 {host}：地址换过了，要用新的地址。")
        return
    except ValueError:
        pass
    try:
        numbers = {str(each[4][0]) for each in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    except OSError:
        yield Finding("bad", f"名字 {host} 解析不到地址：路由器或域名里没有它；先改用地址的数字，或加上这条解析。")
        return
    if here and not numbers & set(here):
        known = "、".join(sorted(numbers))
        yield Finding(
            "bad", f"名字 {host} 解析到 {known}，这台电脑现在的地址是 {'、'.join(here)}：地址换过了，请改解析。"
        )
    else:
        yield Finding("ok", f"名字 {host} 解析到 {'、'.join(sorted(numbers))}。")


def _certified(host: str, port: int, now: datetime, print: str) -> Iterator[Finding]:
    """What is to be said of the certificate."""
    from app.hall.over_network import fingerprint

    bare = ssl.create_default_context()
    bare.check_hostname, bare.verify_mode = False, ssl.CERT_NONE
    try:
        data = _shown(host, port, bare)
    except OSError as fault:
        yield Finding("bad", f"{host}:{port} 不说 TLS（{fault.strerror or fault}）：那里开的是 http，或不是会场。")
        return
    own = bool(print) and fingerprint(data) == print
    if print and not own:
        yield Finding("bad", "证书的指纹和码里的不同：证书换过了，码要重发；或连到了别的机器。")
        return
    try:
        ends = read_certificate(data).not_valid_after_utc
    except HallError as fault:
        yield Finding("warn", f"证书哪天到期没有看：{fault}")
    else:
        day = f"{ends:%Y-%m-%d}"
        if ends <= now:
            yield Finding("bad", f"证书 {day} 已经到期。")
            return
        yield (
            Finding("warn", f"证书 {day} 到期，不到14天。") if ends - now < SOON else Finding("ok", f"证书用到 {day}。")
        )
    try:
        _shown(host, port, ssl.create_default_context())
    except ssl.SSLCertVerificationError as fault:
        if fault.verify_code == 62:  # X509_V_ERR_HOSTNAME_MISMATCH
            yield Finding("bad", f"证书不是给 {host} 的：手机的浏览器打不开；请用证书上的名字。")
        else:
            yield Finding("warn", UNTRUSTED)
    except OSError as fault:
        yield Finding("bad", f"{host}:{port} 的 TLS 没有谈成：{fault}。")
    else:
        yield Finding("ok", "证书公认可信：手机的浏览器能存东西，能离线打开。")


def _shown(host: str, port: int, context: ssl.SSLContext) -> bytes:
    with (
        socket.create_connection((host, port), PATIENCE) as line,
        context.wrap_socket(line, server_hostname=host) as safe,
    ):
        return safe.getpeercert(binary_form=True) or b""


def _hall(host: str, port: int, secure: bool) -> Finding:
    """Whether it is a hall that answers, under this name."""
    line: http.client.HTTPConnection
    if secure:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        line = http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=context)
    else:
        line = http.client.HTTPConnection(host, port, timeout=PATIENCE)
    try:
        line.request("GET", "/hall/1/hello")
        answer = line.getresponse()
        status, body = answer.status, answer.read(10_000)
    except (OSError, http.client.HTTPException) as fault:
        return Finding("bad", f"{host}:{port} 上不是执裁的会场（{fault}）。")
    finally:
        line.close()
    if status == 421:
        return Finding("bad", f"会场不认 {host} 这个名字：开会场时加 --name {host}。")
    with suppress(ValueError, RecursionError):
        said = read_json(body.decode())
        if status == 401 and isinstance(said, dict) and "why" in said:
            return Finding("ok", "是执裁的会场，没有码的进不来。")
    return Finding("bad", f"{host}:{port} 上是别的程序，不是执裁的会场。")
