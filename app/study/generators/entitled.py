"""Who may do something, and what somebody may do, from the lines of rights and duties: every line with its clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from app.base.opened import handbook, trees
from app.study.clauses import labels, says
from app.study.fairness.giving_away import OUTSIDERS, POWER, unbelievable
from app.study.fairness.grounds import names_him
from app.study.generators.rights import LAYERS, claims, turned
from app.study.generators.rights import name as line_name
from app.study.making import RIGHTS, Draft, Subject, bare, runs
from app.study.model import Option

if TYPE_CHECKING:
    from app.study.model import Question
    from decision_trees.rights import Line, Rights, Role
    from rules_data.model import GameId

APART = re.compile("^违规者|裁判|仲裁|领队|队长|教练|观众|机构|委员会|组委会")
"""Roles of which nobody has two at once: of others one may be the same person as another."""
_POWER = re.compile("裁判|仲裁|机构|委员会|组委会")
"""Roles that have what no player has."""
_EVERYDAY = ("裁判", "裁判员")  # whose duties are nearly everything
BROAD = 2  # stages up to which a line is about what is done there; another goes without saying
FEWEST = 2  # wrong ones a question needs
_PLURAL = re.compile("你们|你方|你|本方")  # said to somebody: who it is stays open
LONGEST = 46  # characters of a line that is offered
SAME = 4  # characters that two lines share which may say the same
OWED = {"may": "这项权利", "must": "这项职责"}
ASK_WHAT = "可以做什么？"


def _when(rights: Rights, line: Line) -> str:
    stage = next(s.title for s in rights.stages if s.id == line.stages[0])
    return f"{stage}阶段，{LAYERS[line.layer]}" if line.layer else f"{stage}阶段"


def _roles(rights: Rights, stage: str) -> list[Role]:
    return [role for role in rights.roles if not role.stages or stage in role.stages]


def _fits(line: Line) -> bool:
    return not line.open and len(line.text) <= LONGEST and not _PLURAL.search(line.text)


@cache
def _who(game: GameId) -> dict[str, Line]:
    """The lines that belong to one person, who is nobody else of those that are offered."""
    rights = trees().rights.get(game)
    out = {}
    for line in rights.lines if rights is not None else ():
        titles = [role.title for role in (rights.roles if rights is not None else ()) if role.id in line.roles]
        if (
            line.mode in OWED
            and _fits(line)
            and len(line.roles) == 1
            and APART.search(titles[0])
            and not (line.mode == "must" and titles[0] in _EVERYDAY)
            and bare(titles[0]) not in bare(line.text)
            and (names_him(titles[0], line.cites) if titles[0].startswith("违规者的") else _names(line, titles[0]))
        ):
            out[f"right:{game}/{line_name(line)}"] = line
    return out


def _names(line: Line, title: str) -> bool:
    """Does a clause of a line give it to somebody by name?"""
    texts = (each.text or "" for cite in line.cites for each in handbook().provision(cite).walk())
    above = "裁判长" if title == "裁判员" else "\0"
    return any(title in text.replace(above, "") for text in texts)


@cache
def _what(game: GameId) -> dict[str, Line]:
    """The lines that say what somebody may do."""
    rights = trees().rights.get(game)
    lines = rights.lines if rights is not None else ()
    return {
        f"right:{game}/{line_name(line)}": line
        for line in lines
        if line.mode == "may" and _fits(line) and "可以" in line.text and len(line.roles) <= 2
    }


def subjects(game: GameId, kind: str, *, what: bool) -> Iterator[Subject]:
    """Yield the lines of a game that can be asked."""
    rights = trees().rights.get(game)
    for name, line in (_what if what else _who)(game).items():
        assert rights is not None
        made = (what_may if what else who)(game, name, Random(name))
        if made is None or len(made.wrong) < FEWEST:
            continue
        role = next(r.title for r in rights.roles if r.id == line.roles[0])
        yield Subject(name, f"{role}：{line.text}", RIGHTS, (kind,))


def who(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask whose a right or a duty is."""
    line = _who(game).get(subject)
    if line is None:
        return None
    rights = trees().rights[game]
    own = next(role for role in rights.roles if role.id == line.roles[0])
    others = [
        role
        for stage in line.stages[:1]
        for role in _roles(rights, stage)
        if role.id != own.id
        and not OUTSIDERS.search(role.title)
        and APART.search(role.title)
        and not _above(role.title, own.title)
        and not _shares(rights, role, line)
    ]
    rng.shuffle(others)
    others.sort(key=lambda role: role.title[:2] != own.title[:2])
    if POWER.search(line.text) and all(role.title.startswith("违规者") for role in others):
        return None
    law = labels(line.cites[:1])
    wrong = [Option(role.title, f"{law}给的是{own.title}，不是{role.title}。", line.cites) for role in others]
    stem = f"{_when(rights, line)}，“{line.text.rstrip('。')}。”规则把{OWED[line.mode]}给了谁？"
    return Draft(
        RIGHTS,
        stem,
        Option(own.title, "", line.cites),
        wrong,
        f"属于{own.title}。{says(line.cites[0], line.text)}",
        line.cites,
        difficulty=0.4,
    )


def _above(other: str, own: str) -> bool:
    """Is what a referee may do something his chief may do as well?"""
    return own.startswith("裁判") and other.startswith("裁判") and own != "裁判长"


def _shares(rights: Rights, role: Role, line: Line) -> bool:
    """May another role do much the same, as far as its own lines say, or is it named in this one?"""
    said = runs(line.text, SAME)
    return bare(role.title) in bare(line.text) or any(
        said & runs(other.text, SAME) for other in rights.lines if role.id in other.roles
    )


def _forbidden(rights: Rights, role: Role, line: Line) -> tuple[list[Option], list[Option]]:
    """What somebody must not do in the stage of a line, as if he might; apart from it what only a waiver makes believable."""
    believed: list[Option] = []
    claimed: list[Option] = []
    for other in rights.lines:
        if role.id not in other.roles or line.stages[0] not in other.stages or len(other.stages) > BROAD:
            continue
        text, both = (turned(other), claims(other)) if other.mode == "must_not" else (None, None)
        if text is None or both is None or "可以" not in text or not _fits(other):
            continue
        if other.layer in (None, line.layer):
            said = f"规定的是：{other.text.rstrip('。')}（{labels(other.cites[:1])}）。"
            (claimed if unbelievable(text) else believed).append(Option(both[1], said, other.cites))
    return believed, claimed


def what_may(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask what somebody may do; what he may not is what he must not, or what only another may."""
    line = _what(game).get(subject)
    if line is None:
        return None
    rights = trees().rights[game]
    role = next(r for r in rights.roles if r.id == line.roles[0])
    stage = line.stages[0]
    wrong, claimed = _forbidden(rights, role, line)
    rng.shuffle(wrong)
    allowed = [other.text for other in rights.lines if role.id in other.roles and other.mode != "must_not"]
    theirs = [
        other
        for other in _what(game).values()
        if stage in other.stages
        and role.id not in other.roles
        and other.layer in (None, line.layer)
        and _apart(rights, role, other)
        and not unbelievable(other.text)
        and not any(runs(other.text, SAME) & runs(text, SAME) for text in allowed)
    ]
    rng.shuffle(theirs)
    for other in theirs:
        whose = next(r.title for r in rights.roles if r.id == other.roles[0])
        wrong.append(
            Option(other.text.rstrip("。"), f"那是{whose}可以做的（{labels(other.cites[:1])}）。", other.cites)
        )
    if len(wrong) < FEWEST and claimed:  # of those no more than one: several would look alike
        wrong.append(rng.choice(claimed))
    return Draft(
        RIGHTS,
        f"{_when(rights, line)}，{role.title}{ASK_WHAT}",
        Option(line.text.rstrip("。"), "", line.cites),
        wrong,
        f"{line.text.rstrip('。')}。{says(line.cites[0], line.text)}",
        line.cites,
        difficulty=0.45,
    )


def _apart(rights: Rights, role: Role, other: Line) -> bool:
    """Is what others may do surely not this person's: a power that no player has, and nobody's is said in the line?"""
    whose = [r for r in rights.roles if r.id in other.roles]
    return (
        all(_POWER.search(r.title) and not _above(role.title, r.title) for r in whose)
        and role.title[:2] not in {r.title[:2] for r in whose}
        and not any(r.title in other.text for r in rights.roles)
    )


def again(question: Question) -> Iterator[str]:
    """The lines say it of the right one, and of none of the others."""
    rights = trees().rights[question.game]
    if question.stem.endswith(ASK_WHAT):
        head, _, _ = question.stem.rpartition(ASK_WHAT)
        role = next((r for r in rights.roles if head.endswith(f"，{r.title}")), None)
        may = {
            each.text.rstrip("。")
            for each in rights.lines
            if role is not None and role.id in each.roles and each.mode in ("may", "must")
        }
        standing = [i for i, option in enumerate(question.options) if option.text in may]
    else:
        said = re.search("“(.*)”", question.stem)
        having = {
            role
            for each in rights.lines
            if said is not None and each.text.rstrip("。") == said[1].rstrip("。")
            for role in each.roles
        }
        titles = {role.title for role in rights.roles if role.id in having}
        standing = [i for i, option in enumerate(question.options) if option.text in titles]
    if standing != [question.right]:
        yield "答案和权利表里的句子不合。"
