"""How long pairing and standings of 200 pairs take, and 1,000 random tournaments.

python -m tests.benchmarks.competition
"""

from __future__ import annotations

import random
import time
from collections import Counter

from app.journal.competition import ResultBody
from app.tools.competition.next_round import next_round
from tests.app.tools.competition.events import Play
from tests.app.tools.competition.tournaments import LEVELS, play_one

PAIRS, ROUNDS = 200, 9


def swiss() -> None:
    """Print what each round of a large event takes."""
    chance = random.Random(1)
    play = Play("guandan", PAIRS, format="swiss", rounds=ROUNDS)
    play.now().standings()
    print(f"积分编排 {PAIRS} 对：  读日志   编排   名次（秒）")
    for number in range(1, ROUNDS + 1):
        start = time.perf_counter()
        now = play.now()
        read = time.perf_counter()
        body = next_round(now)
        paired = time.perf_counter()
        play.add(body)
        for meeting in play.now().rounds[-1].meetings:
            a, b = chance.sample(LEVELS, 2)
            play.add(ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=((a, b),)))
        now = play.now()
        begin = time.perf_counter()
        now.standings()
        ranked = time.perf_counter() - begin
        print(f"第 {number} 轮            {read - start:7.3f} {paired - read:7.3f} {ranked:7.3f}")


def tournaments(number: int = 1000) -> None:
    """Play random tournaments; what does not hold stops with an error."""
    start = time.process_time()
    formats = Counter(play_one(seed) for seed in range(number))
    print(f"{number} 场随机比赛 {time.process_time() - start:.1f} 秒（处理器）：{dict(formats)}")


if __name__ == "__main__":
    swiss()
    tournaments()
