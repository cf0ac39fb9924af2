"""A hall serves the published site itself: its files, pages of the app at other addresses, and its own addresses before them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.hall.hall_file import HallError
from app.hall.site import site_of
from tests.app.hall.halls import Chief


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("<title>执裁</title>", encoding="utf-8")
    (folder / "python-worker.js").write_text("1;", encoding="utf-8")
    (folder / "x.pack").write_bytes(b"\0")
    return folder


def test_files_pages_and_the_hall_have_their_addresses(tmp_path: Path, site: Path) -> None:
    chief = Chief(tmp_path / "chief")
    with chief.open(site):
        for path in ("/", "/tools/hall/0123456789ABCDEFGHJK", "/clause/guandan-2017/18.2.1"):
            status, headers, body = chief.ask("GET", path)
            assert (status, body) == (200, "<title>执裁</title>".encode()), path
            assert headers["cross-origin-opener-policy"] == "same-origin"
            assert "content-security-policy" not in headers  # the page has its own worker and WebAssembly
        status, headers, body = chief.ask("GET", "/python-worker.js")
        assert (status, headers["content-type"].split(";")[0], body) == (200, "text/javascript", b"1;")
        assert chief.ask("GET", "/x.pack")[1]["content-type"] == "application/octet-stream"
        assert chief.ask("GET", "/../chief/journal.sqlite")[0] == 404
        assert chief.ask("GET", "/missing.js")[0] == 404
        assert chief.ask("POST", "/")[0] == 421
        assert chief.ask("GET", "/", Host="elsewhere.example")[0] == 421  # another site's name that leads here
        assert chief.ask("GET", "/hall/1/hello")[0] == 401
        status, headers, body = chief.ask("GET", f"/t/{chief.invite('table', '12', None)}")
        assert status == 200 and "叫裁判" in body.decode()
        assert "default-src 'none'" in headers["content-security-policy"]
    chief.file.close()
    chief.store.close()


def test_a_folder_that_is_no_site_is_said(tmp_path: Path) -> None:
    with pytest.raises(HallError, match="不是发布的网站"):
        site_of(tmp_path)
