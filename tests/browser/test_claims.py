"""What players may wrongly claim stands folded under the ruling, with the referee's answer (bridge-1999:27)."""

from __future__ import annotations

import pytest

from tests.browser.reader import PHONE, WIDE, Reader
from tests.browser.test_ruling import INSUFFICIENT, press, to_the_choice


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"], indirect=False)
def test_they_may_say(reader: Reader, size: tuple[int, int]) -> None:
    reader.open(INSUFFICIENT)
    to_the_choice(reader)
    assert not reader.find("“那我改成加倍”")
    press(reader, "他们可能会说")
    reader.see("“那我改成加倍”")
    reader.see("更改成加倍、再加倍的要取消")
    reader.see("第27条B款3", "button")
