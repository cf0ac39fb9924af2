"""The pictures iOS shows while the app starts: of the size it asks for, named in the page, and kept by no other browser."""

from __future__ import annotations

from app.base.own_files import ASSETS
from app.publishing.launch import launch_images
from app.publishing.site import NOT_KEPT, with_launch_images


def test_every_picture_is_of_exactly_its_screen() -> None:
    for each in launch_images():
        head = (ASSETS / each.name).read_bytes()[:24]
        size = int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
        assert size == (each.width * each.ratio, each.height * each.ratio), each.name


def test_no_picture_lies_there_that_nothing_names() -> None:
    there = {f"icons/{file.name}" for file in (ASSETS / "icons").glob("launch-*")}
    assert there == {each.name for each in launch_images()}


def test_the_page_names_each_in_its_head_and_other_browsers_do_not_keep_them() -> None:
    page = with_launch_images("<html><head><title>t</title></head><body></body></html>")
    head = page[: page.index("</head>")]
    for each in launch_images():
        assert head.count(f'href="{each.name}"') == 1
        assert each.name.startswith(NOT_KEPT)
