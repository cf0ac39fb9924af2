"""The real server and a real Chromium. Without Chromium these tests are skipped, but fail where CI=true."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import phone_app
from tests.browser.reader import DRESS, FLAGS, PHONE, WIDE, Published, Reader, Server, chromium, free_port, profile
from tests.browser.stuck import pages_end_after

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

REASON = "没有找到 Chromium,浏览器测试未运行(Debian: apt install chromium) / Chromium not found: browser tests skipped"

AGAIN = 2  # on a busy machine a tap or a step back may come a moment too early: what fails again and again is broken


# Where ending the pages does not help (stuck.py). An exception in the middle of Playwright's loop would leave that loop dead and
# every later test waiting: the worker ends instead, and xdist goes on with another.
TOO_LONG = 300  # seconds


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.nodeid.replace("\\", "/"):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))
            item.add_marker(pytest.mark.flaky(reruns=AGAIN))
            item.add_marker(pytest.mark.timeout(TOO_LONG, method="thread"))
            if on_the_site(config) and (reason := not_on_the_site(item, config)):
                item.add_marker(pytest.mark.skip(reason=reason))
    if config.args == config.getini(
        "testpaths"
    ):  # the whole suite: of these the short form, all by python -m tests.browser
        left_out = [
            item for item in items if item.get_closest_marker("browser") and not item.get_closest_marker("short")
        ]
        items[:] = [item for item in items if item not in set(left_out)]
        config.hook.pytest_deselected(items=left_out)


def on_the_site(config: pytest.Config) -> bool:
    """Whether the tests drive a published site."""
    return bool(config.getoption("--site") != "served")


def in_the_app(config: pytest.Config) -> bool:
    """Whether the tests drive the site as the Android app has it."""
    return str(config.getoption("--site")).partition("=")[0] == "shell"


def not_on_the_site(item: pytest.Item, config: pytest.Config) -> str:
    """Return why a test cannot run against a published site, or the Android app; nothing where it can."""
    marks = ("served_only", "not_in_app") if in_the_app(config) else ("served_only",)
    return next((str(mark.args[0]) for name in marks if (mark := item.get_closest_marker(name))), "")


def pytest_report_collectionfinish(config: pytest.Config, items: list[pytest.Item]) -> list[str]:
    """Say which tests do not run against a published site, and why."""
    if not on_the_site(config):
        return []
    reasons = {item.nodeid.partition("[")[0]: not_on_the_site(item, config) for item in items}
    return [f"not on the site: {name}: {reason}" for name, reason in reasons.items() if reason]


@pytest.fixture(scope="session")
def executable() -> str:
    """Return where Chromium is."""
    found = chromium()
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail(REASON)
        pytest.skip(REASON)
    return found


@pytest.fixture(
    scope="module"
)  # while it is open, Playwright's loop is the running one: no other file's tests could begin theirs
def browser(executable: str, request: pytest.FixtureRequest) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    more = []
    if in_the_app(request.config):
        more = phone_app.flags()
        DRESS.append((phone_app.options(), lambda context: phone_app.give_bridge(context, saves=True)))
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=executable, args=[*FLAGS, *more])
        yield launched
        launched.close()
    DRESS.clear()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--site",
        default="served",
        help="which app the browser tests drive: served, published, or a folder made by zhicai publish; shell, "
        "or shell= and such a folder: as the Android app has it",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "short: of the short form, which the whole suite goes through")
    config.addinivalue_line("markers", "served_only(reason): cannot run against a published site")
    config.addinivalue_line("markers", "not_in_app(reason): cannot run against the site as the Android app has it")


@pytest.fixture(scope="session")
def published(executable: str, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """Return a folder with the app as a static site."""
    given = str(request.config.getoption("--site")).removeprefix("shell=")
    if given not in ("served", "published", "shell"):
        return Path(given).resolve()
    from app.base.preparation import prepare
    from app.publishing.site import publish

    prepare()
    return publish(tmp_path_factory.mktemp("published") / "site").folder


@pytest.fixture(scope="module")
def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Server | Published]:
    started = an_app(request, tmp_path_factory.mktemp("data"))
    started.start()
    yield started
    started.stop()


def an_app(request: pytest.FixtureRequest, data: Path) -> Server | Published:
    """Return the app the tests drive, not started yet; what is served keeps its data there."""
    if in_the_app(request.config):
        return phone_app.InApp(request.getfixturevalue("published"))
    if on_the_site(request.config):
        return Published(request.getfixturevalue("published"))
    return Server(free_port(), data)


@pytest.fixture
def own(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server | Published]:
    """An app with data of its own, which the test starts: served ones keep it in ``own.data``, a site in the windows' profile."""
    app = an_app(request, tmp_path / "data")
    yield app
    app.stop()


@pytest.fixture(params=[PHONE, WIDE], ids=["phone", "wide"])
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    chosen: tuple[int, int] = request.param
    return chosen


@pytest.fixture(scope="module")
def profiles(browser: Browser) -> Iterator[dict[tuple[Any, ...], BrowserContext]]:
    """Browser profiles by size and options: shared, because a warm cache opens the app twice as fast."""
    made: dict[tuple[Any, ...], BrowserContext] = {}
    yield made
    for context in made.values():
        context.close()


@pytest.fixture(autouse=True)
def nothing_turns_for_ever() -> Iterator[None]:
    """Let a page that answers nothing fail its test, which is then tried again."""
    with pages_end_after():
        yield


@pytest.fixture(autouse=True)
def nothing_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close what a test opened: a window whose server is gone tries to reach it for ever, and slows the tests after it."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    shared: dict[tuple[Any, ...], BrowserContext] = request.getfixturevalue("profiles")
    before = list(browser.contexts)
    yield
    for context in browser.contexts:
        if context not in before and context not in shared.values():
            context.close()


@pytest.fixture
def sit_down(
    browser: Browser, server: Server | Published, profiles: dict[tuple[Any, ...], BrowserContext]
) -> Iterator[Callable[..., Reader]]:
    """Open windows; at the end no request of any of them may have left this machine."""
    readers: list[Reader] = []

    def sit(size: tuple[int, int], **options: Any) -> Reader:
        key = (size, *sorted(options.items()))
        if key not in profiles:
            profiles[key] = profile(browser, size, **options)
            if not options.get("newcomer"):
                server.introduce(profiles[key])
        readers.append(Reader.sit_down(profiles[key], server.address))
        return readers[-1]

    yield sit
    foreign = [url for reader in readers for url in reader.foreign]
    for reader in readers:
        reader.leave()
    assert not foreign, f"requests left this machine: {foreign}"


@pytest.fixture
def reader(sit_down: Callable[..., Reader], size: tuple[int, int]) -> Reader:
    return sit_down(size)
