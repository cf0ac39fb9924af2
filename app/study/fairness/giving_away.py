"""Faults by which one finds the answer without knowing the law: it is told, drawn, or nobody would believe the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from app.base.opened import handbook, trees
from app.study.drawing import TELLING
from app.study.fairness.check import Check, wrong_ones
from app.study.fairness.saying import unbracketed
from app.study.making import bare, runs
from app.study.model import Question
from decision_trees.notation import JOKER_NAMES, PIPS, SUIT_NAMES
from rules_data.model import GameId

CONDUCT = re.compile(
    "吸烟|故意|多余的|谩骂|侮辱|信号|手势|表情|偷看|谦恭|作弊|干扰|拖延|泄露|隐瞒|误导|无故|暗示|衣冠|其他三家"
    "|适当的安排|他人的牌|别人的牌|抢先|与牌手交谈|帮助记忆|弄乱|看任何防家"
)
"""What everybody knows one may not do, or must, whatever game he plays."""
BELIEVABLE = re.compile("^(只要|即使)对方没有异议，|只是提倡")
"""What makes the opposite of it something people do claim."""
OUTSIDERS = re.compile("观众|教练员")
"""Whom no rule gives anything to choose at a table."""
POWER = re.compile("承认或撤|判决|有权予以")
"""What nobody but an official can do."""
_PLAYERS = re.compile("^违规者")
_HALF = re.compile("不必[^，；。]*[，；]")
_PERMITTED = re.compile("可以|不必")
_SAID = re.compile("“(.*)”")
_PART = re.compile("[、，；]")
_DIFFERENT = re.compile(r"(\d+)张")
_TRUMP = re.compile(f"(?:定约以|将牌花色是)({'|'.join(SUIT_NAMES.values())})")
_LED = re.compile(f"(?<=引出)(?:{'|'.join(SUIT_NAMES.values())})")
_PENALTY = re.compile("(?<=其中)[♠♥♦♣]")
_SECONDS, _LIMITS = re.compile(r"第(\d+)秒"), re.compile(r"(\d+)\s*秒")
_HERE = re.compile("这里是[^，。]*。")
_LETTERS = {word: letter for letter, word in SUIT_NAMES.items()}
RARE = 0.08  # of a game's situations: a word that more of them have gives nothing away
HALF = 0.5  # of a title that a situation may not say


def picture_tells(question: Question) -> bool:
    """Does the picture say who did what, which call was wrong, or what somebody is by what happened?"""
    picture = question.drawn.picture
    if picture is None:
        return False
    said = [word for place in picture.places for word in (*place.doer, *place.turn)]
    said += [mark for place in picture.places for mark in place.marks if TELLING.search(mark)]
    said += [each.words for each in picture.laid if TELLING.search(each.words)]
    said += [each.act for each in picture.laid] + [call.wrong for a in picture.auctions for call in a.calls]
    return any(said)


def _picture(question: Question) -> Iterator[str]:
    if picture_tells(question):
        yield "图里说出了是谁、做错了什么。"


@cache
def _common(game: GameId) -> Mapping[str, float]:
    """How many of a game's situations have a run of two characters."""
    told = [runs(case.situation, 2) for case in trees().cases.values() if case.tree.partition(".")[0] == game]
    counted = Counter(run for each in told for run in each)
    return {run: number / len(told) for run, number in counted.items()}


def told_of(title: str, situation: str, game: GameId) -> float:
    """How much of a title a situation says in words that few situations have: of the part it says most of."""
    said, common = runs(situation, 2), _common(game)
    most = 0.0
    for part in filter(None, map(bare, _PART.split(unbracketed(title)))):
        found = {i for i in range(len(part) - 1) if part[i : i + 2] in said and common.get(part[i : i + 2], 0) < RARE}
        most = max(most, len(found | {i + 1 for i in found}) / len(part))
    return most


def title_told(title: str, situation: str, game: GameId) -> bool:
    """Does a situation say what it is?"""
    counts = set(_DIFFERENT.findall(situation))
    return told_of(title, situation, game) >= HALF or ("张数" in title and len(counts) > 1)


def _title(question: Question) -> Iterator[str]:
    if question.kind != "irregularity":
        return
    if title_told(question.answer.text, question.stem, question.game):
        others = [told_of(option.text, question.stem, question.game) for option in wrong_ones(question)]
        if not any(each >= HALF for each in others):
            yield f"题干里就有答案“{question.answer.text}”的话。"


def _half(question: Question) -> Iterator[str]:
    said = _SAID.search(question.stem)
    if question.kind == "right" and said is not None and _HALF.search(said[1]):
        yield f"“不必”只管到逗号，后半句成了要求：{said[1]}"


def unbelievable(text: str) -> bool:
    """Is it a permission of what everybody knows to be wrong?"""
    return bool(CONDUCT.search(text)) and bool(_PERMITTED.search(text)) and not BELIEVABLE.search(text)


def _unbelievable(question: Question) -> Iterator[str]:
    if question.kind == "right":
        said = _SAID.search(question.stem)
        if said is not None and unbelievable(said[1]) and question.answer.text == "不对":
            yield f"没有人会信“{said[1]}”。"
    elif question.kind == "choice":
        for option in wrong_ones(question):
            if unbelievable(option.text):
                yield f"没有人会信“{option.text}”。"


def _outsider(question: Question) -> Iterator[str]:
    if question.kind != "chooser":
        return
    wrong = [option.text for option in wrong_ones(question)]
    for text in wrong:
        if OUTSIDERS.search(text):
            yield f"“{text}”没有人会选。"
    if POWER.search(question.stem) and all(map(_PLAYERS.search, wrong)):
        yield "裁判的职权，错的选项只有违规的一方和对方，没有人会选。"


def foregone(question: Question) -> str:
    """Why nothing has to be thought over; empty where something has."""
    name = question.subject.rpartition("/")[2]
    if name == "trick_winner" and (trump := _TRUMP.search(question.stem)) is not None:
        cards, suit = question.drawn.cards, _LETTERS[trump[1]]
        able = [card for card in cards if card[0] in (cards[0][0], suit) or card in JOKER_NAMES]
        if len(able) < 2:
            return "只有一张牌赢得了，不用想。"
    if name == "minor_penalty_card" and (led := _LED.search(question.stem)) is not None:
        penalty = _PENALTY.search(question.stem)
        if penalty is not None and penalty[0] != PIPS[_LETTERS[led[0]]]:
            return "引的是别的花色，轻罚张不起作用。"
    if (seconds := _SECONDS.search(question.stem)) is not None:
        limits = [int(n) for cite in question.cites[:1] for n in _LIMITS.findall(_printed(cite))[:1] if int(n)]
        if limits and int(seconds[1]) * 2 < limits[0]:
            return "时间还早得很，不用想。"
    if question.stem.endswith("抗贡成不成立？") and JOKER_NAMES["BJ"] not in question.stem:
        return "没有一个大王，不用想。"
    return ""


def _printed(cite: str) -> str:
    return "".join(each.text or "" for each in handbook().provision(cite).walk())


def _foregone(question: Question) -> Iterator[str]:
    if said := foregone(question):
        yield said


def _bare_why(question: Question) -> Iterator[str]:
    for option in wrong_ones(question):
        if _HERE.fullmatch(option.why):
            yield f"“{option.text}”为什么不对，只说了“{option.why}”。"


CHECKS = (
    Check("picture", "图里画出了答案", _picture),
    Check("title", "题干里有答案的话", _title),
    Check("half", "“不必”只管半句", _half),
    Check("unbelievable", "没有人会信的反话", _unbelievable),
    Check("outsider", "不相干的人", _outsider),
    Check("foregone", "不用想", _foregone),
    Check("bare-why", "没有说为什么不对", _bare_why),
)
