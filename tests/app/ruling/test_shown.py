"""What is shown of rulings: sentences for people, with no syntax of machines and no internal numbers, each thing once."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from app.base.opened import handbook, trees
from app.ruling.consequences import carried_out, consequence, overlap, says_more
from app.ruling.standing import stand
from app.ruling.walk import Walk
from app.ruling.wording import as_text, shaped
from decision_trees.engine import Ruled
from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.reach import reached
from decision_trees.roles import texts_of

CASES = list(trees().cases.values())
NUMBER = re.compile(r"(?<![A-Za-z0-9♠♥♦♣/])[DLE]-\d{2}")
IDS = re.compile(rf"({'|'.join(games())})[.:\-/][a-z0-9_]")
MACHINE = re.compile(
    r" · |[{}]|\b(kind|pair|None|True|False)\b|\['|(?<![A-Za-z0-9])[SHDC](10|[2-9TJQKA])(?![A-Za-z0-9])"
)
DOUBLE = re.compile("(不|没|未|无)[^，。；？、（）]*(不|没有|未)")
FORMS = re.compile(  # one negative, or none: A-not-A questions, and words of the law that only look like negatives
    "是不是|有没有|能不能|会不会|算不算|该不该|应不应当|许不许可|让不让|要不要|够不够|合不合|不论|不足叫牌|不叫|非法|非违规|未定|未报牌|无将|无关|无可置疑"
)


def rulings() -> Iterator[tuple[str, Walk, Ruled]]:
    """Every worked case, as it is shown."""
    for case in CASES:
        try:
            standing = stand(case.tree, dict(case.facts), dict(case.settled))
        except RuleInputError:
            continue
        if isinstance(standing.step, Ruled):
            yield case.id, Walk(case.tree, standing), standing.step


RULINGS = list(rulings())


def test_there_are_enough_of_them() -> None:
    assert len(RULINGS) > 900
    assert {ruled.entry.game for _, _, ruled in RULINGS} == set(games())


def test_a_ruling_is_said_in_words_for_people() -> None:
    for case, walk, ruled in RULINGS:
        text = as_text(ruled, handbook()).partition("依据：")[0]
        chips = [f"{known.label}：{shaped(walk.shown(known))}" for known in walk.chips()]
        for line in (*shaped(text).splitlines(), *chips, *map(shaped, carried_out(ruled))):
            for pattern in (NUMBER, IDS, MACHINE):
                assert not pattern.search(line), (case, line)


def test_nothing_is_done_twice() -> None:
    for case, _, ruled in RULINGS:
        lines = carried_out(ruled)
        own = set(ruled.outcome.do)
        for line in lines:
            if line not in own and not re.search("[♠♥♦♣]", line):  # which card it is may be all that is new
                said = [each for each in (ruled.outcome.ruling, *own) if line in each or overlap(line, each) > 0.9]
                assert not said, (case, line, said)


@pytest.mark.parametrize("game", games())
def test_what_a_tree_says_holds_no_internal_number(game: str) -> None:
    library = trees()
    for tree in library.of_game(game):
        for part in reached(tree, library.trees):
            texts = [part.title, part.note or "", *(part.heard), *(u.say for u in part.usual)]
            texts += [text for outcome in part.outcomes.values() for text in texts_of(outcome)]
            texts += [q.ask or "" for q in part.questions.values()] + [q.help or "" for q in part.questions.values()]
            texts += [option.text for fact in part.facts.values() for option in fact.options.values()]
            effects = [e for outcome in part.outcomes.values() for e in outcome.effects if says_more(e)]
            for text in (*texts, *map(consequence, effects)):
                assert not NUMBER.search(text) and " · " not in text, (part.id, text)


def test_questions_hold_no_double_negatives() -> None:
    for tree in trees().trees.values():
        for name, question in tree.questions.items():
            ask = FORMS.sub("", question.ask or "")
            assert not DOUBLE.search(ask), (tree.id, name, question.ask)
            once = (question.ask or "").removeprefix("是不是")
            assert not re.search("是不是(不|没有|未)", question.ask or ""), (tree.id, name, once)


def test_what_the_books_say_beside_the_text_holds_no_internal_number() -> None:
    for book in handbook().books.values():
        texts = [
            text
            for q in book.open_questions
            for text in (q.question, q.because or "", *(o.evidence or "" for o in q.options))
        ]
        texts += [text for e in book.errata for text in (e.evidence, e.effect or "")]
        texts += [
            text
            for a in book.amendments
            for text in (a.topic, a.base_says, a.supplement_says, a.in_force, a.remains or "")
        ]
        texts += [table.note or "" for table in book.tables]
        for text in texts:
            assert not NUMBER.search(text), (book.id, text)
