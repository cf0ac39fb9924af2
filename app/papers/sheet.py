"""A4 paper in Chinese: titles, texts, tables, lines to write and sign on, pages with numbers.

The font is embedded, only the characters used. A character it lacks is printed as 〓, the printers' mark for a missing letter,
and said at the end of the paper, so that somebody writes it in by hand: never an empty box.
"""

from __future__ import annotations

import io
import logging
import warnings
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, cast

from app.papers.lines import lines

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from fpdf.fonts import TTFFont

FONT = Path(__file__).resolve().parents[2] / "assets" / "print" / "noto-sans-sc.woff"
GETA = "〓"

LEFT, RIGHT, TOP, BOTTOM = 20.0, 190.0, 18.0, 275.0  # mm
ROOM = RIGHT - LEFT
BODY, SMALL, HEAD, TITLE = 10.5, 9.0, 12.0, 18.0  # points
MM = 25.4 / 72
LEADING = 1.5
PAD = 1.6  # mm inside the cells of a table, left and right
SKY = 1.1  # mm above and below the text of a cell
NAMES = 20.0  # mm for the names of fields
SIGNED = 21.0  # mm for two people to sign
BLANK = 8.5  # mm from line to line where somebody writes
CORNER, CLEAR = 17.0, 3.0  # mm of a code in the corner, and of white beside it
NOTE = 287.5  # mm from the top, where a line stands below that of the page's number
GREY, BLACK, RULE = 90, 0, 150


TIGHTER = (0.94, 0.88, 0.97, 0.91, 0.86, 0.82)  # scales tried where a paper is one page too long
FINER = (0.99, 0.98, 0.96, 0.95, 0.93, 0.92, 0.9, 0.89)  # and these where the lines to sign on would still be alone


@dataclass(frozen=True, slots=True)
class Letters:
    """What a paper is set in: the scale of letters and gaps, and the font, if it was read for another setting of that paper."""

    scale: float = 1.0
    font: TTFFont | None = None


def fitted(compose: Callable[[Letters], Sheet], one_page: bool = True, last: float = TIGHTER[-1]) -> bytes:
    """Return a paper set a little smaller where that brings it on one page, or keeps the lines to sign on beside what is signed.

    ``last`` is the smallest scale, at which the paper may leave out what it can spare.
    """
    sheet = compose(Letters())

    def smaller(scale: float) -> Sheet:
        return compose(Letters(scale, sheet.font))

    if one_page and 1 < sheet.pages <= 3 and (short := smaller(last)).pages == 1:
        sheet = next((each for each in map(smaller, TIGHTER) if each.pages == 1), short)
    elif sheet.signed_alone:
        sheet = next((each for each in map(smaller, (*TIGHTER, *FINER)) if not each.signed_alone), sheet)
    return sheet.finish()


def plain(text: str) -> str:
    """Return the text without what cannot be seen: control characters, variation selectors, joiners."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").replace("\u3000", "  ")
    kept = (c for c in text if c == "\n" or (c.isprintable() and not 0xFE00 <= ord(c) <= 0xFE0F))
    return "".join(kept)


@dataclass
class Sheet:
    """A paper being written from top to bottom."""

    subject: str  # in the properties of the file
    footer: str = ""
    say: Callable[[str], str] = str  # the script of the words that are ours
    side: float = 0  # mm of a column at the left in which the headings stand; 0: they stand above their parts
    letters: Letters = Letters()
    note: str = ""  # a line below the footer, on every page
    missing: dict[str, str] = field(default_factory=dict)  # characters that could not be printed -> where
    signed_alone: bool = False  # a page begins with the lines to sign on, and nothing that is signed
    _afloat: list[tuple[int, float, Callable[[], object]]] = field(default_factory=list)  # since which page, how high

    def __post_init__(self) -> None:
        with warnings.catch_warnings():  # it misses Pillow, which it needs for pictures only: there are none here
            warnings.filterwarnings("ignore", "Pillow could not be imported")
            from fpdf import FPDF

        logging.getLogger("fontTools").setLevel(logging.ERROR)
        self._pdf = FPDF(unit="mm", format="A4")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_title(self.subject)
        self._pdf.set_lang("zh-CN")
        self._pdf.set_creator("执裁")
        if self.letters.font is None:
            self._pdf.add_font("song", fname=FONT)
        else:
            self._pdf.fonts["song"] = self.letters.font
        self._widths: dict[str, float] = {}
        self._left = LEFT
        self._corner = 0.0  # mm beside the title that a code takes
        self._new_page()

    # Measures

    def _width(self, size: float, text: str) -> float:
        known = self._widths
        for character in text:
            if character not in known:
                self._pdf.set_font("song", size=100)
                known[character] = self._pdf.get_string_width(character) / 100
        return sum(known[character] for character in text) * size

    def _printable(self, text: str) -> str:
        text = plain(text)
        for at, character in enumerate(text):
            if character != "\n" and ord(character) not in self.font.cmap:
                self.missing.setdefault(character, text[max(0, at - 6) : at + 7].replace("\n", " "))
        return "".join(GETA if character in self.missing else character for character in text)

    def _lines(self, text: str, size: float, room: float) -> list[str]:
        return lines(self._printable(text), room, partial(self._width, size))

    def _new_page(self) -> None:
        self._pdf.add_page()
        self._y = TOP
        self._beside = TOP  # down to where the heading at the side reaches

    @property
    def font(self) -> TTFFont:
        """The font, with those of its characters that were used."""
        return cast("TTFFont", self._pdf.fonts["song"])

    @property
    def pages(self) -> int:
        """How many pages there are so far."""
        return int(self._pdf.page)

    @property
    def _room(self) -> float:
        return RIGHT - self._left

    def _need(self, height: float) -> bool:
        """Go to the next page unless there is room for this much; whether one was begun."""
        if self._y + height <= BOTTOM or self._y == TOP:
            return False
        self._new_page()
        return True

    def measure(self, text: str, size: float = BODY, *, mark: str = "", indent: float = 0) -> tuple[float, int]:
        """How high a text will be that is written with the same words, in mm, and in how many lines."""
        size *= self.letters.scale
        left = self._left + indent + (self._width(size, self._printable(mark)) + 1.2 if mark else 0)
        count = len(self._lines(text, size, RIGHT - left))
        return count * size * MM * LEADING + 0.6 * self.letters.scale, count

    def turn(self) -> None:
        """Go to a new page, unless this one is empty."""
        if self._y > TOP:
            self._new_page()

    def keep(self, height: float) -> None:
        """Keep what follows together, if it is no higher than this."""
        self._need(height)

    def whole(self, height: float, draw: Callable[[], object]) -> None:
        """Have something drawn that is kept on one page: here, or on the next, and what follows fills this one.

        There it stands as high as no paragraph is broken for it.
        """
        if self._y + height > BOTTOM and self._y > TOP and height <= BOTTOM - TOP:
            self._afloat.append((self.pages, height, draw))
        else:
            draw()

    def land(self) -> None:
        """Have drawn now what waits for the next page."""
        while self._afloat:
            _, height, draw = self._afloat.pop(0)
            self._y = max(self._y, self._beside)
            self._need(height)
            self._drawn(draw)

    def _part(self, height: float) -> None:
        """Begin a part whose first line is so high, after what waited for this page."""
        self._need(height)
        while self._afloat and self._afloat[0][0] < self.pages and self._y + self._afloat[0][1] <= BOTTOM:
            self._drawn(self._afloat.pop(0)[2])
            self._need(height)

    def _drawn(self, draw: Callable[[], object]) -> None:
        left = self._left
        self._y = max(self._y, self._beside)
        draw()
        self._y, self._left, self._beside = max(self._y, self._beside), left, TOP
        self.gap(3)

    def gap(self, height: float = 3) -> None:
        """Leave some room."""
        if self._y > TOP:
            self._y += height * self.letters.scale

    # Letters

    def _put(self, x: float, line: str, size: float, bold: bool = False, grey: bool = False) -> None:
        """Write one line, its top at the present height."""
        if not line:
            return
        pdf = self._pdf
        pdf.set_font("song", size=size)
        shade = GREY if grey else BLACK
        pdf.set_text_color(shade)
        baseline = self._y + size * MM * (LEADING / 2 + 0.36)
        if bold:  # one weight is shipped: the strokes are drawn a little thicker
            pdf.set_draw_color(shade)
            with pdf.local_context(text_mode="FILL_STROKE", line_width=size * 0.008):
                pdf.text(x, baseline, line)
        else:
            pdf.text(x, baseline, line)

    def title(self, text: str, under: str = "") -> None:
        """Write the title of the paper in the middle, and a line under it."""
        for part, points, bold in ((text, TITLE, True), (under, BODY, False)):
            size = points * self.letters.scale
            for line in self._lines(part, size, ROOM - 2 * self._corner) if part else ():
                self._put(LEFT + (ROOM - self._width(size, line)) / 2, line, size, bold, grey=not bold)
                self._y += size * MM * LEADING
        self.gap(3)

    def corner(self, squares: Sequence[Sequence[int]]) -> None:
        """Draw a code at the right of the title, before that is written: rows of dark (1) and light squares."""
        pdf, side = self._pdf, CORNER / len(squares)
        pdf.set_fill_color(BLACK)
        for number, row in enumerate(squares):
            at = 0
            for dark, run in groupby(row):
                wide = len(list(run))
                if dark:
                    pdf.rect(RIGHT - CORNER + at * side, self._y - 4 + number * side, wide * side, side, style="F")
                at += wide
        self._corner = CORNER + CLEAR

    def heading(self, text: str) -> None:
        """Write the heading of a part, never alone at the foot of a page."""
        if self.side:
            self._heading_beside(text)
            return
        self.gap(3.5)
        self._part(18)
        size = HEAD * self.letters.scale
        for line in self._lines(self.say(text), size, ROOM):
            self._put(LEFT, line, size, bold=True)
            self._y += size * MM * LEADING
        self.gap(0.8)

    def _heading_beside(self, text: str) -> None:
        self._y = max(self._y, self._beside)
        self.gap(1.8)
        self._part(14)
        top, size = self._y, BODY * self.letters.scale
        for line in self._lines(self.say(text), size, self.side - 2):
            self._put(LEFT, line, size, bold=True)
            self._y += size * MM * LEADING
        self._y, self._beside = top, self._y
        self._left = LEFT + self.side

    def text(
        self,
        text: str,
        size: float = BODY,
        *,
        mark: str = "",
        indent: float = 0,
        bold: bool = False,
        grey: bool = False,
    ) -> None:
        """Write a text over as many lines and pages as it needs; a mark stands before it, the lines under each other."""
        mark = self._printable(mark)
        size *= self.letters.scale
        left = self._left + indent + (self._width(size, mark) + 1.2 if mark else 0)
        height = size * MM * LEADING
        self._part(height)
        for number, line in enumerate(self._lines(text, size, RIGHT - left)):
            self._need(height)
            if not number and mark:
                self._put(self._left + indent, mark, size, bold, grey)
            self._put(left, line, size, bold, grey)
            self._y += height
        self.gap(0.6)

    # Frames and rules

    def fields(self, rows: Sequence[Sequence[tuple[str, str]]]) -> None:
        """Write a frame of names and values, one or two pairs in a row; rows without any value are left out."""
        for row in rows:
            pairs = [(self.say(name), value) for name, value in row if value]
            if not pairs:
                continue
            share = self._room / len(pairs)
            widths = [width for _ in pairs for width in (NAMES, share - NAMES)]
            cells = [cell for pair in pairs for cell in pair]
            self._row(cells, widths, BODY, shaded=range(0, len(cells), 2))
        self.gap(2)

    def table(
        self,
        headings: Sequence[str],
        widths: Sequence[float],
        rows: Sequence[Sequence[str]],
        void: Collection[int] = (),
    ) -> None:
        """Write a table; the headings stand on every page. Widths are shares of the line; ``void`` rows are struck out in grey."""
        whole = sum(widths)
        measures = [self._room * width / whole for width in widths]
        titles = [self.say(heading) for heading in headings]
        self._part(20)
        self._row(titles, measures, SMALL, shaded=range(len(titles)))
        for number, row in enumerate(rows):
            self._row(row, measures, SMALL, again=titles, grey=number in void)
        self.gap(2)

    def _row(
        self,
        cells: Sequence[str],
        widths: Sequence[float],
        size: float,
        shaded: range = range(0),
        again: Sequence[str] = (),
        grey: bool = False,
    ) -> None:
        """Write one row; one that is higher than the rest of the page goes on the next, one higher than a page is parted."""
        size *= self.letters.scale
        leading = size * MM * 1.4
        left = [self._lines(cell, size, width - 2 * PAD) for cell, width in zip(cells, widths, strict=True)]
        whole = max(map(len, left)) * leading + 2 * SKY
        if self._y + whole > BOTTOM and (whole < (BOTTOM - TOP) / 2 or self._y + 4 * leading > BOTTOM):
            self._turn(again, widths, size / self.letters.scale)
        while any(left):
            fitting = max(1, int((BOTTOM - self._y - 2 * SKY) / leading))
            now = [part[:fitting] for part in left]
            left = [part[fitting:] for part in left]
            self._cells(now, widths, size, leading, shaded, grey)
            if any(left):
                self._turn(again, widths, size / self.letters.scale)

    def _turn(self, again: Sequence[str], widths: Sequence[float], size: float) -> None:
        self._new_page()
        if again:
            self._row(again, widths, size, shaded=range(len(again)))

    def _cells(
        self,
        parts: Sequence[Sequence[str]],
        widths: Sequence[float],
        size: float,
        leading: float,
        shaded: range,
        grey: bool = False,
    ) -> None:
        pdf, top = self._pdf, self._y
        height = max(map(len, parts)) * leading + 2 * SKY
        x = self._left
        pdf.set_draw_color(RULE)
        pdf.set_line_width(0.15)
        pdf.set_fill_color(240)
        for number, (part, width) in enumerate(zip(parts, widths, strict=True)):
            pdf.set_draw_color(RULE)
            pdf.rect(x, top, width, height, style="DF" if number in shaded else "D")
            self._y = top + SKY
            for line in part:
                self._put(x + PAD, line, size, grey=grey)
                if grey and line.strip():
                    self._rule(x + PAD, self._y + leading / 2, x + PAD + self._width(size, line))
                self._y += leading
            x += width
        self._y = top + height

    def frame(self, text: str, size: float = HEAD) -> None:
        """Write a text that matters most, in a frame."""
        self._row([text], [self._room], size)
        self.gap(1.5)

    def figure(self, height: float) -> Figure:
        """Leave room of this height for a drawing, on one page; it takes the whole line, below a heading at the side."""
        self._y = max(self._y, self._beside)
        self._need(height)
        top = self._y
        self._y += height
        return Figure(self, top)

    def _rule(self, x: float, y: float, to: float) -> None:
        self._pdf.set_draw_color(RULE)
        self._pdf.set_line_width(0.2)
        self._pdf.line(x, y, to, y)

    def blanks(self, count: int) -> None:
        """Leave lines to write on."""
        for _ in range(count):
            self._need(BLANK)
            self._y += BLANK
            self._rule(self._left, self._y, RIGHT)
        self.gap(1.5)

    def signatures(self, names: Sequence[tuple[str, str]], heading: str = "签字") -> None:
        """Leave lines to sign on under their heading, two in a row: who, and his name where it is known; kept together."""
        rows, high = (len(names) + 1) // 2, SIGNED * self.letters.scale
        self._y = max(self._y, self._beside)
        before = self.pages
        self.keep(min(rows, 5) * high + (4 if self.side else 12))
        self.signed_alone = self.pages > before
        self.heading(heading)
        self._left = LEFT + self.side
        share, size = self._room / 2, BODY * self.letters.scale
        for at in range(0, len(names), 2):
            self._need(high)
            top = self._y + (0 if self.side and not at else 5 * self.letters.scale)
            deepest = top
            for number, (who, name) in enumerate(names[at : at + 2]):
                x = self._left + number * share
                self._y = top
                for line in self._lines(self.say(who) + (f"（{name}）" if name else ""), size, share - 6):
                    self._put(x, line, size)
                    self._y += size * MM * LEADING
                self._y += 3 * self.letters.scale
                self._put(x + share - 38, self.say("日期"), SMALL, grey=True)
                self._rule(x, self._y + 5, x + share - 40)
                self._rule(x + share - 30, self._y + 5, x + share - 6)
                deepest = max(deepest, self._y + 7)
            self._y = deepest
        self._left = LEFT

    def finish(self) -> bytes:
        """Say what could not be printed, number the pages and return the file."""
        self.land()
        self._y, self._left = max(self._y, self._beside), LEFT
        if self.missing:
            where = "；".join(
                f"U+{ord(character):04X}（“{''.join(GETA if c in self.missing else c for c in place)}”）"
                for character, place in self.missing.items()
            )
            self.heading("无法打印的字")
            self.text(self.say(f"字库没有下列 {len(self.missing)} 个字，文中印作“{GETA}”，请用笔补上：") + where, SMALL)
        pdf, last = self._pdf, self._pdf.page
        footer = self._lines(self.footer, SMALL, ROOM - 40)[0] if self.footer else ""
        note = self._lines(self.note, SMALL, ROOM)[0] if self.note else ""
        for page in range(1, last + 1):
            pdf.page = page
            pdf.set_font("song", size=1)  # so that the size is written into this page again
            self._y = 283.0
            self._put(LEFT, footer, SMALL, grey=True)
            count = self.say(f"第 {page} 页，共 {last} 页")
            self._put(RIGHT - self._width(SMALL, count), count, SMALL, grey=True)
            self._y = NOTE
            self._put(LEFT, note, SMALL, grey=True)
        pdf.page = last
        out = io.BytesIO()
        pdf.output(out)
        return out.getvalue()


@dataclass(frozen=True, slots=True)
class Figure:
    """Room on a sheet to draw in, in mm from its own top and the left of the text; black on white."""

    sheet: Sheet
    top: float

    def width(self, text: str, size: float) -> float:
        """How wide a text is, in mm."""
        return self.sheet._width(size, self.sheet._printable(text))

    def box(self, x: float, y: float, width: float, height: float, line: float = 0.2, shaded: bool = False) -> None:
        """Draw a frame with round corners; ``line`` is how thick it is."""
        pdf = self.sheet._pdf
        pdf.set_draw_color(BLACK if line > 0.25 else RULE)
        pdf.set_line_width(line)
        pdf.set_fill_color(240)
        pdf.rect(
            LEFT + x, self.top + y, width, height, style="DF" if shaded else "D", round_corners=True, corner_radius=1
        )

    def text(self, x: float, y: float, text: str, size: float, bold: bool = False, grey: bool = False) -> None:
        """Write one line with its middle at ``x`` and its top at ``y``."""
        line = self.sheet._printable(text)
        now, self.sheet._y = self.sheet._y, self.top + y
        self.sheet._put(LEFT + x - self.sheet._width(size, line) / 2, line, size, bold, grey)
        self.sheet._y = now

    def words(self, x: float, y: float, text: str, size: float, bold: bool = False, grey: bool = False) -> None:
        """Write one line with its left end at ``x`` and its top at ``y``."""
        self.text(x + self.width(text, size) / 2, y, text, size, bold, grey)

    def rule(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a thin line."""
        pdf = self.sheet._pdf
        pdf.set_draw_color(GREY)
        pdf.set_line_width(0.2)
        pdf.line(LEFT + x1, self.top + y1, LEFT + x2, self.top + y2)

    def ring(self, x: float, y: float, width: float, height: float) -> None:
        """Draw an oval to be filled in, with its middle there."""
        pdf = self.sheet._pdf
        pdf.set_draw_color(GREY)
        pdf.set_line_width(0.25)
        pdf.ellipse(LEFT + x - width / 2, self.top + y - height / 2, width, height)

    def bar(self, x: float, y: float, width: float, height: float) -> None:
        """Fill a rectangle in grey."""
        pdf = self.sheet._pdf
        pdf.set_fill_color(RULE)
        pdf.rect(LEFT + x, self.top + y, width, height, style="F")

    def turning(self, x: float, y: float, radius: float, clockwise: bool) -> None:
        """Draw an arrow that goes round a point."""
        pdf, left, top = self.sheet._pdf, LEFT + x, self.top + y
        pdf.set_draw_color(BLACK)
        pdf.set_fill_color(BLACK)
        pdf.set_line_width(0.3)
        pdf.arc(left - radius, top - radius, 2 * radius, 150, 390)
        side = 1 if clockwise else -1
        tip = left + side * radius * cos(pi / 6)
        below = top + radius * sin(pi / 6)
        pdf.polygon([(tip - 0.9, below - 0.3), (tip + 0.9, below - 0.3), (tip, below + 1.1)], style="F")
