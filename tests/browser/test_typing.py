"""The search box belongs to the keyboard: typing fast, and composing with an input method."""

from __future__ import annotations

from tests.browser.reader import ON_PHONE, Reader


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
