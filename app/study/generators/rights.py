"""True or false on rights and duties: a line as it stands, or with its permission and its prohibition exchanged."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from app.base.opened import trees
from app.study.clauses import says
from app.study.fairness.giving_away import CONDUCT
from app.study.making import RIGHTS, Draft, Kind, Subject
from app.study.model import Option, Question
from decision_trees.rights import Line, Rights
from rules_data.model import GameId

ID = "right"
TRUE, FALSE = "对", "不对"
_BETRAYS = re.compile(
    "只(?!要对方|是提倡)|一经|罚|判|警告|违例|犯规|取消|弃权|无效|方可|[；：]"
)  # turned, the rest of the line would contradict it
LAYERS = {"added": "采用附件的比赛", "replaced": "只用基本规则的比赛"}
_MARKS = {"may": ("可以",), "must_not": ("不得", "不能", "不可"), "must": ("必须", "须", "应当", "应")}
_TURNED = {"may": "不得", "must_not": "可以", "must": "不必"}
_STEPS = re.compile("[，；]")  # of what must be done
_ANY = re.compile("可以|不得|不能|不可|必须|须|应当|应|不必|不要|不准|禁止|无权|有权|除外|但|不")


def turned(line: Line) -> str | None:
    """A line with the opposite permission; None where it cannot be turned by one word alone."""
    found = _ANY.findall(line.text)
    if len(found) != 1 or found[0] not in _MARKS.get(line.mode, ()) or _BETRAYS.search(line.text):
        return None
    return line.text.replace(found[0], _TURNED[line.mode])


def claims(line: Line) -> tuple[str, str] | None:
    """What is asked of a line, as it stands and turned; None where it cannot be turned.

    What must be done in several steps is denied as a whole, not its first step; of what everybody knows to be wrong nobody would
    believe the opposite, so it is said as people say it: the others do not mind, it is only wished for.
    """
    other = turned(line)
    if other is None:
        return None
    text = line.text.rstrip("。")
    found = _ANY.search(text)
    assert found is not None
    before, marker, after = text[: found.start()], found[0], text[found.end() :]
    if line.mode == "must" and (_STEPS.search(after) or CONDUCT.search(text)):
        act = f"{before}{after}"
        return f"{act}，不只是提倡，是必须的", f"{act}，只是提倡，不是必须的"
    if line.mode == "must_not" and CONDUCT.search(text):
        return f"即使对方没有异议，{before}也{marker}{after}", f"只要对方没有异议，{before}就可以{after}"
    return text, other.rstrip("。")


def name(line: Line) -> str:
    """The name of a line within its game, as long as it is not changed."""
    return hashlib.sha256(f"{line.mode} {line.text} {line.layer}".encode()).hexdigest()[:10]


@cache
def lines(game: GameId) -> Mapping[str, Line]:
    """The lines that can be true or false, by subject: none that rests on an open question."""
    rights = trees().rights.get(game)
    found = rights.lines if rights is not None else ()
    return {f"right:{game}/{name(line)}": line for line in found if not line.open and turned(line) is not None}


def _whose(rights: Rights, line: Line) -> tuple[str, str]:
    role = next(r.title for r in rights.roles if r.id == line.roles[0])
    stage = next(s.title for s in rights.stages if s.id == line.stages[0])
    return role, stage


def subjects(game: GameId) -> Iterator[Subject]:
    """Yield the lines of a game."""
    rights = trees().rights.get(game)
    for name, line in lines(game).items():
        assert rights is not None
        yield Subject(name, f"{_whose(rights, line)[0]}：{line.text}", RIGHTS, (ID,))


def draft(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask whether a line, as it stands or turned, is true."""
    line = lines(game).get(subject)
    if line is None:
        return None
    said_so = claims(line)
    if said_so is None:
        return None
    true = rng.random() < 1 / 2
    text = said_so[0] if true else said_so[1]
    role, stage = _whose(trees().rights[game], line)
    when = f"{stage}阶段，{LAYERS[line.layer]}" if line.layer else f"{stage}阶段"
    said = "这句话与规定一致。" if true else "规定与这句话相反。"
    right, wrong = Option(TRUE if true else FALSE, "", line.cites), Option(FALSE if true else TRUE, said, line.cites)
    stem = f"{role}（{when}）：“{text}。”这句话对不对？"
    rule = "" if true else f"规定的是：{line.text.rstrip('。')}。"
    why = f"{rule}{says(line.cites[0], line.text)}"
    return Draft(RIGHTS, stem, right, [wrong], why, line.cites, difficulty=0.35, fewest=2)


def again(question: Question) -> Iterator[str]:
    """The line in the data says it, or says the opposite."""
    line = lines(question.game)[question.subject]
    said = re.search("“(.*)”", question.stem)
    both = claims(line)
    if said is None or both is None or said[1].rstrip("。") not in both:
        yield "题干不是权利表里的句子。"
        return
    stands = said[1].rstrip("。") == both[0]
    if stands != (question.answer.text == TRUE):
        yield "答案和权利表里的句子不合。"
    if not stands and _BETRAYS.search(said[1]):
        yield "句子自相矛盾，不知道规则也看得出。"


KIND = Kind(ID, "权利对错", subjects, draft, again)
