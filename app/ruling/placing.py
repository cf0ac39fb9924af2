"""Where it was and against whom, as a form has it: put in from a scene, and read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.journal.records import Place

if TYPE_CHECKING:
    from app.base.form import Form
    from app.journal.records import EventBody
    from app.ruling.scene import Scene


def place_of(form: Form) -> Place:
    """Where the form says it was."""
    return Place(form.text("table").strip() or None, form.number("round"), form.number("game"), form.number("deal"))


def offenders_of(form: Form, event: EventBody) -> tuple[str, ...]:
    """Against whom: what was tapped, and what was typed; a pair of the event goes by its number."""
    numbers = {each.name: each.number for each in event.entrants if each.name and each.number}
    typed = (name.strip() for name in form.text("other").replace("，", "、").replace(",", "、").split("、"))
    return tuple(dict.fromkeys((*form.chosen("pairs"), *(numbers.get(name, name) for name in typed if name))))


def fill_place(form: Form, scene: Scene) -> None:
    """Put a scene into a form where nothing was said yet."""
    if "table" not in form.values:
        put_place(form, scene)


def put_place(form: Form, scene: Scene) -> None:
    """Put a scene into a form, whatever stood there."""
    place = scene.place
    form.values |= {
        "table": place.table,
        "round": place.round,
        "game": place.game,
        "deal": place.deal,
        "pairs": scene.offenders,
        "other": "",
    }
    form.version += 1
