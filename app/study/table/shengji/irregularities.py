"""Irregularities of shengji at the living table: how a legal act is bent into one, and what the table shows of it.

None says how it is ruled: the tree does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from app.study.table.kinds import Facts, Kinds
from app.study.table.model import Act, Incident, Irregularity
from app.study.table.shengji.acts import bury_act, declare_act, names, play_act, say_act
from app.study.table.shengji.players import SimplePlayer, View
from app.study.table.shengji.position import At, buries, hidden, plays
from decision_trees.shengji.cards import Card, points
from decision_trees.shengji.exposed_cards import is_heavy
from decision_trees.shengji.numbers import card_count
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.throws import check_against, smallest
from decision_trees.shengji.tricks import Play
from decision_trees.shengji.trumps import class_chinese

RARE = 0.3  # of what can always happen
_HANDS = {Seat.S: "south_hand", Seat.E: "east_hand", Seat.N: "north_hand", Seat.W: "west_hand"}


def _texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _caller(random: Random, offender: Seat) -> str:
    """An opponent, who calls the referee (28.1)."""
    return random.choice((offender.next.value, offender.previous.value))


_KINDS: Kinds[At] = Kinds(
    "shengji",
    tuple(Seat),
    acted=lambda at: at.actions,
    over=lambda at: at.turn is None,
    begins=(3, 40),
    told=lambda incident: {"offender": incident.offender},
    known={"pointed_out": "normal"},
)
kind = _KINDS.kind


def _playing(at: At) -> bool:
    return at.stage in ("play", "discarded") and at.turn is not None


# Cards that should have been followed


def _not_following(at: At, random: Random) -> tuple[Card, ...] | None:
    """A card of another class than was led, by who has some of the class led and more than two cards (10p1, 28b.3)."""
    table = at.table
    if not _playing(at) or not table.plays or len(table.led) != 1 or table.heavy.get(table.turn):
        return None
    hand = table.hands[table.turn]
    due = table.followable()
    rest = [card for card in hand if card not in due]
    if not rest or len(hand) < 5:
        return None
    return (random.choice(rest),)


def _revoke(at: At, act: Act, random: Random) -> Incident[At] | None:
    """He has the class led and plays another card; it comes to light when he plays one of the class later (25p3)."""
    cards = _not_following(at, random)
    if cards is None:
        return None
    seat = at.table.turn
    return Incident(
        "shengji.revoke",
        seat.value,
        (play_act(seat, cards),),
        (plays(at, cards),),
        at,
        called_by=_caller(random, seat),
        more=cards,
    )


def _later_trick(acts: Sequence[Act], incident: Incident[At]) -> bool:
    """Since then, in a later trick, he has played a card of the class he did not follow."""
    trumps, before = incident.before.table.trumps, incident.before.table
    suit = trumps.class_of(before.led[0])
    start = next((n for n, act in enumerate(acts) if act == incident.acts[0]), None)
    if start is None:
        return False
    return any(
        act.kind == "play"
        and act.seat == incident.offender
        and any(trumps.class_of(Card.parse(c)) == suit for c in act.what)
        for act in acts[start + 1 :]
    )


def _revoke_facts(at: At, incident: Incident[At]) -> Facts:
    before = incident.before.table
    return {
        "hand": _texts(before.hands[Seat(incident.offender)]),
        "led": _texts(before.led),
        "leader": before.leader.value,
        "play": _texts(incident.more),
        "noticed": "after_next_lead",
    }


def _revoke_truth(at: At, incident: Incident[At]) -> Facts:
    left = len(incident.before.table.hands[Seat(incident.offender)]) - 1
    now = len(at.table.hands[Seat(incident.offender)])
    return {
        "last_cards": "after" if left == 2 else "when_noticed" if now == 2 else "none",
        "now_two": now == 2,
        "next_complete": True,
    }


def _wrong_follow(at: At, act: Act, random: Random) -> Incident[At] | None:
    """He has the class led, plays a card that matters instead, and sees it himself in the same trick (23.2, 25p2)."""
    cards = _not_following(at, random)
    if cards is None or len(at.table.plays) == len(Seat) - 1:
        return None
    trumps = at.table.trumps
    if not (is_heavy(cards[0], trumps) or trumps.is_trump(cards[0])):
        return None
    seat = at.table.turn
    suit = class_chinese(trumps.class_of(at.table.led[0]))
    laid = plays(at, cards)
    return Incident(
        "shengji.wrong_follow",
        seat.value,
        (play_act(seat, cards), say_act(seat, f"等等，我手里还有{suit}")),
        (laid, laid),
        at,
        called_by=_caller(random, seat),
        more=cards,
    )


def _wrong_follow_facts(at: At, incident: Incident[At]) -> Facts:
    before = incident.before.table
    return {
        "hand": _texts(before.hands[Seat(incident.offender)]),
        "led": _texts(before.led),
        "leader": before.leader.value,
        "play": _texts(incident.more),
    }


def _wrong_follow_truth(at: At, incident: Incident[At]) -> Facts:
    after = at.actions > incident.after[-1].actions
    return {"mistake": "real", "played_after": "somebody" if after else "nobody"}


# Throws


def _failed_throw(at: At, act: Act, random: Random) -> Incident[At] | None:
    """He throws cards of one class of which another hand has a higher one, and is told so (8, 23.1)."""
    table = at.table
    if not _playing(at) or table.plays or table.early or table.heavy:
        return None
    seat, trumps = table.turn, table.trumps
    hand = table.hands[seat]
    others = {s: cards for s, cards in table.hands.items() if s is not seat}
    suits = sorted({trumps.class_of(card) for card in hand})
    random.shuffle(suits)
    for suit in suits:
        own = sorted(
            (c for c in hand if trumps.class_of(c) == suit), key=lambda c: (trumps.height(c), str(c)), reverse=True
        )
        for size in random.sample((2, 3, 4), 3):
            if not size <= len(own) < len(hand):
                continue
            throw = tuple(own[:size])
            check = check_against(throw, seat, others, trumps)
            if len(check.beaten) != 1 or check.partner_blocks:
                continue  # none beaten: it stands; several, or by his partner: what he leads instead is open (D-04, D-05)
            blocker = next(s for s in (seat.next, seat.previous, seat.partner) if s in check.blockers)
            low = smallest(check.beaten, trumps)
            higher = [c for c in table.hands[blocker] if trumps.beats(c, low)]
            laid = replace(
                at,
                table=replace(
                    table,
                    plays=(Play(seat, throw),),
                    hands={**table.hands, seat: tuple(c for c in hand if c not in throw)},
                ),
                stage="play",
                actions=at.actions + 1,
            )
            return Incident(
                "shengji.failed_throw",
                seat.value,
                (play_act(seat, throw), say_act(blocker, f"甩不了，我有{names(higher[:1])}")),
                (laid, laid),
                at,
                called_by=blocker.value,
                more=(throw, low),
            )
    return None


def _failed_throw_facts(at: At, incident: Incident[At]) -> Facts:
    before, offender = incident.before.table, Seat(incident.offender)
    hands = {_HANDS[seat]: _texts(cards) for seat, cards in before.hands.items() if seat is not offender}
    return {"throw": _texts(incident.more[0]), **hands}


def _failed_throw_truth(at: At, incident: Incident[At]) -> Facts:
    return {"next_led": False}


# Out of turn


def _lead_early(at: At, act: Act, random: Random) -> Incident[At] | None:
    """Somebody leads who did not win the last trick, or is not the banker (7, 21.2)."""
    table = at.table
    if not _playing(at) or table.plays or table.heavy or table.early:
        return None
    offender = random.choice([seat for seat in Seat if seat is not table.turn and len(table.hands[seat]) > 1])
    view = View.of(replace(table, leader=offender), at.gone)
    cards = SimplePlayer().choose(view)
    if is_heavy(cards[0], table.trumps):
        return None  # how a heavy card led out of turn is penalised is open (D-09)
    early = replace(at, table=replace(table, leader=offender))
    return Incident(
        "shengji.lead_out_of_turn",
        offender.value,
        (play_act(offender, cards),),
        (plays(early, cards),),
        at,
        called_by=_caller(random, offender),
        more=cards,
    )


def _lead_early_facts(at: At, incident: Incident[At]) -> Facts:
    followed = at.actions > incident.after[-1].actions
    return {
        "right_leader": incident.before.table.turn.value,
        "lead_state": "followed" if followed else "alone",
        "cards": _texts(incident.more),
        "whose_turn": at.table.turn.value,
    }


def _follow_early(at: At, act: Act, random: Random) -> Incident[At] | None:
    """The next player plays to the trick before whose turn it is (9p2, 21.2)."""
    table = at.table
    if not _playing(at) or not table.plays or table.early or table.heavy or random.random() >= RARE:
        return None
    offender = table.turn.next
    if any(play.seat is offender for play in table.plays):
        return None
    hand = table.hands[offender]
    view = View(offender, table.trumps, table.banker, hand, table.plays, (), at.gone)
    cards = SimplePlayer().choose(view)
    hands = {**table.hands, offender: tuple(card for card in hand if card not in cards)}
    laid = replace(at, table=replace(table, hands=hands, early={offender: cards}))
    return Incident(
        "shengji.play_out_of_turn",
        offender.value,
        (play_act(offender, cards),),
        (laid,),
        at,
        called_by=_caller(random, offender),
        more=cards,
    )


def _follow_early_facts(at: At, incident: Incident[At]) -> Facts:
    before = incident.before.table
    return {
        "due": before.turn.value,
        "turn": "early",
        "leader": before.leader.value,
        "led": _texts(before.led),
        "play": _texts(incident.more),
        "whose_turn": before.turn.value,
    }


# Cards seen


def _exposed(at: At, act: Act, random: Random) -> Incident[At] | None:
    """A card drops and everybody sees it (24p1)."""
    if not _playing(at) or at.table.heavy or at.stage != "play" or random.random() >= RARE:
        return None
    seat = random.choice(list(Seat))
    hand = at.table.hands[seat]
    if len(hand) < 4:
        return None
    card = random.choice(hand)
    text = f"{seat.chinese}理牌时掉下一张{card.chinese}，牌面朝上，大家都看见了"
    return Incident(
        "shengji.exposed_card",
        seat.value,
        (Act(seat.value, "show", (str(card),), text),),
        (at,),
        at,
        called_by=_caller(random, seat),
        more=(card,),
    )


def _exposed_facts(at: At, incident: Incident[At]) -> Facts:
    return {"cards": _texts(incident.more), "exposure": "seen"}


# Before play


def _wrong_bottom(at: At, act: Act, random: Random) -> Incident[At] | None:
    """The banker buries one card too many, or too few (6p2, 28b.6)."""
    if at.stage != "drawn":
        return None
    banker = at.table.banker
    number = card_count("bottom") + random.choice((-1, 1))
    wrong = bury_act(banker, number)
    return Incident(
        "shengji.wrong_discard",
        banker.value,
        (wrong,),
        (buries(at, hidden(at, wrong)),),
        at,
        called_by=_caller(random, banker),
        more=number,
    )


def _wrong_bottom_facts(at: At, incident: Incident[At]) -> Facts:
    return {"discarded": incident.more, "bottom_cards": incident.more}


def _second_showing(at: At, act: Act, random: Random) -> Incident[At] | None:
    """After one player has shown a level card another shows one of another suit, to make that trumps (3p1, 3p4)."""
    if at.stage != "drawing" or at.declared or at.shower is None or at.shows is None:
        return None
    others = [
        (seat, card)
        for seat in Seat
        if seat is not at.shower
        for card in at.table.hands[seat]
        if card.suit is not None and card.rank == at.level
    ]
    if not others:
        return None
    seat, card = random.choice(others)
    first = replace(at, declared=True)
    number = min(at.at + random.randint(1, 6), card_count("hand") * len(Seat))
    again = declare_act(seat, card, number)
    again = replace(again, text=f"{again.text}，说：反主")
    return Incident(
        "shengji.declaring_trumps",
        seat.value,
        (act, again),
        (first, first),
        at,
        called_by=at.shower.value,
        more=card,
    )


def _second_showing_facts(at: At, incident: Incident[At]) -> Facts:
    before = incident.before
    assert before.shower is not None and before.shows is not None and before.shows.suit is not None
    return {
        "level_card": True,
        "in_draw": True,
        "showing": "one_after_another",
        "shower": before.shower.value,
        "other_shower": incident.offender,
        "shown_suit": before.shows.suit.value,
        "other_shown_suit": incident.more.suit.value,
        "stage": "drawing",
        "whose_turn": incident.offender,
    }


# Points


def _gathering(at: At, act: Act, random: Random) -> Incident[At] | None:
    """A trick with points is turned, and its points go to the wrong side (13p2, 13p3)."""
    table = at.table
    if not _playing(at) or len(table.plays) != len(Seat) - 1 or act.kind != "play" or table.early:
        return None
    cards = tuple(Card.parse(code) for code in act.what)
    trick = (*table.plays, Play(table.turn, cards))
    within = points(card for play in trick for card in play.cards)
    right = plays(at, cards)
    if not within or right.turn is None or right.table.last_winner is None:
        return None
    defended = right.table.gathered > table.gathered
    wrong = table.gathered if defended else table.gathered + within
    laid = replace(right, table=replace(right.table, gathered=wrong))
    winner = right.table.last_winner
    if defended:
        careless = say_act(winner, f"（把这一圈翻了过去，{within}分没有拣出来）")
        offender = winner
    else:
        offender = random.choice((table.banker.next, table.banker.previous))
        careless = say_act(offender, f"（把这一圈的{within}分拣到自己面前）")
    return Incident(
        "shengji.points_gathered",
        offender.value,
        (act, careless),
        (laid, laid),
        at,
        called_by=random.choice((offender.partner.value if defended else offender.next.value, None)),
        more=(trick, defended, right.table.gathered),
    )


def _gathering_facts(at: At, incident: Incident[At]) -> Facts:
    trick, defended, _ = incident.more
    names_of = ("led", "second", "third", "fourth")
    return {
        "matter": "left" if defended else "taken",
        "leader": trick[0].seat.value,
        **{name: _texts(play.cards) for name, play in zip(names_of, trick, strict=True)},
    }


def _next_trick(at: At, incident: Incident[At]) -> bool:
    return at.turn is None or at.tricks > incident.after[-1].tricks


def _never(at: At, incident: Incident[At]) -> bool:
    return at.turn is None


IRREGULARITIES: tuple[Irregularity[At], ...] = (
    kind("revoke", "藏张", _revoke, _revoke_facts, _revoke_truth, evident=_later_trick, lapsed=_never, begins=(4, 30)),
    kind("wrong_follow", "跟错牌", _wrong_follow, _wrong_follow_facts, _wrong_follow_truth),
    kind("failed_throw", "甩错牌", _failed_throw, _failed_throw_facts, _failed_throw_truth),
    kind("lead_out_of_turn", "越序领出", _lead_early, _lead_early_facts),
    kind("play_out_of_turn", "越序跟牌", _follow_early, _follow_early_facts),
    kind("exposed_card", "暴露张", _exposed, _exposed_facts),
    kind("wrong_discard", "庄家扣错底牌", _wrong_bottom, _wrong_bottom_facts, begins=(0, 2)),
    kind("declaring_trumps", "亮主的争议", _second_showing, _second_showing_facts, begins=(0, 1)),
    kind("points_gathered", "拣分有误", _gathering, _gathering_facts, lapsed=_next_trick),
)
"""Each with the tree that rules on it."""
