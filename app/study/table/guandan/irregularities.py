"""Irregularities of guandan at the living table: how a legal act is bent into one, and what the table shows of it.

None says how it is ruled: the tree does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from app.study.table.guandan.acts import action, cards_act, give_act, names, pass_act, play_act
from app.study.table.guandan.players import SimplePlayer, View
from app.study.table.guandan.position import PAY, RETURN, At, after, gives, laid, play_of
from app.study.table.kinds import Facts, Kinds, shown
from app.study.table.model import Act, Incident, Irregularity
from decision_trees.functions import call
from decision_trees.guandan.cards import Card, Rank, is_wild, strength
from decision_trees.guandan.numbers import Regime
from decision_trees.guandan.playing import Table, plays_of
from decision_trees.guandan.plays import play_defect, play_forms, words
from decision_trees.guandan.seats import Seat, next_with_cards
from decision_trees.guandan.tribute import return_is_legal

RARE = 0.3  # of what can always happen


def _texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _caller(random: Random, offender: Seat) -> str | None:
    """An opponent who calls the referee, or nobody."""
    return random.choice((offender.next.value, offender.previous.value, None))


_KINDS: Kinds[At] = Kinds(
    "guandan",
    tuple(Seat),
    acted=lambda at: len(at.actors),
    over=lambda at: at.turn is None,
    begins=(1, 60),
)
kind = _KINDS.kind


def _playing(at: At) -> bool:
    """Is somebody about to play or to pass?"""
    return not at.due and at.saying is None and at.turn is not None


def _not_laid(at: At, seat: Seat, cards: Sequence[Card]) -> At:
    """The position with an illegal play lying there: out of his hand, and nothing to be beaten; the next acts."""
    table = replace(at.table, hands=at.table.without(seat, cards))
    table = table.on(next_with_cards(seat, table.out)) if table.leading else table.passed()
    return replace(at, table=table, actors=(*at.actors, seat))


# Plays


def _wrong_follow(at: At, act: Act, random: Random) -> Incident[At] | None:
    """He lays down what does not beat the play: too low, of another pattern, or no pattern at all (6.1, 17.3.2)."""
    last = at.table.last
    if not _playing(at) or last is None:
        return None
    seat, hand = at.table.turn, at.table.hands[at.table.turn]
    plain = [p for p in plays_of(hand, at.level) if p.said is None and not p.reading.type.is_bomb]
    same = [p.cards for p in plain if p.reading.type is last.play.reading.type]
    other = [p.cards for p in plain if len(p.cards) == len(last.play.cards)]
    ways = [same, other, _near(hand, len(last.play.cards), at.level, random)]
    random.shuffle(ways)
    for way in ways:
        for cards in random.sample(way, len(way)):
            if len(cards) == len(hand) or is_wild(cards[0], at.level):
                continue
            found = _defect(at, cards)
            if found in ("too_small", "other_pattern", "no_pattern"):
                return Incident(
                    "guandan.wrong_play_by_follower",
                    seat.value,
                    (cards_act(seat, cards),),
                    (_not_laid(at, seat, cards),),
                    at,
                    called_by=_caller(random, seat),
                    more=tuple(cards),
                )
    return None


def _defect(at: At, cards: Sequence[Card]) -> str:
    last = at.table.last
    assert last is not None
    found = play_defect(
        previous=_texts(last.play.cards), play=_texts(cards), level=at.level.code, previous_said=last.play.said
    )
    return str(found["defect"])


def _near(hand: Sequence[Card], size: int, level: Rank, random: Random) -> list[tuple[Card, ...]]:
    """Cards that look like a play of so many and are none: two of a rank and one beside it, and the like."""
    cards = [card for card in hand if not is_wild(card, level) and not card.rank.is_joker]
    counts = Counter(card.rank for card in cards)
    ranks = sorted(counts)
    found = []
    for rank in ranks:
        own = [card for card in cards if card.rank is rank]
        beside = [card for card in cards if 0 < card.rank - rank <= 2]
        for number in range(min(len(own), size - 1), 0, -1):
            if len(beside) >= size - number:
                found.append((*own[:number], *beside[: size - number]))
                break
    random.shuffle(found)
    return [each for each in found if play_forms(_texts(each), level.code)["forms"] == "none"]


def _wrong_lead(at: At, act: Act, random: Random) -> Incident[At] | None:
    """He leads what is no pattern: two pairs in a row, three with one (4, 17.3.1)."""
    if not _playing(at) or not at.table.leading or at.table.within:
        return None
    seat, hand = at.table.turn, at.table.hands[at.table.turn]
    for size in random.sample((4, 5), 2):
        for cards in _near(hand, size, at.level, random):
            top = max(Counter(card.rank for card in cards).values())
            if top >= 2 and size < len(hand):
                return Incident(
                    "guandan.wrong_play_by_leader",
                    seat.value,
                    (cards_act(seat, cards),),
                    (_not_laid(at, seat, cards),),
                    at,
                    called_by=_caller(random, seat),
                    more=tuple(cards),
                )
    return None


def _next_state(at: At, offender: Seat) -> Facts:
    """Whether the players beside him have cards, where somebody has finished; before that both have."""
    done = [seat.value for seat in at.table.finished]
    if not done:
        return {"next_state": "has_cards", "left_has_cards": True}
    found = call(
        "guandan.finish.next_state", {"offender": offender.value, **dict(zip(("first", "second"), done, strict=False))}
    )
    return {"next_state": found["state"], "left_has_cards": found["left_has_cards"]}


def _wrong_facts(at: At, incident: Incident[At]) -> Facts:
    offender, before = Seat(incident.offender), incident.before
    following = next_with_cards(offender, before.table.out)
    last = at.table.last
    facts: Facts = {
        "offender": offender.value,
        "play": _texts(incident.more),
        "next_followed": last is not None and last.seat is following and last != before.table.last,
        **_next_state(at, offender),
    }
    if before.table.last is None:
        facts |= {"defect": "no_pattern", "leading": True}
    else:
        facts |= _to_beat(before.table) | {"leading": False, "defect": _defect(before, incident.more)}
    return facts


def _to_beat(table: Table) -> Facts:
    last = table.last
    if last is None:
        return {}
    said = {"previous_said": last.play.said} if last.play.said else {}
    return {"last_play_by": last.seat.value, "previous_play": _texts(last.play.cards), **said}


def _out_of_turn(at: At, act: Act, random: Random) -> Incident[At] | None:
    """The next player plays before whose turn it is has played or passed (18.2)."""
    last = at.table.last
    if not _playing(at) or last is None:
        return None
    due = at.table.turn
    offender = next_with_cards(due, at.table.out)
    if offender is last.seat or offender is due or offender in at.table.stopped:
        return None
    early = replace(at.table, turn=offender)
    options = [p for p in early.options() if p.said is None and len(p.cards) < len(at.table.hands[offender])]
    view = replace(View.of(early), options=tuple(options))
    play = SimplePlayer().choose(view) or (random.choice(options) if options else None)
    if play is None:
        return None
    early_laid = replace(laid(at, offender, play), saying=None)
    return Incident(
        "guandan.play_out_of_turn",
        offender.value,
        (play_act(offender, play),),
        (early_laid,),
        at,
        called_by=_caller(random, offender),
        more=play.cards,
    )


def _out_of_turn_facts(at: At, incident: Incident[At]) -> Facts:
    before = incident.before
    offender = Seat(incident.offender)
    acted = at.actors[len(incident.after[-1].actors) :]
    return {
        "offender": offender.value,
        "due": before.table.turn.value,
        "turn": before.table.turn.value,
        "kind": "upper_skipped",
        "next_acted": offender.next in acted,
        "leading": False,
        "play": _texts(incident.more),
        **_to_beat(before.table),
    }


def _pass_early(at: At, act: Act, random: Random) -> Incident[At] | None:
    """The next player passes before whose turn it is has played or passed (18.3)."""
    last = at.table.last
    if not _playing(at) or last is None:
        return None
    due = at.table.turn
    offender = next_with_cards(due, at.table.out)
    if offender is last.seat or offender is due or offender in at.table.stopped:
        return None
    return Incident(
        "guandan.pass_out_of_turn",
        offender.value,
        (pass_act(offender),),
        (at,),
        at,
        called_by=_caller(random, offender),
    )


def _pass_early_facts(at: At, incident: Incident[At]) -> Facts:
    before = incident.before
    offender = Seat(incident.offender)
    last = at.table.last
    followed = last is not None and last != before.table.last and last.seat.side is not offender.side
    acted = at.actors[len(before.actors) :]
    return {
        "offender": offender.value,
        "skipped": before.table.turn.value,
        "turn": at.table.turn.value,
        "next_acted": offender.next in acted,
        "others_followed": followed,
        **_to_beat(at.table),
    }


def _pass_shown(acts: Sequence[Act], incident: Incident[At]) -> bool:
    """He passed, and the act before was not that of the player before him: nobody else was seen to act."""
    if not acts or not shown(acts, incident):
        return False
    at = max(n for n, act in enumerate(acts) if act == incident.acts[0])
    earlier = [act for act in acts[:at] if act.kind in ("play", "pass")]
    return bool(earlier) and earlier[-1].seat != incident.before.table.turn.value


def _taken_back(at: At, act: Act, random: Random) -> Incident[At] | None:
    """He plays, an opponent names the play, and he takes it back (17.2)."""
    if not _playing(at) or act.kind != "play":
        return None
    play = play_of(at, act)
    seat = at.table.turn
    if play is None or play.said is not None or len(play.cards) == len(at.table.hands[seat]):
        return None
    down = laid(at, seat, play)
    other = seat.next
    named = Act(other.value, "say", (), f"{other.chinese}：看到了，是{words(play.reading, play.cards, at.level)}")
    back = Act(seat.value, "say", (), f"{seat.chinese}把{names(play.cards)}拿回手里，说：等一下，我换一手")
    return Incident(
        "guandan.play_taken_back",
        seat.value,
        (act, named, back),
        (replace(down, saying=None), replace(down, saying=None), at),
        at,
        called_by=_caller(random, seat),
        more=play.cards,
    )


def _taken_back_facts(at: At, incident: Incident[At]) -> Facts:
    leading = incident.before.table.leading
    return {
        "offender": incident.offender,
        "legal": True,
        "seen": True,
        "leading": leading,
        "turn": Seat(incident.offender).next.value,
    }


def _exposed(at: At, act: Act, random: Random) -> Incident[At] | None:
    """A low card drops and everybody sees it (17.1)."""
    if not _playing(at) or random.random() >= RARE:
        return None
    seat = random.choice([s for s in Seat if s not in at.table.out])
    low = [c for c in at.table.hands[seat] if not is_wild(c, at.level) and strength(c.rank, at.level) <= Rank.NINE]
    if not low:
        return None
    card = random.choice(low)
    text = f"{seat.chinese}理牌时掉下一张{card.chinese}，牌面朝上，马上拿回手里"
    return Incident(
        "guandan.card_exposed",
        seat.value,
        (Act(seat.value, "show", (str(card),), text),),
        (at,),
        at,
        called_by=_caller(random, seat),
    )


def _exposed_facts(at: At, incident: Incident[At]) -> Facts:
    return {"offender": incident.offender, "how": "slipped"}


def _exposed_truth(at: At, incident: Incident[At]) -> Facts:
    return {"severity": "light"}


# Announcing


def _unannounced(at: At, act: Act, random: Random) -> Incident[At] | None:
    """He has ten cards or fewer and does not say so; the next plays on (12)."""
    if at.saying is None or at.before_last is None or at.table.over:
        return None
    if at.unannounced.get(at.saying.side):
        return None
    silent = replace(at, saying=None)
    on = action(silent)
    if on.kind not in ("play", "pass"):
        return None
    return Incident(
        "guandan.not_announced",
        at.saying.value,
        (on,),
        (after(silent, on),),
        at,
        called_by=_caller(random, at.saying),
    )


def _unannounced_facts(at: At, incident: Incident[At]) -> Facts:
    before, offender = incident.before, Seat(incident.offender)
    assert before.table.last is not None
    left = len(before.table.hands[offender])
    acted = at.actors[len(before.actors) :]
    replayed = offender in acted
    facts: Facts = {
        "offender": offender.value,
        "missing": "number",
        "cards_before": left + len(before.table.last.play.cards),
        "cards_after": left,
        "continued": bool(acted),
        "prior_this_game": 0,
        "prior_same": 0,
        "finished": offender in at.table.finished,
        "replayed": replayed,
    }
    if not replayed:
        since = [
            n
            for n, s in (("next", offender.next), ("partner", offender.partner), ("previous", offender.previous))
            if s in acted
        ]
        if since:
            facts["acted_since_fault"] = since[-1]
        return facts
    later = acted[acted.index(offender) + 1 :]
    again = offender in later
    until = later[: later.index(offender)] if again else later
    others = [
        n
        for n, s in (("next", offender.next), ("partner", offender.partner), ("previous", offender.previous))
        if s in until
    ]
    return facts | {"acted": others[-1] if others else "none", "again": again}


# Tribute and return


def _wrong_tribute(at: At, act: Act, random: Random) -> Incident[At] | None:
    """He pays a card although he has a higher one (10.1, 19.1)."""
    if not at.due or at.due[0].kind != PAY:
        return None
    seat, hand = at.due[0].seat, at.table.hands[at.due[0].seat]
    due = strength(Card.parse(act.what[0]).rank, at.level)
    payable = [c for c in hand if not is_wild(c, at.level) and Rank.QUEEN <= strength(c.rank, at.level) < due]
    if not payable:
        return None
    card = max(payable, key=lambda c: (strength(c.rank, at.level), c.index))
    shows = give_act(PAY, seat, card, at.due[0].to)
    return Incident("guandan.wrong_tribute", seat.value, (shows,), (gives(at, card),), at, more=(card,))


def _tribute_seen(acts: Sequence[Act], incident: Incident[At]) -> bool:
    """He has played a higher card than he paid, and it is not the one that was returned to him."""
    level, paid = incident.before.level, incident.more[0]
    start = next((n for n, act in enumerate(acts) if act == incident.acts[0]), None)
    if start is None:
        return False
    returned = [
        act.what[0] for act in acts[start:] if act.kind == "show" and f"给{Seat(incident.offender).chinese}" in act.text
    ]
    higher = [
        code
        for act in acts[start + 1 :]
        if act.kind == "play" and act.seat == incident.offender
        for code in act.what
        if not is_wild(Card.parse(code), level) and strength(Card.parse(code).rank, level) > strength(paid.rank, level)
    ]
    return bool(Counter(higher) - Counter(returned))


def _tribute_facts(at: At, incident: Incident[At]) -> Facts:
    offender = incident.offender
    done = [seat.value for seat in at.table.finished]
    place = "not_finished"
    if offender in done:
        place = call(
            "guandan.finish.state",
            {"offender": offender, **dict(zip(("first", "second", "third"), done, strict=False))},
        )["state"]
    return {
        "offender": offender,
        "tribute_card": str(incident.more[0]),
        "found": "during" if at.began else "before",
        "offender_place": place,
    }


def _tribute_truth(at: At, incident: Incident[At]) -> Facts:
    hand = incident.before.table.hands[Seat(incident.offender)]
    return {"payer_hand": _texts(hand), "wrong_tribute": True, "resists": False}


def _over_play(at: At, incident: Incident[At]) -> bool:
    return at.turn is None


def _wrong_return(at: At, act: Act, random: Random) -> Incident[At] | None:
    """He returns a card that may not be returned (10.1, 19.2; supplement 3.3)."""
    if not at.due or at.due[0].kind != RETURN:
        return None
    step = at.due[0]
    assert step.to is not None
    seat, own = step.seat, list(at.table.hands[step.seat])
    received = next((g.card for g in at.gave if g.to is seat and g.seat is step.to), None)
    if received is not None:
        own.remove(received)
    wrong = [
        card
        for card in own
        if not card.rank.is_joker
        and card.rank >= Rank.JACK
        and card.rank is not at.level
        and not return_is_legal(own, card, step.to is seat.partner, at.level, at.regime)
    ]
    if not wrong:
        return None
    card = random.choice(wrong)
    done = gives(at, card)
    return Incident(
        "guandan.wrong_return",
        seat.value,
        (give_act(RETURN, seat, card, step.to),),
        (done,),
        at,
        called_by=None if done.due else _caller(random, seat),
        more=(card, tuple(own), step.to),
    )


def _return_facts(at: At, incident: Incident[At]) -> Facts:
    card, _, to = incident.more
    return {
        "offender": incident.offender,
        "returned_card": str(card),
        "returned_to": to.value,
        "to_partner": to is Seat(incident.offender).partner,
        "found": "during" if at.began else "before",
    }


def _return_truth(at: At, incident: Incident[At]) -> Facts:
    own, level = incident.more[1], incident.before.level
    low = any(return_is_legal(own, card, True, level, Regime.BASE) for card in own)
    return {"returner_hand": _texts(own), "has_low": low, "damage": False}


IRREGULARITIES: tuple[Irregularity[At], ...] = (
    kind("wrong_play_by_follower", "跟牌方出错牌", _wrong_follow, _wrong_facts),
    kind("wrong_play_by_leader", "领出方出错牌", _wrong_lead, _wrong_facts),
    kind("play_out_of_turn", "越序出牌", _out_of_turn, _out_of_turn_facts),
    kind("pass_out_of_turn", "越序表态", _pass_early, _pass_early_facts, evident=_pass_shown),
    kind("play_taken_back", "打出的牌又收回", _taken_back, _taken_back_facts),
    kind("card_exposed", "暴露张", _exposed, _exposed_facts, _exposed_truth),
    kind("not_announced", "未报牌", _unannounced, _unannounced_facts),
    kind(
        "wrong_tribute",
        "贡错牌",
        _wrong_tribute,
        _tribute_facts,
        _tribute_truth,
        evident=_tribute_seen,
        lapsed=_over_play,
        begins=(0, 3),
    ),
    kind("wrong_return", "还错牌", _wrong_return, _return_facts, _return_truth, begins=(0, 4)),
)
"""Each with the tree that rules on it."""
