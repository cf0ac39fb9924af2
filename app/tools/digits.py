"""A number written with ten keys, a sign and a key that takes back."""

from __future__ import annotations

FRESH = "fresh"  # what stood there is written over
BACK = "删"
MINUS = "-"  # a sign was pressed before the first digit


def press(number: int | None, state: str, key: str, most: int) -> tuple[int | None, str]:
    """Return the number after a key (a digit, ``±`` or ``删``), and what is remembered for the next.

    A digit that would make it larger than ``most`` begins a new number.
    """
    if key == "±":
        return (-number, "") if number else (number, "" if state == MINUS else MINUS)
    if key == BACK:
        if number is None or abs(number) < 10:
            return None, ""
        return (-(abs(number) // 10) if number < 0 else number // 10), ""
    if state == FRESH or number is None:
        before, negative = 0, state == MINUS
    else:
        before, negative = abs(number), number < 0 or (number == 0 and state == MINUS)
    written = before * 10 + int(key)
    if written > most:
        written = int(key)
    return (-written if negative else written), (MINUS if negative and not written else "")


def in_column(numbers: list[int], state: str, key: str, most: int) -> tuple[list[int], str]:
    """Return a column of numbers after a key, of which the last is being written; ``下一个`` begins another."""
    if key == "下一个":
        return numbers, NEXT if numbers else state
    begins = not numbers or state.startswith(NEXT)
    if begins and key == BACK:
        return numbers, ""
    number, after = press(None if begins else numbers[-1], state.removeprefix(NEXT), key, most)
    if begins:
        return ([*numbers, number], after) if number is not None else (numbers, (NEXT if numbers else "") + after)
    return ([*numbers[:-1], number], after) if number is not None else (numbers[:-1], NEXT if numbers[:-1] else "")


NEXT = "next"
