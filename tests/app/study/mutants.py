"""Questions with one fault each, made from the trees, the rights and the books: never by what looks for faults.

Each kind is made in its own way from what the law says: a key with the role's words in brackets, an option that the same outcome
also gives, what law 47 calls the same, the printed line of a table. None of it asks the checks what they look for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from app.base.opened import handbook, trees
from app.ruling.picture import picture_of
from app.study import bank
from app.study.model import Drawn, Option, Question
from app.study.worked import cases_of, ruled, told
from decision_trees.games import games
from decision_trees.model import Outcome, Tree
from rules_data.model import GameId

MOST = 400  # tries for one kind

SUITS = {"♠": "黑桃", "♥": "红心", "♦": "方块", "♣": "梅花"}
OTHERS = ("不作处理，照常继续。", "由裁判长酌情决定。")  # what stands beside


@dataclass(frozen=True, slots=True)
class Mutant:
    """A question and what was done to it."""

    fault: str  # the kind of fault
    check: str  # which check has to find it
    question: Question


def _asked(
    kind: str,
    game: GameId,
    subject: str,
    stem: str,
    right: str,
    wrong: tuple[str, ...],
    why: str,
    cites: tuple[str, ...],
) -> Question:
    options = (Option(right, "", cites), *(Option(each, "这里不是这样。", cites) for each in wrong))
    return Question(kind, game, subject, 0, "play", stem, options, 0, why, cites)


def _outcomes(rng: Random) -> Iterator[tuple[str, Tree, Outcome]]:
    """Yield outcomes of all trees, in an order by chance."""
    every = [(name, tree, outcome) for tree in trees().trees.values() for name, outcome in tree.outcomes.items()]
    rng.shuffle(every)
    yield from every


def _rulings(rng: Random) -> Iterator[tuple[Question, str]]:
    """Yield a question on the ruling of a worked case, and the words of its tree's roles."""
    every = [case for game in games() for case in cases_of(game)]
    rng.shuffle(every)
    for case in every:
        found = ruled(case)
        if found is None:
            continue
        game = case.tree.partition(".")[0]
        words = next((role.words for role in found.entry.roles.values() if role.words), "违规者")
        stem = f"{told(case)}裁判应怎样裁定？"
        yield (
            _asked("outcome", game, f"tree:{case.tree}", stem, found.outcome.ruling, OTHERS, case.why, found.cites),
            words,
        )


def _with(question: Question, *wrong: str) -> Question:
    first = question.options[0]
    return replace(question, options=(first, *(Option(each, "这里不是这样。", first.cites) for each in wrong)))


# -- ten and more kinds ------------------------------------------------------------------------------------------------
def brackets(rng: Random) -> Iterator[Mutant]:
    """The key with somebody's role in brackets behind the first seat, or without its brackets, as a wrong option."""
    for question, words in _rulings(rng):
        key = question.answer.text
        if "（" in key:
            other = re.sub("（[^（）]*）", "", key)
        elif (seat := re.search("[东南西北]家", key)) is not None:
            other = f"{key[: seat.end()]}（{words}）{key[seat.end() :]}"
        else:
            continue
        yield Mutant("brackets", "same", _with(question, other, OTHERS[0]))


def notation(rng: Random) -> Iterator[Mutant]:
    """The key with its suits in words instead of signs."""
    for question, _ in _rulings(rng):
        key = question.answer.text
        other = re.sub("[♠♥♦♣]", lambda m: SUITS[m[0]], key)
        if other != key:
            yield Mutant("notation", "same", _with(question, other, OTHERS[0]))


def raw_codes(rng: Random) -> Iterator[Mutant]:
    """A wrong option with a card as it is typed: H3, DK."""
    letters = dict(zip(SUITS, "SHDC", strict=True))
    for question, _ in _rulings(rng):
        key = question.answer.text
        found = re.search("([♠♥♦♣])(10|[2-9AKQJ])", key)
        if found is not None:
            typed = f"{key[: found.start()]}{letters[found[1]]}{found[2]}{key[found.end() :]}"
            yield Mutant("raw_codes", "notation", _with(question, f"{typed.rstrip('。')}，但不判罚。", OTHERS[0]))


def order(rng: Random) -> Iterator[Mutant]:
    """All that an outcome lets somebody choose, as the key; the same the other way round as a wrong option."""
    for _, tree, outcome in _outcomes(rng):
        if outcome.choice is None or "{" in "".join(o.text for o in outcome.choice.options.values()):
            continue
        texts = [o.text for o in outcome.choice.options.values() if not o.unavailable and not o.only]
        if len(texts) > 1:
            key, turned = "；".join(texts), "；".join(reversed(texts))
            question = _asked(
                "choice", tree.game, f"tree:{tree.id}", f"{tree.title}。可以在哪几样里选？", key, (turned, OTHERS[0]), "",
                outcome.cites,
            )  # fmt: skip
            yield Mutant("order", "same", question)


def also_offered(rng: Random) -> Iterator[Mutant]:
    """Another option of the same outcome as a wrong one."""
    for _, tree, outcome in _outcomes(rng):
        if outcome.choice is None or "{" in "".join(o.text for o in outcome.choice.options.values()):
            continue
        texts = [o.text for o in outcome.choice.options.values() if not o.unavailable and not o.only]
        if len(texts) > 1:
            key, other = rng.sample(texts, 2)
            why = f"可以选择：{'；'.join(texts)}。"
            question = _asked(
                "choice", tree.game, f"tree:{tree.id}", f"{tree.title}。他可以作哪一种选择？", key, (other, OTHERS[0]), why,
                outcome.cites,
            )  # fmt: skip
            yield Mutant("also_offered", "part", question)


def same_moment(rng: Random) -> Iterator[Mutant]:
    """What 47E1 calls 收回 where 53 to 56 say 拒绝, and 不收回 where they say 接受: the same card, the same moment."""
    pairs = (("接受", "不收回"), ("拒绝", "收回"), ("不接受", "收回"))
    found = []
    for _, tree, outcome in _outcomes(rng):
        if outcome.choice is None:
            continue
        texts = [re.sub(r"\{[^{}]*\}", "东家", o.text) for o in outcome.choice.options.values() if not o.unavailable]
        for text in texts:
            for one, same in pairs:
                if text.startswith(one):
                    found.append((tree, outcome, texts, text, same))
    rng.shuffle(found)
    for tree, outcome, texts, text, same in found:
        key = rng.choice([each for each in texts if each != text] or [text])
        why = f"可以选择：{'；'.join(texts)}。"
        question = _asked(
            "choice", tree.game, f"tree:{tree.id}", f"{tree.title}。他可以作哪一种选择？", key, (same, "由裁判另定"), why,
            outcome.cites,
        )  # fmt: skip
        yield Mutant("same_moment", "also", question)


def twice(rng: Random) -> Iterator[Mutant]:
    """A ruling of another outcome twice, once with a role in brackets."""
    rulings = [outcome.ruling for _, _, outcome in _outcomes(rng) if "{" not in outcome.ruling]
    for question, words in _rulings(rng):
        other = rng.choice(rulings)
        if other != question.answer.text and "，" in other:
            head, _, rest = other.partition("，")
            yield Mutant("twice", "twice", _with(question, other, f"{head}（{words}），{rest}"))


def pictures(rng: Random) -> Iterator[Mutant]:
    """The table as it is drawn for who has ruled: with who did it, and which call was wrong."""
    every = [case for game in games() for case in cases_of(game)]
    rng.shuffle(every)
    for case in every:
        picture, found = picture_of(case), ruled(case)
        if found is None or picture is None:
            continue
        said = any(place.doer for place in picture.places) or any(c.wrong for a in picture.auctions for c in a.calls)
        if said:
            game = case.tree.partition(".")[0]
            stem = f"{told(case)}裁判应怎样裁定？"
            question = _asked(
                "outcome", game, f"tree:{case.tree}", stem, found.outcome.ruling, OTHERS, case.why, found.cites
            )
            yield Mutant("pictures", "picture", replace(question, drawn=Drawn(picture=picture, said=picture.said)))


def codes(rng: Random) -> Iterator[Mutant]:
    """A reason with the number an open question or an erratum has among us."""
    ids = [each.id for book in handbook().books.values() for each in book.open_questions]
    ids += [each.id for book in handbook().books.values() for each in book.errata]
    ids = [each for each in ids if re.fullmatch(r"[A-Z]-\d+[a-z]?(?:-\d)?", each)]
    for question, _ in _rulings(rng):
        yield Mutant("codes", "code", replace(question, why=f"{question.why.rstrip('。')}（{rng.choice(ids)}）。"))


def half_denied(rng: Random) -> Iterator[Mutant]:
    """A duty of several steps with 不必 before the first."""
    duties = []
    for game, rights in trees().rights.items():
        for line in rights.lines:
            found = re.search("(?<!不)(?:必须|须|应当|应)(?!不)", line.text)
            if line.mode == "must" and found is not None and re.search("，|；", line.text[found.end() :]):
                duties.append((game, f"{line.text[: found.start()]}不必{line.text[found.end() :]}", line))
    rng.shuffle(duties)
    for game, text, line in duties:
        stem = f"牌手（赛会阶段）：“{text.rstrip('。')}。”这句话对不对？"
        yield Mutant(
            "half_denied",
            "half",
            _asked("right", game, f"right:{game}/x", stem, "不对", ("对",), line.text, line.cites),
        )


def misprints(rng: Random) -> Iterator[Mutant]:
    """Doubled contracts in the majors that were made, by the table of law 77 with its erratum, which nobody names."""
    for _ in range(MOST):
        level, strain, vulnerable = rng.randint(1, 7), rng.choice("♥♠"), rng.random() < 1 / 2
        tricks = rng.randint(level + 6, 13)
        over, trick = tricks - level - 6, 60 * level
        bonus = (500 if vulnerable else 300) if trick >= 100 else 50
        slam = {6: (500, 750), 7: (1000, 1500)}.get(level, (0, 0))[vulnerable]
        total = trick + bonus + slam + 50 + over * (200 if vulnerable else 100)
        printed = total - trick + 40 * level - bonus + ((500 if vulnerable else 300) if 40 * level >= 100 else 50)
        stem = (
            f"庄家方{'有局' if vulnerable else '无局'}，定约{level}{strain}，加倍，打完庄家方共得{tricks}墩。"
            "庄家方得多少分？"
        )
        right, wrong = f"+{total}分", (f"+{printed}分", f"+{total + 50}分")
        why = f"墩分{trick}，合计+{total}分。（第77条）"
        subject = "rule:bridge/duplicate_score"
        yield Mutant(
            "misprints", "erratum", _asked("number", "bridge", subject, stem, right, wrong, why, ("bridge-1999:77",))
        )


def left_open(rng: Random) -> Iterator[Mutant]:
    """An exercise that rests on all the clauses an open question lies between, and settles nothing."""
    every = [(book, each) for book in handbook().books.values() for each in book.open_questions if len(each.at) > 1]
    rng.shuffle(every)
    for book, each in every:
        numbers = "、".join(re.findall(r"\d+", each.question))
        stem = f"{each.question.partition('？')[0].replace('“', '').replace('”', '')}，例如{numbers or '这一次'}。怎样处理？"
        right, *wrong = (option.text for option in each.options)
        subject = f"rule:{book.game}/any"
        yield Mutant(
            "left_open", "open", _asked("legal", book.game, subject, stem, right, tuple(wrong), "照条文。", each.at)
        )


def sent_on(rng: Random) -> Iterator[Mutant]:
    """A ruling that only names the tree by which it goes on."""
    for question, _ in _rulings(rng):
        game = question.game
        other = rng.choice([tree.title for tree in trees().of_game(game)])
        key = f"这件事按{re.split('[、（，；]', other)[0]}处理。"
        options = (Option(key, "", question.answer.cites), *question.options[1:])
        yield Mutant("sent_on", "sent-on", replace(question, options=options))


def titles(rng: Random) -> Iterator[Mutant]:
    """A situation that says by its title what it is."""
    for game in games():
        named = [tree for tree in trees().of_game(game) if len(re.split("[、（，；]", tree.title)[0]) >= 4]
        for tree in named:
            head = re.split("[、（，；]", tree.title)[0]
            others = tuple(t.title for t in rng.sample(named, 3) if t is not tree)[:2]
            others = tuple(each for each in others if each[:2] not in head)
            if len(others) < 2:
                continue
            stem = f"南家说这是{head}，北家说不是。裁判应按哪一类情况处理？"
            yield Mutant(
                "titles",
                "title",
                _asked("irregularity", game, f"tree:{tree.id}", stem, tree.title, others, "", tree.cites),
            )


KINDS: tuple[Callable[[Random], Iterator[Mutant]], ...] = (
    brackets, notation, raw_codes, order, also_offered, same_moment, twice, pictures, codes, half_denied, misprints, left_open,
    sent_on, titles,
)  # fmt: skip


def sound(rng: Random, many: int) -> Iterator[Question]:
    """Yield questions nothing was done to."""
    for _ in range(many):
        yield bank.any_question(rng, rng.choice(list(games())))
