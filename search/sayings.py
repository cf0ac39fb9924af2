"""How a saying and a query are compared: by their words, and a little by their pairs of characters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from search.tokens import Segmenter, grams

PAIR = "_"  # marks a pair of characters among words
_PAIR_WEIGHT = 0.35


def saying_tokens(
    text: str, segmenter: Segmenter, canonical: Mapping[str, str], noise: frozenset[str]
) -> Iterator[str]:
    """The words of a saying or a query that carry its meaning, and its pairs of characters; each once."""
    yield from dict.fromkeys(canonical.get(w, w) for w in segmenter.words(text) if w not in noise)
    yield from dict.fromkeys(PAIR + g for g in grams(text) if len(g) == 2)


def saying_weight(token: str, count: int, total: int) -> float:
    """How much a word tells about which saying is meant: more when fewer of them contain it."""
    return math.log(1 + total / max(count, 1)) * (_PAIR_WEIGHT if token.startswith(PAIR) else 1.0)
