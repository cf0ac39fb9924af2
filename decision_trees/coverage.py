"""Does a ruling stand behind every provision that carries a penalty or gives somebody a right or an option?

A provision *carries a penalty* when its own heading or text matches :func:`penalty_words` of its game (``penalties`` of
``game.yaml``): in bridge the printed mark (判罚), a card that becomes a penalty card (罚张), an adjusted score (判给…调整分), a
procedural or disciplinary penalty, another law's penalty applied (应用第64条判罚), a lost right, an exclusion; in guandan and
shengji warnings, violations and fouls that are recorded, points, deals and games that are lost, turns that are stopped.

It *gives a right or an option* when it matches :data:`RIGHTS`: somebody 有权 or 可(以) do one of the listed things (demand,
choose, accept, forbid, ask, look, withdraw, waive, appeal ...), it is settled by somebody (由…决定), or an irregular call or
lead can be accepted (被接受).

It is *ruled* when it, or a provision below it, is cited by an outcome of some tree: by the outcome itself, an effect, a
figure, the choice it opens or one of the options; or by a question in which a player makes his choice (``who``) and its answers. A
right is covered as well by a line of the rights page (``rights.yaml``) that cites it; a penalty is not. What no
irregularity can cite stands in ``decision_trees/<game>/not_ruled.yaml`` with the reason; an entry speaks for all below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from decision_trees.games import games
from decision_trees.loader import ROOT
from decision_trees.model import Tree
from rules_data.handbook import Handbook
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.model import GameId, Kind, Provision
from rules_data.record import record

MarkKind = Literal["penalty", "right"]

_ADJUSTED = r"判给(?:双方|该赛员|他们)?(?:一定的)?(?:人为|裁定)?的?调整分"
_EXCLUDED = r"停赛|取消.{0,9}资格|暂停.{0,12}资格"
_LOST = r"(?:处罚|改正)权.{0,10}丧失|丧失了?.{0,10}处罚权"
_SCORED = (
    r"弃权",
    r"判(?:其|违规者|违规方)?(?:直接|比赛)?(?:负|获胜|双下|下游)|判罚双下|双下直接判负",
    _LOST,
    _EXCLUDED,
)

SHARED: Mapping[str, str] = {"adjusted": _ADJUSTED, "scored": "|".join(_SCORED), "lost": _LOST, "excluded": _EXCLUDED}
"""Wordings that the texts of several games use, by the name under which ``game.yaml`` lists them among its penalties."""


@cache
def penalty_words(game: str) -> re.Pattern[str]:
    """What a penalty looks like in the print of a game (white space left out); nothing where the game does not say."""
    words = games()[game].penalties
    return re.compile("|".join(SHARED.get(each, each) for each in words) or "(?!)")


RIGHTS = re.compile(
    r"有权|享有的?权利|裁量权|可作的?选择|可供.{0,4}选择|必须作出选择|(?<![不未])被接受|接受对方的|不受判罚地"
    r"|由.{1,10}(?:决定|选定|裁定)(?!权)"
    r"|可(?!能)以?(?:自行|立即|重新|合法|接续|任意|主动|直接|恰当地|进一步|根据[^，,。]{1,12}|在[^，,。]{1,14}"
    r"|向[^，,。]{1,10}|对[^，,。]{1,18}|按第53条(?:规定)?,?){0,2}"
    r"(?:要求|请求|选择|指定|禁止|询问|查询|提问|收回|更改|更换|改换|改正|改变调整分|同意|接受|拒绝|摊牌|打出|引出|翻明|查看"
    r"|查验|撤|指出|召请|放弃|提出|提请|作出选择|作出任何|重叫|宣称|参阅对方|申诉|上诉|不需|违反本方|试图|自己从"
    r"|予承认|允许|由(?!于))"
)
"""What a right or an option looks like in print (white space left out)."""

_UNRULED_KINDS: frozenset[Kind] = frozenset({"title", "contents", "table", "form"})


@record
class NotRuled:
    """A provision that no irregularity can cite, and why."""

    at: str
    reason: str


@dataclass(frozen=True, slots=True)
class Mark:
    """The words in print by which a provision carries a penalty or gives a right."""

    kind: MarkKind
    words: str


@dataclass(frozen=True, slots=True)
class Item:
    """A provision that carries a penalty or gives a right, and where it is ruled."""

    id: str
    label: str
    title: str
    marks: tuple[Mark, ...]
    ruled_by: tuple[str, ...]  # tree/outcome
    reason: str | None  # why it is not ruled, where it is an exception

    @property
    def only_rights(self) -> bool:
        """Cited by the rights page alone."""
        return bool(self.ruled_by) and all(where.partition("/")[0].endswith(".rights") for where in self.ruled_by)

    @property
    def missing(self) -> bool:
        """Neither ruled nor an exception."""
        return not self.ruled_by and self.reason is None


@dataclass(frozen=True, slots=True)
class Needless:
    """An exception that is not needed."""

    at: str
    why: Literal["unknown", "idle", "ruled"]  # no such provision, nothing to rule there, ruled by now


@dataclass(frozen=True, slots=True)
class Report:
    """What is ruled, what is excepted and what is missing in one or more games."""

    games: tuple[GameId, ...]
    items: tuple[Item, ...]
    needless: tuple[Needless, ...]

    @property
    def ruled(self) -> tuple[Item, ...]:
        """The provisions an outcome cites, and rights that a rights page cites."""
        return tuple(i for i in self.items if i.ruled_by)

    @property
    def excepted(self) -> tuple[Item, ...]:
        """The provisions that are not ruled, with a reason."""
        return tuple(i for i in self.items if not i.ruled_by and i.reason is not None)

    @property
    def missing(self) -> tuple[Item, ...]:
        """The provisions that are neither."""
        return tuple(i for i in self.items if i.missing)

    @property
    def complete(self) -> bool:
        """Is nothing missing, and no exception needless?"""
        return not self.missing and not self.needless

    def text(self, *, full: bool = False) -> str:
        """The report in Chinese; ``full`` also lists what is ruled and where."""
        return "\n".join(_lines(self, full))


_MARKS: Mapping[MarkKind, str] = {"penalty": "判罚", "right": "权利"}
_NEEDLESS = {
    "unknown": "没有这个条款",
    "idle": "这里没有判罚也没有权利，不必列出",
    "ruled": "已有裁决或权利页引用，不必再列",
}


def _lines(report: Report, full: bool) -> Iterator[str]:
    names = "、".join(games()[g].name for g in report.games)
    rights = sum(i.only_rights for i in report.ruled)
    yield (
        f"{names}：带判罚或权利的条款 {len(report.items)} 条，裁决已引用 {len(report.ruled) - rights} 条，"
        f"{f'权利页另引用 {rights} 条，' if rights else ''}"
        f"说明了理由不裁决 {len(report.excepted)} 条，缺 {len(report.missing)} 条。"
    )
    if report.missing:
        yield "还没有裁决引用："
        yield from (f"  {_item(i)}" for i in report.missing)
    if report.needless:
        yield "多余的例外："
        yield from (f"  {n.at}：{_NEEDLESS[n.why]}。" for n in report.needless)
    if report.excepted:
        yield "不裁决的理由："
        yield from (f"  {i.id} {i.label}：{i.reason}" for i in report.excepted)
    if full and report.ruled:
        yield "裁决引用："
        yield from (f"  {i.id} {i.label}：{'、'.join(i.ruled_by)}" for i in report.ruled)


def _item(item: Item) -> str:
    marks = "，".join(f"{_MARKS[m.kind]}“{m.words}”" for m in item.marks)
    return f"{item.id} {item.label}{f' {item.title}' if item.title else ''}（{marks}）"


def marks(provision: Provision, game: str) -> tuple[Mark, ...]:
    """The penalties and rights a provision's own heading and text hold, each wording once."""
    printed = re.sub(r"\s+", "", f"{provision.heading or ''}\n{provision.text or ''}")
    found = [Mark("penalty", m[0]) for m in penalty_words(game).finditer(printed)]
    found += [Mark("right", m[0]) for m in RIGHTS.finditer(printed)]
    return tuple(dict.fromkeys(found))


def _cites(trees: Mapping[str, Tree]) -> Iterator[tuple[str, str]]:
    """Every provision cited by an outcome or a player's choice, and where (tree/node)."""
    for tree in trees.values():
        for name, outcome in tree.outcomes.items():
            where = f"{tree.id}/{name}"
            cited = [*outcome.cites, *(c for e in outcome.effects for c in e.cites)]
            cited += [c for f in outcome.figures.values() for c in f.cites]  # said with the ruling, cited with it
            cited += [*(c for n in outcome.next for c in n.cites), *(c for s in outcome.stays for c in s.cites)]
            if outcome.choice is not None:
                cited += [*outcome.choice.cites, *(c for o in outcome.choice.options.values() for c in o.cites)]
            yield from ((id_, where) for id_ in cited)
        for name, question in tree.questions.items():
            if question.who is None:
                continue
            options = tree.facts[question.fact].options.values() if question.fact in tree.facts else ()
            cited = [*question.cites, *(c for o in options for c in o.cites)]
            yield from ((id_, f"{tree.id}/{name}") for id_ in cited)


def coverage(
    handbook: Handbook,
    trees: Mapping[str, Tree],
    exceptions: Iterable[NotRuled] = (),
    game: GameId | None = None,
    *,
    elsewhere: Iterable[tuple[str, str]] = (),
) -> Report:
    """What is ruled of the books of ``game`` (by default of every game that has a tree among ``trees``).

    ``elsewhere`` are citations outside the trees, as pairs of a provision and where it is cited (the pages of rights): they
    count for what gives a right and carries no penalty. A second witness of a text is left out: it is the same law.
    Citations of provisions that do not exist are ignored here; the linter reports them.
    """
    among: tuple[GameId, ...] = (game,) if game else tuple(dict.fromkeys(t.game for t in trees.values()))
    ruled, granted = _by_provision(_cites(trees), handbook), _by_provision(elsewhere, handbook)
    given = tuple(exceptions)
    reasons = {e.at: e.reason for e in given}
    items: list[Item] = []
    used: dict[str, bool] = {}  # exception -> does it still speak for something that is not ruled?
    for book in handbook.books.values():
        if book.game not in among or book.witness_of is not None:
            continue
        for provision in book.walk():
            found = () if provision.kind in _UNRULED_KINDS else marks(provision, book.game)
            if not found:
                continue
            by = tuple(ruled.get(provision.id, ()))
            if all(mark.kind == "right" for mark in found):
                by += tuple(granted.get(provision.id, ()))
            around = (provision.id, *(p.id for p in reversed(handbook.path(provision.id))))
            excepted = next((id_ for id_ in around if id_ in reasons), None)
            if excepted is not None:
                used[excepted] = used.get(excepted, False) or not by
            reason = reasons[excepted] if excepted is not None and not by else None
            items.append(Item(provision.id, provision.label, provision.title or "", found, by, reason))
    needless = [Needless(e.at, _needless(e.at, handbook, used)) for e in given if not used.get(e.at)]
    return Report(among, tuple(items), tuple(needless))


def _by_provision(cited: Iterable[tuple[str, str]], handbook: Handbook) -> dict[str, dict[str, None]]:
    """Where each provision, or one below it, is cited."""
    out: dict[str, dict[str, None]] = {}
    for id_, where in cited:
        if id_ in handbook:
            for above in (handbook.provision(id_), *handbook.path(id_)):
                out.setdefault(above.id, {})[where] = None
    return out


def _needless(at: str, handbook: Handbook, used: Mapping[str, bool]) -> Literal["unknown", "idle", "ruled"]:
    if at not in handbook:
        return "unknown"
    return "ruled" if at in used else "idle"


def load_exceptions(game: str, root: Path = ROOT) -> tuple[NotRuled, ...]:
    """The exceptions of one game; none when there is no file. Raises DataError with every fault of form."""
    file = root / game / "not_ruled.yaml"
    if not file.exists():
        return ()
    document: Document = read_yaml(file)
    found: tuple[NotRuled, ...] = tuple(validate(document, tuple[NotRuled, ...]))
    problems = []
    seen: set[str] = set()
    for i, exception in enumerate(found):
        if exception.at in seen:
            problems.append(Problem(file, document.line((i, "at")), f"例外“{exception.at}”写了两次。", "请删去一个。"))
        if not exception.reason.strip():
            problems.append(Problem(file, document.line((i, "reason")), "例外没有理由。", "请写 reason。"))
        seen.add(exception.at)
    if problems:
        raise DataError(problems)
    return found
