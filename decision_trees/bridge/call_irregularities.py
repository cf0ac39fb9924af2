"""Irregular calls: which irregularity it is, and what the law says by how it went on (24, 25, 27-39)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from decision_trees.bridge.auction import Auction, Flag
from decision_trees.bridge.calls import Action, Bid, Call, Strain, lowest_sufficient
from decision_trees.bridge.cards import Card
from decision_trees.bridge.forced_pass import ForcedPass, forced_pass
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError

Problem = Literal[
    "none",
    "pass_out_of_rotation",
    "bid_out_of_rotation",
    "double_out_of_rotation",
    "insufficient_bid",
    "inadmissible_double",
    "required_to_pass",
    "over_seven",
    "after_final_pass",
]
TurnOf = Literal["offender", "rho", "partner", "lho"]
"""Whose turn it was, seen from the offender."""


@dataclass(frozen=True, slots=True)
class CallProblem:
    """A call over an auction, and the law its irregularity is dealt with under."""

    auction: Auction
    call: Call
    offender: Seat
    flags: tuple[Flag, ...]
    problem: Problem
    law: str | None

    @property
    def turn_of(self) -> TurnOf:
        """Whose turn it was, seen from the offender."""
        seats: dict[Seat, TurnOf] = {
            self.offender: "offender",
            self.offender.rho: "rho",
            self.offender.partner: "partner",
            self.offender.lho: "lho",
        }
        return seats[self.auction.turn]

    @property
    def any_bid(self) -> bool:
        """Had anybody bid before (30A, 30B)?"""
        return self.auction.last_bid is not None

    @property
    def called_before(self) -> bool:
        """Had the offender called before (31B)?"""
        return self.auction.has_called(self.offender)

    @property
    def lowest_sufficient(self) -> Bid | None:
        """The lowest sufficient bid in the strain that was bid (27B1)."""
        last = self.auction.last_bid
        if not isinstance(self.call, Bid):
            return None
        return lowest_sufficient(last.call if last and isinstance(last.call, Bid) else None, self.call.strain)


_LAWS: dict[Problem, str] = {
    "pass_out_of_rotation": "30",
    "bid_out_of_rotation": "31",
    "double_out_of_rotation": "32",
    "insufficient_bid": "27",
    "inadmissible_double": "36",
    "required_to_pass": "37",
    "over_seven": "38",
    "after_final_pass": "39",
}


def classify(auction: Auction, call: Call, by: Seat | None = None, must_pass: Collection[Seat] = ()) -> CallProblem:
    """Which irregularity a call is. Several at once: the one whose law says what happens to the others.

    A call after the final pass and a bid over seven are cancelled whoever made them (39, 38); an insufficient bid out of
    rotation goes by law 31 (27C), an inadmissible double out of rotation by law 32 (36).
    """
    offender = by or auction.turn
    flags = auction.flags(call, offender, must_pass)
    problem: Problem = "none"
    if Flag.AFTER_FINAL_PASS in flags:
        problem = "after_final_pass"
    elif Flag.OVER_SEVEN in flags:
        problem = "over_seven"
    elif Flag.REQUIRED_TO_PASS in flags:
        problem = "required_to_pass"
    elif Flag.OUT_OF_ROTATION in flags:
        problem = (
            "pass_out_of_rotation"
            if call is Action.PASS
            else "bid_out_of_rotation"
            if isinstance(call, Bid)
            else "double_out_of_rotation"
        )
    elif Flag.INSUFFICIENT in flags:
        problem = "insufficient_bid"
    elif Flag.INADMISSIBLE_DOUBLE in flags or Flag.INADMISSIBLE_REDOUBLE in flags:
        problem = "inadmissible_double"
    return CallProblem(auction, call, offender, flags, problem, _LAWS.get(problem))


@dataclass(frozen=True, slots=True)
class CallRuling:
    """What becomes of an irregular call. ``needs`` names the fact without which the law does not decide."""

    ruling: str
    laws: tuple[str, ...]
    forced: ForcedPass | None = None
    needs: str | None = None
    open_questions: tuple[str, ...] = ()


def _by_event(ruling: str, event: str, *more: str, open_questions: Sequence[str] = ()) -> CallRuling:
    row = forced_pass(event)
    return CallRuling(ruling, (row.law, *more), row, open_questions=tuple(open_questions))


def change_of_call(
    *,
    partner_called: bool,
    pause_for_thought: bool,
    inadvertent: bool,
    first_legal: bool = True,
    first_insufficient: bool = False,
    substitute_legal: bool = True,
    lho_called_before_change: bool = False,
    lho: Literal["accepts", "declines", "called_over_first", "called_over_second"] | None = None,
    option: Literal["keep_first", "new_call"] | None = None,
) -> CallRuling:
    """Law 25. Judgement: ``inadvertent``, ``pause_for_thought``, and which call LHO called over."""
    if inadvertent and not pause_for_thought and not partner_called:
        if substitute_legal:
            return _by_event("substitute_stands", "change_of_call_inadvertent")
        return CallRuling("substitute_by_its_own_law", ("25A",))
    if lho_called_before_change:
        return CallRuling("first_stands", ("25B", "29", "16C2"), open_questions=("D-25",))
    if first_insufficient:
        return CallRuling("law_27", ("25B1", "27"), open_questions=("D-21",))
    if lho is None:
        return CallRuling("undecided", ("25B",), needs="lho")
    if lho == "called_over_first":
        return _by_event("substitute_stands_lho_may_withdraw", "change_of_call_accepted", "16C2")
    if lho != "declines":
        return _by_event("substitute_stands", "change_of_call_accepted")
    if not first_legal:
        return CallRuling("first_by_its_own_law", ("25B2a", "26"))
    if option is None:
        return CallRuling("undecided", ("25B2b",), needs="option")
    if option == "keep_first":
        return _by_event("first_stands", "change_of_call_keep_first_legal", "25B2c", "23")
    return _by_event("new_call_stands", "change_of_call_new_legal_call", "25B2c", "16C2")


def insufficient_bid(
    made: CallProblem,
    *,
    lho_called: bool = False,
    conventional: bool | None = None,
    corrected_to: Call | None = None,
) -> CallRuling:
    """Law 27. ``conventional``: the bid, or the lowest sufficient one in its strain, may be conventional (judgement).

    Raises :class:`RuleInputError` when the bid is not insufficient.
    """
    if Flag.INSUFFICIENT not in made.flags:
        raise RuleInputError(f"{made.call} 不是不足叫牌。")
    if Flag.AFTER_FINAL_PASS in made.flags:
        return CallRuling("after_final_pass", ("39",))
    if Flag.OUT_OF_ROTATION in made.flags:
        return CallRuling("out_of_rotation", ("27C", "31"))
    if lho_called:
        return _by_event("accepted", "insufficient_accepted")
    if corrected_to is None:
        return CallRuling("undecided", ("27B", "10C1"), needs="corrected_to")
    if corrected_to in (Action.DOUBLE, Action.REDOUBLE):
        return _by_event("double_cancelled", "insufficient_corrected_by_double", "23", open_questions=("D-26",))
    if corrected_to is Action.PASS:
        return _by_event("corrected", "insufficient_corrected_by_pass", "23")
    again = made.auction.flags(corrected_to, made.offender)
    if Flag.OVER_SEVEN in again:
        return CallRuling("over_seven", ("38",))
    if Flag.INSUFFICIENT in again:
        return CallRuling("insufficient_again", ("27B",))
    if corrected_to != made.lowest_sufficient:
        return _by_event("corrected", "insufficient_corrected_other_bid", "23")
    if conventional is None:
        return CallRuling("undecided", ("27B1", "27B2"), needs="conventional")
    if conventional:
        return _by_event("corrected", "insufficient_conventional_lowest_same_strain", "23")
    return _by_event("corrected_free", "insufficient_corrected_natural_same_strain_lowest", "27B1b")


def out_of_rotation(
    made: CallProblem,
    *,
    accepted: bool | None = None,
    conventional: bool = False,
    related: Collection[Strain] = (),
    rho_call: Call | None = None,
    then_call: Call | None = None,
) -> CallRuling:
    """Laws 28-32. ``accepted``: offender's LHO called next (29A). ``related``: denominations a conventional call relates to
    (29C). ``rho_call``: what RHO called when the turn was his; ``then_call``: what the offender called after that.

    Raises :class:`RuleInputError` when the call was not out of rotation.
    """
    if Flag.OUT_OF_ROTATION not in made.flags:
        raise RuleInputError(f"正轮到{made.offender.chinese}叫牌，不是越序叫牌。")
    if Flag.AFTER_FINAL_PASS in made.flags:
        return CallRuling("after_final_pass", ("39",))
    if Flag.OVER_SEVEN in made.flags:
        return CallRuling("over_seven", ("38",))
    inadmissible = Flag.INADMISSIBLE_DOUBLE in made.flags or Flag.INADMISSIBLE_REDOUBLE in made.flags
    if accepted is None:
        return CallRuling("undecided", ("29A", "29B"), needs="accepted")
    if accepted:
        if inadmissible:
            return _by_event("cancelled_without_penalty", "inadmissible_double_lho_called", "32")
        at_lho = made.turn_of == "lho"  # the player in turn was offender's LHO himself
        return _by_event("accepted", "call_oor_accepted", open_questions=("D-01",) if at_lho else ())
    passed = made.call is Action.PASS
    conventional_pass = passed and conventional
    if passed and not conventional:
        return _pass_out_of_rotation(made)
    if made.turn_of == "lho" and made.called_before:
        law = "31B" if conventional_pass or isinstance(made.call, Bid) else "32"
        return CallRuling("change_of_call", (law, "25"), open_questions=() if law == "31B" else ("D-04",))
    if not passed and not isinstance(made.call, Bid):
        return _double_out_of_rotation(made, inadmissible, rho_call)
    kind = "conventional_pass" if conventional_pass else "bid"
    questions = ("D-35",) if conventional_pass and made.any_bid and made.turn_of == "rho" else ()
    if made.turn_of == "partner":
        return _by_event("penalty", f"{kind}_oor_partner_turn", "23", "26")
    if made.turn_of == "lho":
        return _by_event("penalty", f"{kind}_oor_lho_turn_not_called_before", "23", "26")
    if conventional_pass:
        questions = ("D-06", *questions)
    if rho_call is None:
        return CallRuling("undecided", ("29B", "31A"), needs="rho_call", open_questions=questions)
    if rho_call is Action.PASS:
        row = forced_pass(f"{kind}_oor_rho_turn", rho_call)
        return CallRuling("must_repeat", (row.law,), row, open_questions=questions)
    if conventional_pass:
        row = forced_pass("conventional_pass_oor_rho_turn", rho_call)
        return CallRuling("penalty", (row.law, "30C", "23", "26"), row, open_questions=questions)
    if then_call is None:
        return CallRuling("undecided", ("31A2",), needs="then_call")
    assert isinstance(made.call, Bid)
    strains = set(related) if conventional else {made.call.strain}
    repeated = isinstance(then_call, Bid) and then_call.strain in strains
    row = forced_pass("bid_oor_rho_turn", rho_call, "repeat_strain" if repeated else "other")
    more = ("29C",) if conventional else ()
    return CallRuling("penalty", (row.law, "23", *more, *(() if repeated else ("26",))), row)


def _pass_out_of_rotation(made: CallProblem) -> CallRuling:
    """Law 30, a pass that is not conventional."""
    if not made.any_bid:
        return _by_event("penalty", "pass_oor_before_any_bid", "72B1")
    if made.turn_of == "rho":
        return _by_event("penalty", "pass_oor_after_bid_rho_turn")
    if made.turn_of == "partner":
        return _by_event("penalty", "pass_oor_after_bid_partner_turn", "72B1")
    return CallRuling("change_of_call", ("30B3", "25"))


def _double_out_of_rotation(made: CallProblem, inadmissible: bool, rho_call: Call | None) -> CallRuling:
    """Law 32; at the turn of a LHO it does not name, as D-04 says."""
    if made.turn_of == "partner":
        return _by_event("penalty", "double_oor_partner_turn", "23", "26B", open_questions=("D-31",))
    if made.turn_of == "lho":
        return _by_event("penalty", "inadmissible_double_in_turn", "23", "26", open_questions=("D-04",))
    if rho_call is None:
        return CallRuling("undecided", ("29B", "32B"), needs="rho_call")
    if rho_call is Action.PASS:
        if inadmissible:
            return _by_event("penalty", "inadmissible_double_in_turn", "32B1", "23", "26")
        row = forced_pass("double_oor_rho_turn", rho_call)
        return CallRuling("must_repeat", (row.law,), row)
    row = forced_pass("double_oor_rho_turn", rho_call)
    return CallRuling("penalty", (row.law, "23", "26B"), row, open_questions=("D-31",))


def inadmissible_call(
    kind: Literal["double", "required_to_pass", "over_seven", "after_final_pass"],
    *,
    lho_called: bool,
    declaring_side: bool = False,
    passed: bool = False,
) -> CallRuling:
    """Laws 35-39. ``declaring_side`` and ``passed`` matter after the final pass only (39A)."""
    if kind == "double":
        if lho_called:
            return _by_event("cancelled_with_later_calls", "inadmissible_double_lho_called")
        return _by_event("cancelled", "inadmissible_double_in_turn", "23", "26", open_questions=("D-32",))
    if kind == "required_to_pass":
        if lho_called:
            return _by_event("stands", "required_to_pass_player_bids_lho_called")
        return _by_event("cancelled", "required_to_pass_player_bids", "23", "26", open_questions=("D-12",))
    if kind == "over_seven":
        if lho_called:
            return _by_event("becomes_pass_later_calls_cancelled", "bid_of_eight_lho_called")
        return _by_event("cancelled", "bid_of_eight", "23", "26", open_questions=("D-12",))
    if lho_called:
        return _by_event("cancelled_with_later_calls", "call_after_final_pass_lho_called")
    if declaring_side or passed:
        return _by_event("cancelled", "call_after_final_pass_no_penalty")
    return _by_event("cancelled", "call_after_final_pass_defender_acts", "26", open_questions=("D-32",))


@dataclass(frozen=True, slots=True)
class ExposedInAuction:
    """Cards exposed during the auction: partner's forced pass, and what they are once the offender defends (24, 50B)."""

    forced: ForcedPass
    penalty_cards: Literal["none", "minor", "major"]
    laws: tuple[str, ...]
    open_questions: tuple[str, ...] = field(default=())


def exposed_in_auction(
    cards: Sequence[Card], *, premature_lead: bool, offender_defends: bool, inadvertent: bool = True
) -> ExposedInAuction:
    """Law 24, and 50B: a single small card exposed inadvertently is a minor penalty card, any other a major one."""
    if not cards:
        raise RuleInputError("请给出暴露的牌张。")
    if len(cards) > 1:
        row = forced_pass("exposed_two_or_more_cards_in_auction")
    elif premature_lead:
        row = forced_pass(f"premature_lead_{'honor' if cards[0].rank.is_honor else 'small'}_in_auction")
    else:
        row = forced_pass("exposed_honor_in_auction" if cards[0].rank.is_honor else "exposed_small_card_in_auction")
    questions = ("D-11",) if row.who else ()
    if not offender_defends:
        return ExposedInAuction(row, "none", (row.law, "48A"), questions)
    minor = len(cards) == 1 and not cards[0].rank.is_honor and inadvertent and not premature_lead
    return ExposedInAuction(row, "minor" if minor else "major", (row.law, "24", "50B"), questions)
