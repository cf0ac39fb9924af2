"""What is written after an option or as an argument: nothing, without end, or no text at all is refused by every command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from app.cli import bounds
from app.cli.main import cli

NOTHING, BLANK, NUL, CONTROL = "", " \t ", "a\0b", "\x1b[31m"
ENDLESS, NO_UTF_8 = "长" * 100_000, "a\udcc4b"


def commands(group: Any, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with its words."""
    for name, each in group.commands.items():
        if hasattr(each, "commands"):
            yield from commands(each, (*before, name))
        else:
            yield (*before, name), each


GROUP = get_command(cli)
COMMANDS = {" ".join(words): (words, command) for words, command in commands(GROUP)}


def typed(words: tuple[str, ...], command: Any, parameter: Any, odd: str) -> list[str]:
    """The command with something odd for one of its parameters; what else it needs is there."""
    line = list(words)
    for each in command.params:
        if each is parameter or each.required:
            value = odd if each is parameter else "1"
            line += [each.opts[0], value] if each.opts[0].startswith("-") else [value]
    return line


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_and_argument_of_a_command_is_within_bounds(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, command = COMMANDS[name]
    for parameter in command.params:
        if getattr(parameter, "is_flag", False) or parameter.metavar == bounds.JSON:
            continue
        kind = bounds._kind(parameter)
        odd = {NOTHING, BLANK, NUL, ENDLESS}
        odd |= {"path": set(), "words": {NO_UTF_8, CONTROL}, "integer": {"9" * 4_000}, "float": {"nan", "1e999"}}[kind]
        for each in odd:
            with pytest.raises(SystemExit) as ended:
                GROUP.main(typed(words, command, parameter, each), prog_name="zhicai")
            assert ended.value.code == 2, (parameter.name, each[:9])
            (sentence,) = capsys.readouterr().err.strip().splitlines()
            assert sentence.endswith("。") and len(sentence) < 400, (parameter.name, each[:9], sentence)
            assert parameter.opts[0] in sentence or (parameter.metavar or parameter.name.upper()) in sentence, sentence


def test_there_are_commands_to_try() -> None:
    assert len(COMMANDS) > 50 and {"search", "exam serve", "journal verify", "event new"} <= set(COMMANDS)


@pytest.mark.parametrize(
    ("written", "kind", "good"),
    [
        ("桥牌", "words", True), ("长" * bounds.LONGEST, "words", True), ("长" * (bounds.LONGEST + 1), "words", False),
        ("a/" * 2_047, "path", True), ("a/" * 2_048, "path", False), ("a" * 255, "path", True), ("a" * 256, "path", False),
        ("字" * 85, "path", True), ("字" * 86, "path", False), (NO_UTF_8, "path", True), (NO_UTF_8, "words", False),
        ("9" * 15, "integer", True), ("9" * 16, "integer", False), ("1.5", "float", True), ("inf", "float", False),
    ],
)  # fmt: skip
def test_where_the_bounds_are(written: str, kind: str, good: bool) -> None:
    """A path has 4,095 bytes at most, and each of its names 255; it may hold bytes that are no text."""
    assert (bounds.fault(written, kind) == "") is good
