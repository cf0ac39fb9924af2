"""What is shown over the search: screens that are loaded when somebody goes there, so that the first screen need not wait for them.

In a browser, where loading takes longest, :func:`load_soon` loads them one by one while the first screen is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.base.background import later
from app.screens.tools import AboutPane, LicencesPane, SettingsPane

if TYPE_CHECKING:
    from collections.abc import Callable

    import flet as ft

    from app.window.routes import Destination, DestinationKind


def rule(game: str | None, beside: str | None = None) -> ft.Control:
    """The entry of 裁."""
    from app.screens.rule import RulePane

    return RulePane(game, beside)


def ruling(tree_id: str, name: str | None) -> ft.Control:
    """A ruling."""
    from app.screens.ruling import RulingPane

    return RulingPane(tree_id, name)


def rights(game: str | None, stage: str | None, role: str | None) -> ft.Control:
    """The rights of somebody at a stage."""
    from app.screens.rights import RightsPane

    return RightsPane(game, stage, role)


def _journal() -> ft.Control:
    from app.screens.journal import JournalPane

    return JournalPane()


def entry(record: str) -> ft.Control:
    """A record of the journal."""
    from app.screens.record import EntryPane

    return EntryPane(record)


def _handover() -> ft.Control:
    from app.screens.handover import HandoverPane

    return HandoverPane()


def _events() -> ft.Control:
    from app.screens.events import EventsPane

    return EventsPane()


def event(record: str) -> ft.Control:
    """An event."""
    from app.screens.events import EventPane

    return EventPane(record)


OVER_TOOLS: dict[DestinationKind, Callable[[], ft.Control]] = {
    "journal": _journal,
    "handover": _handover,
    "events": _events,
    "settings": SettingsPane,
    "about": AboutPane,
    "licences": LicencesPane,
}


def study(destination: Destination) -> ft.Control:
    """What is due to be learned."""
    from app.screens.study import StudyPane

    return StudyPane()


def _practice(destination: Destination) -> ft.Control:
    from app.screens.practice import PracticePane

    return PracticePane(destination.game, destination.stage)


def _topics(destination: Destination) -> ft.Control:
    from app.screens.practice import TopicsPane

    return TopicsPane()


def _scenarios(destination: Destination) -> ft.Control:
    from app.screens.scenarios import ScenariosPane

    return ScenariosPane()


def _scenario(destination: Destination) -> ft.Control:
    from app.screens.scenarios import ScenarioPane

    return ScenarioPane(destination.case_id)


def _tables(destination: Destination) -> ft.Control:
    from app.screens.living_table import LivingTablesPane

    return LivingTablesPane()


def _living(destination: Destination) -> ft.Control:
    from app.screens.living_table import LivingTablePane

    return LivingTablePane(destination.game or "", destination.record or "")


def _progress(destination: Destination) -> ft.Control:
    from app.screens.progress import ProgressPane

    return ProgressPane()


def _exams(destination: Destination) -> ft.Control:
    from app.screens.exams import ExamsPane

    return ExamsPane()


def _compose(destination: Destination) -> ft.Control:
    from app.screens.exam_compose import ComposePane

    return ComposePane()


def _paper(destination: Destination) -> ft.Control:
    from app.screens.exam_paper import PaperPane

    return PaperPane(destination.record or "")


def _results(destination: Destination) -> ft.Control:
    from app.screens.exam_results import ResultsPane

    return ResultsPane(destination.record or "")


def _sitting(destination: Destination) -> ft.Control:
    from app.screens.exam_sitting import SittingPane

    return SittingPane(destination.record or "")


OVER_LEARNING: dict[DestinationKind, Callable[[Destination], ft.Control]] = {
    "practice": _practice,
    "topics": _topics,
    "scenarios": _scenarios,
    "scenario": _scenario,
    "tables": _tables,
    "living": _living,
    "progress": _progress,
    "exams": _exams,
    "compose": _compose,
    "paper": _paper,
    "results": _results,
    "sitting": _sitting,
}
"""What lies over 学: what is shown there. Loaded when it is opened."""


def load_soon() -> None:
    """Load what somebody may well open next, while nobody touches a window."""
    later(_load_rulings, _load_rights, _load_records, _load_events)


def _load_rulings() -> None:
    import app.screens.rule
    import app.screens.ruling  # noqa: F401


def _load_rights() -> None:
    import app.screens.rights  # noqa: F401


def _load_records() -> None:
    import app.screens.handover
    import app.screens.journal
    import app.screens.record  # noqa: F401


def _load_events() -> None:
    import app.screens.events  # noqa: F401
