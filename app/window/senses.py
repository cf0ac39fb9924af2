"""What the device of a window can do beside showing: read aloud, listen, sound, vibrate, stay awake.

In a browser the page does it (:mod:`app.browser.asking`) and says itself what it can; elsewhere Flet's own client, as far as it
has a service for it: it has none that speaks or sounds.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import flet as ft

from app.browser import asking, device
from app.window.published import IS_SITE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from app.tools.alarms import Ring

NOT_SAID = "这台设备没有读出来：请看看系统的语音朗读是否打开、有没有中文"
ANSWERS_WITHIN = 3.0  # seconds
UNHEARD = {
    "silence": "没有听到话，请再点话筒说一遍",
    "refused": "浏览器不让用话筒：请在它的设置里允许，或用输入法听写",
    "failed": "这台设备没有听成，请用输入法听写",
}
PHONES = (ft.PagePlatform.ANDROID, ft.PagePlatform.IOS)


@ft.observable
@dataclass
class Can:
    """What this window's device can do, and what it is doing."""

    voice: bool = False  # whether it has a voice of its own for Chinese
    sound: bool = False
    shake: bool = False
    listen: bool = False  # whether it recognises Chinese speech by itself, without asking anybody
    saying: str = ""  # the name of what is being read aloud
    listening: str = ""  # the name of the field that is dictated into

    def take(self, said: Mapping[str, Any]) -> None:
        """Take over what the page says; anything else is ignored."""
        if isinstance(can := said.get("can"), dict):
            names = ("voice", "sound", "shake", "listen")
            self.voice, self.sound, self.shake, self.listen = (can.get(name) is True for name in names)
        if isinstance(name := said.get("saying"), str):
            self.saying = name
        if isinstance(name := said.get("listening"), str):
            self.listening = name


class Senses:
    """The device of one window."""

    def __init__(self, page: ft.Page) -> None:
        """Nothing is known of it before :meth:`open`."""
        self.page = page
        self.on_failure: Callable[[], object] = lambda: None  # nothing was heard where something should have been
        self.on_unheard: Callable[[str], object] = lambda why: (
            None
        )  # nothing was heard of what somebody should have said
        self.on_words: dict[str, Callable[[str], object]] = {}
        """By the name of a field: what to do with all that was said into it so far; nothing, when that begins."""
        self.can = Can()
        self._awake = False
        self._listener = asking.Listener(self._heard)

    async def open(self) -> None:
        """Learn what the device can do; anew whenever the page was loaded again, which then knows nothing any more."""
        if not self.page.web:
            self.can.shake = self.page.platform in PHONES
            return
        if IS_SITE:
            device.hear(asking.SAID, self._heard)
        await self._ask(hello=self._listener.name, awake=self._awake)

    def _heard(self, said: Mapping[str, Any]) -> None:
        async def take() -> None:
            self.can.take(said)
            if said.get("failed") is True:
                self.on_failure()
            if (why := UNHEARD.get(str(said.get("unheard")))) is not None:
                self.on_unheard(why)
            if (
                isinstance(words := said.get("words"), str)
                and (put := self.on_words.get(self.can.listening)) is not None
            ):
                put(words)

        self._run(take)

    def _run(self, task: Any) -> None:
        if self.page.session.connection is not None:
            self.page.run_task(task)

    async def _ask(self, **asked: Any) -> None:
        await _tried(lambda: ft.UrlLauncher().launch_url(asking.address(**asked)))

    def reading(self, name: str, lines: Sequence[str], script: str) -> ft.ClientAction:
        """Return what a button does that reads lines aloud. The page does it while it is touched: some browsers want that."""
        return ft.OpenUrl(asking.address(say={"name": name, "lines": list(lines), "script": script}))

    def stopping(self) -> ft.ClientAction:
        """Return what a button does that stops reading aloud."""
        return ft.OpenUrl(asking.address(hush=True))

    def listening(self, name: str) -> ft.ClientAction:
        """Return what a button does after which what is said goes into a field, of this name; without one, no more."""
        return ft.OpenUrl(asking.address(listen=name))

    def hang_up(self, name: str) -> None:
        """Take nothing more that is said into a field, where it is listened for."""
        self.on_words.pop(name, None)
        if self.can.listening == name:
            self.can.listening = ""

            async def stop() -> None:
                await self._ask(listen="")

            self._run(stop)

    def unlocking(self) -> ft.ClientAction | None:
        """Return what a button does after which something is to be heard later: some browsers are silent until then."""
        return ft.OpenUrl(asking.address(unlock=True)) if self.can.sound else None

    def hush(self, name: str) -> None:
        """Stop reading something aloud, where it is being read."""
        if self.can.saying == name:
            self.can.saying = ""

            async def stop() -> None:
                await self._ask(hush=name)

            self._run(stop)

    async def ring(self, ring: Ring) -> None:
        """Sound and vibrate, as far as the device can."""
        if self.page.web:
            await self._ask(ring=ring)
        elif self.can.shake:
            await _tried(lambda: ft.HapticFeedback().vibrate())  # type: ignore[no-untyped-call]

    async def stay_awake(self, wanted: bool) -> None:
        """Keep the screen from going dark, or let it again, as far as the device can."""
        if wanted == self._awake:
            return
        self._awake = wanted
        if self.page.web:
            await self._ask(awake=wanted)
        else:
            await _tried(lambda: ft.Wakelock().enable() if wanted else ft.Wakelock().disable())  # type: ignore[no-untyped-call]


async def _tried(act: Callable[[], Awaitable[object]]) -> None:
    """Do something that a device may not be able to; one that was just left, or is being loaded again, never answers."""
    with suppress(Exception):
        await asyncio.wait_for(act(), ANSWERS_WITHIN)
