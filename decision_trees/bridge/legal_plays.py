"""What somebody may lead or play: following suit, then a lead or play penalty, then penalty cards (44, 50, 51A, 57A, 59)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from decision_trees.bridge.cards import (
    Card,
    Suit,
    SuitCode,
    card_codes,
    parse_cards,
    parse_hand,
    parse_suits,
    suit_names,
)
from decision_trees.bridge.penalty_cards import (
    PenaltyCard,
    PenaltyClass,
    as_major,
    is_small,
    known_major_cards,
    parse_penalty_cards,
    plays_open_to_holder,
)
from decision_trees.bridge.tricks import (
    FREE,
    LedCode,
    LegalPlays,
    Requirement,
    RequirementCode,
    parse_requirement,
    requirement_in_words,
    requirement_of_code,
)
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.values import say


def _suit_led(led: str | None, on_lead: bool | None, lead_key: str = "on_lead") -> Suit | None:
    """The suit led; None when he leads himself. One of the two must be said."""
    if led is not None and on_lead:
        raise RuleInputError(f"不能既由他引牌（{lead_key}）又跟别人引出的花色（led）。")
    if led is None and not on_lead:
        raise MoreNeeded(f"不知道引牌花色：跟牌时请给出 led，由他引牌时写“{lead_key}: true”。")
    return None if led is None else Suit.parse(led)


def _legal_data(found: LegalPlays) -> dict[str, Any]:
    out: dict[str, Any] = {"legal": card_codes(found.cards)}
    if found.chooser:
        out["chooser"] = found.chooser
    return out


@rule(
    "bridge.legal_plays",
    "bridge-1999:44A",
    "bridge-1999:44C",
    "bridge-1999:44D",
    "bridge-1999:50C",
    "bridge-1999:50D1",
    "bridge-1999:51A",
    "bridge-1999:57A",
    "bridge-1999:59",
    title="可以引或打的牌",
)
def legal_plays(
    hand: list[str],
    led: SuitCode | None = None,
    on_lead: bool = False,
    requirement: Any = None,
    penalty: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """What a player may lead or play: follow suit, then penalties, then penalty cards (44, 50, 51A, 57A, 59).

    ``requirement``: require:H, forbid:H+D, highest or lowest (of the suit led). ``penalty``: his own penalty cards,
    each ``{card, cls}``. ``chooser``: who designates among several due, when it is not he. Raises RuleInputError for
    cards that cannot be, MoreNeeded while nobody said what was led.
    """
    cards = parse_hand(hand)
    if not cards:
        raise RuleInputError("手中没有牌。")
    found = plays_open_to_holder(
        cards, parse_penalty_cards(penalty or []), _suit_led(led, on_lead), parse_requirement(requirement)
    )
    return _legal_data(found) | {"laws": [f"bridge-1999:{law}" for law in found.laws], "because": found.because}


@rule(
    "bridge.penalty_card_play",
    "bridge-1999:50C",
    "bridge-1999:50D1",
    "bridge-1999:51A",
    "bridge-1999:44C",
    "bridge-1999:59",
    title="有罚张时可以打的牌",
)
def penalty_card_play(
    hand: list[str],
    penalty: list[dict[str, Any]],
    led: SuitCode | None = None,
    on_lead: bool | None = None,
    lead_penalty: Any = None,
) -> dict[str, Any]:
    """What a defender with penalty cards may play; declarer chooses among several due (50C, 50D1, 51A).

    ``hand`` includes the penalty cards. ``lead_penalty``: require:H, forbid:H or forbid:H+D, comes before them (50D1).
    Raises RuleInputError for cards that cannot be, MoreNeeded while nobody said what was led.
    """
    cards = parse_hand(hand)
    if not cards:
        raise RuleInputError("手中没有牌。")
    wanted = parse_requirement(lead_penalty)
    return _legal_data(plays_open_to_holder(cards, parse_penalty_cards(penalty), _suit_led(led, on_lead), wanted))


def _own(cards: Sequence[Card]) -> dict[str, Any]:
    """A defender's own penalty cards in question, and that declarer says which of several comes first (51A)."""
    which = "中的一张，由做庄的人指定" if len(cards) > 1 else None
    return {"own": card_codes(cards), "which": which}


def plays_under_requirement(
    requirement: Requirement, own: Sequence[Card], hand: Sequence[Card] | None, led: Suit | None
) -> dict[str, Any]:
    """What a defender may play under a penalty, with major penalty cards of his ``own``; ``hand`` None: not known (50D1, 59).

    ``which``: of several of them that are due declarer may designate one (51A), in Chinese.
    """
    if hand is not None:
        cards = (*hand, *(c for c in own if c not in hand))
        if not cards:
            raise RuleInputError("手里没有牌了。")
        found = plays_open_to_holder(cards, as_major(own), led, requirement)
        due = [c for c in found.cards if c in own]
        able = requirement.kind == "none" or "59" not in found.laws
        keeps = [c for c in own if c not in due]
        case = "own" if due else "unable" if not able else "able_keeps" if keeps else "able"
        return {"case": case, "able": able, "cards": card_codes(found.cards), **_own(due or keeps)}
    meets = requirement.met_by(own, led) if requirement.kind not in ("highest", "lowest") else ()
    if meets:
        return {"case": "own", "able": True, "cards": None, **_own(meets)}
    case = "unknown_own" if own else "unknown"
    return {"case": case, "able": None, "cards": None, **_own(own)}


@rule(
    "bridge.plays_under_demand",
    "bridge-1999:44C",
    "bridge-1999:50D1",
    "bridge-1999:57A",
    "bridge-1999:57B",
    "bridge-1999:59",
    title="照判罚可以打的牌",
)
def plays_under_demand(
    demand: RequirementCode,
    suit: SuitCode | None = None,
    hand: list[str] | None = None,
    led: LedCode | None = None,
    own_penalty_cards: list[str] | None = None,
    own_major: bool | None = None,
    requirement: str | None = None,
) -> dict[str, Any]:
    """What may be led or played under a lead or play penalty (57A); unable: any legal card (59).

    ``suit`` is the suit demanded or forbidden, for highest and lowest the suit led; ``requirement``: the penalty in words,
    where no one suit is told (51B2b); ``led`` the suit he has to follow, none or not given when he leads. His own major
    penalty card comes next after the penalty (50D1). ``case`` as for bridge.lead_after_choice; ``cards`` he may play, null
    where the hand is unknown. Raises RuleInputError for cards that cannot be, MoreNeeded while no suit is told.
    """
    if suit is None and (requirement is None or demand in ("highest", "lowest")):
        raise MoreNeeded("请说明所要求或禁止的是哪一门花色。")
    if demand == "not_play" and suit == led:
        raise RuleInputError("庄家禁止打的须是引牌花色以外的另一门花色（第57条A款3）。")
    follows = Suit(str(suit)) if demand in ("highest", "lowest") else Suit(led) if led not in (None, "none") else None
    held = parse_hand(hand) if hand else None
    return plays_under_requirement(
        requirement_of_code(demand, suit, requirement), known_major_cards(own_penalty_cards, own_major), held, follows
    )


@rule(
    "bridge.own_cards_under_lead_demand",
    "bridge-1999:50D1",
    "bridge-1999:50D2a",
    "bridge-1999:51A",
    "bridge-1999:59",
    title="照判罚引牌的人自己的罚张",
)
def own_cards_under_lead_demand(
    demand: Literal["lead", "not_lead"],
    suits: str | None = None,
    only: str | None = None,
    own_penalty_cards: list[str] | None = None,
    own_major: bool | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """What a leader told to lead a suit, or not to, has to do with his own major penalty cards, whatever he holds (50D1, 59).

    ``suits`` chosen, in words; by default ``only``, where that is one suit. ``case``: own (one of ``own`` complies and must
    be led), else_own (``own`` where he cannot comply), own_several and else_own_several (declarer may designate among
    them, 51A), or unknown (none that is known to be major); null while the suit is not known. ``held``: what holds for this lead
    already by another penalty, in words: ``case`` is beside where it asks more and none of his own complies with all, contrary
    where one suit is both required and forbidden; ``to_lead`` says what may be led then, ``clash`` that two demands are
    contrary. ``barred``: all he may not lead. Raises RuleInputError for words that are no suits, and cards that cannot be.
    """
    found = parse_suits(suits) if suits else parse_suits(only) if only else ()
    if not found or (len(found) > 1 and (not suits or demand == "lead")):
        return dict.fromkeys(("case", "suits", "barred", "to_lead", "clash")) | {"own": []}
    chosen = Requirement("require" if demand == "lead" else "forbid", found)
    wanted = chosen.with_(requirement_in_words(held, None)) if held is not None else chosen
    answer = plays_under_requirement(wanted, known_major_cards(own_penalty_cards, own_major), None, None)
    case = {"own": "own", "unknown_own": "else_own", "unknown": "unknown"}[answer["case"]]
    several = "_several" if len(answer["own"]) > 1 else ""
    beside = wanted != chosen
    return {
        "case": "contrary" if wanted.contrary else "beside" if beside and case != "own" else case + several,
        "own": [] if wanted.contrary else answer["own"],
        "suits": suit_names(found),
        "barred": suit_names(wanted.barred) or None,
        "to_lead": wanted.to_lead if beside and not wanted.contrary else None,
        "clash": f"；{suit_names(wanted.contrary)}又{'禁止' if demand == 'lead' else '要求'}引，两项抵触，裁判裁定以前先不引"
        if wanted.contrary
        else None,
    }


@rule("bridge.suits_besides", "bridge-1999:57A3", title="引牌花色以外的花色")
def suits_besides(suit: LedCode) -> dict[str, Any]:
    """The suits other than the one led, of which declarer may forbid one (57A3); null while nothing is led."""
    others = [each for each in reversed(Suit) if each.value != suit]
    return {"said": f"（{suit_names(others)}中的一门）" if suit != "none" else None}


@rule(
    "bridge.cards_open",
    "bridge-1999:44A",
    "bridge-1999:44C",
    "bridge-1999:44D",
    "bridge-1999:50D1",
    "bridge-1999:59",
    title="可以合法打出的牌",
)
def cards_open(
    led: LedCode,
    hand: list[str] | None = None,
    demand: RequirementCode | None = None,
    suit: SuitCode | None = None,
    penalty_cards: list[str] | None = None,
    requirement: str | None = None,
    withdrawn: str | None = None,
    fault: str | None = None,
    lying: list[str] | None = None,
) -> dict[str, Any]:
    """The cards somebody may lead or play: following suit (44), then a penalty (59), then major penalty cards (50D1).

    ``led`` is none when he leads. ``requirement``: the penalty in words, where no one ``suit`` is told (51B2b). ``withdrawn``:
    the card he has to replace, which is not among them (62B). ``penalty_cards``: those that are major, of which one of the suit
    led is due whatever ``hand`` holds; ``lying``: all before him, of which a small one alone that is not major binds the other
    small ones of its suit (50C). ``cards``: from the highest; ``count`` of them. Raises RuleInputError for cards that cannot be,
    MoreNeeded where his ``fault`` was not to comply with a ``penalty`` nobody has told, and where his cards are not told.
    """
    if fault == "penalty" and demand is None:
        raise MoreNeeded("请说明他没有履行的引牌或打牌判罚。")
    if hand is None and (demand or requirement or not any(card[:1] == led for card in penalty_cards or [])):
        raise MoreNeeded("请写出他手里的牌。", "hand")
    held = parse_hand(hand or [])
    own = parse_cards(penalty_cards or [], "罚张里")
    back = Card.parse(withdrawn) if withdrawn is not None else None
    table = (*own, *parse_cards(lying or [], "罚张里"))
    cards = tuple(dict.fromkeys(c for c in (*held, *table) if c != back))
    if not cards and back is not None:
        raise MoreNeeded(f"请写出他手里{back.chinese}以外的牌。")
    if not cards:
        raise RuleInputError("手里没有牌了。")
    own = tuple(c for c in own if c != back)
    minor = [c for c in parse_cards(lying or [], "罚张里") if c != back and c in cards]
    penalties = as_major(own)
    if not own and len(minor) == 1 and is_small(minor[0].rank):
        penalties = [PenaltyCard(minor[0], PenaltyClass.MINOR)]
    found = plays_open_to_holder(
        cards, penalties, None if led == "none" else Suit(led), requirement_of_code(demand, suit, requirement)
    )
    ordered = sorted(found.cards, key=lambda c: (-c.suit.order, -c.rank))
    return {"cards": card_codes(ordered), "count": len(ordered)}


@rule(
    "bridge.legal_in_words",
    "bridge-1999:44C",
    "bridge-1999:50D1",
    "bridge-1999:50D2a",
    "bridge-1999:51B2b",
    "bridge-1999:57A",
    "bridge-1999:62B",
    title="照跟牌和判罚该打什么",
)
def legal_in_words(
    led: LedCode,
    fault: Literal["suit", "penalty", "penalty_card", "none"] | None = None,
    demand: RequirementCode | None = None,
    suit: SuitCode | None = None,
    requirement: str | None = None,
    penalty_cards: list[str] | None = None,
    withdrawn: str | None = None,
    majors: list[str] | None = None,
) -> dict[str, Any]:
    """What following suit and a lead or play penalty ask of somebody who can do it, telling nothing of his hand (44C, 57A).

    ``led`` is none when he leads; ``demand`` and ``suit``, else the ``requirement`` in words, are the penalty; ``fault``: what
    he failed to do (61A); ``penalty_cards``: those before him once the card ``withdrawn`` is one; ``majors``: those that are major,
    where the card taken back becomes none. One of them that meets all is due (50D1). ``said``: a sentence in Chinese; ``after``
    the same behind a colon; both null where nothing is asked of him, or not known. Raises RuleInputError for words that are no
    penalty.
    """
    suit_led = None if led == "none" else Suit(led)
    told = suit is not None or requirement is not None or demand in ("highest", "lowest")
    wanted = requirement_of_code(demand, suit, requirement) if demand is not None and told else FREE
    if demand is None:
        wanted = requirement_in_words(requirement, suit_led)
    names = suit_names(wanted.suits)
    others = suit_names(each for each in sorted(Suit, key=lambda s: -s.order) if each not in wanted.suits)
    lying = parse_cards(penalty_cards or [], "罚张里")
    own = [c for c in lying if str(c) != withdrawn] if len(lying) > 1 else []  # two penalty cards are both major
    own = own if majors is None else list(parse_cards(majors, "罚张里"))
    said, due = None, []
    if suit_led is None and wanted.kind != "none":
        due = list(wanted.met_by(own, None))
        said = {"require": f"引{names}", "forbid": f"引{others}，不得引{names}"}.get(wanted.kind)
        if wanted.kind == "require" and (wanted.besides or len(wanted.suits) > 1):
            said = f"引{wanted.to_lead}"
    elif suit_led is not None and wanted.kind in ("highest", "lowest"):
        said = f"打{suit_led.chinese}中最{'大' if wanted.kind == 'highest' else '小'}的一张"
    elif fault == "penalty" and wanted.kind == "forbid":
        due = list(wanted.met_by(own, None))
        said = f"打{names}以外的牌"
    elif suit_led is not None and (fault == "suit" or (fault is None and wanted.kind == "none")):
        due = [c for c in own if c.suit is suit_led]
        said = f"跟{suit_led.chinese}"
    if due:
        said = f"打出罚张{say(card_codes(due), 'cards', None)}{'中的一张' if len(due) > 1 else ''}"
    return {"said": said, "after": f"：{said}" if said is not None else None}
