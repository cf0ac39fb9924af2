"""Bridge as the living table plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from app.study.table.bridge import bidding, playing
from app.study.table.bridge.bidding import SEATS, after, height, is_bid, lowest, partner_of
from app.study.table.bridge.carried_out import AT, carried_out
from app.study.table.bridge.irregular import NAMES, call_name, called, played
from app.study.table.bridge.irregular_calls import CALLS, released
from app.study.table.bridge.irregular_plays import ESTABLISHED, PLAYS
from app.study.table.bridge.playing import View
from app.study.table.bridge.position import CARDS, PACK, Position, legal, played_by, put, with_calls
from app.study.table.model import Act, Given, Incident, Irregularity, Pile, Player, Score, Shown
from decision_trees.bridge.boards import Board
from decision_trees.bridge.calls import Doubling, Strain
from decision_trees.bridge.cards import tricks_in_deal
from decision_trees.bridge.scoring import duplicate_score

BOARDS = 16
SIDES = {"NS": "南北方", "EW": "东西方"}
DOUBLED = {"none": "", "X": "加倍", "XX": "再加倍"}


@dataclass(frozen=True, slots=True)
class _Player:
    """Whoever sits there: calls by the system, plays by simple rules."""

    seat: str

    def choose(self, view: View, random: Random) -> Act:
        """A legal call or card."""
        if view.trick is None and not view.legal:
            if view.barred:
                return called(self.seat, "P")
            return called(self.seat, bidding.choose(view.calls, self.seat, view.dealt, may_double=view.may_double))
        card = playing.choose(view)
        return played(self.seat, card, leads=view.trick is None or not view.trick.plays)


class Bridge:
    """The game, as :class:`app.study.table.model.Game` asks."""

    id = "bridge"
    version = 1
    seats: Mapping[str, str] = NAMES
    irregularities: tuple[Irregularity[Position], ...] = (*CALLS, *PLAYS)
    at_the_end: tuple[Irregularity[Position], ...] = (ESTABLISHED,)
    number = (1, 2, 2, 3)

    def begun(self, random: Random) -> Position:
        """A board that is dealt."""
        board = Board.of(random.randint(1, BOARDS))
        pack = list(PACK)
        random.shuffle(pack)
        hands = {seat: tuple(sorted(pack[n * CARDS : (n + 1) * CARDS])) for n, seat in enumerate(SEATS)}
        return Position(board.number, board.dealer.value, board.vulnerable, hands, hands)

    def turn(self, at: Position) -> str | None:
        """Whose hand acts."""
        return at.turn

    def view(self, at: Position, seat: str) -> View:
        """What a player knows; declarer plays dummy's cards, and sees both hands."""
        if at.in_auction:
            return View(
                seat, at.hands[seat], (), at.calls, at.dealt[seat], "", "", None, (), (),
                seat in at.barred, seat not in at.undoubled,
            )  # fmt: skip
        dummy = at.hands[at.dummy] if at.dummy_open else ()
        mine = at.hands[seat]
        if seat == at.dummy:
            dummy, mine = at.hands[at.declarer], at.hands[at.dummy]  # declarer plays for him
        return View(
            seat, mine, legal(at, seat), at.calls, at.dealt[seat], at.declarer, at.trump, at.trick, at.tricks, dummy
        )

    def player(self, seat: str) -> Player:
        """Whoever sits there."""
        return _Player(seat)

    def after(self, at: Position, act: Act) -> Position:
        """The position after a legal act."""
        if act.kind == "call":
            return with_calls(released(at, act.seat), (*at.calls, (act.seat, act.what[0])))
        return put(at, act.seat, act.what[0])

    def seen(self, at: Position) -> Mapping[str, Any]:
        """Board, calls, tricks, penalty cards: what lies open."""
        seen: dict[str, Any] = {"board": at.board}
        if at.calls:
            seen["auction"] = at.auction()
        if at.contract:
            seen["tricks_so_far"] = at.won()
            if played_by(at) != at.declarer:  # by a ruling, and not by the calls alone
                seen |= {"declarer": at.declarer, "contract": at.contract, "doubled": at.doubled}
            if at.over:
                seen["declarer_tricks"] = at.won() if at.claimed is None else at.claimed
        return seen | {f"penalty_cards_{AT[seat]}": list(cards) for seat, cards in at.penalty.items()}

    def choose_option(
        self, at: Position, seat: str | None, options: Sequence[str], given: Mapping[str, Any], random: Random
    ) -> str:
        """What a player chooses; nobody makes a second irregularity out of a choice."""
        kept = (
            [each for each in options if each not in ("double", "illegal", "forbid")]
            if len(options) > 1
            else list(options)
        )
        if given.get("choice") == "rho_action" and seat is not None:
            call = self._calls(at, seat)
            return "pass" if call == "P" else "act"
        if given.get("choice") == "declarer_choice":
            kept = list(options)
        return random.choice(kept or list(options))

    def _calls(self, at: Position, seat: str) -> str:
        return bidding.choose(at.calls[:-1], seat, at.dealt[seat], may_double=False)

    def settle_later(self, at: Position, fact: str, seat: str | None, given: Mapping[str, Any], random: Random) -> Any:
        """The call put in place of another, or the card; None while it is not yet to be made."""
        how = given.get("correction")
        if fact == "rho_call" and given.get("rho_action") == "act" and seat is not None:
            return self._calls(at, after(seat, 3))
        if fact not in ("corrected_to", "new_call") or how is None or not at.calls:
            return self._card_instead(at, seat, given) if fact == "replaced_with" else None
        if how == "pass" or (how == "other" and fact == "new_call"):
            return "P"
        before = at.calls[:-1]
        if (over := given.get("rho_call")) and isinstance(over, str) and is_bid(over):
            before = (*before, (SEATS[0], over))
        strain = at.calls[-1][1][1:]
        if how in ("lowest", "repeat"):
            return lowest(before, strain)
        bids = [bid for each in bidding.STRAINS if each != strain and (bid := lowest(before, each)) is not None]
        return min(bids, key=height, default=None)

    def _card_instead(self, at: Position, seat: str | None, given: Mapping[str, Any]) -> str | None:
        led = given.get("led_suit")
        hand = at.hands.get(seat or "", ())
        return min((card for card in hand if card[0] == led), key=playing.rank, default=None)

    def ruled(self, at: Position, given: Given[Position]) -> Position:
        """The position a ruling left; a revoke that is established is owed a ruling at the end."""
        now = carried_out(at, given)
        last = given.ruled[-1]
        settles = last.tree.id == "bridge.revoke" and last.next is not None and last.next.act in ("play", "lead")
        stands = any(effect.kind == "trick_transfer" for effect in last.outcome.effects)
        if settles and stands and given.incident is not None and "could" in (given.incident.more or {}):
            now = replace(now, owed=given.incident)
        return now

    def owed(self, at: Position) -> tuple[Irregularity[Position], Incident[Position]] | None:
        """The ruling to be given at the end of a deal (64), where one before it said so."""
        if at.owed is None or not at.over or at.claimed is not None:
            return None
        now = replace(at, owed=None)
        before: Incident[Position] = at.owed
        seat = next(each for each in (after(before.offender), after(before.offender, 3)) if each != before.before.dummy)
        act = Act(seat, "say", (), f"{NAMES[seat]}：“打完了，请裁判算藏牌转几墩。”")
        return ESTABLISHED, replace(before, kind=ESTABLISHED.id, acts=(act,), after=(now,), called_by=seat, patience=0)

    def score(self, at: Position, table: Mapping[str, Any]) -> Score:
        """The contract, the tricks as rulings moved them, and the points (77)."""
        if not at.contract:
            return Score("四家不叫，没有得分。")
        made = at.claimed if at.claimed is not None else at.won()
        moved = table.get("tricks_transferred")
        tricks = max(0, min(tricks_in_deal(), made + (moved if isinstance(moved, int) else 0)))
        side = "NS" if at.declarer in "NS" else "EW"
        points = duplicate_score(
            int(at.contract[0]), Strain(at.contract[1:]), Doubling(at.doubled), at.vulnerable in ("both", side), tricks
        ).total
        name = f"{call_name(at.contract)}{DOUBLED[at.doubled]}"
        lines = (
            (f"桌上 {made} 墩，裁定转 {abs(moved)} 墩给{'庄家方' if moved > 0 else '防守方'}",)
            if isinstance(moved, int) and moved
            else ()
        )
        return Score(
            f"{name}，{NAMES[at.declarer]}打，得 {tricks} 墩，{SIDES[side]} {points:+d}",
            lines,
            points if side == "NS" else -points,
        )

    def shown(self, at: Position) -> Shown:
        """Calls, the trick, dummy, penalty cards, tricks won."""
        vulnerable = {"none": "双方无局", "NS": "南北有局", "EW": "东西有局", "both": "双方有局"}[at.vulnerable]
        notes = [f"牌号 {at.board}", vulnerable]
        if at.contract:
            notes.append(f"{call_name(at.contract)}{DOUBLED[at.doubled]} {NAMES[at.declarer]}")
            notes.append(f"庄家方 {at.won()} 墩，防守方 {len(at.tricks) - at.won()} 墩")
        last = at.trick if at.trick.plays or not at.tricks else at.tricks[-1]
        piles = [Pile(at.dummy, "明手", at.hands[at.dummy])] if at.dummy_open and at.hands[at.dummy] else []
        piles += [Pile(seat, "罚张", cards) for seat, cards in at.penalty.items() if cards]
        return Shown(
            tuple(notes), at.calls, tuple((seat, (card,)) for seat, card in last.plays), tuple(piles),
            {seat: f"{len(at.hands[seat])} 张" for seat in SEATS},
        )  # fmt: skip


GAME = Bridge()

__all__ = ["GAME", "Bridge", "partner_of"]
