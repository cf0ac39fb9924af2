"""The exam room over real sockets: what is kept, what is sent, who is let in."""

from __future__ import annotations

import asyncio
import http.client
import json
import shutil
import ssl
import subprocess
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from app.exams.candidate_line import LONGEST_INSIDE
from app.exams.hall import Scripts
from app.exams.opening import OpenedRoom, listening
from app.exams.paper import PaperError
from app.exams.room import reopened
from app.exams.room_log import read_log
from app.exams.room_server import config, hall_app
from rules_data.handbook import open_handbook
from tests.app.exams.hall import Phone, Place, Quiet, serving
from tests.app.exams.samples import paper


def room(
    folder: Path, walk: Callable[[Place], Awaitable[None]], number: int = 6, versions: int = 1, **about: Any
) -> None:
    async def going() -> None:
        async with serving(paper(number, versions), folder, **about) as place:
            async with asyncio.timeout(60):
                await walk(place)

    asyncio.run(going())


async def desk(place: Place):  # type: ignore[no-untyped-def]
    """The examiner's socket, with the cookie and the folder of the door."""
    mark = place.key.mark("cookie", place.desk, 600)
    return await connect(
        f"ws://127.0.0.1:{place.desk}{place.key.folder(place.desk)}ws", origin=f"http://127.0.0.1:{place.desk}",  # type: ignore[arg-type]
        additional_headers={"cookie": f"zhicai-{place.desk}={mark}"},
    )  # fmt: skip


SECRETS = (
    "密语",
    "bridge-1999",
    "第27条",
    '"right"',
    '"why"',
    '"cites"',
    '"clauses"',
    '"good"',
    '"subject"',
    '"difficulty"',
)


@pytest.mark.parametrize("whole", [True, False])
def test_nothing_of_the_key_is_on_the_wire_before_the_marks_are_published(tmp_path: Path, whole: bool) -> None:
    async def walk(place: Place) -> None:
        phones = [await Phone.entered(place, name) for name in "甲乙丙"]
        examiner = await desk(place)
        assert all("第1题" not in text for phone in phones for text in phone.heard), "no question before the start"
        await examiner.send(json.dumps({"do": "start"}))
        for phone in phones:
            assert (await phone.until("state"))["started"]
            if whole:
                sent = await phone.until("questions")
                assert len(sent["list"]) == 6
            else:
                sent = await phone.ask(do="question", number=3)
                assert [each["number"] for each in sent["list"]] == [3]
            for number in range(1, 7):
                await phone.ask(do="answer", number=number, letter="A")
            assert (await phone.ask(do="result"))["do"] == "no"
        await phones[0].ask(do="submit")
        assert (await phones[0].ask(do="result"))["do"] == "no", "while others are writing"
        await examiner.send(json.dumps({"do": "publish"}))
        assert (await phones[1].ask(do="result"))["do"] == "no"
        everything = [text for phone in phones for text in phone.heard]
        shown = [json.loads(await examiner.recv()) for _ in range(2)]
        assert not [secret for secret in SECRETS for text in everything if secret in text and "还没有公布" not in text]
        assert not [secret for secret in SECRETS if secret in json.dumps(shown, ensure_ascii=False)]
        for each in ("end", "publish"):
            await examiner.send(json.dumps({"do": each}))
        await asyncio.sleep(0.2)
        result = await phones[0].ask(do="result")
        assert result["rows"][0]["right"] == "B" and "密语1" in result["rows"][0]["why"]
        for phone in phones:
            await phone.line.close()
        await examiner.close()

    room(tmp_path, walk, whole=whole)


def test_the_pages_themselves_carry_no_question(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        await (await Phone.entered(place, "甲")).line.close()

        def get(path: str, host: str) -> tuple[int, str, str]:
            line = http.client.HTTPConnection("127.0.0.1", place.port, timeout=5)
            line.request("GET", path, headers={"host": host})
            found = line.getresponse()
            return found.status, found.read().decode(), found.getheader("content-security-policy") or ""

        own = f"127.0.0.1:{place.port}"
        for path in ("/", "/hant", "/candidate-hans.js", "/candidate-hant.js", "/room.css"):
            status, text, policy = await asyncio.to_thread(get, path, own)
            assert status == 200 and "第1题" not in text and "密语" not in text
            assert (
                "default-src 'none'" in policy
                and "unsafe" not in policy
                and "//" not in policy.replace(f"ws://{own}", "")
            )
            assert "http://" not in text and "https://" not in text, "nothing is asked of anybody else"
        for path in ("/examiner.html", "/examiner.js", "/answers.csv", "/room.log", "/../room.py"):
            assert (await asyncio.to_thread(get, path, own))[0] == 404
        assert (await asyncio.to_thread(get, "/", "evil.example:80"))[0] == 421

    room(tmp_path, walk)


def test_a_page_from_elsewhere_opens_no_socket(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        with pytest.raises(InvalidStatus):
            await Phone.open(place, origin="http://evil.example")
        with pytest.raises(InvalidStatus):
            await connect(f"ws://127.0.0.1:{place.desk}/ws", origin=f"http://127.0.0.1:{place.desk}")  # type: ignore[arg-type]

        cookie = {"cookie": f"zhicai-{place.desk}={place.key.mark('cookie', place.desk, 600)}"}
        with pytest.raises(InvalidStatus):  # which other ports of the machine are sent too
            await connect(
                f"ws://127.0.0.1:{place.desk}/ws",
                origin=f"http://127.0.0.1:{place.desk}",  # type: ignore[arg-type]
                additional_headers=cookie,
            )

        def get(path: str, token: str = "", headers: dict[str, str] | None = None) -> int:
            line = http.client.HTTPConnection("127.0.0.1", place.desk, timeout=5)
            line.request("GET", path + token, headers=headers or {})
            return line.getresponse().status

        for path in ("/", "/answers.csv", "/code.svg", "/examiner.js", "/room.css"):
            assert await asyncio.to_thread(get, path) == 403, "the examiner's page needs the token"
            assert await asyncio.to_thread(get, path, headers=cookie) == 403, "or the folder beside the cookie"
            inside = place.key.folder(place.desk) + path[1:]
            assert await asyncio.to_thread(get, inside) == 403, "and the cookie beside the folder"
            assert await asyncio.to_thread(get, inside, headers=cookie) == 200
        token = "?token=" + place.key.mark("token", place.desk, 60)
        assert await asyncio.to_thread(get, "/", token) == 200
        assert await asyncio.to_thread(get, "/code.svg", token) == 200

    room(tmp_path, walk)


def test_what_was_acknowledged_is_on_the_disk_when_the_server_is_gone(tmp_path: Path) -> None:
    acknowledged: dict[int, str] = {}

    async def walk(place: Place) -> None:
        phone = await Phone.entered(place, "甲")
        await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
        for number in range(1, 7):
            assert (await phone.ask(do="answer", number=number, letter="ABCD"[number % 4]))["do"] == "kept"
            acknowledged[number] = "ABCD"[number % 4]
            kept = reopened(paper(6), read_log(tmp_path))  # as another program finds the file at this moment
            one = kept.candidates[1]
            assert {at + 1: "ABCD"[option] for at, option in one.chosen.items()} == acknowledged

    room(tmp_path, walk)

    async def again(place: Place) -> None:
        one = place.hall.room.candidates[1]
        phone = await Phone.open(place)
        await phone.say(do="return", own=one.code)
        state = await phone.until("state")
        assert state["answers"] == {str(number): letter for number, letter in acknowledged.items()} and state["started"]
        assert len((await phone.until("questions"))["list"]) == 6

    room(tmp_path, again)


def test_an_answer_the_disk_refused_is_not_acknowledged_and_not_taken(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        phone = await Phone.entered(place, "甲")
        await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
        flush = place.hall.log._log._handle.flush

        def refuse() -> None:
            raise OSError(28, "No space left on device")

        place.hall.log._log._handle.flush = refuse  # type: ignore[method-assign]
        answer = await phone.ask(do="answer", number=1, letter="A")
        assert answer["do"] == "no" and "没能存下" in answer["why"]
        assert place.hall.room.candidates[1].chosen == {}
        place.hall.log._log._handle.flush = flush  # type: ignore[method-assign]
        assert (await phone.ask(do="answer", number=1, letter="A"))["do"] == "kept"

    room(tmp_path, walk)


def test_a_candidate_goes_on_on_another_device_and_the_first_is_told(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        first = await Phone.entered(place, "甲")
        code = json.loads(first.heard[-1])["code"]
        await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
        await first.ask(do="answer", number=2, letter="C")
        second = await Phone.open(place)
        await second.say(do="return", own=code.lower())
        assert (await second.until("state"))["answers"] == {"2": "C"}
        assert (await first.until("moved"))["do"] == "moved"
        with pytest.raises(ConnectionClosed):
            await first.line.recv()
        assert (await second.ask(do="answer", number=3, letter="A"))["do"] == "kept"

    room(tmp_path, walk)


def test_a_candidate_sees_only_his_own(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        phones = {name: await Phone.entered(place, f"考生{name}") for name in "甲乙"}
        await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
        await phones["甲"].ask(do="answer", number=1, letter="D")
        await phones["甲"].ask(do="flag", number=1, on=True)
        await place.hall.tell()
        state = await phones["乙"].until("state")
        assert state["answers"] == {} and state["flags"] == []
        assert not any("考生甲" in text for text in phones["乙"].heard)
        codes = {one.name: one.code for one in place.hall.room.candidates.values()}
        assert not any(codes["考生甲"] in text for text in phones["乙"].heard)

    room(tmp_path, walk)


def test_wrong_codes_are_throttled_by_address(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        said = []
        for at in range(8):
            phone = await Phone.open(place)
            await phone.say(do="enter", code=f"WRONG{at}", name="甲")
            said.append((await phone.until("state"))["why"])
            await phone.line.close()
        assert all("考场码不对" in each for each in said[:5]) and all("试得太多" in each for each in said[5:])
        phone = await Phone.open(place)
        await phone.say(do="return", own=place.code)
        assert "试得太多" in (await phone.until("state"))["why"], "also for personal codes"
        assert not place.hall.room.candidates

    room(tmp_path, walk)


@pytest.mark.parametrize(
    "first",
    ["", "[]", "{", '{"do":"answer","number":1,"letter":"A"}', '{"do":"enter"}', "9" * 5000, '{"do":["enter"]}'],
)
def test_nonsense_is_hung_up_on_and_the_room_goes_on(tmp_path: Path, first: str) -> None:
    async def walk(place: Place) -> None:
        phone = await Phone.open(place)
        await phone.line.send(first)
        with pytest.raises(ConnectionClosed):
            for _ in range(3):
                await phone.line.recv()
        assert (await Phone.entered(place, "乙")) and len(place.hall.room.candidates) == 1

    room(tmp_path, walk)


def test_the_time_that_is_over_takes_the_papers_in_and_extra_time_helps_one(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        late, early = await Phone.entered(place, "甲"), await Phone.entered(place, "乙")
        hall = place.hall
        await hall.do(lambda: [hall.room.start(hall.now())])
        await hall.do(lambda: [hall.room.give(1, 600, hall.now())])
        hall.clock._at += 31 * 60  # half an hour later
        state = await early.until("state")
        assert state["submitted"] and state["left"] < 0
        assert (await early.ask(do="answer", number=1, letter="A"))["do"] == "no"
        assert (await late.ask(do="answer", number=1, letter="A"))["do"] == "kept"
        assert [one.by for one in hall.room.candidates.values()] == ["", "time"]

    room(tmp_path, walk)


def test_a_room_is_open_in_one_program_only_and_belongs_to_its_paper(tmp_path: Path) -> None:
    opened = OpenedRoom(paper(6), tmp_path)
    done: list[str] = []

    def other() -> None:
        try:
            OpenedRoom(paper(6), tmp_path)
        except PaperError as fault:
            done.append(str(fault))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join(20)
    opened.log.close()
    assert done and "另一个窗口" in done[0]


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
def test_with_a_certificate_the_room_is_encrypted(tmp_path: Path) -> None:
    """The socket over TLS, and none without; a page must come from the https address."""
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=exam",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
        check=True, capture_output=True,
    )  # fmt: skip

    async def going() -> None:
        opened = OpenedRoom(paper(2), tmp_path / "room")
        hall = opened.hall()
        listener = listening("127.0.0.1", 0, "--port")
        port = listener.getsockname()[1]
        server = Quiet(config(hall_app(hall, port, secure=True), LONGEST_INSIDE * 4, cert, key))
        task = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        trusting = ssl.create_default_context(cafile=str(cert))
        try:
            line = await connect(f"wss://127.0.0.1:{port}/room", ssl=trusting, origin=f"https://127.0.0.1:{port}")  # type: ignore[arg-type]
            phone = Phone(line)
            await phone.say(do="enter", code=opened.room.code, name="甲")
            assert (await phone.until("state"))["name"] == "甲"
            with pytest.raises(InvalidStatus):
                await connect(f"wss://127.0.0.1:{port}/room", ssl=trusting, origin=f"http://127.0.0.1:{port}")  # type: ignore[arg-type]
            with pytest.raises((InvalidMessage, ConnectionClosed, OSError)):
                await connect(f"ws://127.0.0.1:{port}/room", origin=f"https://127.0.0.1:{port}")  # type: ignore[arg-type]
            await line.close()
        finally:
            server.should_exit = True
            await task
            opened.log.close()

    asyncio.run(going())


def test_a_candidate_reads_in_the_script_the_examiner_chose_or_in_his_own(tmp_path: Path) -> None:
    """The conversion of the app; who somebody is stays as he typed it."""
    scripts = Scripts("hant", open_handbook().script.traditional)

    async def walk(place: Place) -> None:
        usual, own = await Phone.open(place), await Phone.open(place)
        await usual.say(do="enter", code=place.code, name="陈国红")
        await own.say(do="enter", code=place.code, name="后来", script="hans")
        state = await usual.until("state")
        assert state["name"] == "陈国红" and (await own.until("state"))["name"] == "后来"
        await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
        await place.hall.tell(questions=True)
        shown = [(await phone.until("questions"))["list"] for phone in (usual, own)]
        stems = [question.stem for question in (item.question for item in place.hall.room.paper.items)]
        assert [each["stem"] for each in shown[1]] == stems
        assert [each["stem"] for each in shown[0]] == [scripts.traditional(stem) for stem in stems] != stems
        assert "題" in (await usual.ask(do="answer", number=99, letter="A"))["why"]

        def get(path: str) -> str:
            line = http.client.HTTPConnection("127.0.0.1", place.port, timeout=5)
            line.request("GET", path)
            return line.getresponse().read().decode()

        pages = {
            path: await asyncio.to_thread(get, path)
            for path in ("/", "/hans", "/candidate-hant.js", "/candidate-hans.js")
        }
        assert 'lang="zh-Hant"' in pages["/"] and "candidate-hant.js" in pages["/"]
        assert 'lang="zh-Hans"' in pages["/hans"] and "candidate-hans.js" in pages["/hans"]
        assert "進入考場" in pages["/candidate-hant.js"] and "进入考场" in pages["/candidate-hans.js"]

    room(tmp_path, walk, script=scripts)


def test_handing_in_twice_says_twice_that_it_is_in(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        phone = await Phone.entered(place, "甲")
        await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
        for _ in range(2):
            assert (await phone.ask(do="submit"))["do"] == "kept"
        state = [json.loads(text) for text in phone.heard if '"state"' in text][-1]
        assert state["submitted"]
        assert sum(each["do"] == "submit" for each in read_log(tmp_path)) == 1

    room(tmp_path, walk)


def test_two_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        first, second = await Phone.entered(place, "张伟"), await Phone.open(place)
        await second.say(do="enter", code=place.code, name="张伟")
        refused = await second.until("state")
        assert refused["do"] == "no" and "同名" in refused["why"] and "编号" in refused["why"]
        third = await Phone.entered(place, "张伟", "12")
        assert len(place.hall.room.candidates) == 2
        both = [await Phone.open(place) for _ in range(2)]  # at the same moment
        await asyncio.gather(*(each.say(do="enter", code=place.code, name="李娜") for each in both))
        said = {(await each.until("state"))["do"] for each in both}
        assert said == {"no", "state"} and len(place.hall.room.candidates) == 3
        for phone in (first, second, third, *both):
            await phone.line.close()

    room(tmp_path, walk)
