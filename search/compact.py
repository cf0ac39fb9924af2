"""Compiles a Whoosh index into the one file that :mod:`search.index` reads (build time only).

The file is one line of JSON, ``[[part, bytes], ...]``, and the parts after one another. For each field: the words; in how many
documents each occurs; the numbers of these, each as the step from the one before; the code of the weight in each; and what
weight a code stands for. Then the ids of the documents, and what is shown of each as JSON, after the lengths of these.
Weights stay what they are, numbers of 32 bits: reading gives exactly what Whoosh gives.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from search.index import FIELDS

if TYPE_CHECKING:
    from search.whoosh_index import WhooshIndex


def compact(source: WhooshIndex, file: Path) -> None:
    """Write the file of an index."""
    parts: dict[str, bytes] = {}
    for name in FIELDS:
        words: list[str] = []
        counts: list[int] = []
        steps: list[int] = []
        weights: list[float] = []
        for word in source.words(name):
            postings = source.postings(name, word)
            words.append(word)
            counts.append(len(postings))
            steps += (
                after - before for before, after in zip((0, *postings.documents), postings.documents, strict=False)
            )
            weights += postings.weights
        usual = _by_frequency(weights)
        codes = {weight: code for code, weight in enumerate(usual)}
        parts[f"{name}.vocabulary"] = "\n".join(words).encode()
        parts[f"{name}.counts"] = _planes(counts)
        parts[f"{name}.steps"] = _planes(steps)
        parts[f"{name}.codes"] = _planes([codes[weight] for weight in weights])
        parts[f"{name}.weights"] = _little(array("f", usual))
    parts["ids"] = "\n".join(source.ids()).encode()
    shown = [
        json.dumps(source.shown(n), ensure_ascii=False, separators=(",", ":")).encode() for n in range(len(source))
    ]
    parts["lengths"] = _planes([len(one) for one in shown])
    parts["shown"] = b"".join(shown)
    head = json.dumps([[name, len(part)] for name, part in parts.items()], separators=(",", ":"))
    file.write_bytes(head.encode() + b"\n" + b"".join(parts.values()))


def _by_frequency(weights: Iterable[float]) -> list[float]:
    """Each weight once, those that occur most often first."""
    count: dict[float, int] = {}
    for weight in weights:
        count[weight] = count.get(weight, 0) + 1
    return sorted(count, key=lambda weight: (-count[weight], weight))


def _planes(numbers: Sequence[int]) -> bytes:
    """The low halves of all numbers, then the high ones. Raises OverflowError for a number above 65,535."""
    together = _little(array("H", numbers))
    return together[0::2] + together[1::2]


def _little(numbers: array[int] | array[float]) -> bytes:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
