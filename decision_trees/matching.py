"""Pairing everybody where some must not meet: each in order takes the one he would rather, as far as all can still be paired.

Plain Python, so that it runs where no graph library is: one pairing of all is kept (Edmonds, *Paths, trees, and flowers*, 1965),
and each choice only asks whether it can be mended round that choice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence


def paired_in_order(
    number: int, may_meet: Callable[[int, int], bool], wanted: Callable[[int], Sequence[int]] | None = None
) -> list[tuple[int, int]] | None:
    """Pair ``0 … number - 1``: the first takes the one he wants most so that all others can be paired, then the next one left.

    ``wanted`` lists for one whom he would rather, without it the next below him. None where not all can be paired.
    """
    near = [[other for other in range(number) if other != one and may_meet(one, other)] for one in range(number)]
    mate = [-1] * number
    gone = [False] * number
    for one in range(number):  # a first pairing: from the top downwards, then mended
        if mate[one] < 0:
            free = next((other for other in near[one] if mate[other] < 0), -1)
            if free >= 0:
                mate[one], mate[free] = free, one
    for one in range(number):
        if mate[one] < 0 and not _augment(one, near, mate, gone):
            return None
    pairs: list[tuple[int, int]] = []
    for one in range(number):
        if gone[one]:
            continue
        choices = wanted(one) if wanted is not None else near[one]
        for other in choices:
            if gone[other] or other == one or not may_meet(one, other):
                continue
            if _take(one, other, near, mate, gone):
                break
        gone[one] = gone[mate[one]] = True
        pairs.append((one, mate[one]))
    return pairs


def _take(one: int, other: int, near: Sequence[Sequence[int]], mate: list[int], gone: list[bool]) -> bool:
    """Pair two, and those they are taken from with others; whether that could be, else nothing is changed."""
    left, right = mate[one], mate[other]
    if left == other:
        return True
    kept = mate.copy()
    mate[one], mate[other] = other, one
    gone[one] = gone[other] = True
    mate[left] = mate[right] = -1
    found = _augment(left, near, mate, gone)
    gone[one] = gone[other] = False
    if not found:
        mate[:] = kept
    return found


def _augment(root: int, near: Sequence[Sequence[int]], mate: list[int], gone: Sequence[bool]) -> bool:
    """Pair one that is left over, by a path on which every second two are paired anew; whether there is one."""
    number = len(mate)
    parent = [-1] * number
    base = list(range(number))
    seen = [False] * number
    seen[root] = True
    queue = deque([root])

    def common(a: int, b: int) -> int:
        above = set()
        while True:
            a = base[a]
            above.add(a)
            if mate[a] < 0:
                break
            a = parent[mate[a]]
        while True:
            b = base[b]
            if b in above:
                return b
            b = parent[mate[b]]

    def mark(at: int, foot: int, child: int, blossom: list[bool]) -> None:
        while base[at] != foot:
            blossom[base[at]] = blossom[base[mate[at]]] = True
            parent[at] = child
            child = mate[at]
            at = parent[mate[at]]

    while queue:
        at = queue.popleft()
        for to in near[at]:
            if gone[to] or base[at] == base[to] or mate[at] == to:
                continue
            if to == root or (mate[to] >= 0 and parent[mate[to]] >= 0):
                foot = common(at, to)
                blossom = [False] * number
                mark(at, foot, to, blossom)
                mark(to, foot, at, blossom)
                for each in range(number):
                    if blossom[base[each]]:
                        base[each] = foot
                        if not seen[each]:
                            seen[each] = True
                            queue.append(each)
            elif parent[to] < 0:
                parent[to] = at
                if mate[to] < 0:
                    while to >= 0:
                        before = parent[to]
                        after = mate[before]
                        mate[to], mate[before] = before, to
                        to = after
                    return True
                seen[mate[to]] = True
                queue.append(mate[to])
    return False
