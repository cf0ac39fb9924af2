"""Wrote the files of this folder, once, with the program as it stood at e09170f: ``python -m tests.kept.e09170f.write FOLDER``.

It is kept to show how they were made. It is not run again: what it writes today is what today's program writes.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
import os
import shutil
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from app.browser.kept_values import KeptValues
from app.cli.main import cli
from app.exams.own_questions import decoded
from app.exams.paper import from_json
from app.exams.room import reopened
from app.exams.room_log import read_log
from app.exams.shelf import DiskShelf, begin, keep_paper
from app.handover.codes import picture
from app.handover.frames import frames
from app.handover.moving import packed
from app.journal.competition import AdjustBody, LotsBody, written
from app.journal.disk_handle import DiskHandle
from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.log_store import open_log_store
from app.journal.records import NO_EVENT, Place
from app.journal.sqlite_store import open_store
from app.journal.store import JournalStore
from app.papers.spreadsheet import as_csv, as_xlsx
from app.ruling import open_rulings
from app.ruling.after_ladder import after_ladder
from app.ruling.assignment import context
from app.ruling.saving import save
from app.ruling.scene import Scene
from app.ruling.walk import Rulings, Walk
from app.study.answer_file import FileAnswers
from app.study.answers import Answer, exported
from app.window.library import handbook
from decision_trees.engine import Ruled
from tests.app.exams.hall import Phone, serving
from tests.app.exams.test_room_server import desk
from tests.kept import said

SLOW = {"seconds": 31, "warned": True}  # guandan 22.1: a violation
REVOKE = {
    "special": "none", "winner": "offender", "side_tricks_after": 2, "contract": "4S", "doubled": "none",
    "declarer_tricks": 9, "offender": "W", "declarer": "S", "board": 1,
}  # fmt: skip
THROW = {
    "pointed_out": "normal", "throw": "SA SK S9 S8 S5", "north_hand": ["S6"], "level": "2", "trump": "H", "offender": "W",
    "banker": "W",
}  # fmt: skip
PAIRS = (
    "1,春风,张三,李四",
    "2,夏雨,王五,赵六",
    "3,秋月,孙七,周八",
    "4,冬雪,吴九,郑十",
    "5,东山,钱一,冯二",
    "6,西水,陈三,褚四",
)
OWN = (
    ("藏牌成立后，最多转移几墩？", "一墩", "两墩", "三墩", "B"),
    ("掼蛋每手出牌的口头警告从多少秒起？", "超过10秒", "超过20秒", "超过30秒", "B"),
    ("升级甩牌不成立，先看什么？", "被卡住几张", "谁先喊", "甩了几种花色", "A"),
)


def run(*args: str, given: str | None = None) -> str:
    """The command line, as somebody at a desk uses it."""
    found = CliRunner().invoke(cli, list(args), input=given)
    if found.exit_code:
        raise SystemExit(f"{args}: {found.output}")
    return found.output


def ruled(book: Journal, tree: str, facts: dict[str, Any], scene: Scene, settled: dict[str, str] | None = None) -> Walk:
    """A ruling walked to its end, and saved with what the ladder brings."""
    walk = Rulings().begin(tree, facts, context(book, scene, ()), None, scene)
    for question, option in (settled or {}).items():
        walk.settle(question, option)
    step = walk.standing.step
    assert isinstance(step, Ruled), (tree, step)
    save(book, walk, after_ladder(walk, step), player="", remark="", former=None)
    return walk


def everyday(book: Journal) -> None:
    """A club evening without an event: one ruling of each game, a remark, a wrong one taken back."""
    ruled(book, "bridge.established_revoke", REVOKE, Scene(NO_EVENT, "bridge", Place("2", 1, None, 1), ("EW",)))
    ruled(book, "shengji.failed_throw", THROW, Scene(NO_EVENT, "shengji", Place("3", 1, 2, 5), ("北京",)))
    slow = ruled(book, "guandan.slow_play", SLOW, Scene(NO_EVENT, "guandan", Place("5", 2, 1, 7), ("3",)))
    ruled(book, "guandan.slow_play", SLOW, Scene(NO_EVENT, "guandan", Place("5", 2, 1, 9), ("3",)))  # 16.3.1: a foul
    wrong = ruled(book, "guandan.slow_play", SLOW, Scene(NO_EVENT, "guandan", Place("6", 2, 1, 2), ("4",)))
    book.withdraw(wrong.record or "", "看错了表")
    book.note(slow.record or "", NO_EVENT, "双方都在场")
    book.note(None, NO_EVENT, "第2轮晚开始10分钟")


def hall(folder: Path) -> str:
    """An event of six pairs: entrants from a CSV, paired by score, results from CSV and XLSX, rulings of the first referee."""
    people = folder / "entrants.csv"
    people.write_text("编号,名称,选手1,选手2\n" + "\n".join(PAIRS) + "\n", encoding="utf-8-sig")
    run("event", "new", "春季掼蛋赛", "掼蛋", str(people), "--supplement")
    run("event", "plan", "春季掼蛋赛", "积分编排", "--rounds", "3")
    run("event", "pair", "春季掼蛋赛")
    store = open_store(folder / "journal.sqlite")
    book = Journal(store, "李裁判")
    event = next(each for each in book.events() if each.id != NO_EVENT)
    _round(book, event.id, folder / "results-1.csv", ("A 9", "K A", "A 4"))
    store.close()
    run("event", "results", "春季掼蛋赛", str(folder / "results-1.csv"))
    run("event", "pair", "春季掼蛋赛")
    store = open_store(folder / "journal.sqlite")
    book = Journal(store, "李裁判")
    _round(book, event.id, folder / "results-2.xlsx", ("A 10", "6 A", "A J"))
    store.close()
    run("event", "results", "春季掼蛋赛", str(folder / "results-2.xlsx"))
    run("event", "late", "春季掼蛋赛", "6", "4", "-r", "2")
    store = open_store(folder / "journal.sqlite")
    book = Journal(store, "李裁判")
    now = book.event(event.id).body
    from dataclasses import replace

    book.save_event(
        replace(now, settled={"guandan-2017/D-35b": "from-limit"}, referees=("李裁判", "王裁判"), chief="李裁判", rounds=3,
                venue="少年宫", date="2026年11月21日"),
        event.id,
    )  # fmt: skip
    at = lambda table, round_, deal, *who: Scene(event.id, "guandan", Place(table, round_, 1, deal), who)  # noqa: E731
    first = ruled(book, "guandan.slow_play", SLOW, at("1", 1, 3, "3"))
    ruled(book, "guandan.slow_play", SLOW, at("1", 1, 5, "3"))
    other = ruled(book, "guandan.slow_play", SLOW, at("2", 2, 1, "5"))
    book.correct(other.record or "", {"offenders": ["6"], "place": {"table": "3"}}, "报错了桌号和对号")
    fix = book.correct(other.record or "", {"remark": "已向裁判长报告"}, "补记")
    book.withdraw(fix.id, "不必报告")
    book.appeal(first.record or "", {"text": "认为没有超时", "by": "3"})
    taken = ruled(book, "guandan.slow_play", SLOW, at("2", 2, 6, "2"))
    gone = book.withdraw(taken.record or "", "没有计时")
    book.withdraw(gone.id, "计时员补报")
    made = book.save_competition(
        event.id, [written(AdjustBody("6", 2, second=-1, reason="迟到")), written(LotsBody(("1", "4")))]
    )
    book.withdraw(made[0].id, "附件已处理")
    # A ruling that is changed after it was saved: the former is taken back with what the ladder had brought.
    walk = ruled(book, "guandan.slow_play", SLOW, at("3", 2, 8, "3"))
    step = walk.standing.step
    assert isinstance(step, Ruled)
    save(book, walk, after_ladder(walk, step), player="孙七", remark="改记选手", former=walk.record)
    store.close()
    return event.id


def _round(book: Journal, event: str, file: Path, scores: tuple[str, ...]) -> None:
    """The results of the round being played, as a table another program writes."""
    from app.tools.competition.reading import competition_of

    _, found = competition_of(book, event)
    assert found is not None and found.current is not None
    rows = [["桌号", "主队", "客队"]]
    for meeting, score in zip(found.current.meetings, scores, strict=True):
        rows.append([f"{meeting.home}-{meeting.away}", *score.split()])
    if file.suffix == ".csv":
        out = io.StringIO(newline="")
        csv.writer(out).writerows(rows)
        file.write_text(out.getvalue(), encoding="utf-8-sig")
    else:
        from openpyxl import Workbook

        made = Workbook()
        for row in rows:
            made.active.append(row)
        made.save(file)


def second(folder: Path, event: str, from_: JournalStore) -> None:
    """The other referee's device: the event came from the first, its own rulings follow."""
    store = open_store(folder / "journal.sqlite")
    book = Journal(store, "王裁判")
    ids = [each.id for each in from_.records(event) if each.kind in ("event", "competition")]
    ids += [each.id for each in from_.records(event) if each.about in ids and each.id not in ids]
    text = io.StringIO()
    export(from_, text, ids)
    assert not merge(store, text.getvalue().splitlines()).refused
    ruled(book, "guandan.slow_play", SLOW, Scene(event, "guandan", Place("3", 1, 1, 2), ("6",)))
    ruled(book, "guandan.slow_play", SLOW, Scene(event, "guandan", Place("2", 2, 1, 9), ("1",)))
    book.note(None, event, "第2轮器材已补")
    store.close()


def text_of(store: JournalStore, ids: list[str] | None = None) -> str:
    """Journal lines as they are given out."""
    out = io.StringIO()
    export(store, out, ids)
    return out.getvalue()


def journals(to: Path, work: Path) -> None:
    """The journals: of one evening, of an event, of two devices, of a browser; given out, handed over."""
    for name in ("single", "hall", "second", "merged"):
        (work / name).mkdir(parents=True)
    single = open_store(work / "single" / "journal.sqlite")
    everyday(Journal(single, "李裁判"))
    os.environ["ZHICAI_DATA"] = str(work / "hall")
    event = hall(work / "hall")
    first = open_store(work / "hall" / "journal.sqlite")
    second(work / "second", event, first)
    other = open_store(work / "second" / "journal.sqlite")
    merged = open_store(work / "merged" / "journal.sqlite")
    assert not merge(merged, text_of(first).splitlines()).refused
    assert not merge(merged, text_of(other).splitlines()).refused
    ruled(Journal(merged, "李裁判"), "guandan.slow_play", SLOW, Scene(event, "guandan", Place("1", 3, 1, 1), ("3",)))
    log = open_log_store(DiskHandle(to / "browser-journal.log"))
    everyday(Journal(log, "赵裁判"))
    assert not merge(log, text_of(other).splitlines()).refused
    book = Journal(log, "赵裁判")
    ruled(book, "guandan.slow_play", SLOW, Scene(event, "guandan", Place("1", 3, 1, 4), ("5",)))
    told = {name: said.journal(s) for name, s in (("single", single), ("hall", first), ("second", other))}
    told |= {"merged": said.journal(merged), "browser-journal": said.journal(log)}
    (to / "exported.jsonl").write_text(text_of(merged), encoding="utf-8")
    some = Journal(merged).concerning([each.id for each in Journal(merged).entries(event)][:2])
    (to / "handed-over.txt").write_text(text_of(merged, some), encoding="utf-8")
    codes = frames(text_of(merged, some))
    (to / "handed-over-codes.json").write_text(json.dumps(codes, indent=1) + "\n", encoding="utf-8")
    (to / "handed-over-code.png").write_bytes(picture(codes[0]))
    entries = Journal(merged).entries(event)
    (to / "rulings.csv").write_bytes(as_csv(entries, lambda e: Journal(merged).event(e).body, handbook()))
    (to / "rulings.xlsx").write_bytes(as_xlsx(entries, lambda e: Journal(merged).event(e).body, handbook()))
    for name, store in (("single", single), ("hall", first), ("second", other), ("merged", merged)):
        store.close()
        shutil.copyfile(work / name / "journal.sqlite", to / f"{name}.sqlite")
    log.close()
    for name in ("entrants.csv", "results-1.csv", "results-2.xlsx"):
        shutil.copyfile(work / "hall" / name, to / name)
    told["handed-over"] = {"ids": some}
    say(to / "journals.json", told)


def receipts(to: Path) -> None:
    """A receipt of each game, from the command line; the third game's with facts that were corrected."""
    told = {}
    for tree, facts in (
        ("bridge.established_revoke", REVOKE), ("guandan.slow_play", SLOW), ("shengji.failed_throw", THROW),
    ):  # fmt: skip
        file = to / f"receipt-{tree.partition('.')[0]}.json"
        run("rule", tree, "--facts", "-", "--receipt", str(file), given=json.dumps(facts))
        made = json.loads(file.read_text(encoding="utf-8"))
        told[file.name] = {"outcome": made["outcome"], "ruling": made["ruling"], "figures": made["figures"]}
    say(to / "receipts.json", told)


def half_done(to: Path) -> dict[str, dict[str, Any]]:
    """What one window keeps: settings, bookmarks, notes, two rulings that are not finished; as a browser keeps it, too."""
    rulings = Rulings()
    one = rulings.begin("bridge.established_revoke", {}, scene=Scene(NO_EVENT, "bridge", Place("4", 2, None, 9)))
    for name, value in (("special", "none"), ("winner", "offender")):
        assert one.answer(name, value), one.fault
    two = rulings.begin("guandan.slow_play", {}, scene=Scene(NO_EVENT, "guandan", Place("5", 2, 1, 7), ("3",)))
    assert two.answer("time_ruling", "口头警告"), two.fault
    two.ticked = ("开始计时",)
    walks = {"r" + str(at): walk for at, walk in enumerate((one, two), 1)}
    values: dict[str, dict[str, Any]] = {
        "zhicai.settings": {"script": "hant", "mode": "dark", "text_scale": 1.3, "game": "bridge", "asked": True},
        "zhicai.shelf": {"bookmarks": ["bridge-1999:64A1", "guandan-2017:22.1"], "searches": ["藏牌"]},
        "zhicai.notes": {"bridge-1999:64A1": {"text": "先看谁赢了那一墩", "at": "2026-11-21T09:00:00+00:00"}},
        "zhicai.assignment": {
            "author": "李裁判", "game": "guandan", "posts": {"guandan": {"event": NO_EVENT, "table": "5", "round": 2}},
        },
        "zhicai.rulings": {name: open_rulings.summary(walk) for name, walk in walks.items()},
        **{f"zhicai.ruling.{name}": open_rulings.plain(walk) for name, walk in walks.items()},
    }  # fmt: skip
    values = json.loads(json.dumps(values, ensure_ascii=False))
    kept = KeptValues()
    kept.write_to(DiskHandle(to / "values-1.log"), DiskHandle(to / "values-2.log"))
    for key, value in values.items():
        kept.put(key, json.dumps(value, ensure_ascii=False))
    kept.put("zhicai.settings", json.dumps({**values["zhicai.settings"], "mode": "light"}, ensure_ascii=False))
    kept.close()
    (to / "preferences.json").write_text(json.dumps(values, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    told = {name: said.walk(values[f"zhicai.ruling.{name}"]) for name in walks}
    say(to / "half-done.json", {"walks": told, "values": values, "browser_mode": "light"})
    return values


NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def practised(to: Path) -> str:
    """Twelve days of practice: four subjects of three games, some got wrong, a scenario."""
    from ulid import ULID

    begun = NOW - timedelta(days=11, hours=3)
    subjects = (
        ("bridge", "play", "tree:bridge.revoke"), ("bridge", "auction", "tree:bridge.insufficient_bid"),
        ("guandan", "play", "tree:guandan.slow_play"), ("shengji", "play", "tree:shengji.failed_throw"),
    )  # fmt: skip
    made = []
    for day in range(12):
        for at, (game, topic, subject) in enumerate(subjects):
            if (day + at) % (at + 1):
                continue
            when = begun + timedelta(days=day, minutes=7 * at)
            kind = "scenario" if day == 5 and at == 3 else "outcome"
            right = (day * 3 + at) % 4 != 1
            made.append(
                Answer(str(ULID.from_datetime(when)), "a1b2c3d4", game, topic, subject, f"{kind}/{subject}/{day}", kind,
                       right, 4000 + 100 * day)
            )  # fmt: skip
    store = FileAnswers(to / "study.log")
    store.add(made)
    every = store.all()
    store.close()
    (to / "study.log.lock").unlink(missing_ok=True)
    (to / "answers.jsonl").write_text(exported(every), encoding="utf-8")
    say(to / "practice.json", {"now": NOW.isoformat(), **said.practice(every, NOW)})
    return exported(every)


def examined(to: Path) -> None:
    """A paper of the bank and of one's own questions in two versions, a room with four candidates, a sitting on this device."""
    own, blueprint = to / "own-questions.csv", to / "blueprint.csv"
    heading = "题干,选项A,选项B,选项C,答案\n"
    own.write_text(heading + "".join(",".join(row) + "\n" for row in OWN), encoding="utf-8-sig")
    blueprint.write_text(
        "项目,主题,题型,最易,最难,题数,分值\n桥牌,,,,,2,2\n掼蛋,,,,,2,1.5\n升级,,,,,1,2\n", encoding="utf-8-sig"
    )
    file = to / "paper.json"
    run("exam", "compose", str(file), "--title", "二级裁判员考试", "--minutes", "45", "--blueprint", str(blueprint),
        "--own", str(own), "--versions", "2", "--seed", "7", "--note", "闭卷")  # fmt: skip
    made = from_json(decoded(file.read_bytes()))
    folder = to / "room"

    async def going() -> None:
        async with serving(made, folder) as place:
            phones = [await Phone.entered(place, name, number) for number, name in
                      (("001", "甲"), ("002", "乙"), ("003", "丙"), ("004", "丁"))]  # fmt: skip
            examiner = await desk(place)
            await examiner.send(json.dumps({"do": "start"}))
            for phone in phones:
                await phone.until("questions")
            for at, phone in enumerate(phones[:3]):
                for number in range(1, len(made.items) + 1 - at):
                    await phone.ask(do="answer", number=number, letter="ABC"[(number + at) % 3])
            await phones[0].ask(do="answer", number=2, letter="B")  # changed his mind
            await phones[1].ask(do="flag", number=3, on=True)
            await phones[1].ask(do="answer", number=1, letter="")  # took it back
            await examiner.send(json.dumps({"do": "extra", "who": 3, "seconds": 300}))
            await phones[0].ask(do="submit")
            for what in ("end", "publish"):
                await examiner.send(json.dumps({"do": what}))
            await asyncio.sleep(0.5)
            for phone in phones:
                await phone.line.close()
            await examiner.close()

    asyncio.run(going())
    (folder / "room.log.lock").unlink(missing_ok=True)
    run(
        "exam",
        "correct",
        str(file),
        str(folder),
        "1",
        "--candidate",
        "002",
        "--question",
        "1",
        "--reason",
        "题干有歧义",
        "--by",
        "王考官",
    )
    run("exam", "correct", str(file), str(folder), "0.5", "--reason", "全体加分", "--by", "王考官")
    shelf = DiskShelf(to / "exams")
    keep_paper(shelf, made)
    begun = datetime(2026, 11, 22, 9, tzinfo=UTC).timestamp()
    sitting = begin(shelf, made, 1, "本人", begun)
    for number in range(1, 6):
        sitting.choose(number, "ABC"[number % 3], begun + 60 * number)
    sitting.flag(4, True, begun + 301)
    from app.exams.marking import answers_csv

    (to / "answers.csv").write_bytes(answers_csv(made, reopened(made, read_log(folder)).everybody()))
    say(to / "exams.json", {
        "paper": said.paper(made), "room": said.room(made, folder),
        "sitting": {"name": sitting.name, "done": sitting.done, "left_after_10_minutes": sitting.left(begun + 600),
                    "letters": [sitting.letter(n) for n in range(1, len(made.items) + 1)], "flagged": sitting.flagged(4),
                    **said.sat(sitting.room, made)},
    })  # fmt: skip


def say(file: Path, told: Any) -> None:
    file.write_text(json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def main() -> None:
    to = Path(sys.argv[1]).resolve()
    work = to / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    journals(to, work)
    receipts(to)
    values = half_done(to)
    answers = practised(to)
    (to / "moved.zip").write_bytes(packed((to / "exported.jsonl").read_text(encoding="utf-8"), values, answers))
    examined(to)
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
