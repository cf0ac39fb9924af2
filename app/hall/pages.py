"""The pages of a hall: a table calls the referee; the chief's board. No script, nothing kept on the device, large type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from app.exams.hall import HANT
from app.ruling.wording import by_number

if TYPE_CHECKING:
    from app.hall.hall_file import Call
    from app.journal.entries import Entry

LISTED = 40  # rulings on the board
AGAIN = 5  # seconds until a page asks anew

STYLE = """
:root { color-scheme: light dark; --line: #8885; --strong: #0b57d0; --late: #b3261e }
@media (prefers-color-scheme: dark) { :root { --strong: #a8c7fa; --late: #f2b8b5 } }
body { font: 18px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 16px; max-width: 70rem }
h1 { font-size: 1.5rem; margin: 0 0 8px }
h2 { font-size: 1.2rem; margin: 24px 0 8px }
button { font: inherit; font-size: 1.2rem; width: 100%; min-height: 64px; margin: 6px 0; border: 1px solid var(--line);
  border-radius: 12px; background: transparent; color: inherit }
button.call { font-size: 1.8rem; min-height: 120px; background: var(--strong); color: Canvas; border: 0 }
.now { font-size: 1.4rem; padding: 16px; border: 2px solid var(--strong); border-radius: 12px }
.late { color: var(--late); font-weight: 700 }
.quiet { opacity: .75; font-size: 1rem }
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: 8px; border-bottom: 1px solid var(--line); vertical-align: top }
td.n { white-space: nowrap; font-variant-numeric: tabular-nums }
"""
LATE = 180  # seconds a table has waited that are marked on the board


def _page(title: str, body: Iterable[str], script: str, again: int = 0) -> str:
    refresh = f'<meta http-equiv="refresh" content="{again}">' if again else ""
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{"zh-Hant" if script == HANT else "zh-Hans"}"><head><meta charset="utf-8">',
            f'<meta name="viewport" content="width=device-width,initial-scale=1">{refresh}',
            f'<title>{escape(title)}</title><link rel="stylesheet" href="/hall.css"></head><body>',
            *body,
            "</body></html>",
        ]
    )


def _other_script(script: str) -> str:
    return (
        '<p class="quiet"><a href="?">简体</a></p>'
        if script == HANT
        else '<p class="quiet"><a href="?script=hant">繁體</a></p>'
    )


def table_page(table: str, waiting: Call | None, about: Sequence[str], fault: str, now: float, script: str) -> str:
    """Return the page of a table: one large key to call the referee, or who comes and since when it waits."""
    parts = [f"<h1>{escape(table)}桌</h1>"]
    if fault:
        parts.append(f'<p class="late" role="alert">{escape(fault)}</p>')
    if waiting is None:
        parts.append('<form method="post"><button class="call" name="do" value="call">叫裁判</button></form>')
        parts.append('<p>也可以先说是什么事：</p><form method="post">')
        parts += [f'<button name="about" value="{escape(each)}">{escape(each)}</button>' for each in about]
        parts.append("</form>")
    elif waiting.taken_by is None:
        what = escape(waiting.about or "没有说是什么事")
        said = f"已叫裁判（{what}），{_ago(now - waiting.at)}。请稍等。"
        parts.append(f'<p class="now" role="status">{said}</p>')
        parts.append('<form method="post"><button name="do" value="end">不用来了</button></form>')
    else:
        parts.append(f'<p class="now" role="status">{escape(waiting.taken_by)}来了。</p>')
    parts.append(_other_script(script))
    return _page(f"{table}桌", parts, script, AGAIN if waiting is not None else 0)


def board_page(event: str, calls: Sequence[Call], entries: Sequence[Entry], now: float, script: str) -> str:
    """Return the chief's board: who waits how long, who goes there, and the rulings as they came."""
    parts = [f"<h1>{escape(event)}</h1>", "<h2>呼叫</h2>"]
    if calls:
        parts.append("<table><tr><th>桌</th><th>什么事</th><th>等了</th><th>谁去</th></tr>")
        for each in calls:
            waited = (each.taken or now) - each.at
            late = ' class="n late"' if each.taken is None and waited >= LATE else ' class="n"'
            cells = f'<td class="n">{escape(each.table)}</td><td>{escape(each.about)}</td><td{late}>{_ago(waited)}</td>'
            parts.append(f"<tr>{cells}<td>{escape(each.taken_by or '还没有人去')}</td></tr>")
        parts.append("</table>")
    else:
        parts.append('<p class="quiet">没有桌在等。</p>')
    parts.append("<h2>裁决</h2>")
    if entries:
        parts.append("<table><tr><th>时刻</th><th>桌</th><th>裁决</th><th>裁判</th></tr>")
        parts += [_entry_row(each) for each in entries]
        parts.append("</table>")
    else:
        parts.append('<p class="quiet">还没有裁决。</p>')
    parts.append(_other_script(script))
    return _page(event, parts, script, AGAIN)


def _entry_row(entry: Entry) -> str:
    body = entry.body
    against = f"（{'、'.join(map(by_number, body.offenders))}）" if body.offenders else ""
    said = f"{escape(body.title)}{escape(against)}：{escape(body.ruling)}"
    if entry.withdrawn is not None:
        said = f"<s>{said}</s>（已撤回）"
    at = escape(entry.at[11:16])
    return (
        f'<tr><td class="n">{at}</td><td class="n">{escape(body.place.table or "")}</td>'
        f"<td>{said}</td><td>{escape(entry.author)}</td></tr>"
    )


def refusal_page(why: str, script: str) -> str:
    """Return a page that says why there is none."""
    return _page("执裁", [f'<p class="now" role="alert">{escape(why)}</p>', _other_script(script)], script)


def _ago(seconds: float) -> str:
    minutes, rest = divmod(max(0, int(seconds)), 60)
    return f"{minutes}分{rest:02}秒" if minutes else f"{rest}秒"
