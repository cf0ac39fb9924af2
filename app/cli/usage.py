"""Usage errors and help of the command line in Chinese: what typer says in English is said anew, from its parts."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

import typer
from typer.core import TyperGroup

from app.cli import bounds
from decision_trees.games import names
from rules_data import disk_faults

GAME = "项目的代号或名称，如 bridge 或 桥牌。"
"""Help of ``--game``."""

_Fault: Any = typer.BadParameter.__mro__[
    2
]  # the base of all usage errors, whose home differs between versions of typer

_SAID = tuple(
    (re.compile(pattern, re.DOTALL), chinese)
    for pattern, chinese in (
        (r"No such command '(?P<a>.*?)'\.?( Did you mean (?P<b>.*)\?)?", "没有命令“{a}”"),
        (r"No such option:? '?(?P<a>[^\s']*).*", "没有选项“{a}”"),
        (r"Got unexpected extra arguments?(?:\(s\))? \((?P<a>.*)\)", "多了“{a}”"),
        (r"Missing command\.", "没有写命令"),
        (r"Option '?(?P<a>[^\s']+)'? requires (?:an|\d+) arguments?\.?", "选项“{a}”后面没有写值"),
        (r"Option '?(?P<a>[^\s']+)'? does not take a value\.?", "选项“{a}”不带值"),
        (r"Input should be a valid integer.*|'?(?P<a>.*?)'? is not a valid integer.*", "应是整数"),
        (r"Input should be a valid number.*|'?(?P<a>.*?)'? is not a valid float.*", "应是数"),
        (r"Unable to parse input string as an integer.*", "应是整数，不能这么长"),
        (r"Input should be greater than or equal to (?P<a>\S+)", "应至少为 {a}"),
        (r"Input should be less than or equal to (?P<a>\S+)", "应至多为 {a}"),
        (r"(?P<a>\S+) is not in the range (?P<b>.*?)\.?", "不在 {b} 之内"),
        (r".* '?(?P<a>.*?)'? does not exist\.?", "“{a}”不存在"),
        (r".* '?(?P<a>.*?)'? is a (?:file|directory)\.?", "“{a}”的种类不对"),
        (r".* '?(?P<a>.*?)'? is not (?:readable|writable)\.?", "“{a}”没有权限"),
    )
)
_WORDS = {
    "Usage": "用法", "Arguments": "参数", "Options": "选项", "Commands": "命令",
    "Show this message and exit.": "显示这些说明。",
    "[OPTIONS]": "[选项]", "COMMAND [ARGS]...": "命令 [参数]…",
    "<int range>": "<整数>", "<int>": "<整数>", "<float>": "<数>", "<str>": "<文字>", "<list[str]>": "<文字>",
    "<path>": "<路径>", "<file>": "<文件>", "<directory>": "<文件夹>",
    "INTEGER RANGE": "<整数>", "INTEGER": "<整数>", "TEXT": "<文字>", "PATH": "<路径>",
}  # fmt: skip
_HELP = re.compile("|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True)))
_RANGE = re.compile(r"(\d+)<=x<=(\d+)")
GAMES = "{games}"  # in a text of the help
_EXTRA = re.compile(r"\[(?=default: |required|\d+<=x)([^\]]*)\]")


def sentence(fault: Any) -> str:
    """A usage error as one Chinese sentence, with where to find help."""
    command = getattr(fault.ctx, "command_path", "zhicai") if getattr(fault, "ctx", None) else "zhicai"
    return f"命令写法有误：{_what(fault)}。用 {command} --help 查看用法。"


def _what(fault: Any) -> str:
    kind = type(fault).__name__
    if kind == "MissingParameter":
        noun = "选项" if getattr(fault.param, "param_type_name", "") == "option" else "参数"
        return f"缺少{noun} {_hint(fault)}"
    if kind == "NoSuchOption":
        near = "、".join(fault.possibilities or ())
        return f"没有选项“{_short(fault.option_name)}”" + (f"，相近的有 {near}" if near else "")
    said = _said(str(fault.message))
    return f"{_hint(fault)} {said}" if kind == "BadParameter" else said


def _said(message: str) -> str:
    for pattern, chinese in _SAID:
        found = pattern.fullmatch(message)
        if found:
            parts = {name: _short(value or "") for name, value in found.groupdict().items()}
            near = parts.get("b", "").replace("'", "").replace(", ", "、") if "Did you mean" in message else ""
            return chinese.format(**parts) + (f"，相近的有 {near}" if near else "")
    return _short(message.rstrip("."))


def _hint(fault: Any) -> str:
    hint = fault.param_hint or (fault.param.get_error_hint() if fault.param is not None else "")
    if not isinstance(hint, str):
        hint = " / ".join(hint)
    return hint.replace("'", "")


_NOT_UTF_8 = re.compile(r"(?:\\udc[0-9a-f]{2}|[\udc80-\udcff])+")  # as Python keeps such bytes, named or bare


def _short(text: str) -> str:
    text = " ".join(_NOT_UTF_8.sub("\ufffd", text).split())
    return text if len(text) <= 60 else f"{text[:60]}…"


def _helped(text: str) -> str:
    text = _EXTRA.sub(
        lambda m: "〔" + m[1].replace("default: ", "默认 ").replace("required", "必写").replace("; ", "，") + "〕", text
    )
    return _with_games(_HELP.sub(lambda m: _WORDS[m[0]], _RANGE.sub(r"\1 至 \2", text)))


def _with_games(text: str) -> str:
    """A text of the help with the names of the games, which are read only where help is asked for; without, if they cannot be."""
    if GAMES not in text:
        return text
    from rules_data.loader import DataError

    try:
        return text.replace(GAMES, names())
    except (DataError, ImportError):
        return text.replace(f"（{GAMES}）", "").replace(GAMES, "代号或名字")


_FormatterOfTyper: Any = typer.Context.formatter_class


class _Formatter(_FormatterOfTyper):  # type: ignore[misc]
    """Headings and remarks of the help."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, _helped(args), "用法：")

    def write_text(self, text: str) -> None:
        super().write_text(_with_games(text))

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{_helped(heading)}：\n")

    def write_dl(self, rows: Sequence[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().write_dl([(_helped(first), _helped(second)) for first, second in rows], *args, **kwargs)


class _Context(typer.Context):
    formatter_class = _Formatter


class ChineseGroup(TyperGroup):
    """The commands, whose usage errors and help are in Chinese."""

    context_class = _Context

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        bounds.watch(self.params)
        _speak_chinese(self)

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run a command line; a mistake in it is one sentence and status 2."""
        run = partial(super().main, *args, **extra)
        if not standalone_mode:
            return run(standalone_mode=False)
        try:
            status = run(standalone_mode=False)
        except _Fault as fault:
            if type(fault).__name__ == "NoArgsIsHelpError":
                typer.echo(str(fault), err=True)
                sys.exit(2)
            typer.echo(sentence(fault), err=True)
            sys.exit(fault.exit_code)
        except typer.Abort:
            typer.echo("已中止。", err=True)
            sys.exit(1)
        except BrokenPipeError:
            raise
        except OSError as fault:  # a disk that is full, a folder that went away: what no command looks out for
            where = f" {_short(str(fault.filename))} " if fault.filename is not None else "文件"
            typer.echo(f"读写{where}时出错：{disk_faults.why(fault)}。", err=True)
            sys.exit(1)
        sys.exit(status if isinstance(status, int) else 0)


def _speak_chinese(group: Any) -> None:
    for command in group.commands.values():
        command.context_class = _Context
        command.invoke = partial(_invoked, command.invoke)
        bounds.watch(command.params)
        if hasattr(command, "commands"):
            _speak_chinese(command)


def _invoked(invoke: Any, context: Any) -> Any:
    """Run a command; what was typed as text must be text. A path may hold bytes that are none."""
    for param in context.command.params:
        value = context.params.get(param.name)
        for each in value if isinstance(value, list | tuple) else (value,):
            if isinstance(each, str) and not _is_text(each):
                raise typer.BadParameter("不是 UTF-8 的文字，请改用 UTF-8 的终端或重新打一遍", ctx=context, param=param)
    return invoke(context)


def _is_text(typed: str) -> bool:
    try:
        typed.encode()
    except UnicodeEncodeError:
        return False
    return True
