"""Lead penalties after a withdrawn call (law 26): the suits it relates to, those the offender named, what declarer may choose."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.bridge.auction_state import auction_with_contract
from decision_trees.bridge.calls import Bid, StrainCode, parse_call
from decision_trees.bridge.cards import Card, Suit, SuitCode, parse_suits, suit_names
from decision_trees.bridge.json_input import check_keys
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.bridge.tricks import LedCode, play_requirement, requirement_in_words
from decision_trees.functions import MoreNeeded, RuleInputError, rule


@dataclass(frozen=True, slots=True)
class LeadPenalty:
    """What declarer may do when offender's partner first gains the lead, the opening lead included.

    A prohibition lasts while that defender keeps the lead. What cannot be complied with: law 59.
    """

    law: Literal["none", "26A1", "26A2", "26B"]
    because: str  # in Chinese
    suits: tuple[Suit, ...] = ()  # 26A2: one of these may be required or forbidden

    @property
    def options(self) -> tuple[str, ...]:
        """Declarer's choices: require or forbid one related suit (26A2), or forbid any one suit (26B)."""
        if self.law == "26A2":
            return (*(f"require:{s.value}" for s in self.suits), *(f"forbid:{s.value}" for s in self.suits))
        return ("forbid:any_one_suit",) if self.law == "26B" else ()


def lead_penalty(
    related: Sequence[Suit], *, same_call: bool, legally_named: Collection[Suit], offender_defends: bool
) -> LeadPenalty:
    """Law 26 for one withdrawn call.

    ``related``: suits the withdrawn call relates to; ``legally_named``: suits the offender named legally, at any time in
    the auction (D-27). With several related suits, those he did not name are still liable (D-05). ``same_call``: his
    substituted call was the same call with much the same meaning.
    """
    if not offender_defends:
        return LeadPenalty("none", "违规者没有成为防家，没有引牌判罚（第26条）。")
    if same_call:
        return LeadPenalty("none", "替代的叫牌与取消的叫牌相同而且含义相同，不是“另一个不同的叫牌”（第26条）。")
    if not related:
        return LeadPenalty("26B", "取消的叫牌没有关联特定花色，庄家可禁止引任一指定花色（第26条B款）。")
    unnamed = tuple(s for s in dict.fromkeys(related) if s not in legally_named)
    if not unnamed:
        return LeadPenalty("26A1", "违规者已合法叫出有关联的花色（第26条A款1）。")
    names = "、".join(s.chinese for s in unnamed)
    return LeadPenalty("26A2", f"取消的叫牌关联{names}，违规者没有合法叫出（第26条A款2）。", unnamed)


@rule(
    "bridge.lead_penalty_26",
    "bridge-1999:26",
    "bridge-1999:26A1",
    "bridge-1999:26A2",
    "bridge-1999:26B",
    title="取消叫牌后的引牌判罚",
)
def lead_penalty_26(
    withdrawn: dict[str, Any],
    final_same_call: bool,
    offender_legally_named: list[StrainCode],
    offender_defends: bool,
) -> dict[str, Any]:
    """Lead penalty after a withdrawn call: what declarer may require or forbid of offender's partner (26).

    ``withdrawn``: the call and the suits it relates to. ``final_same_call``: his final call was the same with much the
    same meaning. ``offender_legally_named``: denominations he named legally at any time in the auction. Raises
    RuleInputError for what is no call or no suit.
    """
    check_keys(withdrawn, ("call", "suits"), "withdrawn")
    if "call" not in withdrawn:
        raise RuleInputError("withdrawn 少了 call，要写取消的是哪个叫牌，如 1H。")
    parse_call(withdrawn["call"], over_seven=True)
    suits = withdrawn.get("suits")
    if not isinstance(suits, list | tuple) or not all(isinstance(s, str) for s in suits):
        raise RuleInputError('withdrawn.suits 应是取消的叫牌所关联的花色，如 ["H"]；没有关联的写 []。')
    found = lead_penalty(
        [Suit.parse(s) for s in suits],
        same_call=final_same_call,
        legally_named={Suit(s) for s in offender_legally_named if s != "NT"},
        offender_defends=offender_defends,
    )
    if not found.options:
        return {"penalty": "none"}
    return {"penalty": found.law, "options": list(found.options)}


@rule("bridge.related_suits", "bridge-1999:26A", "bridge-1999:26B", title="取消的叫牌关联几门花色")
def related_suits(suits: str) -> dict[str, Any]:
    """How many suits a withdrawn call relates to: none, one or several (26A, 26B).

    ``suits``: in words. Raises RuleInputError for words that are no suits.
    """
    found = parse_suits(suits)
    return {"related": ("none", "one")[len(found)] if len(found) < 2 else "several", "suits": suit_names(found)}


@rule("bridge.may_relate_to_suits", "bridge-1999:30B1", "bridge-1999:26", title="取消的不叫会不会关联特定花色")
def may_relate_to_suits(suits: str | None = None) -> dict[str, Any]:
    """May a lead penalty follow a conventional pass that was cancelled (30B1)? Not where it relates to no suit at all.

    ``suits``: in words; unknown, it may. Raises RuleInputError for words that are no suits.
    """
    return {"may": suits is None or bool(parse_suits(suits))}


@rule("bridge.lead_suit", "bridge-1999:26A2", title="要求或禁止引的花色")
def lead_suit(suit: str | None = None, suits: str | None = None) -> dict[str, Any]:
    """The suit declarer requires or forbids: the one he chose, or the only related one (26A2); else null.

    ``suit`` in words, ``code`` its letter. Raises RuleInputError for words that are no suits.
    """
    found = parse_suits(suit or suits or "无")
    if len(found) != 1:
        return {"suit": None, "code": None}
    return {"suit": suit_names(found), "code": found[0].value}


@rule("bridge.suits_of_call", "bridge-1999:26A", "bridge-1999:26B", "bridge-1999:29C", title="自然叫牌关联的花色")
def suits_of_call(call: str, natural: bool, named: str | None = None) -> dict[str, Any]:
    """The suit a natural call relates to, in words; the word for none at no trumps or for a pass (26A, 26B).

    ``left``: that suit unless the legal call ``named`` is in it (26A1).

    A conventional call relates to the suits it shows, which the call does not tell: all is null (29C). Raises
    RuleInputError for what is no call.
    """
    made = parse_call(call, over_seven=True)
    legal = None if named is None else parse_call(named)
    if not natural:
        return {"suits": None, "left": None}
    suit = made.strain.suit if isinstance(made, Bid) else None
    suits = "无" if suit is None else suit.chinese
    return {"suits": suits, "left": "无" if isinstance(legal, Bid) and legal.strain.suit is suit else suits}


@rule("bridge.suits_named", "bridge-1999:26A1", "bridge-1999:26A2", title="违规者合法叫出的关联花色")
def suits_named(auction: dict[str, Any], offender: str, suits: str) -> dict[str, Any]:
    """Which of the related suits the offender named legally in the auction (26A1, 26A2).

    ``named``: all, part or none of them; ``left``: those he did not name; null while the auction goes on. A cancelled
    call names nothing. Raises RuleInputError for words that are no suits, or what is no auction.
    """
    related = parse_suits(suits)
    found = auction_with_contract(auction)
    if found is None:
        return {"named": None, "left": suit_names(related)}
    seat = Seat.parse(offender)
    named = {c.call.strain.suit for c in found[0].calls if c.seat is seat and isinstance(c.call, Bid)}
    left = tuple(s for s in related if s not in named)
    return {
        "named": "all" if not left else "none" if left == related else "part",
        "left": suit_names(left),
    }


@rule(
    "bridge.offender_defends", "bridge-1999:26", "bridge-1999:22B", "bridge-1999:def/庄家", title="违规者是否成为防家"
)
def offender_defends(
    offender: str, auction: dict[str, Any] | None = None, declarer: SeatCode | None = None
) -> dict[str, Any]:
    """Did the offender become a defender (26)? And is his partner on the opening lead (26A2, 26B)? Null while it goes on.

    Without the ``auction`` by who is ``declarer``, which nobody is before it is over; null where neither is known. Raises
    RuleInputError for what is no auction.
    """
    if auction is not None:
        found = auction_with_contract(auction)
        played_by = None if found is None else found[1].declarer
    else:
        played_by = None if declarer is None else Seat(declarer)
    if played_by is None:
        return dict.fromkeys(("defends", "declarer", "partner_has_opening_lead"))
    seat = Seat.parse(offender)
    return {
        "defends": seat.side is not played_by.side,
        "declarer": played_by.value,
        "partner_has_opening_lead": played_by.lho is seat.partner,
    }


@rule("bridge.lead_penalty_to_come", "bridge-1999:26A1", "bridge-1999:26A2", "bridge-1999:26B", title="将有的引牌判罚")
def lead_penalty_to_come(
    withdrawn: str,
    suits: str | None = None,
    left: str | None = None,
    offender: SeatCode | None = None,
    declarer: SeatCode | None = None,
    named_by: str | None = None,
    told: bool = False,
) -> dict[str, Any]:
    """What declarer may choose once offender's partner first gains the lead (26A1, 26A2, 26B).

    ``withdrawn``: how the call was withdrawn; ``suits``: what it relates to, in words; ``left``: those of them the
    offender did not name legally; ``named_by``: the call he made in place of it, that stands. ``choice`` is suit or one_of
    (require or forbid, one or several related suits), any (forbid any one suit), named or exempt (no penalty), declares (no
    penalty: ``declarer`` is on ``offender``'s side); null where that is not known, or depends on how the event settled an open
    question. ``waits``: how it was withdrawn, while a penalty may come of it (else null). Raises RuleInputError for words that are
    no suits, and, where it is to be ``told``, MoreNeeded for the suits, unless it comes to nothing whatever they are.
    """
    nothing: dict[str, Any] = dict.fromkeys(("choice", "suits", "left", "waits"))
    if offender is not None and declarer is not None and Seat(offender).side is Seat(declarer).side:
        return {**nothing, "choice": "declares"}
    if withdrawn == "exempt":
        return {**nothing, "choice": "exempt"}
    if told and suits is None:
        raise MoreNeeded("请写取消的叫牌关联哪些花色。", "suits")
    if withdrawn not in ("bid", "pass_30b1") or suits is None:
        return {**nothing, "waits": withdrawn}
    related = parse_suits(suits)
    liable = related if left is None else parse_suits(left or "无")
    instead = parse_call(named_by) if named_by is not None else None
    if isinstance(instead, Bid):
        liable = tuple(s for s in liable if s is not instead.strain.suit)
    known = not related or left is not None
    choice = "any" if not related else ("named", "suit", "one_of")[min(len(liable), 2)] if known else None
    waits = None if choice == "named" else withdrawn
    return {"choice": choice, "suits": suit_names(related), "left": suit_names(liable), "waits": waits}


@rule(
    "bridge.replaced_by_another",
    "bridge-1999:26",
    "bridge-1999:36",
    "bridge-1999:37",
    title="取消的叫牌是不是必改成别的叫牌",
)
def replaced_by_another(withdrawn: str) -> dict[str, Any]:
    """Is what replaced a withdrawn call another call for certain (26): an inadmissible double (36), a barred player's call (37)?

    ``withdrawn``: how the call was withdrawn. ``different`` is null where he may have made the same call.
    """
    return {"different": True if withdrawn in ("inadmissible_double", "both_barred") else None}


@rule("bridge.lead_waiting", "bridge-1999:26A2", "bridge-1999:26B", title="等庄家选定的引牌判罚")
def lead_waiting(
    offender: SeatCode | None = None,
    north: str | None = None,
    east: str | None = None,
    south: str | None = None,
    west: str | None = None,
    suits_north: str | None = None,
    suits_east: str | None = None,
    suits_south: str | None = None,
    suits_west: str | None = None,
) -> dict[str, Any]:
    """What law 26 holds for a defender when he first gains the lead, by what the rulings in the auction left (26A2, 26B).

    ``north`` to ``west``: how the call of his partner was withdrawn, where declarer may still choose when he leads;
    ``suits_north``…: what it relates to, in words. ``offender``: whose call it was; without him, whoever it can only be.
    ``withdrawn`` and ``suits`` are null where nothing waits for his partner.
    """
    waiting = {"N": north, "E": east, "S": south, "W": west}
    suits = {"N": suits_north, "E": suits_east, "S": suits_south, "W": suits_west}
    leaders = [Seat(seat) for seat, how in waiting.items() if how is not None]
    if offender is not None:
        leaders = [seat for seat in leaders if seat.partner is Seat(offender)]
    if len(leaders) != 1:
        return dict.fromkeys(("offender", "leader", "withdrawn", "suits"))
    leader = leaders[0]
    return {
        "offender": leader.partner.value,
        "leader": leader.value,
        "withdrawn": waiting[leader.value],
        "suits": suits[leader.value],
    }


def _at(seat: Seat, north: str | None, east: str | None, south: str | None, west: str | None) -> str | None:
    """What holds for one of the four."""
    return dict(zip(Seat, (north, east, south, west), strict=True))[seat]


def _play_held(play: str, led: LedCode | None) -> dict[str, Any]:
    """What declarer has chosen for a defender's card of this trick (57A), as :func:`lead_held` says it."""
    wanted = play_requirement(play)
    demand = "not_play" if wanted.kind == "forbid" else wanted.kind
    suit = wanted.suits[0].value if wanted.suits else led
    return {"demand": demand, "suit": suit, "requirement": play, "wanted": None, "besides": None}


@rule(
    "bridge.lead_held",
    "bridge-1999:26A2",
    "bridge-1999:26B",
    "bridge-1999:50D2a",
    "bridge-1999:57A",
    title="他引牌、打牌时正受的判罚",
)
def lead_held(
    seat: SeatCode,
    must_north: str | None = None,
    must_east: str | None = None,
    must_south: str | None = None,
    must_west: str | None = None,
    not_north: str | None = None,
    not_east: str | None = None,
    not_south: str | None = None,
    not_west: str | None = None,
    play_north: str | None = None,
    play_east: str | None = None,
    play_south: str | None = None,
    play_west: str | None = None,
    led: LedCode | None = None,
) -> dict[str, Any]:
    """What declarer has chosen for a defender's lead (26A2, 26B, 50D2a), or for his card of this trick (57A), and still holds.

    ``demand`` and ``suit``, its letter where it is one, for highest and lowest the suit ``led``; all null where nothing holds:
    a demand on leads where he follows a suit led, on plays where he leads. ``requirement``: the same in words, with several suits
    forbidden at once (51B2b) and all that holds where declarer chose more than once. ``wanted``: what a leader is told
    of it. ``besides``: what is forbidden whether or not he can lead what is required, in words. Raises RuleInputError for words
    that are no suits.
    """
    at = Seat(seat)
    must, forbidden = (
        _at(at, must_north, must_east, must_south, must_west),
        _at(at, not_north, not_east, not_south, not_west),
    )
    play = _at(at, play_north, play_east, play_south, play_west)
    said = must or forbidden
    nothing = dict.fromkeys(("demand", "suit", "requirement", "wanted", "besides"))
    follows = led not in (None, "none")
    if play is not None and led != "none" and (follows or said is None):
        return _play_held(play, led)
    if said is None or follows:
        return nothing
    suits = parse_suits(said)
    barred = parse_suits(forbidden) if must and forbidden else ()
    one = suits[0] if len(suits) == 1 else None
    words = f"{'引' if must else '不引'}{suit_names(suits)}" if suits else None
    return {
        "demand": "lead" if must else "not_lead",
        "suit": one.value if one else None,
        "requirement": f"{words}，不引{suit_names(barred)}" if barred else words,
        "wanted": (f"{words}中有的一门" if must and len(suits) > 1 else words)
        if not barred
        else f"{words}，不引{suit_names(barred)}",
        "besides": f"（仍不得引{suit_names(barred)}，只有{suit_names(barred)}的除外）" if barred else None,
    }


@rule("bridge.play_barred", "bridge-1999:57A3", title="禁止打另一花色")
def play_barred(suit: SuitCode) -> dict[str, Any]:
    """What declarer forbids to play under 57A3, in words (``said``)."""
    return {"said": f"不打{Suit(suit).chinese}"}


@rule(
    "bridge.lead_limits_beside",
    "bridge-1999:26A2",
    "bridge-1999:26B",
    "bridge-1999:50D2a",
    "bridge-1999:59",
    title="同一次引牌还受的限制",
)
def lead_limits_beside(
    offender: SeatCode,
    waits_north: str | None = None,
    waits_east: str | None = None,
    waits_south: str | None = None,
    waits_west: str | None = None,
    must_north: str | None = None,
    must_east: str | None = None,
    must_south: str | None = None,
    must_west: str | None = None,
    not_north: str | None = None,
    not_east: str | None = None,
    not_south: str | None = None,
    not_west: str | None = None,
    suits_north: str | None = None,
    suits_east: str | None = None,
    suits_south: str | None = None,
    suits_west: str | None = None,
) -> dict[str, Any]:
    """What else the lead of the ``leader``, partner of ``offender``, is under by earlier rulings (26, 50D2a).

    ``state``: ``waits``: law 26 lets declarer choose when he first leads; ``held``: what declarer has chosen still holds,
    ``held`` in words, ``requirement`` as a penalty is written, ``said`` in brackets what it comes to; ``both`` or ``none``.
    ``about``: in brackets the suits that the call withdrawn relates to, where they are told. ``first``: what a leader is told
    who has to wait for that choice. ``required``: is a suit required already, ``must`` in words?
    """
    leader = Seat(offender).partner
    waits = _at(leader, waits_north, waits_east, waits_south, waits_west)
    must = _at(leader, must_north, must_east, must_south, must_west)
    barred = _at(leader, not_north, not_east, not_south, not_west)
    held = [f"须引{must}"] if must else []
    held += [f"不得引{barred}"] if barred else []
    state = ("both" if held else "waits") if waits else "held" if held else "none"
    said = [f"{must}有的须引"] if must else []
    said += [f"{barred}仍不得引，只有{barred}的除外"] if barred else []
    words = [f"引{must}"] if must else []
    words += [f"不引{barred}"] if barred else []
    suits = _at(leader, suits_north, suits_east, suits_south, suits_west)
    about = f"（关联{suits}）" if waits and suits and parse_suits(suits) else None
    return {
        "about": about,
        "first": f"；首次引牌还有第26条的引牌判罚{about or ''}，先等做庄的人选定再引" if waits else None,
        "required": bool(must),
        "must": must,
        "state": state,
        "leader": leader.value,
        "held": "，".join(held) or None,
        "said": f"（{'；'.join(said)}）" if said else None,
        "requirement": "，".join(words) or None,
    }


@rule("bridge.two_suits_required", "bridge-1999:26A2", "bridge-1999:50D2a", title="一次引牌要求引两门不同的花色")
def two_suits_required(suits: str | None = None, before: str | None = None) -> dict[str, Any]:
    """Is a suit required that is another one than required ``before`` for the same lead (26A2, 50D2a; D-39)?

    Both in words; ``two`` is false while either is not known. ``either``: what he may lead where leading one of them meets both.
    Raises RuleInputError for words that are no suits.
    """
    now, then = parse_suits(suits or "无"), parse_suits(before or "无")
    if not now or set(then) <= set(now):
        return {"two": False, "either": None}
    both = [each for each in reversed(Suit) if each in (*now, *then)]
    return {"two": True, "either": f"{suit_names(both)}中有的一门"}


@rule(
    "bridge.early_lead_back",
    "bridge-1999:26A2",
    "bridge-1999:26B",
    "bridge-1999:47A",
    "bridge-1999:49",
    "bridge-1999:50D2",
    title="选定以前抢引的牌收不收回",
)
def early_lead_back(
    card: str,
    demand: Literal["require", "forbid", "none"],
    suit: SuitCode | None = None,
    held: str | None = None,
    blocked: bool = False,
) -> dict[str, Any]:
    """Whether a card led before declarer chose meets what he chose then: if not it goes ``back`` and is a penalty card (47A, 49).

    ``held``: what holds for this lead besides, in words, which it has to meet too. ``blocked``: he might not lead at all before
    declarer chose for a major penalty card of his partner, so it is another ruling what becomes of it (50D2). ``case``: fits,
    back or blocked; null while the ``suit`` he required or forbade is not known.
    """
    led = Card.parse(card)
    if blocked:
        return {"case": "blocked", "back": None}
    if demand != "none" and suit is None:
        return {"case": None, "back": None}
    fits = demand == "none" or (led.suit.value == suit) is (demand == "require")
    fits = fits and bool(requirement_in_words(held, None).met_by([led], None))
    return {"case": "fits" if fits else "back", "back": None if fits else [str(led)]}
