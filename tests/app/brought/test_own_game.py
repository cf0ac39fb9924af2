"""A game that is brought by its text alone: everywhere a game is chosen, with what a person confirmed and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from pypdf import PdfReader

from app.base.opened import handbook, texts, trees
from app.base.preparation import prepare
from app.base.words import GAMES, game_name
from app.brought.in_receipt import own_lines
from app.brought.kept import BookLog, revived, version_body
from app.brought.opened import Opened
from app.brought.sharing import digest_of, small, take, whole
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Place
from app.journal.side_log import in_memory
from app.papers.ruling_form import ruling_form
from app.reading.glossary import glossary, initial
from app.ruling.by_hand import ByHand, counted_now, lacking, save_by_hand
from app.ruling.scene import Scene
from decision_trees.clocks import check_clocks, load_clocks, starts
from decision_trees.engine import Ruled, advance
from decision_trees.from_text import from_text
from decision_trees.games import bring, every_game, games, read_game
from decision_trees.ladder import load_ladder
from decision_trees.ladder_steps import ladder_faults, step_at
from decision_trees.law import Law
from decision_trees.lint import lint_game
from decision_trees.loader import load_game
from decision_trees.own_export import game_files
from decision_trees.own_trees import faults
from decision_trees.rights import check_rights, load_rights
from rules_data.bounded_json import read_json
from rules_data.brought.exporting import BadName, renamed
from rules_data.brought.game_model import (
    LadderKind,
    LadderStep,
    Mark,
    OwnGame,
    OwnTree,
    TreeAnswer,
    TreeOutcome,
    TreeQuestion,
)
from rules_data.brought.game_reading import name_fault, said_in, seats_in, seem, steps_in
from rules_data.brought.making import About, again, digest, make, with_game
from rules_data.brought.model import Brought
from rules_data.brought.together import together
from tests.app.journal.memory_store import MemoryStore
from tests.rules_data.brought.making import AT, GUANDAN, brought, same, text_of

ROOT = Path(__file__).resolve().parents[3]
NAME, TEXT = "斗地主", "doudizhu.txt"


def source(text: str) -> SimpleNamespace:
    data = text.encode()
    return SimpleNamespace(sha256=digest(data), name="", text=text, original=data)


def doudizhu(text: str = "") -> Brought:
    text = text or text_of(TEXT)
    about = About(game=NAME, own_game=OwnGame(name=NAME, seats=3))
    return make(text, digest(text.encode()), "", about, at=AT, by="甲", simplified=same)


def said_of(one: Brought, game: OwnGame) -> Brought:
    return with_game(one, game, at=AT, by="乙", did="改")


def proposals(one: Brought) -> dict[str, list[Mark]]:
    """What each sentence seems to be, by how it begins."""
    return {said.sentence: list(seem(said)) for said in said_in(one.book)}


def all_accepted(one: Brought) -> Brought:
    marks = tuple(replace(m, accepted=True, by="甲") for found in proposals(one).values() for m in found)
    steps = steps_in(one.book)[0]
    ladder = (LadderKind(kind="warning", within="event", steps=steps, by="甲"),)
    return said_of(one, OwnGame(name=NAME, seats=3, marks=marks, ladder=ladder, trees=(tree(one),)))


def tree(one: Brought) -> OwnTree:
    """抢先出牌 (第七条): before the next has followed it goes back and is warned of (第十条), later it does not go back."""
    assert any(p.number == "7" for p in one.book.walk())
    return OwnTree(
        id="t1", title="抢先出牌", heard="抢牌、没轮到他就出了", cite="7",
        questions=(
            TreeQuestion(
                id="q1", ask="下一家已经跟着出了牌吗？",
                answers=(TreeAnswer(text="是", to="o1"), TreeAnswer(text="否", to="o2")),
            ),
        ),
        outcomes=(
            TreeOutcome(id="o1", ruling="违规者抢出的牌不再收回。", tell="接着打。", whom="all"),
            TreeOutcome(
                id="o2", ruling="违规者收回抢出的牌，记警告一次。", level="penalty", tell="请收回，警告一次。",
                counts="warning", cite="10",
            ),
        ),
    )  # fmt: skip


@pytest.fixture
def opened() -> Iterator[Opened]:
    """The books of a device, with nothing in them; the games go when they do."""
    yield Opened(in_memory(BookLog()))
    Opened(in_memory(BookLog())).books()
    assert list(GAMES) == list(games())


def test_the_words_of_a_text_are_proposed_and_no_more() -> None:
    found = proposals(doudizhu())

    def seems(begins: str) -> list[tuple[str, str]]:
        sentence = next(each for each in found if each.startswith(begins))
        return [(m.what, m.who or m.name or str(m.seconds)) for m in found[sentence]]

    assert seems("选手可以在自己的牌") == [("may", "选手")]
    assert seems("选手必须依次出牌") == [("must_not", "选手"), ("must", "选手")]
    assert seems("出牌时不得用语言") == [("must_not", "选手")]
    assert seems("裁判员应当在出牌前") == [("must", "裁判员")]
    assert seems("地主，是指") == [("term", "地主")]
    assert seems("其余两名选手称为") == [("term", "农民")]
    assert seems("抢先出牌的，收回") == []
    clocks = {m.name: m.seconds for each in found.values() for m in each if m.what == "clock"}
    assert clocks == {"叫牌每人不超过15秒": 15, "每轮限时四十分钟": 2400}
    assert seats_in(text_of(TEXT)) == 3
    says = ["警告。", "再警告，并扣2分。", "取消比赛资格。"]
    assert [[(step.at, step.says, step.cite) for step in steps] for steps in steps_in(doudizhu().book)] == [
        [(n, said, "10") for n, said in enumerate(says, 1)]
    ]


@pytest.mark.parametrize("name", ["", "斗地主！", "a b", "abc", "桥牌", "麻" * 21, "x\n麻将"])
def test_a_name_that_cannot_be_is_refused_in_one_sentence(name: str) -> None:
    assert name_fault(name, {"桥牌"}).endswith("。")


def test_it_is_a_game_wherever_a_game_is_chosen_until_its_text_is_withdrawn(opened: Opened) -> None:
    one = doudizhu()
    opened.store.put(one, source(text_of(TEXT)))
    opened.books()
    assert list(GAMES) == [*games(), NAME] and every_game()[NAME].parties == ("一号位", "二号位", "三号位")
    assert opened.engine().search("收回所出的牌", game=NAME).hits[0].id == f"{one.book.id}:7"
    assert opened.engine().search("斗地主第三条").hits[0].id == f"{one.book.id}:3"
    assert NAME not in trees().rights and not [c for c in trees().clocks if c.startswith(NAME)]  # nobody confirmed any
    opened.store.put(replace(one, version=2, withdrawn=True))
    opened.books()
    assert NAME not in GAMES and game_name(NAME) == NAME and NAME in every_game()  # what was ruled stays readable


def test_what_was_confirmed_is_there_as_in_any_game(opened: Opened) -> None:
    one = all_accepted(doudizhu())
    opened.store.put(one, source(text_of(TEXT)))
    opened.books()
    rights = trees().rights[NAME]
    people = {role.title: role.id for role in rights.roles}
    stages = {stage.title: stage.id for stage in rights.stages}
    lists = rights.of(people["选手"], stages["出牌"])
    assert [line.text for line in lists["must"]] == ["选手必须依次出牌，轮不到的不得抢先出牌。"]
    assert [line.cites for line in lists["must_not"]] == [(f"{one.book.id}:6",), (f"{one.book.id}:8",)]
    assert [line.text for line in rights.of(people["裁判员"], stages["出牌"])["must"]] == [
        "裁判员应当在出牌前检查各家的牌数。"
    ]
    clocks = {c.title: starts(c)[0][0] for c in trees().clocks.values() if c.game == NAME}
    assert clocks == {"叫牌每人不超过15秒": 15, "每轮限时四十分钟": 2400}
    assert {term.term for term in opened.handbook().terms if term.game == NAME} == {"地主", "农民"}
    assert opened.engine().search("农民", game=NAME).hits[0].book == one.book.id
    assert trees().tree(f"{NAME}.t1").title == "抢先出牌" and "bridge.revoke" in trees().trees


@pytest.mark.parametrize("typed", ["dizhu", "di zhu", "dz", "地煮"])
def test_a_term_is_found_by_its_sound(opened: Opened, typed: str) -> None:
    opened.store.put(all_accepted(doudizhu()))
    hit = opened.engine().search(typed, game=NAME).hits[0]
    assert hit.label == "第一条"
    (found,) = glossary(opened.handbook(), NAME, "dizhu")
    assert (found.term, found.pinyin, initial(found)) == ("地主", "di zhu", "D")
    assert not any(term.pinyin for term in opened.books()[found.defined_in[0].partition(":")[0]].book.terms)


def test_two_texts_of_a_game_may_have_the_same_term(opened: Opened) -> None:
    for one in (doudizhu(), doudizhu(text_of(TEXT).replace("滨江俱乐部", "江北俱乐部"))):
        opened.store.put(all_accepted(one))
    hits = opened.engine().search("地主", game=NAME).hits
    assert len({hit.book for hit in hits}) == 2 and len({hit.id for hit in hits}) == len(hits)
    assert [term.term for term in glossary(opened.handbook(), NAME, "地主")] == ["地主", "地主"]


def test_what_was_said_stays_with_its_words_in_a_new_text_and_on_another_device(opened: Opened) -> None:
    one = all_accepted(doudizhu())
    text = text_of(TEXT).replace("选手可以在自己的牌不满十七张时要求重发。", "牌不满十七张的重发。")
    after = again(one, text, (), source=digest(text.encode()), name="", at=AT, by="甲", did="新文本")
    left = {m.sentence for m in after.own_game.marks} if after.own_game else set()
    assert (
        "选手可以在自己的牌不满十七张时要求重发。" not in left
        and "出牌时不得用语言、表情告诉别人自己有什么牌。" in left
    )
    assert {term.term for term in after.book.terms} == {"地主", "农民"}
    here = in_memory(BookLog())
    here.put(one, source(text_of(TEXT)))
    for given in (whole(here, [one.book.id]), small(here, [one.book.id])):
        there = in_memory(BookLog())
        assert take(there, given).changed
        came = there.current()[one.book.id]
        assert came.own_game == one.own_game and came.book.terms == one.book.terms and digest_of(came) == digest_of(one)


def test_versions_of_before_there_were_such_games_open_and_say_what_they_said() -> None:
    former = brought(GUANDAN)
    line = read_json(version_body(former).decode())
    assert isinstance(line, dict) and "own_game" not in line  # so that its digest is what receipts have of it
    assert revived(line) == former


def test_what_keeps_a_tree_from_being_used_is_said_in_sentences() -> None:
    one = doudizhu()
    good = tree(one)
    assert faults(good, one.book, {"warning"}) == []
    assert faults(good, one.book) == ["结论 2要记警告，判罚阶梯里还没有这一种，请先填阶梯。"]
    question, first, second = good.questions[0], *good.outcomes
    yes, no = question.answers
    bad = {
        "还没有写这是什么事": replace(good, title=" "),
        "依据的那一条现在不在这本书里": replace(good, cite="77"),
        "还没有问题": replace(good, questions=()),
        "问题 1还没有写问什么": replace(good, questions=(replace(question, ask=""),)),
        "答“否”以后到哪里，还没有选": replace(good, questions=(replace(question, answers=(yes, replace(no, to=""))),)),
        "的答案“是”写了两次": replace(good, questions=(replace(question, answers=(yes, replace(no, text="是"))),)),
        "结论 2走不到": replace(good, questions=(replace(question, answers=(yes, replace(no, to="o1"))),)),
        "又回到问题 1": replace(good, questions=(replace(question, answers=(replace(yes, to="q1"), no)),)),
        "结论 1还没有写怎么判": replace(good, outcomes=(replace(first, ruling=""), second)),
        "结论 1还没有写对牌手说什么": replace(good, outcomes=(replace(first, tell=""), second)),
        "却没有选“判罚”": replace(good, outcomes=(first, replace(second, level="none"))),
        "请改成普通的字": replace(good, outcomes=(replace(first, ruling="判{x}。"), second)),
        "多余的空格": replace(good, title="抢 出"),
    }
    for sentence, each in bad.items():
        assert any(sentence in said for said in faults(each, one.book, {"warning"})), sentence


def test_what_later_counts_come_to_says_the_step_it_has_reached() -> None:
    kind = LadderKind(
        kind="warning", within="round", steps=(LadderStep(at=2, says="扣2分。"), LadderStep(at=4, says="判负。"))
    )
    assert [step_at(kind, n) and step_at(kind, n)[1] for n in range(1, 6)] == [
        None,
        "扣2分。",
        "扣2分。",
        "判负。",
        "判负。",
    ]  # type: ignore[index]
    assert not list(ladder_faults(kind))
    crooked = replace(kind, steps=(LadderStep(at=2, says="扣2分。"), LadderStep(at=2, says="")))
    assert len(list(ladder_faults(crooked))) == 2


def test_the_receipt_of_a_ruling_by_a_clause_holds_its_words(opened: Opened) -> None:
    one = all_accepted(doudizhu())
    opened.store.put(one, source(text_of(TEXT)))
    opened.books()
    assert one.own_game is not None
    journal = Journal(MemoryStore(), "李裁判")
    said = ByHand(f"{one.book.id}:8", "警告一次。", "penalty", one.own_game.ladder[0])
    scene = Scene(NO_EVENT, NAME, Place("3", 1), ("3桌一号位",))
    assert lacking(replace(said, cite=""), scene) and lacking(said, replace(scene, offenders=()))
    first = counted_now(journal, scene, one.own_game.ladder[0])
    assert first is not None and first.text == "这是这一方全赛第 1 次警告：警告。"
    save_by_hand(journal, one, said, scene)
    second = counted_now(journal, replace(scene, place=Place("5", 2)), one.own_game.ladder[0])
    assert second is not None and second.text == "这是这一方全赛第 2 次警告：再警告，并扣2分。" and second.cite == "10"
    other = counted_now(journal, replace(scene, offenders=("3桌二号位",)), one.own_game.ladder[0])
    assert other is not None and other.number == 1
    saved = save_by_hand(journal, one, replace(said, ruling=second.says), scene)
    entry, receipt = journal.entry(saved.id), journal.receipt(saved.id)
    assert entry.body.ruling == "再警告，并扣2分。" and entry.body.counts == (("warning", 1),)
    assert entry.body.cites == (f"{one.book.id}:8", f"{one.book.id}:10")
    assert receipt is not None
    lines = list(own_lines(receipt))
    assert any("第八条" in line and "出牌时不得用语言、表情告诉别人自己有什么牌。" in line for line in lines), lines
    assert any("第三次取消比赛资格。" in line for line in lines)
    paper = ruling_form(entry, journal.event(NO_EVENT), texts(), receipt=receipt, library=trees())
    printed = "".join(page.extract_text() for page in PdfReader(BytesIO(paper)).pages)
    assert "第 2 次警告" in printed and "凭据重放" not in printed  # there is no tree to go through again


def test_a_tree_of_a_form_is_what_the_real_loader_and_the_linter_take(opened: Opened, tmp_path: Path) -> None:
    one = all_accepted(doudizhu())
    assert one.own_game is not None
    choices = replace(
        tree(one), id="t2", title="出牌时说话", heard="他说话了", cite="8",
        questions=(
            TreeQuestion(
                id="q1", ask="说了什么？",
                answers=(
                    TreeAnswer(text="自己有什么牌", to="q2"),
                    TreeAnswer(text="别的", to="o1"),
                    TreeAnswer(text="听不清", to="o1"),
                ),
            ),
            TreeQuestion(
                id="q2", ask="违规者是不是已经受过警告？",
                answers=(TreeAnswer(text="是", to="o2"), TreeAnswer(text="否", to="o2")),
            ),
        ),
    )  # fmt: skip
    assert faults(choices, one.book, {"warning"}) == []
    one = said_of(one, replace(one.own_game, trees=(*one.own_game.trees, choices)))
    opened.store.put(one, source(text_of(TEXT)))
    opened.books()
    files = game_files(from_text([one]), NAME, "doudizhu", {one.book.id: "doudizhu-club"})
    for path, text in files.items():
        (tmp_path / "doudizhu" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "doudizhu" / path).write_text(text, encoding="utf-8")
    bring({"doudizhu": read_game(tmp_path / "doudizhu")}, ["doudizhu"])
    law = together(handbook(), [replace(renamed(one.book, "doudizhu-club"), game="doudizhu")], {})
    assert [str(problem) for problem in lint_game("doudizhu", law, tmp_path)] == []
    read = load_game("doudizhu", tmp_path)
    assert set(read.trees) == {"doudizhu.t1", "doudizhu.t2"}
    assert [
        str(each) for each in (*check_rights(["doudizhu"], tmp_path, law), *check_clocks("doudizhu", law, tmp_path))
    ] == []
    own = from_text([one])
    assert [(c.title, starts(c)[0][0]) for c in load_clocks("doudizhu", tmp_path)] == [
        (c.title, starts(c)[0][0]) for c in own.clocks.values()
    ]
    kept = load_rights("doudizhu", tmp_path)
    assert kept is not None and [line.text for line in kept.rights.lines] == list(
        dict.fromkeys(line.text for line in own.rights[NAME].lines)  # one that bids and bans stands once
    )
    assert {cite for line in kept.rights.lines for cite in line.cites} <= {p.id for p in law.walk()}
    step = advance(read.trees["doudizhu.t1"], {"fact_q1": False}, Law(read.trees, law.books))
    assert isinstance(step, Ruled) and step.cites == ("doudizhu-club:10", "doudizhu-club:7")
    assert load_ladder(read, tmp_path).of_ruling(step) == {"warning": 1}
    with pytest.raises(BadName):
        game_files(from_text([one]), NAME, "斗 地主")


BARE = """
import fnmatch, sys
from app.publishing.program import LEFT_OUT
class Absent:
    def find_spec(self, name, path=None, target=None):
        file = name.replace(".", "/") + ".py"
        if name.split(".")[0] in ("pydantic", "yaml", "whoosh", "jieba", "opencc", "pypinyin", "flet", "typer") or any(
            fnmatch.fnmatch(file, each) for each in LEFT_OUT
        ):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
for name in [each for each in sys.modules if each.startswith(("app.", "decision_trees", "rules_data", "search"))]:
    del sys.modules[name]
sys.meta_path.insert(0, Absent())
from app.base.opened import law, trees
from app.base.words import GAMES
from app.brought.kept import BookLog, revived
from app.brought.opened import Opened
from app.journal.side_log import in_memory
from decision_trees.engine import advance
from rules_data.bounded_json import read_json
opened = Opened(in_memory(BookLog()))
opened.store.put(revived(read_json(sys.stdin.read())))
opened.books()
name = [*GAMES][-1]
step = advance(trees().tree(f"{name}.t1"), {"fact_q1": True}, law())
print(name, step.outcome.ruling, len(trees().rights[name].lines), trees().steps[name][0].steps[1].says)
"""


def test_it_needs_nothing_that_compiles_and_nothing_a_site_leaves_out() -> None:
    prepare()
    one = version_body(all_accepted(doudizhu()))
    done = subprocess.run(
        [sys.executable, "-c", BARE], input=one.decode(), cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == [NAME, "违规者抢出的牌不再收回。", "5", "再警告，并扣2分。"], done.stderr
