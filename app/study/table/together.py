"""A living table on two phones: one of two trainees plays its players, the other is their referee.

The player shows one act after the other and answers what the referee asks, by what is so or as people claim; the referee stops
the table, asks and rules. What either does is a step, and the same steps from the same address make the same table again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeGuard

from app.base.opened import trees
from app.ruling.wording import shaped
from app.study.table.asked import claims_of
from app.study.table.debrief import VERDICTS, debriefed
from app.study.table.model import Said
from app.study.table.ruling import DONT_KNOW
from decision_trees.engine import Asked, Ruled, Undecided
from decision_trees.reach import facts_of
from decision_trees.values import show

if TYPE_CHECKING:
    from app.study.table.living import Finding, LivingTable
    from app.study.table.ruling import AtTable

Role = Literal["player", "referee"]
ROLES: Mapping[Role, str] = {"player": "牌手", "referee": "裁判"}
SHOWN = 5  # acts that are read on a phone
MOST_STEPS = 4  # acts of one tap
MOST_CLAIMS = 3
LONGEST = 200  # characters of what a player says
LONGEST_TOOK = 10 * 60_000  # ms: who went away for longer did not look for so long
NOT_NOW, NOT_THIS = "现在不能这样做。", "没有这一项。"


@dataclass(frozen=True, slots=True)
class Asking:
    """What the referee asks a player, until he answers."""

    seat: str
    fact: str
    ask: str


@dataclass(slots=True)
class Together:
    """The table, and what waits for one of the two."""

    table: LivingTable[Any]
    asking: Asking | None = None
    given: Finding | None = None  # the last ruling, until play goes on
    over: bool = False
    _steps: dict[str, Callable[[Mapping[str, Any]], str]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._steps = {
            "player/step": self._step, "player/say": self._say,
            "referee/stop": self._stop, "referee/open": self._open, "referee/ask": self._ask,
            "referee/answer": self._answer, "referee/back": self._back, "referee/give": self._give,
            "referee/dismiss": self._dismiss,
        }  # fmt: skip

    def do(self, role: Role, said: Mapping[str, Any]) -> str:
        """Do what one of the two wants; why it cannot be done now, empty where it is done."""
        step = self._steps.get(f"{role}/{said.get('do')}")
        return NOT_THIS if step is None else NOT_NOW if self.over else step(said)

    # The player

    def _step(self, said: Mapping[str, Any]) -> str:
        number = said.get("count")
        if not _whole(number) or not 1 <= number <= MOST_STEPS:
            return NOT_THIS
        if self.table.ruling is not None or self.table.called is not None:
            return "牌桌停着，等裁判。"
        self.given = None
        for _ in range(number):
            if self.table.step() is None and self.table.called is None:
                self.over = self.table.over
            if self.table.called is not None or self.over:
                break
        return ""

    def _say(self, said: Mapping[str, Any]) -> str:
        text, made = said.get("text"), self.table.ruling
        if self.asking is None or made is None:
            return "裁判没有在问。"
        if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
            return f"写一句，至多 {LONGEST} 字。"
        made.heard.append((self.asking.fact, Said(self.asking.seat, text.strip())))
        self.asking = None
        return ""

    # The referee

    def _stop(self, said: Mapping[str, Any]) -> str:
        took = said.get("took", 0)
        if self.table.ruling is not None:
            return "牌桌已经停着。"
        self.table.stop(min(LONGEST_TOOK, max(0, took)) if _whole(took) else 0)
        return ""

    def _open(self, said: Mapping[str, Any]) -> str:
        made, tree = self.table.ruling, said.get("tree")
        if made is None:
            return "先叫停。"
        if tree not in dict(made.trees()):
            return NOT_THIS
        self.asking = None
        made.open(str(tree))
        return ""

    def _ask(self, said: Mapping[str, Any]) -> str:
        made, seat = self.table.ruling, said.get("seat")
        if made is None or not isinstance(made.step, Asked) or self.asking is not None:
            return NOT_NOW
        if seat not in self.table.game.seats:
            return NOT_THIS
        self.asking = Asking(str(seat), made.step.name, shaped(made.step.ask))
        return ""

    def _answer(self, said: Mapping[str, Any]) -> str:
        made, number = self.table.ruling, said.get("option")
        if made is None or not isinstance(made.step, Asked):
            return NOT_NOW
        options = made.options()
        if not _whole(number) or not 0 <= number < len(options):
            return NOT_THIS
        self.asking = None
        made.answer(options[number][0])
        return ""

    def _back(self, said: Mapping[str, Any]) -> str:
        made = self.table.ruling
        if made is None or made.tree is None:
            return NOT_NOW
        self.asking = None
        if made.answers:
            made.back()
        else:
            made.tree = made.step = None
            made.fault = ""
        return ""

    def _give(self, said: Mapping[str, Any]) -> str:
        if self.table.ruling is None or self.table.ruling.final is None:
            return "还没有裁定。"
        self.asking = None
        self.given = self.table.give()
        return ""

    def _dismiss(self, said: Mapping[str, Any]) -> str:
        if self.table.ruling is None:
            return "牌桌没有停着。"
        self.asking = None
        self.table.dismiss()
        return ""

    # What they are shown

    def shown(self, role: Role, label: Callable[[str], str] = str) -> dict[str, Any]:
        """What one of the two sees, but for the picture: what only the other knows is not in it."""
        table = self.table
        found: dict[str, Any] = {
            "acts": [shaped(act.text) for act in table.acts[-SHOWN:]],
            "called": self._name(table.called) if table.called is not None else "",
            "stopped": table.ruling is not None,
            "over": self.over,
            "given": self._told(),
            "asking": None, "secret": "", "ruling": None, "debrief": None,
        }  # fmt: skip
        if self.over:
            found["debrief"] = self._debrief(label)
        elif role == "player":
            found["secret"] = self._secret()
            found["asking"] = self._asked()
        elif table.ruling is not None:
            found["ruling"] = self._ruling(table.ruling, label)
        return found

    def _name(self, seat: str) -> str:
        return str(self.table.game.seats.get(seat, seat))

    def _told(self) -> list[str]:
        given = self.given
        if given is None or given.ruled is None:
            return []
        coming = given.ruled.next.line if given.ruled.next is not None else ""
        return [shaped(each) for each in (given.ruled.outcome.ruling, self.table.notice, coming) if each]

    def _secret(self) -> str:
        happening = self.table.happening
        return "" if happening is None else f"{happening[0]}（{self._name(happening[1])}）"

    def _asked(self) -> dict[str, Any] | None:
        if self.asking is None or self.table.ruling is None:
            return None
        made, seat = self.table.ruling, self.asking.seat
        so = self._so(made, self.asking.fact)
        claims = claims_of(made.kind.tree)[:MOST_CLAIMS] if made.kind is not None else ()
        says = [*([so] if so else []), DONT_KNOW, *(f"{each}。" for each in claims)]
        return {"seat": self._name(seat), "ask": self.asking.ask, "so": so, "says": says}

    @staticmethod
    def _so(made: AtTable[Any], fact: str) -> str:
        """What is so of a fact, in words; empty where nothing has happened, or nobody there knows."""
        if made.kind is None or made.incident is None or made.tree is None:
            return ""
        known = {**made.kind.facts(made.at, made.incident), **made.kind.truth(made.at, made.incident)}
        declared = facts_of(made.tree, trees().trees).get(fact)
        if declared is None or fact not in known:
            return ""
        return shaped(f"{declared.label}：{show(declared, known[fact])}。")

    def _ruling(self, made: AtTable[Any], label: Callable[[str], str]) -> dict[str, Any]:
        step = made.step
        found: dict[str, Any] = {
            "trees": [list(each) for each in made.trees()] if made.tree is None or step is None else [],
            "title": made.tree.title if made.tree is not None and step is not None else "",
            "fault": shaped(made.fault), "ask": "", "seats": [], "heard": [], "waits": "", "options": [],
            "outcome": [], "clauses": [],
        }  # fmt: skip
        if isinstance(step, Asked):
            found["ask"] = shaped(step.ask)
            found["seats"] = [list(each) for each in self.table.game.seats.items()]
            found["heard"] = [[self._name(each.seat), each.text] for fact, each in made.heard if fact == step.name]
            found["waits"] = self._name(self.asking.seat) if self.asking is not None else ""
            found["options"] = [shaped(words) for _, words in made.options()]
        elif isinstance(step, Ruled):
            lines = [step.outcome.ruling, *(figure.text for figure in step.figures)]
            lines += [step.next.line] if step.next is not None else []
            found["outcome"], found["clauses"] = [shaped(each) for each in lines], _labels(step.cites, label)
        elif isinstance(step, Undecided):
            found["fault"] = f"条文没有定论，由{step.question.decides}决定。"
        return found

    def _debrief(self, label: Callable[[str], str]) -> dict[str, Any]:
        told = debriefed(self.table)
        lines = [
            {
                "verdict": each.verdict, "title": f"{VERDICTS[each.verdict]}：{each.title}", "when": each.when,
                "because": [shaped(one) for one in each.because], "ruled": shaped(each.ruled),
                "right": shaped(each.right), "clauses": _labels(each.cites, label),
            }
            for each in told.lines
        ]  # fmt: skip
        return {"score": [told.score.text, *told.score.lines], "text": told.text, "lines": lines}


def _labels(cites: Sequence[str], label: Callable[[str], str]) -> list[str]:
    return [label(each) for each in cites]


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
