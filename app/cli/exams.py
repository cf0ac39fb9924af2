"""Commands for examiners: a paper composed, printed and exported, the exam room, the results."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.output import fail, game_of, prepare
from app.cli.usage import GAME
from rules_data.disk_faults import why

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.exams.marking import Answers, Marked
    from app.exams.paper import Item, Paper
    from rules_data.handbook import Handbook

exam = typer.Typer(help="试卷与考场：组卷、打印、导出、开考、分析成绩。", no_args_is_help=True, rich_markup_mode=None)

PaperFile = Annotated[Path, typer.Argument(help="试卷文件（组卷时存下的 .json）。")]
FORMATS = ("gift", "moodle", "csv")
DAMAGED = 3  # the status where all was done as far as a damaged file tells: scripts see it


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    cli.add_typer(exam, name="exam")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as e:
        fail(f"读不了 {file}：{why(e)}；请核对文件名。")


def _write(file: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    beside = file.with_name(f"{file.name}.partial")
    try:
        beside.write_bytes(data)
        os.replace(beside, file)
    except OSError as e:
        fail(f"写不了 {file}：{why(e)}；请检查文件夹的权限和空间。", 1)
    typer.echo(str(file))


def _paper(file: Path) -> Paper:
    from app.exams.own_questions import decoded
    from app.exams.paper import PaperError, from_json

    try:
        return from_json(decoded(_read(file)), str(file))
    except PaperError as fault:
        fail(fault)


def _clause(handbook: Handbook) -> Callable[[str], str | None]:
    return lambda written: written if written in handbook else None


@exam.command()
def compose(
    file: Annotated[Path, typer.Argument(help="试卷存到哪个文件（.json）。")],
    title: Annotated[str, typer.Option(help="试卷的标题。")],
    minutes: Annotated[
        int | None, typer.Option(min=1, max=600, help="考试时间，分钟；不写时照细目表的“规定,时间”，没有的是 60。")
    ] = None,
    blueprint: Annotated[
        Path | None, typer.Option(help="细目表（CSV）：项目、主题、题型、最易、最难、题数、分值。")
    ] = None,
    own: Annotated[list[Path] | None, typer.Option(help="自编题（CSV 或 GIFT），可写几次。")] = None,
    game: Annotated[str, typer.Option(help=f"自编题没写项目时的项目：{GAME}")] = "bridge",
    seed: Annotated[int, typer.Option(help="种子：同一种子和细目表组出同一份试卷。")] = 1,
    versions: Annotated[int, typer.Option(min=1, max=8, help="平行卷的份数：题目和选项的次序不同。")] = 1,
    note: Annotated[str, typer.Option(help="写在卷首的话。")] = "",
    book: Annotated[str, typer.Option(help="open 开卷（可以翻规则书），closed 闭卷；不写不声明。")] = "",
) -> None:
    """组卷：按细目表从题库出题，可加入自编题。"""
    from app.exams.blueprint import composed, from_bank, read_plan
    from app.exams.limits import Limits
    from app.exams.own_questions import decoded, read_own
    from app.exams.paper import PaperError, as_json, marks_text

    if blueprint is None and not own:
        fail("没有题目：请用 --blueprint 给出细目表，或用 --own 给出自编题。")
    handbook = prepare()
    about = game_of(game)
    assert about is not None
    try:
        items: list[Item] = []
        for each in own or ():
            try:
                items += read_own(each.name, _read(each), about, _clause(handbook))
            except PaperError as fault:
                raise PaperError(f"{each} {fault}") from None
        wanted, limits = read_plan(decoded(_read(blueprint))) if blueprint is not None else ((), Limits())
        made = composed(
            title, minutes or limits.minutes or 60, wanted, from_bank, seed=seed, versions=versions, by_hand=items,
            books=handbook.books, note=note, limits=limits, book=book,
        )  # fmt: skip
    except PaperError as fault:
        fail(fault)
    _write(file, as_json(made).encode())
    typer.echo(
        f"共 {len(made.items)} 题，满分 {marks_text(made.total)} 分，{made.versions} 份平行卷，编号 {made.id[:8]}。"
    )


@exam.command()
def blueprint(
    file: Annotated[Path, typer.Argument(help="细目表写到哪个文件（.csv）。")],
    game: Annotated[str, typer.Option(help=GAME)],
    level: Annotated[int, typer.Option(min=1, max=3, help="1 三级裁判员，2 二级裁判员，3 国家级裁判员。")],
) -> None:
    """写出一级裁判员考试的现成细目表，可以改了再组卷。"""
    from app.exams.limits import ready
    from app.exams.paper import PaperError

    prepare()
    about = game_of(game)
    assert about is not None
    try:
        _write(file, ready(about, level).encode("utf-8-sig"))
    except PaperError as fault:
        fail(fault)


@exam.command("print")
def print_(paper: PaperFile, folder: Annotated[Path, typer.Option(help="存到哪个文件夹。")] = Path(".")) -> None:
    """打印：每份平行卷的试题和答题卡，连同标准答案与解析，都是 PDF。"""
    from app.exams.printed import answer_key, answer_sheet, question_paper
    from app.papers.wording import label, printed

    handbook, made = prepare(), _paper(paper)
    folder.mkdir(parents=True, exist_ok=True)
    for version in made.all_versions():
        named = f"-{version.letter}" if made.versions > 1 else ""
        _write(folder / f"{paper.stem}{named}-试题.pdf", question_paper(made, version))
        _write(folder / f"{paper.stem}{named}-答题卡.pdf", answer_sheet(made, version))
    text: Callable[[str], str] = lambda cite: printed(handbook.provision(cite)) if cite in handbook else ""  # noqa: E731
    _write(folder / f"{paper.stem}-答案.pdf", answer_key(made, lambda cite: label(cite, handbook), text))


@exam.command()
def export(
    paper: PaperFile,
    file: Annotated[Path, typer.Argument(help="写到哪个文件。")],
    form: Annotated[str, typer.Option("--format", help="gift、moodle 或 csv；不写时看文件名。")] = "",
) -> None:
    """导出题目给学习平台：GIFT、Moodle XML 或 CSV。"""
    from app.exams.gift import as_gift
    from app.exams.moodle import as_moodle_xml
    from app.exams.own_questions import as_csv
    from app.papers.wording import label

    chosen = form.lower() or {".gift": "gift", ".txt": "gift", ".xml": "moodle", ".csv": "csv"}.get(
        file.suffix.lower(), ""
    )
    if chosen not in FORMATS:
        fail("不知道导出成哪种格式：请用 --format 写 gift、moodle 或 csv。")
    made = _paper(paper)
    if chosen == "gift":
        _write(file, as_gift(made.items, made.title).encode())
    elif chosen == "csv":
        _write(file, as_csv(made.items))
    else:
        handbook = prepare()
        _write(file, as_moodle_xml(made, lambda cite: label(cite, handbook)))


@exam.command()
def serve(
    paper: PaperFile,
    candidates: Annotated[
        Path | None, typer.Option("--list", help="考生名单（每行“编号,姓名”）；不写时谁都可以进。")
    ] = None,
    room: Annotated[Path | None, typer.Option(help="考场的文件夹，答案存在这里；不写时在试卷旁边。")] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="考生连接的端口。")] = 8600,
    desk: Annotated[int, typer.Option(min=1, max=65535, help="考官网页的端口，只在本机。")] = 8601,
    one_by_one: Annotated[bool, typer.Option("--one-by-one", help="题目一道一道发，不一次发完。")] = False,
    name: Annotated[
        list[str] | None, typer.Option(help="本机在考场网络里的地址或域名，可写几次；不写时自己找。")
    ] = None,
    cert: Annotated[Path | None, typer.Option(help="TLS 证书（PEM）；写了就用 https。")] = None,
    cert_key: Annotated[Path | None, typer.Option(help="证书的私钥（PEM）。")] = None,
    script: Annotated[str, typer.Option(help="考生网页用的字：hans 简体，hant 繁体；考生可以自己换。")] = "hans",
    per_address: Annotated[
        int,
        typer.Option(
            min=1, max=1000, help="同一网络地址不经考官放行，至多进来多少人；手机都在一个路由器后面的，地址相同。"
        ),
    ] = 30,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="是否打开考官网页。")] = True,
    first: Annotated[
        str, typer.Option("--follow", help="几个考场同一份试卷同时考：主考场给考生的地址，跟着它的钟开始。")
    ] = "",
) -> None:
    """开考场：考生在同一网络里用自己的手机答题，答案存在这台电脑上。再运行一次接着上次。"""
    from app.exams.hall import LANGUAGES, Scripts
    from app.exams.opening import OpenedRoom, serve_room
    from app.exams.own_questions import decoded
    from app.exams.paper import PaperError
    from app.exams.room import read_list
    from app.exams.room_server import own_addresses
    from app.exams.several_rooms import First
    from app.papers.wording import label

    handbook, made = prepare(), _paper(paper)
    if script not in LANGUAGES:
        fail(f"没有“{script}”这种字；--script 写 hans（简体）或 hant（繁体）。")
    if (cert is None) != (cert_key is None):
        fail("--cert 和 --cert-key 要一起写。")
    for each in (cert, cert_key):
        if each is not None:
            _read(each)
    try:
        listed = read_list(decoded(_read(candidates))) if candidates is not None else {}
        folder = room or paper.with_name(f"{paper.stem}-考场")
        scripts = Scripts(script, handbook.script.traditional)
        opened = OpenedRoom(
            made, folder, listed, not one_by_one, lambda cite: label(cite, handbook), scripts, per_address
        )
        here = (name or own_addresses())[0]
        leading = First(first.partition("#")[0], f"{folder.name}（{here}）") if first else None
        serve_room(opened, port, desk, tuple(name or ()), cert, cert_key, browser, leading)
    except PaperError as fault:
        fail(fault)
    if opened.damage:
        raise typer.Exit(DAMAGED)


def _answers(made: Paper, source: Path) -> tuple[tuple[Answers, ...], tuple[str, ...]]:
    """Everybody's answers, and what is to be said of damage in their file."""
    from app.exams.marking import read_answers
    from app.exams.own_questions import decoded
    from app.exams.room import reopened
    from app.exams.room_damage import told
    from app.exams.room_log import read_room

    if not source.is_dir():
        return read_answers(made, decoded(_read(source))), ()
    found = read_room(source)
    room = reopened(made, found.records)
    return room.everybody(), told(room, found.losses)


def _corrections_file(source: Path) -> Path:
    return source / "corrections.log" if source.is_dir() else source.with_name(f"{source.stem}-更正.log")


def _marked(made: Paper, source: Path) -> tuple[Sequence[Marked], tuple[str, ...]]:
    from app.exams.marking import corrected, lines_in, marked

    file = _corrections_file(source)
    lines, odd = lines_in(_read(file)) if file.exists() else ([], ())
    fixes = corrected(made, lines)
    answers, damage = _answers(made, source)
    return [marked(made, each, fixes) for each in answers], (*damage, *odd)


Source = Annotated[Path, typer.Argument(help="考场的文件夹，或答案表（CSV：编号、姓名、卷别、1、2、3……）。")]


def _twice(sources: Sequence[Path], rooms: Sequence[Sequence[Marked]]) -> Iterator[str]:
    """One sentence for each number under which several answered, in one room or in several."""
    places: dict[str, list[str]] = {}
    for source, found in zip(sources, rooms, strict=True):
        for one in found:
            places.setdefault(one.answers.number, []).append(source.name)
    for number, names in places.items():
        if number and len(names) > 1:
            yield f"编号 {number} 有几份答卷（{'、'.join(names)}）：都列出了，请查清是谁的。"


@exam.command()
def results(
    paper: PaperFile,
    sources: Annotated[
        list[Path], typer.Argument(metavar="SOURCE", help="考场的文件夹，或答案表；几个考场的，一起写。")
    ],
    folder: Annotated[Path, typer.Option(help="报告存到哪个文件夹。")] = Path("."),
    sheets: Annotated[bool, typer.Option("--sheets", help="另给每名考生一份成绩单。")] = False,
) -> None:
    """成绩：分数、难度、区分度、信度、需要复查的题；报告是 PDF 和 XLSX。

    考场的记录有损坏时说是谁的哪一题，报告照能读出的写成，退出状态为 3。
    """
    from app.exams.analysis import analysis
    from app.exams.paper import PaperError, marks_text
    from app.exams.report import report, summary, workbook

    made = _paper(paper)
    try:
        read = [_marked(made, source) for source in sources]
    except PaperError as fault:
        fail(fault)
    marks = [each for these, _ in read for each in these]
    damage = [each for _, said in read for each in said]
    for each in [*_twice(sources, [these for these, _ in read]), *damage]:
        typer.echo(each, err=True)
    if not marks:
        fail("没有考生的答案，无法分析。")
    unmarked = sum(len(each.unmarked) for each in marks)
    if unmarked:
        typer.echo(f"还有 {unmarked} 份书写的题没有评完，没有算分：在考官网页上点“评书写的题”。")
    found = analysis(made, marks)
    folder.mkdir(parents=True, exist_ok=True)
    for words, value in summary(found, made):
        typer.echo(f"{words}：{value}")
    if found.warning:
        typer.echo(found.warning)
    for figure in found.figures:
        for doubt in figure.doubts:
            typer.echo(f"第 {figure.item + 1} 题：{doubt}")
    _write(folder / f"{paper.stem}-成绩.pdf", report(made, marks, found))
    _write(folder / f"{paper.stem}-成绩.xlsx", workbook(made, marks, found))
    if sheets:
        _sheets(made, marks, folder, paper.stem)
        typer.echo(f"最高 {marks_text(found.highest)} 分，最低 {marks_text(found.lowest)} 分。")
    if damage:
        typer.echo(f"记录有 {len(damage)} 处损坏，见上；报告照能读出的写成。", err=True)
        raise typer.Exit(DAMAGED)


def _sheets(made: Paper, marks: Sequence[Marked], folder: Path, stem: str) -> None:
    """Write a sheet for each candidate."""
    from app.exams.report import ranked, result_sheet
    from app.papers.wording import label

    handbook = prepare()
    for place, one in ranked(marks):
        safe = "".join(each if each.isalnum() or each in "-_" else "_" for each in one.answers.number)
        sheet = result_sheet(made, one, lambda cite: label(cite, handbook), str(place))
        _write(folder / f"{stem}-{safe}.pdf", sheet)


@exam.command()
def correct(
    paper: PaperFile,
    source: Source,
    marks: Annotated[float, typer.Argument(help="改为多少分；改总分时是加（减）多少分。")],
    reason: Annotated[str, typer.Option(help="理由。")],
    by: Annotated[str, typer.Option(help="更正人。")],
    candidate: Annotated[str, typer.Option(help="考生的编号；不写时人人如此。")] = "",
    question: Annotated[int | None, typer.Option(min=1, help="第几题（A 卷的题号）；不写时改总分。")] = None,
) -> None:
    """更正分数：写明理由，只追加，不覆盖。"""
    from app.exams.marking import Corrections
    from app.exams.paper import PaperError, marks_text
    from app.journal.disk_handle import DiskHandle

    made = _paper(paper)
    try:
        numbers = {each.number for each in _answers(made, source)[0]}
        if candidate and candidate not in numbers:
            raise PaperError(f"没有编号“{candidate}”的考生；请核对编号。")
        log = Corrections(DiskHandle(_corrections_file(source)), made)
        one = log.add(candidate, None if question is None else question - 1, marks, reason, by)
        log.close()
    except PaperError as fault:
        fail(fault)
    except OSError as e:
        fail(f"没能存下更正：{why(e)}；请检查文件夹的权限和空间。", 1)
    where = "总分" if one.item is None else f"第 {one.item + 1} 题"
    typer.echo(f"已更正：{one.number or '全体'}，{where}，{marks_text(one.marks)} 分。再运行 results 重新出报告。")
