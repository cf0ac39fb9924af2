"""An event's rounds for other programs and to send round: CSV, XLSX, and one page of HTML that asks for nothing from outside."""

from __future__ import annotations

import csv
import io
from html import escape
from typing import TYPE_CHECKING

from app.papers.spreadsheet import harmless
from app.papers.wording import label, say_in, when
from app.tools.competition import pictures
from app.tools.competition.meetings import GROUP_NAMES
from app.tools.competition.tables import cross_table, round_table, standings_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.papers.wording import Say, Script
    from app.tools.competition.competition import Competition
    from rules_data.handbook import Handbook

NUMBER = ("赛", "胜", "平", "负", "场分", "级分", "对手分", "标准分", "胜场", "得分")
Table = tuple[str, list[str], list[list[str]]]


def tables(found: Competition) -> list[Table]:
    """All tables of an event: their names, headings and rows."""
    made: list[Table] = []
    in_groups = found.plan.format == "groups"
    for at, group in enumerate(found.groups):
        name = f"{GROUP_NAMES[at]}组" if in_groups else ""
        made.append((f"{name}名次", *standings_table(found, found.standings(group=at if in_groups else None))))
        if found.plan.format in ("round_robin", "groups"):
            made.append((f"{name}循环表", *cross_table(found, group)))
    if in_groups and (places := found.places()):
        made.insert(0, ("最终名次", *standings_table(found, places, bracket=True)))
    made += [(each.title, *round_table(found, each)) for each in found.rounds]
    return made


def as_csv(found: Competition) -> bytes:
    """Return standings and rounds as CSV, one table after the other, in UTF-8 with the mark by which Excel knows it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    for name, headings, rows in tables(found):
        writer.writerow([harmless(name)])
        writer.writerow([harmless(each) for each in headings])
        writer.writerows([harmless(cell) for cell in row] for row in rows)
        writer.writerow([])
    return out.getvalue().encode("utf-8-sig")


def as_xlsx(found: Competition) -> bytes:
    """Return a workbook with one sheet for each table; numbers are numbers."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    for name, headings, rows in tables(found):
        sheet = book.create_sheet(_sheet_name(name, book.sheetnames))
        sheet.freeze_panes = "A2"
        for number, heading in enumerate(headings, 1):
            long = max([_width(heading), *(_width(row[number - 1]) for row in rows)], default=6)
            sheet.column_dimensions[get_column_letter(number)].width = min(48, long + 3)

        def cell(value: str, number: bool = False, bold: bool = False, sheet: object = sheet) -> WriteOnlyCell:
            if number and _is_number(value):
                return WriteOnlyCell(sheet, value=float(value) if "." in value else int(value))
            made = WriteOnlyCell(sheet, value=value)
            made.data_type = "s"
            made.alignment = Alignment(wrap_text=True, vertical="top")
            if bold:
                made.font = Font(bold=True)
            return made

        sheet.append([cell(heading, bold=True) for heading in headings])
        for row in rows:
            sheet.append([cell(value, heading in NUMBER) for heading, value in zip(headings, row, strict=True)])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _is_number(text: str) -> bool:
    return text.replace("-", "", 1).replace(".", "", 1).isdecimal() and len(text) < 12


def _width(text: str) -> int:
    return sum(1 if ord(c) < 256 else 2 for c in text)


def _sheet_name(name: str, taken: Sequence[str]) -> str:
    clean = "".join("（）"["（）()".index(c) % 2] if c in "（）()" else c for c in name if c not in "[]:*?/\\")[:28]
    return clean if clean not in taken else f"{clean[:24]} {len(taken)}"


# The page


STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.6 "Noto Sans SC","PingFang SC","Microsoft YaHei",sans-serif;margin:0 auto;max-width:60rem;padding:1rem}
h1{font-size:1.5rem;margin:.2em 0}h2{font-size:1.15rem;margin:1.6em 0 .4em}
p{margin:.3em 0}.q{color:GrayText;font-size:.9rem}
.w{overflow-x:auto}table{border-collapse:collapse;min-width:60%}
th,td{border:1px solid #8886;padding:.3em .6em;text-align:left;vertical-align:top}
th{background:#8881;white-space:nowrap}td:nth-child(2){white-space:nowrap}td:last-child{min-width:3em}td.n{text-align:right;font-variant-numeric:tabular-nums}
svg{font-size:11px;fill:currentColor}svg .b{fill:none;stroke:currentColor;stroke-opacity:.5}
svg .r{stroke:currentColor;stroke-opacity:.5}svg .h{font-weight:700}svg .m{font-size:9px;opacity:.75}
@media print{body{max-width:none}h2{break-after:avoid}tr{break-inside:avoid}}
"""


def as_html(
    found: Competition,
    handbook: Handbook,
    *,
    printed_at: str,
    script: Script = "hans",
    sheet: str = "",
    again: int = 0,
) -> bytes:
    """Return one page with everything: standings and what separates two, rounds, the bracket.

    Nothing is fetched for it; where it is served, ``sheet`` is the address of its style, :data:`STYLE`, and the page asks anew
    after ``again`` seconds.
    """
    say = say_in(script, handbook)
    event = found.event
    parts = [
        "<!doctype html>",
        f'<html lang="{"zh-Hant" if script == "hant" else "zh-Hans"}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        *([f'<meta http-equiv="refresh" content="{again}">'] if again else []),
        *_dress(sheet),
        f"<title>{escape(event.name)}</title></head><body>",
        f"<h1>{escape(event.name)}</h1>",
    ]
    about = "　".join(escape(each) for each in (event.date, event.venue) if each)
    if about:
        parts.append(f"<p>{about}</p>")
    state = "已赛完" if found.finished else "比赛进行中"
    parts.append(f'<p class="q">{say(state)}　{say("更新于")}{escape(say(when(printed_at)))}</p>')
    drawing = pictures.bracket(found)
    moved = pictures.course(found)
    drawn = drawing is None
    for name, headings, rows in tables(found):
        if not drawn and drawing is not None and name.startswith("第"):
            parts += _picture(say("对阵图"), drawing)
            drawn = True
        if moved is not None and name.startswith("第"):
            parts += _picture(say("名次走势"), moved)
            moved = None
        parts.append(f"<h2>{escape(say(name))}</h2>")
        parts += _table(headings, rows, say)
    if not drawn and drawing is not None:
        parts += _picture(say("对阵图"), drawing)
    if not found.is_knockout:
        parts.append(f'<p class="q">{escape(say(_order(found, handbook)))}</p>')
    parts.append("</body></html>")
    return "\n".join(parts).encode()


def _order(found: Competition, handbook: Handbook) -> str:
    """By what the standings are ordered, in a sentence, with the clauses."""
    steps = found.steps()
    names = "，再比".join(step.name for step in steps if step.key != "lots")
    cites = "、".join(label(step.cite, handbook) for step in steps if step.cite)
    basis = f"（{cites}）" if cites else ""
    return f"名次先比{names}；仍相同的并列或抽签{basis}。"


def _dress(sheet: str) -> list[str]:
    if sheet:
        return [f'<link rel="stylesheet" href="{sheet}">']
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return [f'<meta http-equiv="Content-Security-Policy" content="{policy}">', f"<style>{STYLE}</style>"]


def _picture(title: str, drawing: pictures.Drawing) -> list[str]:
    return [f"<h2>{escape(title)}</h2>", f'<div class="w">{pictures.svg(drawing, title)}</div>']


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], say: Say) -> list[str]:
    parts = ['<div class="w"><table><thead><tr>']
    parts += [f"<th>{escape(say(each))}</th>" for each in headings]
    parts.append("</tr></thead><tbody>")
    for row in rows:
        cells = [
            f'<td class="n">{escape(cell)}</td>'
            if heading in NUMBER
            else f"<td>{escape(say(cell) if heading == '说明' else cell)}</td>"
            for heading, cell in zip(headings, row, strict=True)
        ]
        parts.append(f"<tr>{''.join(cells)}</tr>")
    parts.append("</tbody></table></div>")
    return parts
