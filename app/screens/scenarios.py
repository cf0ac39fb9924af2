"""学, scenarios: which there are, by topic and difficulty, and how far one has come; and one of them gone through."""

from __future__ import annotations

from random import randrange
from typing import TYPE_CHECKING

import flet as ft

from app.ruling.picture import picture_of
from app.ruling.wording import after_lines, shaped
from app.screens.study import games_bar, ring_row
from app.study import scenarios
from app.widgets.basics import choice_chip, quiet, row, section_title
from app.widgets.columns import stretched
from app.widgets.pages import page
from app.widgets.picture import PictureCard, picture_view
from app.widgets.quiz import LOOKS, RIGHT, WRONG, explanation, onward, options, verdict
from app.widgets.sentences import answer_button, card, clause_chips, in_fields, sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import keyed, on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.engine import Ruled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.study.scenario_steps import Guided
    from app.study.scenarios import Difficulty
    from app.window.session import Session
    from app.window.studying import Walkthrough
    from decision_trees.model import Case

MORE = 20  # scenarios that are built at once
ROOMY = 1.5  # times the letters up to which a button says all
SNIPPET = 40  # characters of a situation in the list


@component
def ScenariosPane() -> ft.Control:
    """Show the scenarios to choose from."""
    session = use_session()
    studying = session.studying
    ft.use_state(studying)
    ft.use_state(session.settings)
    game, records = studying.game, studying.records()
    cases = scenarios.chosen(game, studying.topic, studying.difficulty, studying.only_wrong, records)

    def more(_: object) -> None:
        studying.shown += MORE

    parts: list[ft.Control] = [games_bar(session), _filters(session)]
    if studying.topic is None and studying.difficulty is None and not studying.only_wrong:
        parts.append(section_title(session, "按阶段"))
        for topic, title in scenarios.topics(game):
            done = scenarios.progress(game, topic, records)
            said = f"{done.total} 个，做过 {done.done}，全对 {done.right}"
            parts.append(ring_row(session, done.part, title, said, on_tap(_topic, session, topic)))
    elif not cases:
        said = "没有做错过、还没有改正的情景。" if studying.only_wrong else "没有符合所选的情景，请放宽范围。"
        parts.append(ft.Container(quiet(session, said, theme.LAW), padding=16))
    else:
        parts.append(section_title(session, f"{len(cases)} 个情景"))
        parts.extend(
            _case_row(session, case, records.get(case.id, scenarios.NEVER)) for case in cases[: studying.shown]
        )
        if len(cases) > studying.shown:
            parts.append(
                ft.TextButton(
                    written(session, f"再显示 {min(MORE, len(cases) - studying.shown)} 个", theme.BODY),
                    on_click=more,
                    height=max(theme.TARGET, session.px(44)),
                )
            )
    pinned = []
    if cases:
        number = min(scenarios.ROUND, len(cases))
        long = "，约十分钟" if session.settings.text_scale < ROOMY else ""
        pinned = [onward(session, f"来一轮（{number} 个{long}）", on_tap(_round, session, cases))]
    state = f"{game}-{studying.topic}-{studying.difficulty}-{studying.only_wrong}"
    return page(session, "情景", parts, pinned=pinned, state=state)


def _topic(session: Session, topic: str | None) -> None:
    session.studying.topic, session.studying.shown = topic, MORE


def _level(session: Session, level: Difficulty) -> None:
    studying = session.studying
    studying.difficulty, studying.shown = None if studying.difficulty == level else level, MORE


def _only_wrong(session: Session) -> None:
    session.studying.only_wrong, session.studying.shown = not session.studying.only_wrong, MORE


def _filters(session: Session) -> ft.Control:
    studying = session.studying
    topics = [("全部", None), *((title, topic) for topic, title in scenarios.topics(studying.game))]
    lines = [
        [
            choice_chip(session, title, studying.topic == topic, on_tap(_topic, session, topic))
            for title, topic in topics
        ],
        [
            choice_chip(session, "做错过的", studying.only_wrong, on_tap(_only_wrong, session)),
            *(
                choice_chip(session, title, studying.difficulty == level, on_tap(_level, session, level))
                for level, title in scenarios.DIFFICULTIES.items()
            ),
        ],
    ]
    return ft.Column(
        [
            ft.Container(
                ft.Row(list(line), spacing=8, scroll=ft.ScrollMode.HIDDEN),
                padding=ft.Padding.symmetric(horizontal=16, vertical=2),
            )
            for line in lines
        ],
        spacing=0,
    )


def _round(session: Session, cases: Sequence[Case]) -> None:
    studying = session.studying
    chosen = scenarios.a_round(cases, studying.records(), randrange(1 << 30))
    for case in chosen:
        studying.again(case)
    studying.round = tuple(case.id for case in chosen)
    session.go(routes.scenario_address(studying.round[0]))


def _open(session: Session, case: Case) -> None:
    session.studying.round = ()
    session.go(routes.scenario_address(case.id))


def _case_row(session: Session, case: Case, record: scenarios.Record) -> ft.Control:
    if record.done:
        icon, pair, _ = LOOKS[RIGHT if record.right else WRONG]
        sign = ft.Icon(icon, color=session.shade(pair), semantics_label=session.say("全对" if record.right else "有错"))
    else:
        sign = ft.Icon(ft.Icons.CIRCLE_OUTLINED, color=ft.Colors.OUTLINE, semantics_label=session.say("没做过"))
    level = scenarios.DIFFICULTIES[scenarios.difficulty(case, record)]
    told = (case.situation if len(case.situation) <= SNIPPET else f"{case.situation[:SNIPPET]}…") if record.done else ""
    return row(
        ft.Row(
            [
                sign,
                ft.Column(
                    [
                        sentence(session, scenarios.name(case, record), theme.BODY, bold=True),
                        *([quiet(session, shaped(told))] if told else []),
                    ],
                    spacing=2,
                    expand=True,
                    tight=True,
                ),
                quiet(session, level),
            ],
            spacing=12,
        ),
        on_tap(_open, session, case),
        key=f"case-{case.id}",
    )


# One scenario


@component
def ScenarioPane(case_id: str) -> ft.Control:
    """Show the step a scenario is at, or its end."""
    session = use_session()
    studying = session.studying
    ft.use_state(studying)
    case = scenarios.scenario(case_id)
    walk = studying.walkthrough(case) if case is not None else None
    if case is None or walk is None:
        return page(
            session, "情景", [ft.Container(quiet(session, "没有这个情景。请回到“情景”另选。", theme.LAW), padding=16)]
        )
    return keyed(f"{case.id}-{id(walk)}", ScenarioSteps, case, walk)


@component
def ScenarioSteps(case: Case, walk: Walkthrough) -> ft.Control:
    """Show one scenario."""
    session = use_session()
    ft.use_state(walk)
    ft.use_state(session.studying)
    ft.use_state(session.settings)
    return _end(session, case, walk) if walk.ended else _step(session, case, walk)


def _title(session: Session, case: Case, walk: Walkthrough) -> str:
    name = case.title if walk.ended else scenarios.name(case)
    round_ = session.studying.round
    return f"{round_.index(case.id) + 1}/{len(round_)} {name}" if case.id in round_ else name


def _step(session: Session, case: Case, walk: Walkthrough) -> ft.Control:
    studying = session.studying
    step, at = walk.guided.steps[walk.at], walk.at
    picked = walk.picks[at] if len(walk.picks) > at else None

    def show_table(_: object) -> None:
        walk.pictured = True

    parts: list[ft.Control] = [
        ft.ProgressBar(value=(at + (picked is not None)) / len(walk.guided.steps), bar_height=4),
        sentence(session, shaped(step.told), theme.BODY),
    ]
    if walk.guided.picture is not None:
        if walk.pictured or (walk.pictured is None and not session.layout.low):
            parts.append(picture_view(session, walk.guided.picture))
        else:
            parts.append(
                ft.Row(
                    [
                        ft.TextButton(
                            written(session, "看牌桌", theme.BODY),
                            icon=ft.Icons.TABLE_RESTAURANT,
                            on_click=show_table,
                            height=max(theme.TARGET, session.px(40)),
                        )
                    ]
                )
            )
    if step.known:
        parts.append(_known(session, step.known))
    parts.append(sentence(session, step.prompt, theme.TITLE, bold=True))
    parts.extend(options(session, step.options, step.right, picked, lambda n: studying.step(walk, n), every=False))
    pinned: list[ft.Control] = []
    if picked is not None:
        parts.append(explanation(session, *walk.guided.explained(at)))
        last = at + 1 == len(walk.guided.steps)
        pinned = [
            verdict(session, picked == step.right),
            *([_learned(session, *step.learned)] if step.learned is not None else []),
            onward(session, "看结果" if last else "下一步", lambda _: studying.further(walk, at)),
        ]
    body = ft.Container(
        stretched(parts, spacing=8),
        padding=ft.Padding.only(left=16, right=16, top=8),
    )
    return page(session, _title(session, case, walk), [body], pinned=pinned, state=f"{case.id}-{at}")


def _known(session: Session, known: Sequence[tuple[str, str]]) -> ft.Control:
    return in_fields(session, (shaped(f"{label}：{value}") for label, value in known), theme.SMALL)


def _learned(session: Session, label: str, value: str) -> ft.Control:
    return ft.Container(
        ft.Row(
            [
                ft.Icon(ft.Icons.FORUM_OUTLINED, color=ft.Colors.PRIMARY, size=session.px(20)),
                ft.Container(sentence(session, shaped(f"问到：{label}——{value}"), theme.BODY, bold=True), expand=True),
            ],
            spacing=8,
        ),
    )


def _end(session: Session, case: Case, walk: Walkthrough) -> ft.Control:
    studying, guided = session.studying, walk.guided
    missed = walk.missed
    icon, pair, grounds = LOOKS[RIGHT if not missed else WRONG]
    said = "全对" if not missed else f"{len(guided.steps)} 步里错了 {len(missed)} 步"
    color = session.shade(pair)
    band = ft.Container(
        ft.Row(
            [
                ft.Icon(icon, color=color, size=session.px(28)),
                written(session, said, theme.LAW, weight=ft.FontWeight.W_600, color=color),
            ],
            spacing=8,
        ),
        bgcolor=session.shade(grounds),
        padding=14,
    )
    parts: list[ft.Control] = [band]
    if studying.store.notice:
        unsaved = sentence(session, studying.store.notice, theme.SMALL, color=session.shade(theme.RED))
        parts.append(ft.Container(unsaved, padding=ft.Padding.symmetric(horizontal=16, vertical=8)))
    if missed:
        parts.append(card(session, "漏了什么", [_missed(session, walk, n) for n in missed], ft.Icons.ERROR_OUTLINE))
    parts.append(card(session, "裁定", _ruling(session, case, guided), ft.Icons.GAVEL))
    if guided.tell:
        words = [
            ft.Column([quiet(session, f"对{who}", theme.BODY), sentence(session, f"“{text}”", theme.LAW)], spacing=0)
            for who, text in guided.tell.items()
        ]
        parts.append(card(session, "好裁判会这样说", words, ft.Icons.CAMPAIGN_OUTLINED))
    drawn = picture_of(case)
    if drawn is not None:
        parts.append(PictureCard(drawn))
    parts.append(
        ft.Container(
            stretched(
                [
                    answer_button(
                        session,
                        "在裁决里判一遍",
                        lambda _: session.desk.begin(case.tree, case.facts),
                        icon=ft.Icons.CHEVRON_RIGHT,
                    ),
                    answer_button(session, "再来一遍", on_tap(studying.again, case), icon=ft.Icons.REPLAY),
                ],
                spacing=8,
            ),
            padding=ft.Padding.only(left=16, right=16, top=18),
        )
    )
    following = studying.following(case.id)
    if following is not None:
        pinned = [onward(session, "下一个情景", lambda _: session.go(routes.scenario_address(following), instead=True))]
    else:
        pinned = [onward(session, "回到情景", lambda _: session.back())]
    return page(session, _title(session, case, walk), parts, pinned=pinned, state=f"{case.id}-end")


def _ruling(session: Session, case: Case, guided: Guided) -> list[ft.Control]:
    """What the scenario came to, why, and by which clauses."""
    final = guided.final
    if isinstance(final, Ruled):
        ruling: list[ft.Control] = [sentence(session, final.outcome.ruling, theme.LAW, bold=True)]
        ruling += [sentence(session, figure.text, theme.BODY) for figure in final.figures]
        ruling += [sentence(session, line, theme.BODY) for line in after_lines(final)]
    else:
        ruling = [sentence(session, f"条文没有定论，由{final.question.decides}决定。", theme.LAW, bold=True)]
    ruling += [sentence(session, line, theme.BODY) for line in guided.then]
    ruling += [sentence(session, shaped(case.why), theme.BODY), clause_chips(session, case.expect.cites)]
    return ruling


def _missed(session: Session, walk: Walkthrough, number: int) -> ft.Control:
    step = walk.guided.steps[number]
    picked = step.options[walk.picks[number]]
    lines: list[ft.Control] = [
        quiet(session, step.prompt, theme.BODY),
        sentence(session, shaped(f"应是：{step.options[step.right].text}"), theme.BODY, bold=True),
        sentence(session, shaped(f"选了：{picked.text}"), theme.SMALL, color=ft.Colors.ON_SURFACE_VARIANT),
    ]
    if picked.why:
        lines.append(sentence(session, shaped(picked.why), theme.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    lines.append(clause_chips(session, step.cites))
    return stretched(lines, spacing=2)
