"""Makes the three whole events of ``made_events/``: ``python -m tests.app.tools.competition.whole_events``.

They are made, not real: a real one stands in ``real_events``, of bridge alone. What chance decided (seeds below) is written out
once and kept; the seeds were chosen so that equals are told apart at every step the text has. What they come to is worked out in
``test_whole_events.py`` from the law text, by itself.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from app.journal.competition import AdjustBody, ChangeBody, LateBody, LotsBody, ResultBody
from app.tools.competition.meetings import Meeting
from app.tools.competition.next_round import next_round
from tests.app.tools.competition.events import Play

FOLDER = Path(__file__).with_name("made_events")
FEW = ("5", "6", "7")  # levels: with so few many are equal


def about(meeting: Meeting) -> tuple[str, str, str]:
    return meeting.id, str(meeting.home), str(meeting.away)


def guandan(seed: int) -> Play:
    """Twelve pairs, seven rounds by score, with the supplement; one late, one too late, one loses a game, one leaves."""
    chance = random.Random(seed)
    play = Play("guandan", 12, supplement=True, format="swiss", rounds=7, bye_points=(2, 13), places=4)
    for number in range(1, 8):
        play.add(next_round(play.now()))
        if number == 5:
            play.add(ChangeBody("9", "leave", 5))
        for at, meeting in enumerate(play.now().rounds[-1].meetings):
            if not meeting.is_known or (number == 5 and meeting.has("9")):
                continue
            levels = ((chance.choice(FEW), chance.choice(FEW)),)
            if (number, at) == (2, 1):
                play.add(LateBody(str(meeting.home), 2, minutes=7, included=False))
            if (number, at) == (3, 2):
                play.add(ResultBody(*about(meeting), forfeit="away", ground="迟到弃权"))
            elif (number, at) == (4, 0):
                play.add(ResultBody(*about(meeting), levels=(("2", "8"),), forfeit="home", ground="一局判负"))
            else:
                play.add(ResultBody(*about(meeting), levels=levels))
    play.add(AdjustBody("4", 7, second=-1, reason="贡错还错"))
    return play


def shengji(seed: int) -> Play:
    """Eight pairs who all meet; standard scores; one warned, one too late, one loses a round, one leaves after half."""
    chance = random.Random(seed)
    play = Play("shengji", 8, settled={"shengji-40/D-28": "own-average"}, equals="among")
    for each in play.now().rounds:
        if each.number == 6:
            play.add(ChangeBody("3", "leave", 6))
        for at, meeting in enumerate(each.meetings):
            if each.number >= 6 and meeting.has("3"):
                continue
            if (each.number, at) == (2, 0):
                play.add(LateBody(str(meeting.away), 2, minutes=6))
            if (each.number, at) == (4, 1):
                play.add(ResultBody(*about(meeting), forfeit="home", ground="迟到弃权"))
            elif (each.number, at) == (5, 2):
                play.add(ResultBody(*about(meeting), forfeit="away", ground="判负"))
            else:
                play.add(ResultBody(*about(meeting), levels=((chance.choice(FEW), chance.choice(FEW)),)))
    return play


def bridge(seed: int) -> Play:
    """Six teams who all meet twice; victory points are written; one late, one forfeits, one leaves."""
    chance = random.Random(seed)
    play = Play("bridge", 6, cycles=2, equals="among")
    for each in play.now().rounds:
        if each.number == 9:
            play.add(ChangeBody("5", "leave", 9, decided="bye"))
        for at, meeting in enumerate(each.meetings):
            if each.number >= 9 and meeting.has("5"):
                continue
            if (each.number, at) == (3, 1):
                play.add(LateBody(str(meeting.home), 3, minutes=12, main=-1))
            if (each.number, at) == (6, 2):
                play.add(ResultBody(*about(meeting), forfeit="away", ground="弃权"))
                play.add(ResultBody(*about(meeting), points=(12, 0), remark="规程：弃权12比0"))
            else:
                home = chance.choice((8, 10, 12))
                play.add(ResultBody(*about(meeting), scores=((home, 20 - home),)))
    return play


MAKERS = {"guandan": guandan, "shengji": shengji, "bridge": bridge}


def steps(play: Play) -> set[str]:
    rows = play.now().standings()
    return {row.by.key for row in rows if row.by is not None} | (
        {"shared"} if any(row.shared for row in rows) else set()
    )


WANTED = {
    "guandan": {"main", "second", "among", "opponents"},
    "shengji": {"main", "among", "shared"},
    "bridge": {"main", "among", "shared"},
}


def make(game: str) -> tuple[int, Play]:
    """The first seed by which equals are told apart at every step."""
    for seed in range(1, 2_000):
        play = MAKERS[game](seed)
        if WANTED[game] <= steps(play):
            break
    equal = [row.entrant for row in play.now().standings() if row.shared][:2]
    if equal:
        play.add(LotsBody(tuple(reversed(equal))))
    return seed, play


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in MAKERS:
        seed, play = make(game)
        lines = [json.dumps(record.body, ensure_ascii=False) for record in play.records]
        (FOLDER / f"{game}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(game, seed, sorted(steps(play)), len(lines))


if __name__ == "__main__":
    main()
