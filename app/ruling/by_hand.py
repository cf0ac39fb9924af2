"""A ruling that no tree gave: the referee says by which clause of a brought text, against whom, what he rules.

What it comes to by the ladder of that text is counted from the journal and said before it is kept; the receipt holds the clause's
words and the version of the text, so that it can be read where the text is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.base.opened import texts
from app.brought.in_receipt import OWN, clause_part, named_book
from app.journal.journal import COUNTED
from app.journal.records import RulingBody
from app.ruling.by_clause import by_clause_now, marks_now, marks_of, wanting
from app.ruling.tally import WITHIN, count_within
from decision_trees.ladder_steps import COUNTED as TITLES
from decision_trees.ladder_steps import step_at
from decision_trees.receipt import FORMAT, book_hash, provision_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.journal.journal import Journal
    from app.journal.records import Record
    from app.ruling.scene import Scene
    from rules_data.brought.game_model import LadderKind, RulingLevel, Within
    from rules_data.brought.model import Brought
    from rules_data.handbook import Handbook
    from rules_data.model import Provision

TREE = "by_hand"  # what stands for the name of a tree in its game


@dataclass(frozen=True, slots=True)
class ByHand:
    """What the referee says of a ruling by a clause."""

    cite: str  # id of a provision of the text
    ruling: str
    level: RulingLevel = "none"
    counts: LadderKind | None = None  # what it is put on the record as by the text's own ladder
    player: str = ""
    remark: str = ""
    marks: tuple[str, ...] = ()  # kinds of the game's ladder it is put on the record as
    by_clause: Within | None = None  # within what rulings by this clause are counted; None: they are not


@dataclass(frozen=True, slots=True)
class CountedNow:
    """Which one of its kind a ruling is, and what that comes to."""

    number: int | None  # None: a record of theirs does not say where it was
    text: str
    says: str = ""  # what the ladder lays down for it; nothing where it lays down nothing
    cite: str = ""  # number of the clause of that step


def counted_now(journal: Journal, scene: Scene, kind: LadderKind, player: str = "") -> CountedNow | None:
    """Which one it would be for the pair, or for the player; None where nobody is named."""
    if not scene.pair or (kind.each == "player" and not player.strip()):
        return None
    records = [
        record
        for record in journal.history(scene.event, scene.game, pair=scene.pair)
        if record["kind"] == kind.kind and (kind.each == "pair" or record.get("player") == player.strip())
    ]
    before = count_within(records, kind.within, scene)
    whose = "他" if kind.each == "player" else "这一方"
    title = TITLES[kind.kind]
    if before is None:
        return CountedNow(
            None, f"{whose}{WITHIN[kind.within]}的{title}有的没有写轮次或副次，数不出是第几次，请看日志。"
        )
    found = step_at(kind, before + 1)
    which = f"这是{whose}{WITHIN[kind.within]}第 {before + 1} 次{title}"
    if found is None:
        return CountedNow(before + 1, f"{which}。阶梯里没有写这一次怎样。")
    return CountedNow(before + 1, f"{which}：{found[1]}", found[1], found[2])


def lacking(said: ByHand, scene: Scene) -> str:
    """What keeps a ruling from being kept, in one sentence; nothing where nothing does."""
    if not said.cite:
        return "请选依据哪一条。"
    if not said.ruling.strip():
        return "请写怎么判。"
    if said.marks or said.by_clause is not None:
        if not scene.offenders:
            return "要累计次数，请选违规方。"
        kinds = marks_of(scene.game)
        left = wanting(scene, ("round", said.by_clause or "event", *(kinds[each].within for each in said.marks)))
        return f"要累计次数，请填{left}。" if left else ""
    if said.counts is None:
        return ""
    title, within = TITLES[said.counts.kind], said.counts.within
    if not scene.offenders:
        return f"记{title}要累计次数，请选违规方。"
    if said.counts.each == "player" and not said.player.strip():
        return f"记{title}按人累计，请写违规者。"
    left = wanting(scene, (within,))
    return f"记{title}按{WITHIN[within]}累计，请填{left}。" if left else ""


def save_by_hand(
    journal: Journal, brought: Brought, said: ByHand, scene: Scene, handbook: Handbook | None = None
) -> Record:
    """Write a ruling by a clause; it is on disk when this returns. Raises JournalError where it cannot be.

    ``handbook``: the law with the brought texts; nothing for those of the games that are known by a text alone.
    """
    handbook = handbook or texts()
    provision = handbook.provision(said.cite)
    now = _now(journal, said, scene, handbook)
    cites = tuple(
        dict.fromkeys((said.cite, *((f"{brought.book.id}:{now.cite}",) if now is not None and now.cite else ())))
    )
    cites = tuple(cite for cite in cites if cite in handbook)
    body = RulingBody(
        game=scene.game,
        tree=f"{scene.game}.{TREE}",
        title=_title(brought, provision),
        outcome=TREE,
        ruling=said.ruling.strip(),
        level=said.level,
        place=scene.place,
        offenders=scene.offenders,
        player=said.player.strip() or None,
        counts=tuple((each, 1) for each in _counted(said)),
        cites=cites,
        remark=said.remark.strip(),
    )
    receipt = _receipt(handbook, brought, body, now, marks_now(journal, scene, said.marks))
    if scene.offenders:
        receipt[COUNTED] = journal.counting(scene.event, scene.offenders, None)
    saved, *_ = journal.save_incident(scene.event, [(body, receipt)])
    return saved


def _now(journal: Journal, said: ByHand, scene: Scene, handbook: Handbook) -> CountedNow | None:
    """Which one of its kind a ruling is, where it is counted by the text's own ladder, or by its clause."""
    if said.counts is not None:
        return counted_now(journal, scene, said.counts, said.player)
    if said.by_clause is None:
        return None
    found = by_clause_now(journal, scene, handbook.provision(said.cite), said.by_clause)
    return CountedNow(*found) if found is not None else None


def _counted(said: ByHand) -> tuple[str, ...]:
    """The kinds a ruling is put on the record as, each once."""
    own = (said.counts.kind,) if said.counts is not None else ()
    clause = (said.cite,) if said.by_clause is not None else ()
    return tuple(dict.fromkeys((*own, *clause, *said.marks)))


def _title(brought: Brought, provision: Provision) -> str:
    """What a ruling is called; in a game with a law of its own, by which text, for the law has such clauses too."""
    name = f"{provision.label} {provision.title}" if provision.title else provision.label
    return name if brought.own_game is not None else f"《{brought.book.short}》{name}"


def _receipt(
    handbook: Handbook, brought: Brought, body: RulingBody, now: CountedNow | None, marks: Sequence[str]
) -> dict[str, Any]:
    """What a ruling by a clause rests on: the words of the clauses, the version of the text, the counts."""
    book = brought.book
    said = [clause_part(handbook, cite) for cite in body.cites]
    facts: list[dict[str, Any]] = []
    if now is not None:
        facts = [{"name": "count", "label": "累计", "value": now.number, "shown": now.text, "source": "derived"}]
    facts += [{"name": "count", "label": "累计", "value": each, "shown": each, "source": "derived"} for each in marks]
    return {
        "receipt": FORMAT,
        "tree": {"id": body.tree, "title": body.title, "hash": ""},
        "books": [{"id": book.id, "title": book.title, "edition": book.edition, "hash": book_hash(handbook, book.id)}],
        "facts": facts,
        "sheet": [],
        "figures": [],
        "open_questions": [],
        "functions": [],
        "path": [],
        "outcome": TREE,
        "ruling": body.ruling,
        "cites": [
            {"id": c, "label": handbook.provision(c).label, "hash": provision_hash(handbook, c)} for c in body.cites
        ],
        OWN: [{**named_book(brought), "clauses": said}],
    }
