"""A referee says into the field of 裁决 what happened, and the ruling begins with what he said (shengji-40:16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.reader import ON_PHONE, PHONE, WIDE, Reader
from tests.browser.test_ruling import press

STORY = "西家甩黑桃A和K 东家有更大的黑桃 甩错牌了"
THROWER = "违规者：西家"

# Recognition as a browser has it that knows Chinese on the device; it hears what the test says.
RECOGNISER = """
window.noted = [];
class Recogniser {
  #local = false;
  static async available(wanted) { noted.push(['available', JSON.stringify(wanted)]); return window.known ?? 'available'; }
  static async install() { noted.push(['install']); return true; }
  get processLocally() { return this.#local; }
  set processLocally(local) { this.#local = local; }
  start() { noted.push(['start', this.processLocally, this.lang]); window.recogniser = this; }
  stop() { noted.push(['stop']); setTimeout(() => this.onend?.({}), 5); }
  abort() { noted.push(['stop']); }
}
Object.defineProperty(window, 'SpeechRecognition', {value: Recogniser});
window.hear = (...parts) => recogniser.onresult({results: parts.map((transcript) => [{transcript}])});
window.silence = () => { recogniser.onerror({error: 'no-speech'}); recogniser.onend({}); };
"""
MICROPHONE = "说出来：只在这台设备上听写"


def field(reader: Reader) -> str:
    """What is in the field."""
    found: str = reader.page.evaluate("document.querySelector('input').value")
    return found


def written(reader: Reader) -> str:
    """What is in the field that the app has filled: it is seen with the cursor in it."""
    reader.tap_the_box()
    return field(reader)


def scroll_to(reader: Reader, size: tuple[int, int], text: str) -> None:
    """Scroll down until a text is seen: only what is near the window is built."""
    for _ in range(20):
        if reader.find(text):
            break
        reader.page.mouse.move(size[0] - 40, size[1] / 2)
        reader.page.mouse.wheel(0, 300)
        reader.page.wait_for_timeout(200)
    reader.see(text)


def gone(reader: Reader, text: str) -> None:
    reader.wait(lambda: reader.find(text) is None or None, f"{text} to go")


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"], indirect=False)
def test_what_was_heard_is_shown_taken_back_and_begins_the_ruling(reader: Reader, size: tuple[int, int]) -> None:
    reader.open("/rule/shengji")
    reader.see("听写由你的输入法做，它可能联网；执裁只收文字")
    reader.type(STORY)
    reader.see("听到")
    reader.see(THROWER)
    reader.see("甩出的牌：♠A、♠K")
    reader.see("甩错牌", "button")
    press(reader, "没有说违规者：西家")
    gone(reader, THROWER)
    reader.tap_the_box()
    reader.page.keyboard.press("End")
    reader.page.keyboard.type(" 裁判快来", delay=15)
    reader.page.wait_for_timeout(900)
    assert not reader.find(THROWER), "the text was edited, and what was taken back stays so"
    press(reader, "甩错牌")
    reader.see("甩出的牌：♠A、♠K")
    assert not reader.find(THROWER)


@pytest.mark.short
@ON_PHONE
def test_half_a_sentence_what_is_denied_and_what_is_put_right(reader: Reader, size: tuple[int, int]) -> None:
    reader.open("/rule/shengji")
    reader.type("西家甩黑")
    reader.page.wait_for_timeout(900)
    assert not reader.find("听到"), "half a sentence says nothing yet"
    reader.page.keyboard.type("桃A和K 东家有更大的", delay=15)
    reader.see(THROWER)
    reader.open("/rule/shengji")
    reader.type("西家没有甩牌 是东家甩黑桃A和K 北家有更大的")
    reader.see("违规者：东家")
    assert not reader.find(THROWER), "what is denied is not filled in"
    reader.open("/rule/bridge")
    reader.type("西家没有摊牌也没有说过全是他的")
    reader.page.wait_for_timeout(1500)
    assert not reader.find(THROWER)


@ON_PHONE
def test_an_input_method_that_replaces_what_it_composed(reader: Reader, size: tuple[int, int]) -> None:
    reader.open("/rule/shengji")
    reader.tap_the_box()
    keyboard = reader.context.new_cdp_session(reader.page)
    for composed in ("xi", "西家", "西家甩黑桃", "西家甩黑桃A和K 冬家有更大", STORY):
        keyboard.send(
            "Input.imeSetComposition",
            {"text": composed, "selectionStart": len(composed), "selectionEnd": len(composed)},
        )
        reader.page.wait_for_timeout(400)  # it is heard meanwhile, and the composition goes on
        assert field(reader) == composed
    keyboard.send("Input.insertText", {"text": STORY})
    reader.see(THROWER)
    assert field(reader) == STORY
    press(reader, "甩错牌")
    reader.see(THROWER)


@ON_PHONE
def test_dictation_on_the_device_alone(size: tuple[int, int], sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(size)
    reader.page.add_init_script(RECOGNISER)
    reader.open("/rule/shengji")
    reader.tap(MICROPHONE, "button")
    reader.see("停止听写", "button")
    noted: list[list[Any]] = reader.page.evaluate("noted")
    assert ["start", True, "zh-CN"] in noted, "on the device, in Chinese"
    assert ["available", '{"langs":["zh-CN"],"processLocally":true}'] in noted
    reader.page.evaluate("hear('西家甩')")
    reader.see("甩错牌", "button")
    reader.page.evaluate("hear('西家甩黑桃A和K', ' 东家有更大的黑桃')")  # it has thought better of it
    reader.see(THROWER)
    reader.tap("停止听写", "button")
    reader.see(MICROPHONE, "button")
    reader.tap(MICROPHONE, "button")
    reader.page.evaluate("hear('甩错牌了')")
    reader.page.evaluate("recogniser.onend({})")
    reader.see(MICROPHONE, "button")
    reader.wait(lambda: written(reader) == STORY, "what is said later to follow")
    reader.tap(MICROPHONE, "button")
    reader.page.evaluate("silence()")
    reader.see("没有听到话")
    assert written(reader) == STORY
    reader.tap(MICROPHONE, "button")
    reader.see("停止听写", "button")
    press(reader, "甩错牌")
    reader.see("甩出的牌：♠A、♠K")
    reader.wait(lambda: reader.page.evaluate("noted.at(-1)[0]") == "stop", "it to listen no more")
    assert ["install"] not in reader.page.evaluate("noted"), "nothing is fetched for it"


@ON_PHONE
def test_no_microphone_where_speech_would_leave_the_device(
    size: tuple[int, int], sit_down: Callable[..., Reader]
) -> None:
    reader = sit_down(size)
    reader.page.add_init_script("window.known = 'downloadable';" + RECOGNISER)
    reader.open("/rule/shengji")
    reader.see("听写由你的输入法做")
    reader.wait(lambda: reader.page.evaluate("noted.length"), "the browser to be asked")
    reader.page.wait_for_timeout(800)
    assert not reader.find(MICROPHONE) and ["install"] not in reader.page.evaluate("noted")


@ON_PHONE
def test_traditional_is_heard_alike(reader: Reader, size: tuple[int, int]) -> None:
    reader.open("/rule/shengji")
    reader.type("西家甩黑桃A和K 東家有更大的 甩錯牌了")
    reader.see(THROWER)
    reader.see("甩出的牌：♠A、♠K")


@ON_PHONE
def test_a_game_that_nobody_chose_is_told_apart(reader: Reader, size: tuple[int, int]) -> None:
    reader.open("/rule")
    reader.type(STORY)
    reader.see(THROWER)
    reader.wait(lambda: any(n.flat == "升级" and n.selected for n in reader.nodes()), "the game to be turned to")


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"], indirect=False)
def test_the_same_story_says_what_each_seat_may_do(reader: Reader, size: tuple[int, int]) -> None:
    """Law 27 A: South, who sits to East's left, may accept East's insufficient bid."""
    reader.open("/rights/bridge")
    reader.type("北家开两黑桃 东家叫了两红心 叫低了")
    reader.see("东家（违规者）")
    scroll_to(reader, size, "南家（违规者的下家）")
    scroll_to(reader, size, "第27条A款")
    for _ in range(3):
        reader.page.mouse.wheel(0, -600)
        reader.page.wait_for_timeout(150)
    press(reader, "照听到的裁")
    reader.see("违规者：东家")


@ON_PHONE
def test_a_story_in_the_search_leads_to_where_it_is_heard(reader: Reader, size: tuple[int, int]) -> None:
    reader.open("/")
    reader.search(STORY)
    press(reader, "按裁决听")
    reader.see(THROWER)
    assert written(reader) == STORY
