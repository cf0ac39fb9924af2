"""Simplified and Traditional Chinese, character by character, so that offsets into a text stay valid.

The tables are compiled from OpenCC's dictionaries and ``traditional.yaml``; OpenCC itself is needed only then.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

SOURCE = Path(__file__).with_name("traditional.yaml")


class Script:
    """Converts text between the two scripts; the result always has the length of what was given."""

    def __init__(self, to_simplified: dict[str, str], to_traditional: dict[str, str], phrases: dict[str, str]) -> None:
        self._simplified = str.maketrans(to_simplified)
        self._traditional = str.maketrans(to_traditional)
        self._phrases = phrases
        # 答覆 is 答复, though 覆 by itself stays: phrases that would not come back character by character
        self._back = {t: s for s, t in phrases.items() if t.translate(self._simplified) != s}

    @property
    def phrases(self) -> Mapping[str, str]:
        """Phrases whose Traditional form is not that of their characters one by one."""
        return self._phrases

    @functools.cached_property
    def _pattern(self) -> re.Pattern[str]:
        return _any_of(self._phrases)

    @functools.cached_property
    def _back_pattern(self) -> re.Pattern[str]:
        return _any_of(self._back)

    def simplified(self, text: str) -> str:
        """The text in Simplified characters."""
        return self._back_pattern.sub(lambda m: self._back[m.group()], text).translate(self._simplified)

    def traditional(self, text: str) -> str:
        """The text in Traditional characters."""
        out, last = [], 0
        for m in self._pattern.finditer(text):
            out += [text[last : m.start()].translate(self._traditional), self._phrases[m.group()]]
            last = m.end()
        return "".join(out) + text[last:].translate(self._traditional)


def _any_of(phrases: Iterable[str]) -> re.Pattern[str]:
    """Matches any of the phrases, the longest first; nothing when there are none."""
    return re.compile("|".join(sorted(map(re.escape, phrases), key=len, reverse=True)) or r"(?!)")


def build(target: Path) -> None:
    """Write the tables to ``target`` (JSON). Raises DataError when ``traditional.yaml`` is malformed."""
    from importlib.resources import files

    from rules_data.loader import DataError, Problem, read_yaml

    document = read_yaml(SOURCE)
    for kind in ("characters", "phrases"):
        for key, value in document.data[kind].items():
            if len(key) != len(value):
                line = document.line((kind, key))
                raise DataError([Problem(SOURCE, line, f"“{key}”与“{value}”字数不同。", "请改成一样长。")])

    def table(name: str) -> dict[str, str]:
        text = (files("opencc") / "dictionary" / name).read_text(encoding="utf-8")
        rows = (line.split("\t") for line in text.splitlines() if line.strip())
        out = {key: values.split(" ")[0] for key, values in rows}
        return {key: value for key, value in out.items() if len(key) == len(value) == 1 and key != value}

    traditional = table("STCharacters.txt") | document.data["characters"]
    simplified = table("TSCharacters.txt")
    for simple, form in document.data["characters"].items():  # 着 was made 著, so 著 is 着 again
        if form != simple:
            simplified.setdefault(form, simple)
    target.write_text(
        json.dumps(
            {"simplified": simplified, "traditional": traditional, "phrases": document.data["phrases"]},
            ensure_ascii=False,
        ),
        encoding="utf-8",
    )


def open_script(file: Path) -> Script:
    """Open tables written by :func:`build`."""
    data = json.loads(file.read_text(encoding="utf-8"))
    return Script(data["simplified"], data["traditional"], data["phrases"])
