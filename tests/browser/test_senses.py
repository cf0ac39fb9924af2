"""What the page is asked to say, to sound and to shake: in a browser whose voice, audio and motor only note what they are given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.reader import PHONE, Reader
from tests.browser.test_ruling import INSUFFICIENT, to_the_choice

pytestmark = pytest.mark.not_in_app("in the app the shell speaks and shakes: test_shell.py")

RECORDING = """
window.noted = [];
const note = (...what) => { noted.push(what); };
const speech = new EventTarget();
speech.getVoices = () => [{lang: 'en-US', localService: true}, {lang: 'zh-TW', localService: true},
  {lang: 'zh-CN', localService: false, far: true}, {lang: 'zh_CN', localService: true}];
speech.speak = (part) => { note('speak', part.text, part.lang); setTimeout(() => part.onstart?.({}), 5); speech.part = part; };
speech.cancel = () => note('cancel');
Object.defineProperty(window, 'speechSynthesis', {value: speech});
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
window.AudioContext = class {
  state = 'suspended'; currentTime = 0; destination = {};
  async resume() { this.state = 'running'; }
  async suspend() { this.state = 'suspended'; note('unlocked'); }
  createGain() { return {gain: {setValueAtTime() {}, linearRampToValueAtTime() {}}, connect: (to) => to}; }
  createOscillator() {
    return {frequency: {}, connect: (to) => to, stop() {}, start() { note('tone', this.frequency.value); }};
  }
};
Navigator.prototype.vibrate = (pattern) => { note('shake', pattern.length); return true; };
Object.defineProperty(Navigator.prototype, 'wakeLock', {value: {request: async (what) => {
  note('awake', what);
  return Object.assign(new EventTarget(), {release() { note('released'); }});
}}});
"""
FIRST, SECOND = "你可以接受这个叫牌，也可以不接受，后果我逐项说明。", "自己决定，不得与你的同伴商量。"


def noted(reader: Reader) -> list[list[Any]]:
    found: list[list[Any]] = reader.page.evaluate("noted")
    return found


def spoken(reader: Reader) -> list[str]:
    return [what[1] for what in noted(reader) if what[0] == "speak"]


def test_words_are_read_aloud_and_clocks_are_heard_while_nobody_looks(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.page.add_init_script(RECORDING)
    reader.open("/tools/clocks")
    reader.see("声音", "switch")
    reader.tap("掼蛋贡牌，开始计时", "button")
    reader.see("抓完牌后贡牌")
    reader.wait(lambda: {"unlocked", "awake"} <= {what[0] for what in noted(reader)}, "the page to get ready to sound")
    reader.tap("掼蛋迟到（采用附件），开始计时", "button")
    reader.see("对方自然升1级")
    reader.tap("南北方，停")
    reader.see("已停")

    reader.open(INSUFFICIENT)  # the page is loaded anew, and the clocks are not on it
    to_the_choice(reader)
    reader.tap("朗读，对违规者的下家", "button")
    reader.see("停，对违规者的下家", "button")
    first, second, accept, accepted, reject, rejected = spoken(reader)  # each choice with what comes of it (10C1)
    assert [first, second, accept, reject] == [FIRST, SECOND, "第1项，接受（接着叫牌）", "第2项，不接受，要求改正"]
    assert "不判罚" in accepted and "永远不叫" in rejected
    assert {what[2] for what in noted(reader) if what[0] == "speak"} == {"zh_CN"}, (
        "a voice of this device, as it is written"
    )
    reader.tap("对违规者的下家", "button")
    reader.see("收起", "button")
    reader.wait(lambda: ["cancel"] in noted(reader), "silence after the words had left the screen")
    reader.page.evaluate("noted.splice(0)")
    button = reader.see("朗读", "button")
    assert button.height >= 48
    reader.tap("朗读", "button")
    reader.see("停", "button")
    assert spoken(reader)[:2] == [FIRST, SECOND]
    reader.page.evaluate("speechSynthesis.part.onend()")  # all was said
    reader.tap("朗读", "button")
    reader.tap("停", "button")
    reader.wait(lambda: ["cancel"] in noted(reader), "silence")
    reader.see("朗读", "button")

    reader.wait(lambda: ["tone", 880] in noted(reader), "a step, each 15 seconds (22.2)", patience=40)
    assert ["shake", 3] in noted(reader)
    reader.tap("收起", "button")
    reader.go("/tools/clocks")
    reader.see("已停")
    reader.wait(lambda: reader.find("警告一次") or reader.find("记违例"), "what is recorded by now")
    reader.tap("声音", "switch")
    reader.wait(lambda: not reader.see("声音", "switch").selected, "no sound")
    reader.tap("全部清除", "button")
    reader.see("点下面的一种开始计时")
    reader.wait(lambda: ["released"] in noted(reader), "the screen to be let go dark")
    reader.open("/tools/clocks")
    assert not reader.see("声音", "switch").selected, "it is kept"
