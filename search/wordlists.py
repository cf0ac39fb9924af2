"""The words people use at the table for what the texts call otherwise: the files in ``synonyms``, read and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules_data.handbook import Handbook
from rules_data.loader import DataError, Problem, load_records, read_yaml
from rules_data.model import Synonym

SYNONYMS = Path(__file__).with_name("synonyms")
EVERYDAY = SYNONYMS / "everyday.yaml"


@dataclass(frozen=True, slots=True)
class Everyday:
    """The content of everyday.yaml."""

    same: Sequence[Sequence[str]]
    near: Mapping[str, Sequence[str]]
    noise: Sequence[str]
    weak: Sequence[str]
    english: Mapping[str, Sequence[str]]


def read_everyday(file: Path = EVERYDAY) -> Everyday:
    """Read the everyday words. Raises DataError with file and line when the file is malformed."""
    document = read_yaml(file)
    data = document.data
    problems: list[Problem] = []
    if not isinstance(data, dict) or set(data) != {"same", "near", "noise", "weak", "english"}:
        raise DataError(
            [Problem(file, 1, "应有且只有 same、near、weak、english、noise 五项。", "请补上缺的或删去多余的。")]
        )
    seen: dict[str, int] = {}
    for i, group in enumerate(data["same"]):
        if not isinstance(group, list) or len(group) < 2 or not all(isinstance(w, str) for w in group):
            problems.append(Problem(file, document.line(("same", i)), "一组同义词应是两个以上的词。", "请改正。"))
            continue
        for word in group:
            if word in seen:
                problems.append(
                    Problem(file, document.line(("same", i)), f"“{word}”已在另一组。", "一个词只能在一组里。")
                )
            seen[word] = i
    for part in ("near", "english"):
        for word, others in data[part].items():
            if not isinstance(word, str) or not isinstance(others, list) or not all(isinstance(w, str) for w in others):
                problems.append(Problem(file, document.line((part, word)), f"“{word}”的近义词应是一列词。", "请改正。"))
    noise: list[str] = []
    for i, group in enumerate(data["noise"]):
        if not isinstance(group, list) or not all(isinstance(w, str) for w in group):
            problems.append(Problem(file, document.line(("noise", i)), "应是一列词。", "请改正。"))
        else:
            noise += group
    if problems:
        raise DataError(problems)
    return Everyday(data["same"], data["near"], noise, data["weak"], data["english"])


def read_synonyms(handbook: Handbook, folder: Path = SYNONYMS) -> tuple[Synonym, ...]:
    """Read the synonym files of the games. Raises DataError with file and line for anything malformed or dangling."""
    found: list[Synonym] = []
    problems: list[Problem] = []
    for file in sorted(folder.glob("*.yaml")):
        if file.name == EVERYDAY.name:
            continue
        try:
            records, document = load_records(file, Synonym)
        except DataError as error:
            problems += error.problems
            continue
        for i, record in enumerate(records):
            line = document.line((i,))
            if not record.say or not (record.means or record.go):
                problems.append(Problem(file, line, "没有说法，或没有意思（means、go 至少要有一项）。", "请补上。"))
            for pattern in record.typed:
                try:
                    re.compile(pattern)
                except re.error as fault:
                    problems.append(Problem(file, line, f"typed 的“{pattern}”读不出：{fault}。", "请改正这个式子。"))
            for target in record.go:
                if target not in handbook:
                    problems.append(Problem(file, line, f"“{target}”不是任何一条。", "请改成存在的条款号。"))
                elif handbook.book_of(target).game != record.game:
                    problems.append(Problem(file, line, f"“{target}”不属于 {record.game}。", "请改正 game 或条款号。"))
            found.append(record)
    if problems:
        raise DataError(problems)
    return tuple(found)
