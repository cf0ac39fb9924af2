"""The search box belongs to the keyboard: typing fast, and composing with an input method."""

from __future__ import annotations

import pytest

from tests.browser.reader import ON_PHONE, WIDE, Reader


def value(reader: Reader) -> str:
    """Return what stands in the search box."""
    text: str = reader.page.evaluate("document.querySelector('flt-text-editing-host input, input').value")
    return text


@ON_PHONE
def test_fast_typing_loses_nothing(reader: Reader) -> None:
    reader.open("/")
    reader.type("cangpaichenglihou")
    reader.page.wait_for_timeout(600)
    assert value(reader) == "cangpaichenglihou"
    for _ in range(17):
        reader.page.keyboard.press("Backspace", delay=8)
    reader.page.keyboard.type("64A1", delay=5)
    reader.page.wait_for_timeout(500)
    assert value(reader) == "64A1"
    assert reader.wait(reader.hits, "hits")[0].flat.startswith("第64条A款1")


@ON_PHONE
def test_composition_of_an_input_method_is_not_disturbed(reader: Reader) -> None:
    reader.open("/")
    reader.type("")
    keyboard = reader.context.new_cdp_session(reader.page)
    composed = ""
    for letter in ("c", "a", "n", "g", "'", "p", "a", "i"):
        composed += letter
        keyboard.send(
            "Input.imeSetComposition",
            {"text": composed, "selectionStart": len(composed), "selectionEnd": len(composed)},
        )
        reader.page.wait_for_timeout(220)  # slower than the debounce: results arrive while the composition goes on
        assert value(reader) == composed
    keyboard.send("Input.insertText", {"text": "藏牌"})
    reader.wait(lambda: value(reader) == "藏牌", "the composed word, once")
    reader.wait(lambda: any("藏牌" in hit.flat for hit in reader.hits()), "hits for it")
    keyboard.send("Input.imeSetComposition", {"text": "墩", "selectionStart": 1, "selectionEnd": 1})
    reader.page.wait_for_timeout(400)
    keyboard.send("Input.insertText", {"text": "墩"})
    reader.wait(lambda: value(reader) == "藏牌墩", "the second word after the first")


@ON_PHONE
def test_clear_button(reader: Reader) -> None:
    reader.open("/")
    reader.search("藏牌")
    reader.tap("清除", "button")
    reader.see("规则书")
    reader.type("64条")
    reader.wait(lambda: any(hit.flat.startswith("第64条") for hit in reader.hits()), "hits for the new text")


@pytest.mark.parametrize("size", [WIDE], ids=["wide"])
def test_a_ruling_without_the_mouse(reader: Reader) -> None:
    """Ctrl+K, words, the arrows to the second hit and Enter; then digits for answers and Esc to take one back."""
    reader.open("/rule/bridge/insufficient_bid")
    keyboard = reader.page.keyboard
    reader.see("第 1 问")
    keyboard.press("1")
    reader.see("第 2 问")
    keyboard.press("2")
    reader.see("第 3 问")
    keyboard.press("Escape")
    reader.see("第 2 问")
    keyboard.press("Control+k")
    reader.wait(lambda: reader.page.evaluate("document.activeElement?.tagName === 'INPUT'"), "the keyboard")
    reader.page.wait_for_timeout(500)
    keyboard.type("27", delay=20)
    reader.page.wait_for_timeout(1000)
    second = reader.wait(lambda: (hits := reader.hits()) and len(hits) > 1 and hits[1], "two hits")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    reader.page.wait_for_timeout(300)
    keyboard.press("Enter")
    label = second.flat.split()[0]
    reader.wait(lambda: label in reader.page.title(), f"the page of {label}")
    reader.page.go_back()
    reader.see("在左边查找")
    reader.page.go_back()
    reader.see("第 2 问")  # the digits of the search answered nothing
