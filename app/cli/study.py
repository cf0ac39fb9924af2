"""Commands for study: what was practised on this device, given out and taken in; a deck for Anki; are the questions fair?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.output import fail, game_of, prepare
from app.cli.usage import GAME
from rules_data.disk_faults import why

if TYPE_CHECKING:
    from app.study.answer_file import FileAnswers

SHOWN = 40  # faults that are printed
ALL_SCENARIOS, EACH_SCENARIO = 20_000, 40  # questions from which on all scenarios are looked at; below one for so many
STEPS = {"ask": "问什么", "who": "由谁选", "among": "选什么", "outcome": "怎样裁决", "clause": "哪一条"}
MOST = 1_000_000  # questions looked at in one go: some hours

study = typer.Typer(help="学习：答题记录导出、并入，Anki 牌组，检查题目。", no_args_is_help=True, rich_markup_mode=None)


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    cli.add_typer(study, name="study")


def _answers() -> FileAnswers:
    from app.base.data_folder import data_folder
    from app.study.answer_file import NAME, FileAnswers

    try:
        return FileAnswers(data_folder() / NAME)
    except OSError as fault:
        fail(f"打不开答题记录（{fault.filename}）：请检查这个文件夹的权限。")


@study.command()
def export(file: Annotated[Path, typer.Argument(help="写到哪个文件；已有的文件不会覆盖。")]) -> None:
    """把这台设备的答题记录写成一个文件；执裁开着也可以做。"""
    from app.study.answers import exported

    store = _answers()
    answers = store.all()
    store.close()
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(exported(answers))
    except FileExistsError:
        fail(f"{file} 已经有了，没有覆盖；请换一个名字。")
    except OSError as fault:
        fail(f"写不进 {file}：{why(fault)}。")
    typer.echo(f"已导出 {len(answers)} 次答题到 {file}。")


@study.command(name="import")
def take_in(file: Annotated[Path, typer.Argument(help="另一台设备导出的答题记录。")]) -> None:
    """把另一台设备的答题记录并入这台；同一次答题不会记两遍，执裁开着也可以做。"""
    from app.study.answers import imported

    try:
        brought = imported(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        fail(f"{file} 不是文本文件，请选执裁导出的答题记录。")
    except OSError as fault:
        fail(f"读不了 {file}：{why(fault)}。")
    except ValueError as refused:
        fail(str(refused))
    store = _answers()
    number, notice = store.add(brought.answers), store.notice
    store.close()
    if notice:
        fail("没有存下：存储空间已满或文件写不进，请腾出空间后再并入一次。")
    said = f"并入 {number} 次答题，{len(brought.answers) - number} 次原来就有"
    if brought.refused:
        said += f"，第{'、'.join(map(str, brought.refused[:6]))}行读不懂，没有并入"
    typer.echo(f"{said}。")


@study.command()
def anki(
    file: Annotated[Path, typer.Argument(help="牌组写到哪个文件（.apkg）；已有的文件不会覆盖。")],
    game: Annotated[str | None, typer.Option(help=GAME)] = None,
) -> None:
    """把要学的内容写成 Anki 牌组：每一项一张，背面有解说和条文原文。"""
    prepare()
    from app.base.words import GAMES
    from app.study import anki as decks

    if file.exists():
        fail(f"{file} 已经有了，没有覆盖；请换一个名字。")
    chosen = game_of(game)
    try:
        number = decks.write(file, [chosen] if chosen else list(GAMES))
    except decks.NoAnkiError:
        fail("写 Anki 牌组要用 genanki，这里没有装；请先执行 pip install 'zhicai[anki]'。")
    except OSError as fault:
        fail(f"写不进 {file}：{why(fault)}。")
    typer.echo(f"已写 {number} 张到 {file}，在 Anki 里选“导入”。")


@study.command()
def plan(
    until: Annotated[str, typer.Argument(help="考试的日期，像 2026-12-20。")],
    game: Annotated[str, typer.Option(help=GAME)],
    pdf: Annotated[Path | None, typer.Option(help="写成 PDF；已有的文件不会覆盖。")] = None,
) -> None:
    """排出到考试那天为止，每天复习多少、练哪些新题。"""
    prepare()
    from datetime import UTC, datetime

    from app.study.plan import planned, read_date
    from app.study.schedule import replayed

    store = _answers()
    state, now = replayed(store.all()), datetime.now(UTC)
    store.close()
    try:
        day = read_date(until, state.day(now))
    except ValueError as refused:
        fail(str(refused))
    chosen = game_of(game)
    assert chosen is not None
    found = planned(state, chosen, now, day)
    if pdf is None:
        typer.echo("\n".join([*found.lines(), found.remark()]))
        return
    from app.papers.study_plan import study_plan

    content = study_plan(found)
    try:
        with pdf.open("xb") as out:
            out.write(content)
    except FileExistsError:
        fail(f"{pdf} 已经有了，没有覆盖；请换一个名字。")
    except OSError as fault:
        fail(f"写不进 {pdf}：{why(fault)}。")
    typer.echo(f"已写 {len(found.days)} 天的计划到 {pdf}。")


@study.command()
def mark(game: Annotated[str, typer.Option(help=GAME)]) -> None:
    """照答过的题估计现在考试能得多少分，和有多大把握。"""
    prepare()
    from datetime import UTC, datetime

    from app.study import bank
    from app.study.mark_estimate import LEAST, PAPER, estimate
    from app.study.schedule import replayed

    store = _answers()
    state = replayed(store.all())
    store.close()
    chosen = game_of(game)
    assert chosen is not None
    found = estimate(state, bank.subjects(chosen), chosen, datetime.now(UTC))
    if found is None:
        typer.echo(f"答满 {LEAST} 题才估计。")
        return
    typer.echo(
        f"现在考一份 {PAPER} 题的卷子，约 {found.mark:.0f} 分（百分制）；十份里九份在 {found.low:.0f}—{found.high:.0f}。"
    )


@study.command()
def check(
    number: Annotated[int, typer.Option(min=1, max=MOST, help="查多少道题。")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="种子；同一个种子查同样的题。")] = 1,
) -> None:
    """检查自动出的题和情景：只有一个答案，错的选项确实不对，题干和图不泄露答案……一种毛病一项检查；两万道以上查全部情景。"""
    prepare()
    from app.study import bank, lint, scenario_lint
    from decision_trees.games import games

    report = lint.check(number, seed)
    for game in games().values():
        made = [(kind, report.made[game.id, kind.id], report.none[game.id, kind.id]) for kind in bank.kinds()]
        print(f"{game.name}：" + "，".join(f"{kind.title}{count}" for kind, count, _ in made if count))
        short = [f"{kind.title}{none}" for kind, _, none in made if none]
        if short:
            print(f"  没有出成的：{'，'.join(short)}")
    for kind in bank.kinds():
        took = sorted(report.milliseconds.get(kind.id, ()))
        if took:
            print(
                f"{kind.title}：出一题 {took[len(took) // 2]:.1f} 毫秒（十分之九在 {took[len(took) * 9 // 10]:.1f} 以内）"
            )
    titles = {kind.id: kind.title for kind in bank.kinds()}
    for each in lint.checks():
        places = {(game, kind): n for (check, game, kind), n in report.found.items() if check == each.name}
        where = "，".join(f"{games()[game].name}{titles[kind]}{n}" for (game, kind), n in sorted(places.items()))
        print(f"{each.title}（{each.name}）：{sum(places.values())} 处{f'，{where}' if where else ''}")
    walked = scenario_lint.check(None if number >= ALL_SCENARIOS else max(1, number // EACH_SCENARIO))
    for game in games().values():
        steps = {kind: walked.steps[game.id, kind] for kind in STEPS}
        said = "，".join(f"{STEPS[kind]}{count}" for kind, count in steps.items() if count)
        print(f"{game.name}情景 {walked.looked[game.id]} 个：{said}")
    found = [(fault.question, fault.what) for fault in report.faults]
    found += [(fault.scenario, fault.what) for fault in walked.faults]
    for name, what in found[:SHOWN]:
        print(f"{name}：{what}")
    if found:
        print(f"共 {len(found)} 处。")
        raise typer.Exit(1)
    print(f"查了 {report.total} 道题、{sum(walked.looked.values())} 个情景，没有发现问题。")
