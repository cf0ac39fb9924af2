"""Putting a ruling into the journal: what has to be said first, and the record that is written, with what it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.base.opened import texts, trees
from app.brought.in_receipt import OWN
from app.journal.journal import BEFORE, COUNTED
from app.journal.records import RulingBody
from app.ruling.heard import still_heard
from app.ruling.homes import TABLE
from app.ruling.tally import counts_of
from decision_trees.engine import Ruled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from app.journal.journal import Journal
    from app.journal.records import Record
    from app.ruling.after_ladder import Final
    from app.ruling.scene import Scene
    from app.ruling.walk import Walk
    from decision_trees.engine import Step

HEARD = "heard"  # of a receipt: the words each fact was heard in
UNHEARD = "听到的还没有人看过：请先点“听得对”，或把听错的改过来。"
REPLACED = "改判，另存一条"
DOES_NOT_FIT = "按这一方的记录，已答的有不合之处：请选“先不存”，退回去重答，再记。"


def lacking(seen: Step, now: Step, scene: Scene) -> str:
    """What keeps a ruling from being saved, in one sentence; empty where nothing does.

    ``seen`` is where the ruling stood when it was read, ``now`` where it stands with the scene that was given to it since: nobody
    saves a ruling he has not read. What is counted must say of whom, and in which round.
    """
    if not isinstance(now, Ruled) or not isinstance(seen, Ruled) or now.outcome != seen.outcome:
        return "违规方或轮次改了，裁定也跟着变了：请看过上面的裁定再存。"
    if counts_of(now):
        if not scene.offenders:
            return "这条裁决要累计次数，请选违规方。"
        if scene.place.round is None:
            return "这条裁决要按轮累计次数，请填第几轮。"
    return ""


def save(
    journal: Journal,
    walk: Walk,
    final: Final,
    *,
    player: str,
    remark: str,
    former: str | None,
    table: Mapping[str, Any] | None = None,
    own: Sequence[Mapping[str, Any]] = (),
) -> Record:
    """Write a ruling with its scene and receipt; it is on disk when this returns. Raises JournalError where it cannot be.

    ``table`` is what the receipt says of the table it was given at (:func:`app.ruling.built_on.table_part`), ``own`` what of the
    books that users brought (:func:`app.brought.in_receipt.own_part`).
    What the ladder brings is a record of its own, of the same incident. ``former`` is the record of the same ruling before it was
    changed: it is withdrawn with what the ladder had brought by it, and all stay in the journal. All of that is one save: a
    violation is never there without the foul it causes.
    """
    from decision_trees.receipt import make_receipt

    scene, first = walk.scene, walk.incident.record
    instead_of = []
    if former is not None:
        ladder = {implied.tree for implied in trees().ladders[scene.game].implied}
        instead_of = [
            entry.id
            for entry in journal.entries(scene.event, withdrawn=False)
            if entry.id != former and entry.body.chain == first and entry.body.tree in ladder
        ] + [former]
    made = make_receipt(final.made, texts(), trees()) | ({TABLE: dict(table)} if table is not None else {})
    if own:
        made[OWN] = [dict(each) for each in own]
    if heard := still_heard(walk):
        made[HEARD] = heard
    if scene.offenders:
        made[COUNTED] = journal.counting(scene.event, scene.offenders, first)
        if (before := walk.context.facts.get("history")) is not None:
            made[BEFORE] = [dict(each) for each in before]
    rulings = [(_body(walk, final.made, player, remark), made)]
    rulings += [(_body(walk, ruled, player, ""), make_receipt(ruled, texts(), trees())) for ruled in final.looked]
    saved, *_ = journal.save_incident(scene.event, rulings, instead_of=instead_of, reason=REPLACED)
    walk.record = saved.id
    walk.incident.record = first or saved.id
    walk.recorded = walk.standing
    return saved


def _body(walk: Walk, step: Ruled, player: str, remark: str) -> RulingBody:
    scene = walk.scene
    return RulingBody(
        game=scene.game,
        tree=step.entry.id,
        title=step.entry.title,
        outcome=step.outcome_id,
        ruling=step.outcome.ruling,
        level=step.outcome.level,
        place=scene.place,
        offenders=scene.offenders,
        player=player.strip() or None,
        counts=counts_of(step),
        chain=walk.incident.record,
        cites=step.cites,
        remark=remark.strip(),
    )
