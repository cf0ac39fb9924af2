"""A living table while it is played: shown act by act, stopped, ruled, and gone on with from what the ruling left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Literal

from app.base.opened import law, trees
from app.study.table.model import Act, Address, Game, Incident, Irregularity, P, Said
from app.study.table.ruling import AtTable, right_way

if TYPE_CHECKING:
    from app.study.table.model import Score
    from decision_trees.deal import TableState
    from decision_trees.engine import Ruled

MOST_ACTS = 1500  # of one table, whatever is ruled at it: then it ends as it stands
DEALS = 10  # deals of which one is taken in which a kind that is wanted can come
LATE = 6  # acts after which the next irregularity may be tried
Verdict = Literal["right", "wrong", "missed", "groundless"]
"""How an irregularity was dealt with; ``groundless``: the table was stopped, or a ruling given, where there was nothing to rule."""
NOTHING, TOO_SOON = "这里没有看得见的违规，牌照常打下去。", "还没有看得出违规，牌照常打下去。"


@dataclass(frozen=True, slots=True)
class Finding:
    """How one irregularity was dealt with, for the debrief."""

    verdict: Verdict
    kind: str = ""  # of the irregularity
    title: str = ""
    shown_at: int = 0  # acts shown when it could be seen
    stopped_at: int = 0
    took: int = 0  # ms from then to the stop
    called: bool = False  # the referee was called
    ruled: Ruled | None = None
    right: Ruled | None = None  # what the tree rules of what was so
    answered: tuple[tuple[str, str, str], ...] = ()  # question, answered, right: where they differ
    tree: str = ""  # by which it was ruled


@dataclass(slots=True)
class _Open(Generic[P]):
    """An irregularity that is going on."""

    kind: Irregularity[P]
    incident: Incident[P]
    began: int  # acts shown before it
    queue: list[tuple[Act, P]]
    shown_at: int | None = None


@dataclass(slots=True)
class LivingTable(Generic[P]):
    """One table. What the trainee does are its methods; everything else follows from the address."""

    game: Game[P]
    address: Address
    position: P = field(init=False)
    acts: list[Act] = field(default_factory=list)  # all that was shown
    findings: list[Finding] = field(default_factory=list)
    called: str | None = None  # who waits for the referee: the table stands still until he rules
    ruling: AtTable[P] | None = None  # the one that is made now
    notice: str = ""  # what came of the last stop, in one sentence
    state: TableState = field(init=False)  # what the rulings left
    _open: _Open[P] | None = None
    _plan: list[tuple[int, str]] = field(default_factory=list)
    _stopped: int = 0  # rulings and stops so far
    _last: int = 0  # acts shown when the last irregularity ended

    def __post_init__(self) -> None:
        from decision_trees.deal import TableState

        self.state = TableState()
        self._plan = self._planned()
        self.position = self._dealt()

    def _random(self, *what: object) -> Random:
        return Random(f"{self.address.game}/{self.address.version}/{self.address.seed}/{'/'.join(map(str, what))}")

    def _draw(self, began: int) -> str:
        """What players choose in an irregularity hangs on when it began, and not on how it is ruled."""
        return f"{self.address.game}/{self.address.version}/{self.address.seed}/choice/{began}"

    def _planned(self) -> list[tuple[int, str]]:
        """When which irregularity is tried: the kinds wanted before the others, each where it can happen."""
        random = Random(f"{self.address.text}/plan")
        number = random.choice(self.game.number)
        wanted = [each for each in self.game.irregularities if each.id in self.address.kinds]
        kinds = [random.choice(wanted or self.game.irregularities) for _ in range(number)]
        return sorted((random.randint(*each.begins), each.id) for each in kinds)

    def _dealt(self) -> P:
        """The deal; where a kind is wanted, the first of a few in which it can come when it is planned."""
        deals = (self.game.begun(self._random("deal", n) if n else self._random("deal")) for n in range(DEALS))
        first = next(deals)
        if not self.address.kinds or self._comes(first):
            return first
        return next((at for at in deals if self._comes(at)), first)

    def _comes(self, at: P) -> bool:
        """Can the irregularity that is planned first come in this deal?"""
        when, name = self._plan[0]
        planned = next(each for each in self.game.irregularities if each.id == name)
        for now in range(planned.begins[1] + 1):
            seat = self.game.turn(at)
            if seat is None:
                return False
            act = self.game.player(seat).choose(self.game.view(at, seat), self._random("act", now))
            if now >= when and planned.bend(at, act, self._random("bend", now)) is not None:
                return True
            at = self.game.after(at, act)
        return False

    # What is shown

    @property
    def over(self) -> bool:
        """Is the deal over, with nothing left to show or to rule?"""
        waiting = self._open is not None and bool(self._open.queue)
        ended = self.game.turn(self.position) is None or len(self.acts) >= MOST_ACTS
        if not ended or waiting or self.called is not None or self.ruling is not None:
            return False
        return self._owed() is None

    def step(self) -> Act | None:
        """Show the next act; None where the deal is over, or the table waits for the referee."""
        if self.ruling is not None or self.called is not None:
            return None
        if self.over:
            self._lapse()
            return None
        if self.game.turn(self.position) is None and not (self._open is not None and self._open.queue):
            owed = self._owed()
            if owed is not None:
                self._call_for(*owed)
        if self._open is not None and self._open.queue:
            act, self.position = self._open.queue.pop(0)
        else:
            act = self._next()
        self.acts.append(act)
        self._look()
        return act

    def _owed(self) -> tuple[Irregularity[P], Incident[P]] | None:
        """What is to be ruled once the deal is over."""
        owed: Any = getattr(self.game, "owed", None)
        found: tuple[Irregularity[P], Incident[P]] | None = owed(self.position) if owed is not None else None
        return found

    def _call_for(self, kind: Irregularity[P], incident: Incident[P]) -> None:
        """The deal is over, and somebody calls for what is owed."""
        self._lapse()
        self._open = _Open(kind, incident, len(self.acts), list(zip(incident.acts, incident.after, strict=True)))

    def _next(self) -> Act:
        seat = self.game.turn(self.position)
        if seat is None:
            raise AssertionError("the deal is over")
        act = self.game.player(seat).choose(self.game.view(self.position, seat), self._random("act", len(self.acts)))
        bent = self._bent(act)
        if bent is None:
            self.position = self.game.after(self.position, act)
            return act
        self._open = bent
        act, self.position = bent.queue.pop(0)
        return act

    def _bent(self, act: Act) -> _Open[P] | None:
        """An irregularity instead of a legal act, where one is due and possible."""
        now = len(self.acts)
        if self._open is not None or not self._plan or now < self._plan[0][0] or now < self._last:
            return None
        random = self._random("bend", now)
        for kind in self._in_order(random):
            if not kind.begins[0] <= now <= kind.begins[1]:
                continue
            incident = kind.bend(self.position, act, random)
            if incident is not None:
                self._plan.pop(0)
                return _Open(kind, incident, now, list(zip(incident.acts, incident.after, strict=True)))
        return None

    def _in_order(self, random: Random) -> Sequence[Irregularity[P]]:
        """The kinds that are tried: the one that is planned while it can still come, then any, those wanted first."""
        planned = next(each for each in self.game.irregularities if each.id == self._plan[0][1])
        if len(self.acts) <= planned.begins[1]:
            return (planned,)
        done = {each.kind for each in self.findings}
        kinds = list(self.game.irregularities)
        random.shuffle(kinds)
        return sorted(kinds, key=lambda each: (each.id in done, each.id not in self.address.kinds))

    def _look(self) -> None:
        """After an act: can the irregularity be seen, is the referee called, is it too late to rule?"""
        now = self._open
        if now is None:
            return
        if now.shown_at is None and now.kind.evident(tuple(self.acts), now.incident):
            now.shown_at = len(self.acts)
        if now.queue or now.shown_at is None:
            return
        caller = now.incident.called_by
        if caller is not None and len(self.acts) - now.shown_at >= now.incident.patience:
            self.called = caller
            self.acts.append(Act(caller, "referee", (), f"{self.game.seats.get(caller, caller)}：请裁判！"))
        elif now.kind.lapsed(self.position, now.incident):
            self._lapse()

    def _lapse(self) -> None:
        """Nobody ruled on it: where it could be seen, it was missed."""
        now, self._open = self._open, None
        self._last = len(self.acts) + LATE
        if now is None or now.shown_at is None:
            return
        right = right_way(self.game, now.kind, now.incident, self.position, self.state, self._draw(now.began))
        self.findings.append(
            Finding("missed", now.kind.id, now.kind.title, now.shown_at, right=right, called=False, tree=now.kind.tree)
        )

    # What the referee does

    @property
    def evident(self) -> bool:
        """Has an irregularity been shown that is still to be ruled on?"""
        return self._open is not None and self._open.shown_at is not None

    @property
    def happening(self) -> tuple[str, str] | None:
        """The irregularity that is going on and whose it is, for whoever plays the players; the referee has to see it."""
        return None if self._open is None else (self._open.kind.title, self._open.incident.offender)

    def stop(self, took: int = 0) -> AtTable[P]:
        """Stop the table, because the referee was called or saw something. ``took``: ms since the act that showed it."""
        if self.ruling is not None:
            return self.ruling
        self._stopped += 1
        now = self._open if self.evident else None
        self.ruling = AtTable(
            self.game,
            self.position,
            self.state,
            now.kind if now is not None else None,
            now.incident if now is not None else None,
            self._draw(now.began if now is not None else len(self.acts)),
            str(self._stopped),
            took,
        )
        return self.ruling

    def dismiss(self) -> None:
        """There is nothing to rule: play on. What could be seen was missed; a stop without anything is no fault."""
        if self.ruling is None:
            return
        self.ruling, called, self.called = None, self.called, None
        if self.evident and called is not None:
            self._missed_when_called()
        self.notice = ""

    def _missed_when_called(self) -> None:
        self._lapse()

    def give(self) -> Finding | None:
        """Give the ruling that was come to; play goes on from what it left. None where it has come to no ruling."""
        made = self.ruling
        if made is None or made.final is None:
            return None
        now = self._open if self.evident else None
        given = made.given()
        self.state = made.after()
        position = self.game.ruled(self.position, given)
        called, self.called = self.called, None
        if now is not None:
            right = made.right()
            verdict: Verdict = "right" if made.same_as(right) else "wrong"
            finding = Finding(
                verdict, now.kind.id, now.kind.title, now.shown_at or 0, len(self.acts), made.took, called is not None,
                made.final, right, made.differing(), made.tree.id if made.tree is not None else "",
            )  # fmt: skip
            self._open, self._last = None, len(self.acts) + LATE
        else:
            self.notice = NOTHING if self._open is None else TOO_SOON
            finding = Finding(
                "groundless", "", "", 0, len(self.acts), made.took, called is not None, made.final,
                tree=made.tree.id if made.tree is not None else "",
            )  # fmt: skip
            position = self.position  # nothing had happened: the players go on as they were
        self.position, self.ruling = position, None
        self.findings.append(finding)
        return finding

    def score(self) -> Score:
        """What the deal came to."""
        from decision_trees.deal import BY_PLAY  # noqa: F401

        deal = next((tree.deal for tree in trees().trees.values() if tree.game == self.game.id and tree.deal), None)
        known: Mapping[str, Any] = (
            {name: each.value for name, each in self.state.values(deal).items()} if deal is not None else {}
        )
        return self.game.score(self.position, known)

    def said(self, fact: str, seat: str) -> Said | None:
        """Ask a player, while a ruling is made."""
        return self.ruling.ask(fact, seat) if self.ruling is not None else None


def opened(address: Address) -> LivingTable[Any] | str:
    """The table of an address; a sentence where there is none, or where an older or newer generator made it."""
    from app.study.table.games import game_of

    game = game_of(address.game)
    if game is None:
        return "这个项目还没有活的牌桌。"
    if address.version != game.version:
        older = "旧" if address.version < game.version else "新"
        return f"这一桌是{older}版本（{address.version}）做的，这里是版本 {game.version}，做不出同一桌；可以用同一个号码另开一桌。"
    known = {each.id for each in game.irregularities}
    if any(each not in known for each in address.kinds):
        return "地址里有这里没有的违规种类，请另开一桌。"
    law()
    return LivingTable(game, address)
