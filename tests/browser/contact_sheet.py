"""Every screen on a few large pictures: in both themes and four sizes of window, and with letters of twice the size.

    python -m tests.browser.contact_sheet FOLDER [words of the sheets or screens wanted]

Writes ``phone-light.png`` and so on into the folder, one sheet for each look, and each screen by itself beside them. To be
looked at after a change of how something is shown: what is cut, touches, stands askew or says a thing twice. A minute or two
for each look.
"""

from __future__ import annotations

import base64
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.sync_api import sync_playwright

from app.exams.shelf import DiskShelf, begin, keep_paper
from app.journal.competition import PlanBody, ResultBody, written
from app.journal.journal import Journal
from app.journal.records import Entrant, EventBody, Place, RulingBody
from app.journal.sqlite_store import open_store
from app.tools.competition.opening import opened
from tests.app.exams.samples import paper
from tests.browser.reader import FLAGS, Reader, Server, chromium, free_port, profile
from tests.browser.test_ruling import press, to_the_choice

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = {"small": (360, 640), "phone": (412, 915), "middle": (800, 600), "wide": (1280, 800)}
LARGE = "200%"
LOOKS = {f"{size}-{theme}": (size, theme, 1.0) for size in SIZES for theme in ("light", "dark")} | {
    f"{size}-{LARGE}": (size, "light", 2.0) for size in ("phone", "wide")
}
SHOWN = 300  # px, the width of a phone's screen on its sheet

Step = Callable[[Reader], object]


def search(text: str) -> Step:
    """Return the step that types into the search."""
    return lambda reader: reader.search(text)


def waited(reader: Reader) -> None:
    """Wait for what comes by itself."""
    reader.page.wait_for_timeout(500)


def scroll(reader: Reader) -> None:
    """Scroll down by most of a screen."""
    reader.page.mouse.move((reader.page.viewport_size or {"width": 400})["width"] - 60, reader.height / 2)
    reader.page.mouse.wheel(0, reader.height * 0.8)


def scroll_back(reader: Reader) -> None:
    """Scroll up again: what has gone under the bar is found there, but not reached by a finger."""
    reader.page.mouse.move((reader.page.viewport_size or {"width": 400})["width"] - 60, reader.height / 2)
    reader.page.mouse.wheel(0, -10000)
    reader.page.wait_for_timeout(400)


def to_the_pad(reader: Reader) -> None:
    """Open the bidding pad, and bid."""
    press(reader, "先录入竞叫过程")
    press(reader, "北")
    for call in ("1黑桃", "2红心"):
        press(reader, call)


def to_the_cards(reader: Reader) -> None:
    """Open the card picker, and pick."""
    press(reader, "先录入")
    press(reader, "红心2")
    press(reader, "梅花A")


def tapped(text: str, role: str | None = None) -> Step:
    """Return the step that taps what carries a text."""

    def tap(reader: Reader) -> None:
        reader.tap(text, role)
        reader.page.wait_for_timeout(400)

    return tap


def pressed(*texts: str) -> Step:
    """Return the step that presses buttons one after the other."""

    def tap(reader: Reader) -> None:
        for text in texts:
            press(reader, text)
        reader.page.wait_for_timeout(300)

    return tap


def screens(filled: Filled) -> dict[str, tuple[str, tuple[Step, ...]]]:
    """Return the screens by name: the address (none: where the one before is), and what is done there first."""
    event = f"/tools/events/{filled.event}"
    return {
        "first-start": ("newcomer", ()),
        "lookup": ("/", ()),
        "results": ("/", (search("藏牌"),)),
        "results-tool": ("/?q=甩牌&game=shengji", (waited,)),
        "clause": ("/clause/bridge-1999/64A1", ()),
        "clause-2": ("/clause/guandan-2017/22", ()),
        "clause-more": ("", (tapped("更多", "button"),)),
        "note": ("", (tapped("更多", "button"), tapped("写笔记"))),
        "term": ("/clause/bridge-1999/64A1", (tapped("任一赢墩", "a"),)),
        "reference": ("/clause/bridge-1999/63B", (tapped("第64条", "a"),)),
        "book": ("/book/guandan-2017", ()),
        "kept": ("/kept", ()),
        "glossary": ("/glossary/bridge-1999", ()),
        "changes": ("/changes/guandan-supplement", ()),
        "rule": ("/rule/bridge", ()),
        "question": ("/rule/bridge/insufficient_bid", ()),
        "why": ("", (tapped("为什么问"),)),
        "outcome": ("/rule/bridge/insufficient_bid", (to_the_choice,)),
        "outcome-2": ("", (scroll,)),
        "outcome-3": ("", (scroll,)),
        "ruled": ("/rule/shengji/failed_throw", (pressed(*THROWN),)),
        "ruled-2": ("", (scroll,)),
        "saying": ("", (scroll_back, tapped("放大", "button"))),
        "recording": ("", (pressed("收起", "记录"),)),
        "exposed": ("/rule/bridge/card_exposed_in_play", ()),
        "pad": ("/rule/bridge/bid_of_more_than_seven", (to_the_pad,)),
        "cards": ("/rule/bridge/revoke", (to_the_cards,)),
        "deal": ("/rule/guandan/wrong_play_by_follower", ()),
        "rights": ("/rights/bridge/play/dummy", ()),
        "rights-after": ("/rights/guandan/after", ()),
        "learn": ("/learn", ()),
        "practice": ("/learn/practice/bridge/play", ()),
        "practice-2": ("", (lambda reader: reader.page.keyboard.press("1"),)),
        "topics": ("/learn/topics", ()),
        "progress": ("/learn/progress", ()),
        "scenarios": ("/learn/scenarios", ()),
        "scenario": ("/learn/scenarios/bridge/insufficient_bid/higher", ()),
        "scenario-2": ("", (lambda reader: reader.page.keyboard.press("1"),)),
        "exams": ("/learn/exams", ()),
        "compose": ("/learn/exams/compose", ()),
        "paper": (f"/learn/exams/paper/{filled.paper}", ()),
        "sitting": (f"/learn/exams/sitting/{filled.sitting}", ()),
        "tools": ("/tools", ()),
        "score": ("/tools/bridge-score?level=4&tricks=9", ()),
        "imp": ("/tools/bridge-imp", ()),
        "match": ("/tools/bridge-match", ()),
        "board": ("/tools/bridge-board?board=17", ()),
        "revoke": ("/tools/bridge-revoke", ()),
        "claim": ("/tools/bridge-claim", ()),
        "double-dummy": ("/tools/bridge-double-dummy", ()),
        "beats": ("/tools/guandan-beats?level=8&previous=S9,C9&play=SA,HA", ()),
        "guandan-hand": ("/tools/guandan-hand?level=8", ()),
        "points": ("/tools/guandan-points?ns=9&ew=6", ()),
        "order": ("/tools/shengji-order?level=7&trump=S", ()),
        "throw": ("/tools/shengji-throw?level=7&trump=S", ()),
        "penalty": ("/tools/shengji-penalty", ()),
        "clocks": ("/tools/clocks", ()),
        "clocks-2": ("", (tapped("掼蛋出牌，开始计时", "button"),)),
        "journal": ("/tools/journal", (tapped("全部赛事", "checkbox"),)),
        "record": (f"/tools/journal/{filled.ruling}", ()),
        "handover": ("/tools/handover", ()),
        "events": ("/tools/events", ()),
        "event": (event, ()),
        "rounds": (f"{event}/rounds", ()),
        "result": (f"{event}/result/1_2", ()),
        "standings": (f"{event}/standings", ()),
        "people": (f"{event}/people", ()),
        "papers": (f"{event}/papers", ()),
        "plan": (f"{event}/plan", ()),
        "settings": ("/tools/settings", ()),
        "about": ("/tools/about", ()),
        "licences": ("/tools/licences", ()),
        "lost": ("/nowhere", ()),
    }


# Answer by answer: on a low window the usual case has scrolled under the answers.
THROWN = ("甩的是同一门，有人有大于", "同桌运动员及时指出", "4", "重罚张")


class Filled(NamedTuple):
    """What was put into the data folder, by id."""

    ruling: str
    event: str
    paper: str
    sitting: str


def fill(data: Path) -> Filled:
    """Put an event, its first results, a few rulings and an examination into the data folder."""
    store = open_store(data / "journal.sqlite")
    journal = Journal(store, "李裁判")
    entrants = tuple(Entrant(str(n), f"第{n}对", (f"选手{n}甲", f"选手{n}乙")) for n in range(1, 9))
    body = EventBody("春季公开赛", "guandan", rounds=7, tables=("1", "2", "3", "4"), entrants=entrants)
    event = journal.save_event(body)
    slow = ("guandan", "guandan.slow_play", "出牌超时")
    said = ("violation", "超时警告后10秒内仍不出牌，记违例一次。", "penalty")
    ids = [
        journal.save_ruling(
            event,
            RulingBody(
                *slow,
                *said,
                Place(str(table), 2),
                (str(2 * table),),
                counts=(("violation", 1),),
                cites=("guandan-2017:22.1",),
            ),
        ).id
        for table in (1, 2, 3)
    ]
    journal.withdraw(ids[0], "看错了")
    journal.correct(ids[1], {"place": {"table": "4", "round": 2}}, "记错了桌")
    order = tuple(each.number for each in entrants)
    journal.save_competition(event, [written(PlanBody("round_robin", order, scoring="levels"))])
    first = opened(body, journal.competition(event)).rounds[0].meetings[0]  # type: ignore[union-attr]
    won = ResultBody(first.id, str(first.home), str(first.away), levels=(("A", "9"),))
    journal.save_competition(event, [written(won)])
    store.close()
    shelf = DiskShelf(data / "exams")
    made = paper()
    return Filled(ids[1], event, keep_paper(shelf, made), begin(shelf, made).name)


def photograph(
    browser: Browser, server: Server, look: str, wanted: dict[str, tuple[str, tuple[Step, ...]]], into: Path
) -> None:
    """Take every screen in one look."""
    size, theme, scale = LOOKS[look]
    options: dict[str, Any] = {"color_scheme": theme}
    context = profile(browser, SIZES[size], **options)
    if scale != 1:
        context.add_init_script(_LARGE)
    reader = Reader.sit_down(context, server.address)
    reader.open("/learn")
    sheet_was_open = False
    for name, (address, steps) in wanted.items():
        try:
            if address == "newcomer":
                new = profile(browser, SIZES[size], newcomer=True, **options)
                first = Reader.sit_down(new, server.address)
                first.open("/")
                first.page.screenshot(path=into / f"{look}.{name}.png")
                new.close()
                continue
            if address and (steps or "?" in address or sheet_was_open):
                reader.open(address)
            elif address:
                reader.go(address)
            for step in steps:
                step(reader)
            reader.page.wait_for_timeout(250)
        except AssertionError as why:
            print(f"{look} {name}: {str(why).splitlines()[0]}")
        reader.page.screenshot(path=into / f"{look}.{name}.png")
        sheet_was_open = reader.find("关闭", "button") is not None
        if sheet_was_open:  # it goes before the place changes under it
            reader.page.keyboard.press("Escape")
            reader.page.wait_for_timeout(300)
    context.close()


_LARGE = """
try {
  localStorage.setItem('flutter.zhicai.settings', JSON.stringify(JSON.stringify({asked: true, text_scale: 2.0})));
} catch { /* an empty page */ }
"""


def paste(browser: Browser, look: str, names: list[str], into: Path) -> Path:
    """Put the screens of one look on a sheet, each under its name."""
    width = SHOWN if LOOKS[look][0] != "wide" else 2 * SHOWN
    figures = "".join(
        f"<figure><figcaption>{name}</figcaption><img src='data:image/png;base64,"
        f"{base64.b64encode((into / f'{look}.{name}.png').read_bytes()).decode()}' width={width}></figure>"
        for name in names
        if (into / f"{look}.{name}.png").exists()
    )
    page = browser.new_page(viewport={"width": 6 * (SHOWN + 16) + 16, "height": 800})
    page.set_content(
        "<style>body{margin:8px;background:#888;display:flex;flex-wrap:wrap;gap:16px;font:14px sans-serif}"
        f"figure{{margin:0}}img{{display:block}}</style>{figures}"
    )
    sheet = into / f"{look}.png"
    page.screenshot(path=sheet, full_page=True)
    page.close()
    return sheet


def main(into: Path, words: list[str]) -> None:
    """Take all screens, or those named; a word names looks or screens that contain it."""
    executable = chromium()
    if executable is None:
        sys.exit("Chromium not found")
    into.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="zhicai-sheet-") as folder, sync_playwright() as playwright:
        every = screens(fill(Path(folder)))
        looks = [look for look in LOOKS if any(word in look for word in words)] or list(LOOKS)
        names = [name for name in every if any(word == name for word in words)] or list(every)
        server = Server(free_port(), Path(folder))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
            for look in looks:
                photograph(browser, server, look, {name: every[name] for name in names}, into)
                print(paste(browser, look, names, into))
            browser.close()
        finally:
            server.stop()
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:])
