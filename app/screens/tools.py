"""具: settings, what this is and whose texts it shows, licences."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING, TypeVar

import flet as ft

from app import __version__
from app.base.opened import trees
from app.base.own_files import ASSETS
from app.base.words import game_name
from app.screens.book import relation, since
from app.screens.tool_grid import ToolGrid
from app.widgets.basics import quiet, section_title
from app.widgets.chips import chips
from app.widgets.columns import stretched
from app.widgets.fields import button
from app.widgets.pages import page
from app.widgets.public_address import PublicAddress
from app.widgets.readiness import ReadinessBox
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.published import IS_SITE, called, check_phone, edition, in_app
from app.window.session import use_session
from app.window.versions import installed
from decision_trees.games import names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.window.routes import DestinationKind
    from app.window.session import Session
    from app.window.theme import ThemeName
    from rules_data.model import Script

PAGES: dict[DestinationKind, tuple[ft.IconData, str, str]] = {
    "journal": (ft.Icons.HISTORY_EDU, "日志", "给过的裁决：查找、更正、撤回、打印、交换"),
    "events": (ft.Icons.EMOJI_EVENTS_OUTLINED, "赛事", "采用的规则、参赛名单、赛程、成绩、名次"),
    "settings": (ft.Icons.TUNE, "设置", "简繁、明暗、字号"),
    "about": (ft.Icons.INFO_OUTLINE, "关于", "程序判得不对怎样报告，版本，收录的规则书与来源"),
    "licences": (ft.Icons.DESCRIPTION_OUTLINED, "许可", "程序、字体和所用软件的许可"),
}

T = TypeVar("T", bound=str)
LIST = 400  # px of the list on a wide window

SCRIPTS: dict[Script, str] = {"hans": "简体", "hant": "繁体"}
MODES: dict[ThemeName, str] = {"system": "随系统", "light": "浅色", "dark": "深色"}

FULL_WIDTH = str.maketrans(",;:()", "，；：（）")  # what is said about a book; its title stands as printed

# What the app is made of, and its compiled handbook with: distribution, what it is there for.
MADE_OF = (
    ("flet", "界面"),
    ("flet-web", "浏览器里的界面"),
    ("starlette", "本机网页服务"),
    ("uvicorn", "本机网页服务"),
    ("websockets", "本机网页服务"),
    ("msgpack", "本机网页服务"),
    ("whoosh3", "全文检索"),
    ("jieba", "中文分词"),
    ("fpdf2", "印 PDF 表格"),
    ("openpyxl", "读写 XLSX"),
    ("fsrs", "练习的间隔重复"),
    ("segno", "二维码"),
    ("python-ulid", "日志记录的名字"),
    ("platformdirs", "数据文件夹"),
    ("typer", "命令行"),
    ("pydantic", "数据校验（编译时）"),
    ("PyYAML", "读取数据文件（编译时）"),
    ("pypinyin", "拼音（编译时）"),
    ("opencc-python-reimplemented", "简繁对照（编译时）"),
)


# What to send with a ruling that is wrong: see CONTRIBUTING.md, where it is the same.
WRONG = (
    ("哪一条", "书名和条款号，例如桥牌第64条A款1；有补充规定的，写采用没有。"),
    ("条文要求怎样", "照抄原文那一句，再说按它该怎样判。"),
    ("应用说了什么", "裁决的第一句，和错的那一句。"),
    (
        "裁决凭据",
        "在日志里打开那条记录，点“程序判得不对：存凭据文件”，把文件一起发出。里面有问过的事实、算出的数目和所用的条文，"
        "别人可以照走一遍；不含备注和选手姓名，但有违规方的编号或名称，发出以前请看一看。没有记入日志的，先点“记录”。",
    ),
    ("交给谁", "比赛当中先报裁判长，以裁判长的决定为准；然后发给把执裁交给你的人或本项目的维护者。"),
)


@component
def ToolsPane() -> ft.Control:
    """Show what there is."""
    session = use_session()
    ft.use_state(session.layout)
    ft.use_state(session.settings)
    width = LIST if session.layout.wide else session.layout.pane or LIST
    pages: list[ft.Control] = [
        ft.Container(_page(session, icon, name, what, kind), expand=True) for kind, (icon, name, what) in PAGES.items()
    ]
    return ft.ListView(
        [
            ft.Container(ft.Row(pages, spacing=4), padding=ft.Padding.only(left=12, right=12, top=12)),
            ToolGrid(width),
        ],
        expand=True,
        padding=ft.Padding.only(bottom=24),
    )


def _page(session: Session, icon: ft.IconData, name: str, what: str, kind: DestinationKind) -> ft.Control:
    """The way to the journal, to events or settings: small, for the tools are what one comes for."""
    return ft.MergeSemantics(
        ft.Container(
            ft.Column(
                [
                    ft.Icon(icon, color=ft.Colors.PRIMARY, size=session.icon),
                    written(
                        session,
                        name,
                        theme.SMALL,
                        text_align=ft.TextAlign.CENTER,
                        max_lines=1,
                        semantics_label=session.say(f"{name}，{what}"),
                    ),
                ],
                spacing=4,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                alignment=ft.MainAxisAlignment.CENTER,
            ),
            on_click=on_tap(session.go, routes.tab_address(kind)),
            ink=True,
            border_radius=12,
            padding=ft.Padding.symmetric(vertical=8),
            height=72 + (session.icon - theme.ICON) + 1.5 * (session.px(theme.SMALL) - theme.SMALL),
        )
    )


def _choice(session: Session, title: str, names: Mapping[T, str], chosen: T, choose: Callable[[T], None]) -> ft.Control:
    return ft.Container(
        stretched(
            [
                written(session, title, theme.BODY, weight=ft.FontWeight.W_600),
                chips(session, names.items(), chosen, choose),
            ],
            spacing=4,
        ),
        padding=ft.Padding.symmetric(horizontal=16, vertical=8),
    )


@component
def SettingsPane() -> ft.Control:
    """Show the settings; each takes effect at once and is kept."""
    session = use_session()
    ft.use_state(session.settings)
    settings = session.settings

    def choose_script(script: Script) -> None:
        session.change_settings(script=script)

    def choose_mode(mode: ThemeName) -> None:
        session.change_settings(mode=mode)

    def choose_scale(scale: str) -> None:
        session.change_settings(text_scale=int(scale) / 100)

    scales = {str(percent): f"{percent}%" for percent in (100, 125, 150, 175, 200)}
    nearest = min(scales, key=lambda percent: abs(int(percent) - settings.text_scale * 100))
    sample = ft.Container(
        written(session, "赛员虽能跟牌或可履行引牌判罚,却打出另外花色的牌张,即为藏牌。", theme.LAW),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=12,
        padding=14,
        margin=ft.Margin.symmetric(horizontal=16, vertical=4),
    )
    return page(
        session,
        "设置",
        [
            _choice(session, "文字", SCRIPTS, settings.script, choose_script),
            ft.Container(
                quiet(session, "繁体由程序逐字转换，只为便于阅读；引用请以规则书原文为准。"),
                padding=ft.Padding.symmetric(horizontal=16),
            ),
            _choice(session, "明暗", MODES, settings.mode, choose_mode),
            _choice(session, "字号", scales, nearest, choose_scale),
            sample,
            PublicAddress(settings.script, settings.text_scale),
            *([ReadinessBox("settings")] if IS_SITE else []),
            *([_phone_check(session)] if in_app() else []),
        ],
    )


def _phone_check(session: Session) -> ft.Control:
    tried = button(session, "手机自检", on_tap(check_phone), ft.Icons.FACT_CHECK_OUTLINED)
    said = quiet(session, "试一遍朗读、振动、存文件等，结果可存成文件，发给做这个应用的人。")
    return ft.Container(ft.Column([tried, said]), padding=ft.Padding.symmetric(horizontal=16, vertical=8))


def _fact(session: Session, title: str, text: str) -> ft.Control:
    return ft.Container(
        ft.Column(
            [
                written(session, title, theme.BODY, weight=ft.FontWeight.W_600),
                quiet(session, text, theme.BODY),
            ],
            spacing=2,
        ),
        padding=ft.Padding.symmetric(horizontal=16, vertical=8),
    )


@component
def AboutPane() -> ft.Control:
    """Say what this is, and which texts it quotes."""
    session = use_session()
    library = trees()
    whose = f"这个应用是“{edition()}”，程序是执裁。" if edition() else ""
    parts = [
        _fact(
            session,
            f"执裁 {__version__}",
            f"{whose}{names()}竞赛规则手册。条文一律按原文显示，不作改动；存疑之处另行标明。全部内容都在本机，不上网也能用。",
        ),
        section_title(session, "程序判得不对，怎样报告"),
        *(_fact(session, f"{number}. {title}", text) for number, (title, text) in enumerate(WRONG, 1)),
        ft.Container(
            button(
                session,
                "去日志找那一条",
                lambda _: session.go(routes.tab_address("journal")),
                ft.Icons.HISTORY_EDU,
            ),
            padding=ft.Padding.symmetric(horizontal=16, vertical=8),
        ),
        section_title(session, "版本"),
        _fact(
            session,
            "报告时写上",
            f"执裁 {__version__}，Flet {ft.__version__}；裁决树 {len(library.trees)} 棵，案例 {len(library.cases)} 个。"
            "每条凭据里还有当时的书、树和条文的校验码，改过没有，一比就知道。",
        ),
        section_title(session, "收录的规则书"),
    ]
    for book in session.handbook.books.values():
        facts = [f"{book.edition} · {book.issuer} · {since(book)}", relation(session, book) or "", book.about]
        said = "。".join(fact.rstrip("。") for fact in facts if fact) + "。"
        parts.append(_fact(session, f"{game_name(book.game)} · {book.title}", said.translate(FULL_WIDTH)))
    parts.append(_fact(session, "版权", "各规则书的著作权属其颁布单位，此处注明出处引用，供查阅。"))
    return page(session, f"关于{called()}", parts)


@component
def LicencesPane() -> ft.Control:
    """Show whose work this stands on."""
    session = use_session()
    font_licence = (ASSETS / "assets" / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    parts = [
        _fact(session, "执裁", "程序：MIT 许可。"),
        _fact(session, "字体 Noto Sans SC", "SIL 开放字体许可 1.1 版，已裁减到本程序所需的字。许可全文见页末。"),
        *(_fact(session, f"{name} {installed(name)}", f"{what}。{_licence(name)}") for name, what in MADE_OF),
        section_title(session, "字体许可全文"),
        ft.Container(ft.Text(font_licence, size=session.px(theme.SMALL)), padding=16),
    ]
    return page(session, "许可", parts)


def _licence(distribution: str) -> str:
    try:
        about = metadata.metadata(distribution)
    except metadata.PackageNotFoundError:
        return ""
    named = (about.get_all("License-Expression") or about.get_all("License") or [""])[0]
    if not named or len(named) > 40:
        classifiers = [each for each in about.get_all("Classifier") or [] if each.startswith("License ::")]
        named = classifiers[0].rpartition(":: ")[2] if classifiers else ""
    return f"许可：{named}。" if named else ""
