"""Finds the tools a query speaks of: calculators, clocks and schedules, by their titles and by what people call them.

They stand beside what a search found and not among it: whatever is found and in which order is the same with them and without.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decision_trees.games import games
from search.sayings import saying_tokens, saying_weight

if TYPE_CHECKING:
    from decision_trees.library import Library
    from search.language import Language
    from search.tokens import Segmenter
    from search.understanding import Understood

TOOLS_FILE = "tools.json"
CLOCKS = "clocks"  # before the name of a clock
ALL_CLOCKS, ABOUT_CLOCKS = "计时", "出牌、贡牌、迟到、本轮、申诉，几个一起走"
COMPETITION = "competition"  # before the name of a game: the schedule of its event
ROUNDS, ABOUT_ROUNDS = "赛程与成绩", "循环、积分编排、淘汰：编排对阵、录成绩、名次、印发"
CALLED_ROUNDS = (
    ROUNDS, "赛程", "排赛程", "编排", "对阵", "对阵表", "对阵图", "循环赛", "单循环", "双循环", "分组循环", "循环表", "贝格尔",
    "瑞士制", "积分编排", "积分编排赛", "淘汰赛", "单败淘汰", "双败淘汰", "轮次", "轮次表", "轮空", "名次", "名次表", "排名",
    "积分表", "成绩", "成绩表", "录成绩", "记录卡", "桌位图", "出线",
)  # fmt: skip
MOST = 3
_RECALL, _PRECISION = 0.7, 0.8  # as rulings are weighed: see search.rulings
_UNKNOWN = 0.4  # of its weight counts a word of the query that no tool is called by
_LEAST = 0.5  # below this it is not offered


@dataclass(frozen=True, slots=True)
class ToolMatch:
    """A tool that a query speaks of."""

    id: str  # bridge.score, or clocks/guandan.play
    game: str
    book: str
    title: str
    about: str
    score: float


def tools_data(
    library: Library, segmenter: Segmenter, canonical: Mapping[str, str], noise: frozenset[str]
) -> list[dict[str, Any]]:
    """What is compiled: every tool with the words of what it is called. One that needs a library is not among them."""

    def entry(id_: str, game: str, cites: Iterable[str], title: str, about: str, said: Iterable[str]) -> dict[str, Any]:
        words = [list(saying_tokens(text, segmenter, canonical, noise)) for text in dict.fromkeys(said)]
        book = next(iter(cites)).partition(":")[0]  # of a clause, or a book itself
        return {"id": id_, "game": game, "book": book, "title": title, "about": about, "said": [w for w in words if w]}

    tools = [
        entry(tool.id, tool.game, tool.cites, tool.title, tool.about, (tool.title, *tool.called))
        for tool in library.tools.values()
        if tool.needs is None
    ]
    clocks = [
        entry(
            f"{CLOCKS}/{clock.id}", clock.game, clock.cites, f"计时：{clock.title}", clock.about,
            (ALL_CLOCKS, f"{clock.title}计时", f"{clock.title}时间", *clock.called),
        )
        for clock in library.clocks.values()
    ]  # fmt: skip
    rounds = [
        entry(f"{COMPETITION}/{game.id}", game.id, game.books[:1], ROUNDS, ABOUT_ROUNDS, CALLED_ROUNDS)
        for game in games().values()
    ]
    return [*tools, *clocks, *rounds]


@dataclass
class Tools:
    """The tools, opened for searching."""

    table: list[Mapping[str, Any]] = field(repr=False)

    @classmethod
    def open(cls, folder: Path) -> Tools:
        """Open what stands in a compiled folder. Raises FileNotFoundError when there is nothing."""
        return cls(json.loads((folder / TOOLS_FILE).read_bytes()))

    @cached_property
    def _sayings(self) -> tuple[Mapping[str, float], Mapping[str, Sequence[tuple[int, int]]], Sequence[float]]:
        """What each word is worth; in which sayings of which tools it stands; what each saying is worth."""
        said = [(number, words) for number, tool in enumerate(self.table) for words in tool["said"]]
        counts = Counter(word for _, words in said for word in words)
        worth = {word: saying_weight(word, count, len(said)) for word, count in counts.items()}
        where: dict[str, list[tuple[int, int]]] = {}
        for place, (number, words) in enumerate(said):
            for word in words:
                where.setdefault(word, []).append((place, number))
        return worth, where, [sum(worth[word] for word in words) for _, words in said]

    def find(self, understood: Understood, language: Language, admitted: Callable[[str, str], bool]) -> list[ToolMatch]:
        """Return the tools a query may mean, best first; ``admitted`` is asked for game and book."""
        worth, where, whole = self._sayings
        query: dict[str, float] = {}
        for piece, weight in ((understood.text, 1.0), *((word, 0.8) for word in understood.heard)):
            for token in saying_tokens(piece, language.segmenter, language.canonical, language.noise):
                query[token] = max(weight, query.get(token, 0.0))
        own = 0.0
        shared: dict[
            tuple[int, int], complex
        ] = {}  # of a saying: its own words that were said, and how much of the query they are
        for token, weight in query.items():
            known = worth.get(token)
            own += weight * (known if known is not None else _UNKNOWN * saying_weight(token, 1, len(whole)))
            for at in where.get(token, ()):
                shared[at] = shared.get(at, 0j) + complex(worth[token], weight * worth[token])
        scores: dict[int, float] = {}
        for (place, number), parts in shared.items():
            closeness = min(parts.real / whole[place], 1.0) ** _RECALL * min(parts.imag / own, 1.0) ** _PRECISION
            scores[number] = max(closeness, scores.get(number, 0.0))
        found = []
        for number, score in sorted(scores.items()):
            tool = self.table[number]
            if score < _LEAST or (understood.game and understood.game != tool["game"]):
                continue
            if admitted(tool["game"], tool["book"]):
                shown = (tool["id"], tool["game"], tool["book"], tool["title"], tool["about"])
                found.append(ToolMatch(*shown, round(score, 4)))
        return sorted(_one_schedule(list(_one_clock(found))), key=lambda match: -match.score)


def _one_clock(found: Sequence[ToolMatch]) -> Iterator[ToolMatch]:
    """Of the clocks only the best, for they are all on one page; it is named where it alone is meant."""
    clocks = [match for match in found if match.id.startswith(CLOCKS)]
    best = max(clocks, key=lambda match: match.score, default=None)
    alike = [match for match in clocks if best is not None and match.score == best.score]
    for match in found:
        if match is best:
            several = len({each.title for each in alike}) > 1
            yield replace(match, title=ALL_CLOCKS, about=ABOUT_CLOCKS) if several else match
        elif match not in clocks:
            yield match


def _one_schedule(found: Sequence[ToolMatch]) -> Iterator[ToolMatch]:
    """Of the schedules of all games only the first: they are the same page."""
    first = next((match for match in found if match.id.startswith(COMPETITION)), None)
    yield from (match for match in found if match is first or not match.id.startswith(COMPETITION))
