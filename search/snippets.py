"""The part of a text that is shown of a hit, with the stretches of it that match."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from search.language import Language
    from search.understanding import Understood

Marks = tuple[tuple[int, int], ...]

_LENGTH = 90
_SENTENCE = re.compile(r"[。；;！!？?\n]")


def wanted_words(understood: Understood) -> list[str]:
    """Words to mark in snippets, longest first."""
    words = {w for c in understood.concepts for w, strength in c.words if strength >= 0.5 and len(w) > 1}
    words |= {c.word for c in understood.concepts if len(c.word) > 1}
    words |= set(understood.heard)
    return sorted(words, key=lambda word: (-len(word), word))


def snippet(text: str, wanted: Sequence[str], language: Language) -> tuple[str, Marks]:
    """The part of a text that matches best, with the stretches that match."""
    plain = language.plain(text) if wanted else ""
    taken = bytearray(len(text))
    spans: list[tuple[int, int]] = []
    for word in wanted if len(plain) == len(text) else ():
        at = plain.find(word)
        while at >= 0:
            end = at + len(word)
            if not any(taken[at:end]):
                spans.append((at, end))
                taken[at:end] = b"\1" * len(word)
            at = plain.find(word, end)
    spans.sort()
    start = 0
    if len(text) > _LENGTH and spans:
        start = _fullest(spans)
        breaks = [m.end() for m in _SENTENCE.finditer(text, 0, start)]
        start = breaks[-1] if breaks and start - breaks[-1] <= 25 else max(0, start - 12)
        start = min(start, max(0, len(text) - _LENGTH))
    end = min(len(text), start + _LENGTH)
    head, tail = ("…" if start else ""), ("…" if end < len(text) else "")
    shown = head + text[start:end].replace("\n", " ") + tail
    shift = len(head) - start
    marks = tuple((max(a, start) + shift, min(b, end) + shift) for a, b in spans if a < end and b > start)
    return shown, _joined(marks)


def _fullest(spans: Sequence[tuple[int, int]]) -> int:
    """Where the stretch of a snippet's length begins in which most of a text matches; ``spans`` do not overlap."""
    best = start = 0
    for place, (first, _) in enumerate(spans):
        inside = 0
        for begin, end in spans[place:]:
            if end > first + _LENGTH:
                break
            inside += end - begin
        if inside > best:
            best, start = inside, first
    return start


def _joined(marks: Sequence[tuple[int, int]]) -> Marks:
    joined: list[tuple[int, int]] = []
    for start, end in marks:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
