"""核对日志: whether it is as it was signed, how far that was looked at, and the head to be noted elsewhere."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import flet as ft

from app.base.form import Form
from app.browser import device
from app.journal.heads import CodeError, code_of, read_code
from app.journal.store import JournalError
from app.widgets.basics import quiet
from app.widgets.fields import button, entry, fault
from app.widgets.sentences import card, sentence
from app.window import theme
from app.window.attempts import attempts
from app.window.checking import check, checking, kept
from app.window.error_boundary import component
from app.window.published import IS_SITE
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.journal.heads import Code
    from app.window.session import Session

LOOK_AGAIN = 0.6  # seconds between two sayings of how far it has come
LINES_SHOWN = 20  # lines of a report shown at once
SIDE = 168  # px of a code
CODES = "codes"  # the field of codes
WHY = (
    "核对会查出被改动、拿走或损坏的记录。日志头说明日志到现在是怎样的：裁决单和裁决汇总上印着，"
    "也可以抄下或发给别人；以后核对时填上它，连整本重写过也看得出。"
)
ENDED = {
    "refused": "没有得到使用相机的许可：请在浏览器里允许，或填上短码",
    "none": "这台设备的相机用不了：请填上短码",
}


@component
def CheckCard() -> ft.Control:
    """Show how far the journal was looked at, and what it can be held against."""
    session = use_session()
    form, _ = ft.use_state(Form())
    ft.use_state(form)
    tick, set_tick = ft.use_state(0)
    goes_on = checking.goes_on

    async def follow() -> None:
        if goes_on:
            await asyncio.sleep(LOOK_AGAIN)
            set_tick(tick + 1)

    ft.use_effect(follow, [tick, goes_on, form.changes])
    safely = attempts(session, "没有核对成；日志原样没有动。")

    async def verify() -> None:
        try:
            codes = tuple(read_code(each) for each in form.text(CODES).replace("，", ",").split(",") if each.strip())
        except CodeError as wrong:
            form.fault = str(wrong)
            form.changes += 1
            return
        set_tick(tick + 1)
        found = await check(codes)
        _say(session, "verified", _report(found.lines))

    async def head() -> None:
        _say(session, "head", code_of(kept().head()).qr)

    def scan(_: object) -> None:
        read_head(session, lambda code: form.put(CODES, "，".join(filter(None, (form.text(CODES).strip(), code.qr)))))

    ways = [
        sentence(session, checking.sentence, color=session.shade(theme.RED) if checking.faults else None),
        entry(session, form, CODES, "以前印出或发出的头码（可不填）"),
        *fault(session, form),
        *([button(session, "读纸上的二维码", scan, ft.Icons.QR_CODE_SCANNER)] if IS_SITE else []),
        button(session, "核对日志", safely(verify), ft.Icons.VERIFIED_OUTLINED),
        button(session, "日志头（短码、二维码）", safely(head), ft.Icons.FINGERPRINT),
        quiet(session, WHY),
    ]
    return card(session, "核对", ways, ft.Icons.VERIFIED_USER_OUTLINED)


def _say(session: Session, what: str, said: str) -> None:
    """Say above the journal what came of something, also where the same was said before."""
    session.journal_view.ask("")
    session.journal_view.ask(what, said=said)


def _report(lines: Sequence[str]) -> str:
    """What the looking found, as much of it as is read on a screen."""
    more = len(lines) - LINES_SHOWN
    told = [f"还有 {more} 行，用命令 zhicai journal verify 可以看到全部。"] if more > 0 else []
    return "\n".join([*lines[:LINES_SHOWN], *told])


def head_parts(session: Session, written: str) -> list[ft.Control]:
    """The head as it is to be noted elsewhere: its short code, its QR code, and copying."""
    code = read_code(written)

    async def copy(_: object) -> None:
        await session.copy(code.text, "已复制日志头")

    return [
        sentence(session, code.text, theme.LAW),
        ft.Container(
            ft.Image(
                src=_drawn(code),
                width=SIDE,
                height=SIDE,
                fit=ft.BoxFit.FILL,
                filter_quality=ft.FilterQuality.NONE,
                semantics_label=session.say("日志头的二维码"),
            ),
            bgcolor=ft.Colors.WHITE,
            alignment=ft.Alignment.CENTER,
            padding=8,
        ),
        button(session, "复制短码", copy, ft.Icons.CONTENT_COPY),
    ]


def read_head(session: Session, take: Callable[[Code], None]) -> None:
    """Read a head from a paper with the camera."""

    def heard(told: dict[str, str]) -> None:
        if "code" not in told:
            if told.get("ended") in ENDED:
                session.tell(ENDED[told["ended"]])
            return
        try:
            code = read_code(told["code"])
        except CodeError as wrong:
            device.ask("scanned", {"done": False, "said": session.say(str(wrong))})
            return
        device.ask("scanned", {"done": True, "said": session.say("读到了")})
        take(code)

    device.ask("scan", {"title": session.say("对准纸上的日志头"), "stop": session.say("不读了")}, heard)


def _drawn(code: Code) -> bytes:
    from app.handover.codes import picture

    return picture(code.qr)


def printed_head() -> Code | None:
    """The head that goes on a paper; None where the journal cannot say."""
    try:
        return code_of(kept().head())
    except JournalError:
        return None
