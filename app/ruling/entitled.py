"""What each person at the table may, must and must not do in an irregularity, as the rights of the game say it.

Nothing is worked out here but who it is: lines of ``rights.yaml`` belong to an irregularity where its tree rules what they say
follows, or they cite what it cites. A role that the texts of rulings know too stands with its seat, where that was said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.base.opened import trees
from decision_trees.roles import SIDES, Cast, roles_of

if TYPE_CHECKING:
    from app.ruling.walk import Walk
    from decision_trees.model import Tree
    from decision_trees.rights import Line, Rights


@dataclass(frozen=True, slots=True)
class Entitled:
    """Somebody, and what holds for him."""

    who: str
    lines: tuple[Line, ...]


def lines_about(tree: Tree, rights: Rights) -> tuple[Line, ...]:
    """The lines that are about an irregularity."""
    cited = set(tree.cites)
    found = [
        line for line in rights.lines if cited & set(line.cites) or any(each.tree == tree.id for each in line.ruled)
    ]
    return tuple(found or (line for line in rights.lines if any(_under(each, cited) for each in line.cites)))


def _under(provision: str, cited: set[str]) -> bool:
    """Whether a provision is one of these, or part of one: 27B1 of 27, and not 270."""
    return any(
        provision == each or (provision.startswith(each) and not provision[len(each)].isdigit()) for each in cited
    )


def entitled(walk: Walk) -> tuple[Entitled, ...]:
    """What holds for whom in the irregularity of a ruling: whose seat is known, then the others of it, then the rest.

    What is said of somebody of the irregularity is not said again of those it also holds for.
    """
    rights = trees().rights.get(walk.tree.game)
    if rights is None:
        return ()
    lines = lines_about(walk.tree, rights)
    people, seats = _people(walk.tree), _seats(walk)
    seated: list[Entitled] = []
    involved: dict[tuple[int, ...], list[str]] = {}
    for role in rights.roles:
        mine = tuple(line for line in lines if role.id in line.roles)
        if role.title not in people or not mine:
            continue
        if (seat := seats(people[role.title])) is not None:
            seated.append(Entitled(f"{seat}（{role.title}）", mine))
        else:
            involved.setdefault(tuple(map(lines.index, mine)), []).append(role.title)
    shown = {line for each in seated for line in map(lines.index, each.lines)}.union(*involved)
    return (
        *seated,
        *(Entitled("、".join(who), tuple(lines[at] for at in mine)) for mine, who in involved.items()),
        *_others([line for at, line in enumerate(lines) if at not in shown], rights),
    )


def _others(lines: list[Line], rights: Rights) -> Iterator[Entitled]:
    """The lines that hold for nobody of the irregularity, by those they hold for."""
    titles = {role.id: role.title for role in rights.roles}
    by_people: dict[tuple[str, ...], list[Line]] = {}
    for line in lines:
        by_people.setdefault(line.roles, []).append(line)
    for people, mine in by_people.items():
        yield Entitled("、".join(titles[each] for each in people), tuple(mine))


def _people(tree: Tree) -> Mapping[str, str]:
    """The roles of a game, those who sit beside them and their sides, by the words for them: 违规者的下家."""
    if tree.deal is None:
        return {}
    cast = Cast(tree.deal, tree.deal.roles, lambda _: None)
    beside = (*tree.deal.relations, *SIDES)
    found = [*cast.roles, *(f"{role}.{step}" for role in cast.roles for step in beside)]
    return {cast.words(path): path for path in reversed(found)}


def _seats(walk: Walk) -> Callable[[str], str | None]:
    """Who sits where, as far as it is known by now: 东家, 南北方."""
    deal, known = walk.tree.deal, dict(walk.of_the_deal())
    if deal is None:
        return lambda _: None

    def value(name: str) -> str | None:
        found = known.get(name)
        return found if isinstance(found, str) else None

    cast = Cast(deal, roles_of(walk.tree), value, value)

    def seat(path: str) -> str | None:
        if path.rpartition(".")[2] in SIDES:
            return deal.sides.get(cast.side(path) or "")
        return deal.seats.get(cast.seat(path) or "")

    return seat
