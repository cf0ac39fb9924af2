"""Taking in what another referee gives: a file, or codes read from his phone."""

from __future__ import annotations

from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING

from app.base.background import aside
from app.browser import device
from app.handover import moving
from app.handover.frames import BrokenError, Collected
from app.journal.exchange import merge
from app.journal.store import JournalError
from app.window import routes
from app.window.library import journal

if TYPE_CHECKING:
    from app.window.files import Picked
    from app.window.session import Session

LINES_SHOWN = 20  # lines of a report shown at once
NAMED = 6  # frames still missing that are named


async def take_in(session: Session, name: str, text: str) -> None:
    """Merge the text of a journal, and say what came of it on the page of the journal.

    Raises :class:`app.journal.store.JournalError`; then nothing was changed.
    """
    from app.brought.sharing import parted

    text, books = parted(text)
    if not text.strip() and books:
        say(session, *session.own.take(session, books))
        return
    report = await aside(merge, journal().store, StringIO(text))
    told = _with_them(session, books) if books else ()
    session.duty.written()
    rulings = journal().spoken_of(report.names)
    lines = [f"“{name}”：新增 {report.added} 条，已有 {report.known} 条。"]
    lines += _listed(report.added, journal().speaking_of(report.names), len(rulings))
    lines += [f"第{line}行没有并入：{why}" for line, why in report.refused[:LINES_SHOWN]]
    if len(report.refused) > LINES_SHOWN:
        lines.append(f"共有 {len(report.refused)} 行没有并入。")
    lines += [*report.doubts[:LINES_SHOWN], *report.gaps[:LINES_SHOWN]]
    say(session, *lines, *told)
    if rulings:
        session.journal_view.show_imported(rulings)


def _listed(added: int, speaking: int, rulings: int) -> list[str]:
    """Say why fewer rulings are listed than records were added: several may speak of one ruling, others of none."""
    if not rulings or rulings == added:
        return []
    several = "（更正、撤回、备注、申诉各算一条）" if speaking != rulings else ""
    said = f"新增的 {added} 条里，{speaking} 条说的是下面列出的 {rulings} 个裁决{several}"
    return [f"{said}，{added - speaking} 条是赛事、赛程和成绩。" if added != speaking else f"{said}。"]


def _with_them(session: Session, books: str) -> tuple[str, ...]:
    """Take in the books that stand behind records which were merged; what came of it is said beside what came of those."""
    try:
        return session.own.take(session, books)
    except JournalError as refused:
        return (f"规程没有收下：{refused}",)


async def take_in_file(session: Session, picked: Picked) -> None:
    """Merge a file: an exported journal, or all of another device."""
    if picked.content.startswith(moving.MARK):
        try:
            text, values = moving.unpacked(picked.content)
        except moving.NotOursError as fault:
            say(session, str(fault))
            return
        books = moving.books_of(picked.content)
        await take_in(session, picked.name, "\n".join((text.rstrip("\n"), books)) if books else text)
        for key, brought in values.items():
            session.preferences.change(key, lambda kept, brought=brought: moving.take_over(kept, brought))  # type: ignore[misc]
            session.hear(key)
        if answers := moving.answers_of(picked.content):
            from app.study.answers import imported

            with suppress(ValueError):
                session.tell(session.studying.take_in(imported(answers)))
        return
    try:
        text = picked.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        say(session, f"“{picked.name}”不是执裁的日志文件，请选从执裁导出的文件。")
        return
    await take_in(session, picked.name, text)


def say(session: Session, *lines: str) -> None:
    """Say on the page of the journal what came of it."""
    session.journal_view.ask("")
    session.journal_view.ask("merged", said="\n".join(lines))


def read_codes(session: Session) -> None:
    """Read the codes another phone shows, with the camera, and merge what they say."""
    collected = Collected()

    async def finish() -> None:
        try:
            await take_in(session, "另一台手机的码", collected.text())
        except (BrokenError, JournalError) as refused:
            say(session, str(refused))

    def heard(told: dict[str, str]) -> None:
        if "code" in told:
            known = collected.take(told["code"])
            device.ask("scanned", {"done": collected.complete, "said": session.say(progress(collected, known))})
            if collected.complete:
                session.page.run_task(finish)
        elif told.get("ended") in ENDED:
            session.tell(ENDED[told["ended"]])

    words = {"title": session.say("对准另一台手机上的码"), "stop": session.say("不读了")}
    device.ask("scan", words, heard)


async def take_in_opened(session: Session, picked: Picked) -> None:
    """Take in a file that the app was opened with, on the page where a referee would have chosen it."""
    from app.study.answers import imported

    try:
        session.tell(session.studying.take_in(imported(picked.content.decode("utf-8-sig"))))
    except ValueError:  # no answers of practice: a journal, or all of another device
        session.go(routes.tab_address("journal"))
        try:
            await take_in_file(session, picked)
        except JournalError as refused:
            session.tell(str(refused))


ENDED = {
    "refused": "没有得到使用相机的许可：请允许后再试，或让对方传文件",
    "none": "这台设备的相机用不了：请让对方传文件",
}


def progress(collected: Collected, known: bool) -> str:
    """Say how far the reading is."""
    if not known and not collected.total:
        return "这不是执裁的码，请对准另一台手机“传给另一台手机”里的码"
    missing = collected.missing
    told = "、".join(map(str, missing[:NAMED])) + (" 等" if len(missing) > NAMED else "")
    return f"已读 {collected.total - len(missing)} 张，共 {collected.total} 张，还差第 {told} 张"
