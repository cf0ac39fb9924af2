"""Irregular plays: leads out of turn, revokes, cards shown, cards too early, claims (laws 45-71)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from app.study.table.bridge import playing
from app.study.table.bridge.bidding import RANKS, SEATS, after, partner_of
from app.study.table.bridge.irregular import (
    NAMES,
    SUIT_NAMES,
    call_name,
    caller,
    card_name,
    last_shown,
    opponents,
    played,
    says,
    side_of,
)
from app.study.table.bridge.playing import rank
from app.study.table.bridge.position import Position, Trick, put
from app.study.table.model import Act, Incident, Irregularity, Said
from decision_trees.bridge.claims import min_max_tricks_any_legal_play

LAST_TRICKS = 11  # tricks after which a revoke would be of the twelfth, with rules of its own
CLAIM_LEFT = (2, 4)  # tricks left when somebody claims
DROPS = 0.25  # a card can be dropped at any time: it is tried more seldom than what needs a moment of its own
SHOWN_FOR = 8  # acts in which a card that was shown is ruled on


def _free(at: Position, act: Act) -> bool:
    """May something happen here: play without penalty cards and restrictions?"""
    return bool(at.contract) and act.kind == "play" and not (at.penalty or at.lead_must or at.lead_not or at.play_must)


def _lead_of(at: Position, seat: str) -> str:
    hand = at.hands[seat]
    view = playing.View(
        seat, hand, hand, at.calls, at.dealt[seat], at.declarer, at.trump, None, at.tricks,
        at.hands[at.dummy] if at.dummy_open else (),
    )  # fmt: skip
    return playing.choose(view)


def _declarers(at: Position) -> tuple[str, str]:
    return at.declarer, at.dummy


# -- leads out of turn -------------------------------------------------------------------------------------------------
def _opening_lead(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    if not _free(at, act) or at.tricks or at.trick.plays or act.seat != after(at.declarer):
        return None
    seat = partner_of(act.seat)
    card = _lead_of(at, seat)
    return Incident(
        "bridge.opening_lead_face_up", seat, (played(seat, card, leads=True),), (put(at, seat, card),), at,
        called_by=caller(random, (at.declarer, at.dummy), 0.6), more={"card": card, "trick": 0},
    )  # fmt: skip


def _opening_facts(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    return {"auction": at.auction(), "offender": incident.offender, "led_card": incident.more["card"]}


def _opening_truth(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    second = incident.before.declarer in [seat for seat, _ in _trick(at, incident).plays]
    did = "second_from_hand" if second else "nothing"
    return {"faced": True, "misinformed": False, "declarer_did": did, "leader_has_major": False}


def _defender_lead(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    if not _free(at, act) or not at.tricks or at.trick.plays or not at.hands[act.seat]:
        return None
    seat = partner_of(act.seat) if act.seat in at.defenders else random.choice(at.defenders)
    card = _lead_of(at, seat)
    return Incident(
        "bridge.defender_lead_out_of_turn", seat, (played(seat, card, leads=True),), (put(at, seat, card),), at,
        called_by=caller(random, _declarers(at), 0.6), more={"card": card, "trick": len(at.tricks), "due": act.seat},
    )  # fmt: skip


def _lead_facts(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    return {
        "auction": at.auction(), "offender": incident.offender, "led_card": incident.more["card"],
        "on_lead": incident.more["due"],
    }  # fmt: skip


def _defender_truth(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    followed = len(_trick(at, incident).plays) > 1
    return {"misinformed": False, "since": "lho_followed" if followed else "nothing", "leader_has_major": False}


def _wrong_hand(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    if not _free(at, act) or not at.tricks or at.trick.plays or act.seat not in _declarers(at):
        return None
    seat = partner_of(act.seat)
    if not at.hands[seat]:
        return None
    card = _lead_of(at, seat)
    act_ = played(seat, card, leads=True)
    words = f"{NAMES[at.declarer]}从{'自己手里' if seat == at.declarer else '明手'}引 {card_name(card)}"
    return Incident(
        "bridge.declarer_lead_out_of_turn", seat, (replace(act_, text=words),), (put(at, seat, card),), at,
        called_by=caller(random, at.defenders, 0.6), more={"card": card, "trick": len(at.tricks), "due": act.seat},
    )  # fmt: skip


def _wrong_hand_facts(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    hand = "hand" if incident.offender == incident.before.declarer else "dummy"
    return {
        "auction": at.auction(), "led_card": incident.more["card"], "on_lead": incident.more["due"], "led_from": hand,
    }  # fmt: skip


def _wrong_hand_truth(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    followed = len(_trick(at, incident).plays) > 1
    return {"misinformed": False, "since": "lho_followed" if followed else "nothing"}


def _lead_answer(at: Position, incident: Incident[Position], fact: str, seat: str) -> Said | None:
    if fact == "misinformed":
        words = "没有人告诉我，我自己弄错了。" if seat == incident.offender else "我没有说过该他引。"
        return Said(seat, words, False)
    if fact in ("since", "declarer_did"):
        value = (_opening_truth if fact == "declarer_did" else _defender_truth)(at, incident)[fact]
        words = {"nothing": "引出以后还没有人打牌，也没有人说接受。"}.get(value, "已经接着打了。")
        return Said(seat, words, value)
    if fact == "leader_has_major":
        return Said(seat, "桌上没有罚张。", False)
    return Said(seat, "是翻开的。", True) if fact == "faced" else None


def _trick_over(at: Position, incident: Incident[Position]) -> bool:
    return len(at.tricks) > int(incident.more["trick"])


def _trick(at: Position, incident: Incident[Position]) -> Trick:
    number = incident.more["trick"]
    return at.tricks[number] if number < len(at.tricks) else at.trick


# -- revokes -----------------------------------------------------------------------------------------------------------
def _revoke(at: Position, act: Act, random: Random, kind: str) -> Incident[Position] | None:
    led, seat = at.trick.led, act.seat
    if not _free(at, act) or led is None or seat == at.dummy or len(at.tricks) >= LAST_TRICKS:
        return None
    hand = at.hands[seat]
    other = [card for card in hand if card[0] not in (led, at.trump)]
    if not other or act.what[0][0] != led or len(other) == len(hand):
        return None
    card = min(other, key=rank)
    now = put(at, seat, card)
    # somebody of the other side, but not dummy, may ask
    others = [each for each in opponents(seat) if each != at.dummy]
    acts, after_ = [played(seat, card, leads=False)], [now]
    if kind == "bridge.revoke":
        acts.append(says(seat, f"等一下，我有{SUIT_NAMES[led]}。"))
        after_.append(now)
    return Incident(
        kind, seat, tuple(acts), tuple(after_), at, called_by=caller(random, others, 0.6),
        more={"card": card, "trick": len(at.tricks), "suit": led, "could": tuple(c for c in hand if c[0] == led)},
    )  # fmt: skip


def _revoke_admitted(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    return _revoke(at, act, random, "bridge.revoke")


def _revoke_hidden(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    return _revoke(at, act, random, "bridge.revoke.established")


def _shown_later(acts: Sequence[Act], incident: Incident[Position]) -> bool:
    """He did not follow, and has shown a card of the suit since."""
    first = incident.acts[0]
    if first not in acts:
        return False
    since = acts[len(acts) - 1 - list(reversed(acts)).index(first) + 1 :]
    return any(a.seat == first.seat and a.kind == "play" and a.what[0][0] == incident.more["suit"] for a in since)


def _acted_again(at: Position, incident: Incident[Position]) -> bool:
    """Has his side led or played to the next trick?"""
    later = (*at.tricks[incident.more["trick"] + 1 :], at.trick) if _trick_over(at, incident) else ()
    side = side_of(incident.offender)
    return any(seat in side for trick in later for seat, _ in trick.plays)


def _revoke_facts(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    trick = _trick(at, incident)
    return {
        "auction": at.auction(), "offender": incident.offender, "played": incident.more["card"],
        "trick": [card for _, card in trick.plays], "trick_leader": trick.leader, "led_suit": incident.more["suit"],
    }  # fmt: skip


def _revoke_truth(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    state = "finished" if at.over else "played" if _acted_again(at, incident) else "not_yet"
    plays = _trick(at, incident).plays
    mine = [seat for seat, _ in plays].index(incident.offender)
    since = [seat for seat, _ in plays[mine + 1 :]] + (
        [seat for seat, _ in at.trick.plays] if _trick_over(at, incident) else []
    )
    mate = partner_of(incident.offender)
    after_ = "both" if mate in [seat for seat, _ in plays[mine + 1 :]] else "opponents" if since else "none"
    who = "declarer" if incident.offender == at.declarer else "defender"
    so = {"state": state, "what": "suit", "light": "proper", "after": after_, "player": who}
    return {**so, **established_truth(at, incident)}


def established_truth(at: Position, incident: Incident[Position]) -> dict[str, Any]:
    """How many tricks a revoke costs rests on this (64), once the deal is over."""
    side = side_of(incident.offender)
    later = at.tricks[incident.more["trick"] + 1 :]
    won = [trick for trick in later if trick.winner(at.trump) in side]
    by_card = [
        trick for trick in won
        if trick.winner(at.trump) == incident.offender and trick.played(incident.offender) in incident.more["could"]
    ]  # fmt: skip
    return {"special": "none", "side_tricks_after": len(won), "legal_card_tricks": len(by_card)}


def _revoke_answer(at: Position, incident: Incident[Position], fact: str, seat: str) -> Said | None:
    suit = SUIT_NAMES[incident.more["suit"]]
    if fact == "what":
        if seat == incident.offender:
            return Said(seat, f"我那时有{suit}，没有看见。", "suit")
        return Said(seat, f"他那时没有跟{suit}，后来又出了{suit}。" if len(at.tricks) else "要看他手里有没有。")
    if fact == "light":
        return Said(
            seat,
            "是他自己说出来的。" if incident.kind == "bridge.revoke" else "他后来打出那门花色，大家都看见了。",
            "proper",
        )
    if fact in ("state", "after"):
        value = _revoke_truth(at, incident)[fact]
        words = {
            "not_yet": "下一墩我们都还没有动。", "played": "他们已经打过下一墩了。", "finished": "已经打完了。",
            "none": "他以后还没有人打牌。", "opponents": "对方接着打了牌。", "both": "对方和他的同伴都接着打了。",
        }[value]  # fmt: skip
        return Said(seat, words, value)
    if fact in ("side_tricks_after", "legal_card_tricks") and at.over:
        value = established_truth(at, incident)[fact]
        return Said(seat, f"照桌上的牌数，{value} 墩。", value)
    if fact == "player":
        return Said(seat, f"{NAMES[incident.offender]}自己手里打的。", _revoke_truth(at, incident)["player"])
    return Said(seat, "没有这些情形。", "none") if fact == "special" else None


def _revoke_lapsed(at: Position, incident: Incident[Position]) -> bool:
    return incident.kind == "bridge.revoke" and len(at.tricks) > incident.more["trick"] + 2


# -- a card shown ------------------------------------------------------------------------------------------------------
def _dropped(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    if not _free(at, act) or not at.dummy_open or random.random() > DROPS:
        return None
    seats = [
        seat for seat in (*at.defenders, at.defenders[0], at.declarer) if seat != act.seat and len(at.hands[seat]) > 2
    ]
    if not seats:
        return None
    seat = random.choice(seats)
    card = random.choice(at.hands[seat])
    shown = Act(seat, "show", (card,), f"{NAMES[seat]}手里掉下 {card_name(card)}，牌面向上")
    others = [each for each in opponents(seat) if each != at.dummy]
    return Incident(
        "bridge.card_exposed_in_play", seat, (shown,), (at,), at, called_by=caller(random, others, 0.6),
        more={"card": card, "trick": len(at.tricks), "acts": _number(at)},
    )  # fmt: skip


def _number(at: Position) -> int:
    return sum(len(trick.plays) for trick in at.tricks) + len(at.trick.plays)


def _dropped_facts(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    facts: dict[str, Any] = {"auction": at.auction(), "offender": incident.offender, "on_lead": at.turn}
    if incident.offender in at.defenders:
        facts["penalty_cards"] = [incident.more["card"]]
    if at.trick.plays:
        facts |= {"trick": [card for _, card in at.trick.plays], "trick_leader": at.trick.leader}
        facts.pop("on_lead")
    return {name: value for name, value in facts.items() if value is not None}


def _dropped_truth(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    whose = "declarer" if incident.offender == at.declarer else "defender"
    return {
        "whose": whose, "defender_how": "shown", "declarer_how": "dropped", "partner_could_see": True,
        "director_says_otherwise": False,
    }  # fmt: skip


def _dropped_answer(at: Position, incident: Incident[Position], fact: str, seat: str) -> Said | None:
    if fact in ("defender_how", "declarer_how"):
        words = "手滑掉下来的，不是打的。" if seat == incident.offender else "是他手里掉下来的。"
        return Said(seat, words, _dropped_truth(at, incident)[fact])
    if fact == "whose":
        return Said(seat, f"是{NAMES[incident.offender]}的牌。", _dropped_truth(at, incident)["whose"])
    if fact == "partner_could_see":
        if seat == partner_of(incident.offender):
            return Said(seat, "我没有看清是哪一张。", False, true=False)  # whether he did is not what is asked
        return Said(seat, "牌面向上掉在桌上，谁都看得见。", True)
    return Said(seat, "裁判还没有说过什么。", False) if fact == "director_says_otherwise" else None


def _dropped_lapsed(at: Position, incident: Incident[Position]) -> bool:
    return (
        _number(at) - incident.more["acts"] >= SHOWN_FOR
        or incident.more["card"] not in at.hands[incident.offender]
        or at.over
    )


# -- a card too early --------------------------------------------------------------------------------------------------
def _too_early(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    if (
        not _free(at, act)
        or len(at.trick.plays) != 1
        or at.trick.leader not in _declarers(at)
        or act.seat not in at.defenders
    ):
        return None
    seat, led = partner_of(act.seat), at.trick.led
    own = [card for card in at.hands[seat] if card[0] == led] or list(at.hands[seat])
    other = partner_of(at.trick.leader)
    if not own or not _has_choice(at, other):
        return None
    card = min(own, key=rank)
    return Incident(
        "bridge.premature_play", seat, (played(seat, card, leads=False),), (put(at, seat, card),), at,
        called_by=caller(random, _declarers(at), 0.6),
        more={"card": card, "trick": len(at.tricks), "before": tuple(c for _, c in at.trick.plays), "leader": at.trick.leader},
    )  # fmt: skip


def _has_choice(at: Position, seat: str) -> bool:
    """Has the hand that is still to play cards of the suit that are not alike, so that it is not as good as played?"""
    own = sorted(rank(card) for card in at.hands[seat] if card[0] == at.trick.led)
    return len(own) > 1 and own[-1] - own[0] > len(own) - 1


def _early_facts(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    return {
        "auction": at.auction(), "offender": incident.offender, "played": incident.more["card"],
        "trick": list(incident.more["before"]), "trick_leader": incident.more["leader"],
    }  # fmt: skip


def _early_truth(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    mate = partner_of(incident.offender)
    able = any(card[0] == incident.before.trick.led for card in incident.before.hands[mate])
    return {
        "what": "out_of_turn", "partner_played": False, "declaring_side": "not_both", "declarer_followed": False,
        "able_highest": able, "able_lowest": able,
    }  # fmt: skip


def _early_answer(at: Position, incident: Incident[Position], fact: str, seat: str) -> Said | None:
    truth = _early_truth(at, incident)
    mate = partner_of(incident.offender)
    if fact in ("able_highest", "able_lowest") and seat == mate:
        return Said(seat, "我有引出的这门花色。" if truth[fact] else "这门花色我没有。", truth[fact])
    words = {
        "what": "轮到他的同伴，他先打了。", "partner_played": "他的同伴还没有打。", "declaring_side": "还有一手没有打。",
        "declarer_followed": "他打了以后还没有人打。",
    }  # fmt: skip
    return Said(seat, words[fact], truth[fact]) if fact in words else None


# -- claims ------------------------------------------------------------------------------------------------------------
def _claim(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    left = {len(hand) for hand in at.hands.values()}
    if not _free(at, act) or at.trick.plays or len(left) != 1 or not CLAIM_LEFT[0] <= max(left) <= CLAIM_LEFT[1]:
        return None
    number = max(left)
    side: Any = "NS" if at.declarer in "NS" else "EW"
    hands: Any = {seat: list(at.hands[seat]) for seat in SEATS}
    leader: Any = act.seat
    trump: Any = at.trump
    found = min_max_tricks_any_legal_play(hands, leader, trump, side)
    if found["min"] != found["max"]:
        return None
    surely = int(found["min"])
    claimed = surely + 1 if surely < number and random.random() < 0.7 else surely
    if not claimed:
        return None
    words = "剩下的都是我的。" if claimed == number else f"剩下的我得 {claimed} 墩。"
    objector = random.choice(at.defenders)
    return Incident(
        "bridge.contested_claim", at.declarer, (says(at.declarer, words), says(objector, "我有异议。")), (at, at), at,
        called_by=objector, more={"claimed": claimed, "surely": surely, "trick": len(at.tricks), "words": words},
    )  # fmt: skip


def _claim_facts(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    return {
        "auction": at.auction(), "offender": incident.offender, "claimer": incident.offender,
        "side_tricks_before": at.won(), "tricks_claimed": incident.more["claimed"],
    }  # fmt: skip


def _claim_truth(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    less = incident.more["claimed"] - incident.more["surely"]
    truth: dict[str, Any] = {
        "about": "later",
        "act": "claimed",
        "disputed": True,
        "issue": "other",
        "doubtful": less > 0,
    }
    return truth | ({"tricks_to_opponents": less} if less else {})


def _claim_answer(at: Position, incident: Incident[Position], fact: str, seat: str) -> Said | None:
    ours = seat in side_of(incident.offender)
    less = incident.more["claimed"] - incident.more["surely"]
    hands = "；".join(f"{NAMES[each]} {' '.join(map(card_name, at.hands[each]))}" for each in SEATS)
    words: dict[str, Said] = {
        "about": Said(seat, "说的是剩下的几墩。", "later"),
        "act": Said(seat, f"他说：“{incident.more['words']}”", "claimed"),
        "disputed": Said(seat, "我有异议。" if not ours else "他们不同意。", True),
        "issue": Said(seat, "没有别的打法，争的是照他说的能拿几墩。", "other"),
        "doubtful": Said(
            seat,
            f"四家摊牌：{hands}。" + ("都是我们的。" if ours else "不见得都是他的。"),
            None,
            true=not (ours and less),
        ),
        "tricks_to_opponents": Said(seat, f"四家摊牌：{hands}。"),
    }
    return words.get(fact)


PLAYS: tuple[Irregularity[Position], ...] = (
    Irregularity(
        "bridge.opening_lead_face_up", "bridge.opening_lead_face_up", "越序首引", _opening_lead, last_shown, _opening_facts,
        _opening_truth, _lead_answer, _trick_over, (3, 40),
    ),
    Irregularity(
        "bridge.defender_lead_out_of_turn", "bridge.defender_lead_out_of_turn", "防家越序引牌", _defender_lead, last_shown,
        _lead_facts, _defender_truth, _lead_answer, _trick_over, (8, 55),
    ),
    Irregularity(
        "bridge.declarer_lead_out_of_turn", "bridge.declarer_lead_out_of_turn", "庄家从错误的一手引牌", _wrong_hand, last_shown,
        _wrong_hand_facts, _wrong_hand_truth, _lead_answer, _trick_over, (8, 55),
    ),
    Irregularity(
        "bridge.revoke", "bridge.revoke", "藏牌，当场发现", _revoke_admitted, last_shown, _revoke_facts, _revoke_truth,
        _revoke_answer, _revoke_lapsed, (6, 50),
    ),
    Irregularity(
        "bridge.revoke.established", "bridge.revoke", "藏牌，后来才露出来", _revoke_hidden, _shown_later, _revoke_facts,
        _revoke_truth, _revoke_answer, _revoke_lapsed, (6, 36),
    ),
    Irregularity(
        "bridge.card_exposed_in_play", "bridge.card_exposed_in_play", "打牌时露出牌张", _dropped, last_shown, _dropped_facts,
        _dropped_truth, _dropped_answer, _dropped_lapsed, (8, 55),
    ),
    Irregularity(
        "bridge.premature_play", "bridge.premature_play", "防家过早打牌", _too_early, last_shown, _early_facts, _early_truth,
        _early_answer, _trick_over, (8, 55),
    ),
    Irregularity(
        "bridge.contested_claim", "bridge.contested_claim", "声称有争议", _claim, last_shown, _claim_facts, _claim_truth,
        _claim_answer, lambda at, incident: _trick_over(at, incident) or at.over, (40, 75),
    ),
)  # fmt: skip

ESTABLISHED = Irregularity(
    "bridge.established_revoke", "bridge.established_revoke", "藏牌成立后转几墩", lambda at, act, random: None, last_shown,
    _revoke_facts, established_truth, _revoke_answer, lambda at, incident: False,
)  # fmt: skip
"""Not an irregularity that happens: what is owed once a deal with an established revoke is over (64)."""

__all__ = ["ESTABLISHED", "PLAYS", "RANKS", "call_name"]
