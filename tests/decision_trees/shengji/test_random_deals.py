"""Following, trick winners and throws on 10,000 random deals, against a slow table of who beats whom written out here."""

from __future__ import annotations

import random
from typing import Any

from decision_trees.functions import call

DEALS = 10_000
ORDER = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
TURNS = "SENW"


class Table:
    """Every class as a list of groups of equal cards, the highest first: nothing but the printed order."""

    def __init__(self, level: str, trump: str) -> None:
        others = [s for s in "SHDC" if s != trump]
        below = [r for r in ORDER if r != level]
        self.trumps = [["BJ"], ["LJ"], [trump + level], [s + level for s in others], *([trump + r] for r in below)]
        self.classes = {"T": self.trumps} | {s: [[s + r] for r in below] for s in others}
        self.of = {card: name for name, groups in self.classes.items() for group in groups for card in group}
        self.deck = list(self.of)

    def place(self, card: str, led: str) -> int:
        """Lower is better: trumps, then the class led, then everything else."""
        ladder = self.trumps + ([] if led == "T" else self.classes[led])
        return next((at for at, group in enumerate(ladder) if card in group), len(ladder))

    def winner_of_singles(self, plays: list[tuple[str, str]]) -> str:
        """Seat of the best card, the earliest of equals."""
        led = self.of[plays[0][1]]
        places = [self.place(card, led) for _, card in plays]
        return plays[places.index(min(places))][0]

    def winner(self, plays: list[tuple[str, list[str]]]) -> str:
        if len(plays[0][1]) == 1:
            return self.winner_of_singles([(s, c[0]) for s, c in plays])
        led = self.of[plays[0][1][0]]
        ruffs = [p for p in plays[1:] if led != "T" and all(self.of[c] == "T" for c in p[1])]
        if not ruffs:
            return plays[0][0]
        best = [min(self.place(c, led) for c in cards) for _, cards in ruffs]
        return ruffs[best.index(min(best))][0]

    def legal(self, hand: list[str], led: list[str], play: list[str]) -> bool:
        """Nobody keeps a card of the class led while he plays one of another."""
        name = self.of[led[0]]
        kept = [c for c in hand if c not in play]
        strays = any(self.of[c] != name for c in play)
        return len(play) == len(led) and not (strays and any(self.of[c] == name for c in kept))

    def beaten(self, throw: list[str], others: dict[str, list[str]]) -> tuple[list[str], list[str]]:
        """Each card of the throw led by itself: which of them another hand could beat by following, and who could."""
        found, by = [], set()
        for card in throw:
            for seat, hand in others.items():
                for other in hand:
                    same = self.of[other] == self.of[card]
                    if same and self.winner_of_singles([("me", card), ("him", other)]) == "him":
                        found.append(card)
                        by.add(seat)
        return [c for c in throw if c in found], sorted(by)


def points(cards: list[str]) -> int:
    return sum({"5": 5, "0": 10, "K": 10}.get(c[-1], 0) for c in cards)


def some_play(rng: random.Random, table: Table, hand: list[str], led: list[str]) -> list[str]:
    """A legal play of a random kind."""
    name = table.of[led[0]]
    same = [c for c in hand if table.of[c] == name]
    rest = [c for c in hand if table.of[c] != name]
    trumps = [c for c in rest if table.of[c] == "T"]
    if not same and len(trumps) >= len(led) and rng.random() < 0.8:
        return rng.sample(trumps, len(led))
    if len(same) >= len(led):
        return rng.sample(same, len(led))
    return same + rng.sample(rest, len(led) - len(same))


def test_random_deals() -> None:
    rng = random.Random(40)
    seen = {"throw stands": 0, "throw fails": 0, "equal cards": 0, "illegal": 0, "ruffed throw": 0, "over-ruffed": 0}
    for _ in range(DEALS):
        level, trump = rng.choice(ORDER), rng.choice("SHDC")
        table = Table(level, trump)
        cards = table.deck[:]
        rng.shuffle(cards)
        start = rng.randrange(4)
        seats = TURNS[start:] + TURNS[:start]
        size = rng.choice((3, 6, 12))
        hands = {seat: cards[at * size : (at + 1) * size] for at, seat in enumerate(seats)}
        deal: dict[str, Any] = {"level": level, "trump": trump}
        leader = seats[0]

        # a throw, or one card when the hand has no two of a class
        name = table.of[rng.choice(hands[leader])]
        own = [c for c in hands[leader] if table.of[c] == name]
        own.sort(key=lambda c: table.place(c, name))
        led = own[: rng.randint(1, len(own))] if rng.random() < 0.7 else rng.sample(own, rng.randint(1, len(own)))
        if len(led) > 1:
            others = {s: hands[s] for s in seats[1:]}
            beaten, blockers = table.beaten(led, others)
            out = call("shengji.throw_check", deal | {"throw": led, "thrower": leader, "others": others})
            assert (out["beaten"], out["blockers"], out["valid"]) == (beaten, blockers, not beaten)
            assert out["chooser"] == seats[1]
            seen["throw fails" if beaten else "throw stands"] += 1
            if beaten:
                # what is beaten are always the lowest cards of the throw, so that both readings of 最小 name one height
                assert table.place(out["smallest_beaten"], name) == max(table.place(c, name) for c in led)
                good = [table.place(c, name) for c in led if c not in beaten]
                assert max(good, default=-1) < min(table.place(c, name) for c in beaten)
                led = [out["smallest_beaten"]]

        plays = [(leader, led)]
        best_ruff: list[str] = []
        for seat in seats[1:]:
            hand = hands[seat]
            wild = rng.sample(hand, rng.choice((len(led), rng.randint(1, len(hand)))))
            legal = table.legal(hand, led, wild)
            seen["illegal"] += not legal
            assert call("shengji.legal_follow", deal | {"hand": hand, "led": led, "play": wild})["legal"] is legal
            play = some_play(rng, table, hand, led)
            asked = deal | {"hand": hand, "led": led, "play": play}
            assert call("shengji.legal_follow", asked)["legal"] is True
            kind = call("shengji.classify_play", asked | ({"best_ruff": best_ruff} if best_ruff else {}))["kind"]
            own_class = {table.of[c] for c in play}
            if own_class == {name}:
                assert kind == "follow"
            elif own_class == {"T"}:
                ahead = [(leader, led)] + ([("best", best_ruff)] if best_ruff else [])
                wins = table.winner([*ahead, (seat, play)]) == seat
                assert kind == (("over_ruff" if best_ruff else "ruff") if wins else "discard")
                seen["over-ruffed"] += kind == "over_ruff"
                best_ruff = play if wins else best_ruff
            else:
                assert kind == "discard"
            plays.append((seat, play))

        result = call("shengji.trick_winner", deal | {"plays": [[s, " ".join(c)] for s, c in plays]})
        assert result == {"winner": table.winner(plays), "points": sum(points(c) for _, c in plays)}, (deal, plays)
        seen["ruffed throw"] += len(led) > 1 and result["winner"] != leader

        one, other = rng.sample(table.deck, 2)
        led_class = rng.choice(list(table.classes))
        a, b = table.place(one, led_class), table.place(other, led_class)
        last = len(table.trumps) + (0 if led_class == "T" else len(table.classes[led_class]))
        expected = "a" if a < b else "b" if b < a else "neither" if a == last else "tie"
        assert call("shengji.compare", deal | {"a": one, "b": other, "led_class": led_class}) == {"result": expected}
        seen["equal cards"] += expected == "tie"
    assert min(seen.values()) > 20, seen
