"""The compiled handbook says exactly what the books say, knows when it is stale, and is built whole or not at all."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules_data import compiled, script
from rules_data import handbook as handbook_module
from rules_data.annotate import annotate, locate
from rules_data.handbook import Handbook
from rules_data.loader import BOOKS, DataError
from rules_data.model import Book

ROOT = BOOKS.parents[1]


# -- what was compiled is what was written ---------------------------------------------------------------------------------------
def test_the_compiled_books_equal_the_written_ones(books: dict[str, Book], handbook: Handbook) -> None:
    assert set(handbook.books) == set(books)
    for id_, book in books.items():
        assert handbook.books[id_] == book
        # equality takes True for 1 and 1.0 for 1; a table must not
        assert repr(handbook.books[id_].tables) == repr(book.tables)


def test_the_compiled_annotations_equal_those_worked_out(books: dict[str, Book], handbook: Handbook) -> None:
    worked_out = annotate([books[id_] for id_ in sorted(books)])
    for p in handbook.walk():
        expected = worked_out.get(p.id)
        assert handbook.references(p.id) == (expected.references if expected else ())
        assert handbook.spans(p.id) == (expected.spans if expected else ())


def test_every_provision_is_found_by_its_id(books: dict[str, Book], handbook: Handbook) -> None:
    for book in books.values():
        for p in book.walk():
            assert p.id in handbook and handbook.provision(p.id) == p and handbook.book_of(p.id).id == book.id
    assert [p.id for p in handbook.walk()] == [p.id for id_ in handbook.books for p in books[id_].walk()]


@pytest.mark.parametrize("id_", ["", "64A1", "bridge-1999:", "bridge-1999:999", "nothing:1"])
def test_an_unknown_id(handbook: Handbook, id_: str) -> None:
    assert id_ not in handbook
    with pytest.raises(KeyError):
        handbook.provision(id_)
    with pytest.raises(KeyError):
        handbook.article(id_)
    assert handbook.references(id_) == () == handbook.spans(id_) == handbook.cited_by(id_)


def test_unknown_records(handbook: Handbook) -> None:
    for ask in (
        lambda: handbook.erratum("bridge-1999", "E-9999"), lambda: handbook.table("bridge-1999", "nothing"),
        lambda: handbook.term("bridge", "nothing"),
    ):  # fmt: skip
        with pytest.raises(KeyError):
            ask()


# -- where a provision stands ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("id_", "path"),
    [
        ("bridge-1999:25B2b1", ["ch5", "ch5.pt2", "ch5.pt2.s2", "25", "25B", "25B2", "25B2b"]),
        ("bridge-1999:64A1", ["ch6", "ch6.pt3", "ch6.pt3.s3", "64", "64A"]),
        ("bridge-1999:83", ["ch10", "ch10.s1"]),
        ("bridge-1999:def/竞叫.2", ["ch1", "def/竞叫"]),
        ("bridge-1999:pre", []),
        ("guandan-2017:18.2.1", ["ch4", "18", "18.2"]),
        ("guandan-2017:A4t", ["A4"]),
        ("guandan-supplement:4.8.3", ["4", "4.8"]),
        ("shengji-40:25p3", ["25"]),
        ("shengji-40:28b.2.1", ["28b", "28b.2"]),
    ],
)
def test_path(handbook: Handbook, id_: str, path: list[str]) -> None:
    assert [p.number for p in handbook.path(id_)] == path
    parent = handbook.parent(id_)
    assert (parent.number if parent else None) == (path[-1] if path else None)


@pytest.mark.parametrize(
    ("id_", "page"),
    [
        ("bridge-1999:25B2b1", "25"),
        ("bridge-1999:75n2", "75"),
        ("bridge-1999:2t", "2"),
        ("bridge-1999:def/竞叫.2", "def/竞叫"),
        ("bridge-1999:ch6", "ch6"),
        ("guandan-2017:18.2.1", "18"),
        ("guandan-2017:A8t2", "A8"),
        ("guandan-supplement:4.8.3", "4.8"),
        ("shengji-40:19.3t", "19"),
        ("shengji-40:prep2", "pre"),
    ],
)
def test_the_page_of_a_provision(handbook: Handbook, id_: str, page: str) -> None:
    assert handbook.article(id_).number == page


@pytest.mark.parametrize(
    ("id_", "before", "after"),
    [
        ("bridge-1999:64A1", "63", "65"),
        ("bridge-1999:23", "22", "24"),  # across a part
        ("bridge-1999:40E2", "39", "41"),  # across a chapter
        ("bridge-1999:93", "92", None),
        ("bridge-1999:epigraph", None, "pre"),
        ("bridge-1999:1", "def/庄家", "2"),
        ("bridge-1999-hant:16A", "15", "17"),
        ("guandan-2017:16.3.1", "15", "17"),
        ("guandan-2017:40", "39", "tocA"),
        ("guandan-supplement:1.4", "1.3", "2.1"),
        ("guandan-supplement:4.10.3", "4.9", None),
        ("shengji-40:28.4.4", "27", "endp1"),
        ("shengji-40:28b", "endp2", "A1"),
    ],
)
def test_neighbours(handbook: Handbook, id_: str, before: str | None, after: str | None) -> None:
    previous, following = handbook.previous_article(id_), handbook.next_article(id_)
    assert (previous.number if previous else None) == before
    assert (following.number if following else None) == after


def test_leafing_through_a_book_meets_every_page_once(handbook: Handbook) -> None:
    for book in handbook.books.values():
        page = handbook.article(book.provisions[0].id)
        seen = [page.id]
        while (following := handbook.next_article(page.id)) is not None:
            back = handbook.previous_article(following.id)
            assert back is not None and back.id == page.id
            page = following
            seen.append(page.id)
        assert len(seen) == len(set(seen))
        assert {p.id for p in book.walk() if p.kind == "article"} <= set(seen)


# -- what stands beside the text ---------------------------------------------------------------------------------------------------
def test_spans_lie_inside_the_text_in_order_and_never_overlap(handbook: Handbook) -> None:
    for p in handbook.walk():
        last = 0
        for span in handbook.spans(p.id):
            assert last <= span.start <= span.end <= len(p.text or ""), (p.id, span)
            assert span.start < span.end or (span.kind == "erratum" and span.ends), (p.id, span)
            last = span.end


def test_spans_show_what_they_say(handbook: Handbook) -> None:
    terms = {(t.game, t.id): t.term for t in handbook.terms}
    for p in handbook.walk():
        game = handbook.book_of(p.id).game
        for span in handbook.spans(p.id):
            shown = (p.text or "")[span.start : span.end]
            if span.kind == "term":
                assert shown == terms[(game, span.value)]
            elif span.kind == "reference":
                assert shown == span.value and all(t in handbook for t in span.targets)
            elif span.kind == "penalty":
                assert shown in ("(判罚)", "(判罰)")
            else:
                printed = handbook.erratum(handbook.book_of(p.id).id, span.value).printed
                assert printed is not None and "".join(shown.split()) in "".join(printed.split())


def test_every_erratum_is_marked_where_it_is_printed(handbook: Handbook) -> None:
    """In the text by a span whose last piece carries the mark; in a heading or a printed table the errata list shows it."""
    for book in handbook.books.values():
        for erratum in book.errata:
            assert all(erratum in handbook.errata(at) for at in erratum.at)
            if erratum.printed is None:
                continue
            provision = handbook.provision(erratum.at[0])
            place = locate(erratum, provision)
            assert place is not None, erratum.id
            spans = [s for s in handbook.spans(provision.id) if s.kind == "erratum" and s.value == erratum.id]
            if place[0] == "text" and provision.kind not in ("table", "contents", "form"):
                assert [s.ends for s in spans] == [False] * (len(spans) - 1) + [True], erratum.id
            else:
                assert spans == []


def test_penalty_marks(handbook: Handbook) -> None:
    """Printed wherever a law of bridge turns from the facts to the penalty; counted in the source."""
    source = (BOOKS / "bridge-1999" / "source.txt").read_text(encoding="utf-8")
    spans = [s for p in handbook.books["bridge-1999"].walk() for s in handbook.spans(p.id) if s.kind == "penalty"]
    assert len(spans) == source.count("(判罚)") > 20


def test_a_definition_does_not_link_to_itself(handbook: Handbook) -> None:
    for term in handbook.terms:
        for at in term.defined_in:
            assert all(s.value != term.id for s in handbook.spans(at) if s.kind == "term"), (term.id, at)


def test_records_by_place(handbook: Handbook) -> None:
    assert any(e.id == "E-005" for e in handbook.errata("bridge-1999:64A1"))
    assert any(q.id == "D-01" for q in handbook.open_questions("shengji-40:19.3t"))
    assert any(t.id == "level-bands" for t in handbook.tables("shengji-40:pret"))
    assert {a.id for a in handbook.amendments("guandan-2017:19.4")} == {"L-27"}
    assert any(t.term == "藏牌" for t in handbook.terms)


# -- staleness ---------------------------------------------------------------------------------------------------------------------
@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One small book alone, with a cache of its own."""
    monkeypatch.setenv("ZHICAI_CACHE", str(tmp_path / "cache"))
    root = tmp_path / "books"
    shutil.copytree(BOOKS / "shengji-40", root / "shengji-40")
    monkeypatch.setattr(script, "SOURCE", Path(shutil.copy(script.SOURCE, tmp_path)))
    return root


def test_one_changed_byte_makes_it_stale(small: Path) -> None:
    first = handbook_module.version(small)
    assert handbook_module.version(small) == first
    names = (
        "errata.yaml",
        "book.yaml",
        "import.yaml",
        "provisions/00-front.yaml",
        "source.txt",
        "../../traditional.yaml",
    )
    for name in (f"shengji-40/{name}" for name in names):
        file = small / name
        data = file.read_bytes()
        file.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        assert handbook_module.version(small) != first, name
        file.write_bytes(data)
    assert handbook_module.version(small) == first
    (small / "shengji-40" / "provisions" / "99-more.yaml").write_text("[]", encoding="utf-8")
    assert handbook_module.version(small) != first


def test_two_files_that_change_places_make_it_stale(small: Path) -> None:
    first = handbook_module.version(small)
    one, two = sorted((small / "shengji-40" / "provisions").glob("*.yaml"))[1:3]
    a, b = one.read_bytes(), two.read_bytes()
    one.write_bytes(b)
    two.write_bytes(a)
    assert handbook_module.version(small) != first


def test_a_new_version_takes_the_place_of_the_old(small: Path) -> None:
    old = handbook_module.build(root=small)
    assert compiled.find("handbook", handbook_module.version(small)) == old
    with (small / "shengji-40" / "errata.yaml").open("a", encoding="utf-8") as f:
        f.write("# noted\n")
    assert compiled.find("handbook", handbook_module.version(small)) is None
    new = handbook_module.build(root=small)
    assert new != old and new.is_dir() and not old.exists()
    assert handbook_module.load(new).books.keys() == {"shengji-40"}
    assert [p.name for p in new.parent.iterdir()] == [new.name], "nothing half-made is left"


def test_building_again_changes_nothing(small: Path) -> None:
    first = handbook_module.build(root=small)
    before = (first / "handbook.json").read_bytes()
    assert handbook_module.build(root=small) == first
    assert (first / "handbook.json").read_bytes() == before


def test_progress_is_told_in_chinese_and_rises(small: Path) -> None:
    told: list[tuple[float, str]] = []
    handbook_module.build(lambda done, what: told.append((done, what)), small)
    assert [d for d, _ in told] == sorted(d for d, _ in told) and told[-1][0] == 1.0
    assert all(re.search("[一-鿿]", what) for _, what in told)


def test_faulty_data_is_not_compiled(small: Path) -> None:
    (small / "shengji-40" / "errata.yaml").write_text("- id: [\n", encoding="utf-8")
    with pytest.raises(DataError):
        handbook_module.build(root=small)
    cache = Path(os.environ["ZHICAI_CACHE"])
    assert not cache.exists() or not list(cache.iterdir())


def test_a_build_that_fails_half_way_leaves_nothing(small: Path) -> None:
    def fail(folder: Path) -> None:
        (folder / "half").write_text("made", encoding="utf-8")
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        compiled.store("thing", "1", fail)
    assert compiled.find("thing", "1") is None
    assert list(Path(os.environ["ZHICAI_CACHE"]).iterdir()) == []


# -- where it is kept ---------------------------------------------------------------------------------------------------------
def _write(folder: Path) -> None:
    (folder / "data").write_text("made", encoding="utf-8")


@pytest.fixture
def two_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Beside the program, and the user's own folder."""
    monkeypatch.delenv("ZHICAI_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "user"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "user")
    beside = tmp_path / "program" / "compiled"
    monkeypatch.setattr(compiled, "ASSETS", beside)
    return beside, compiled.cache_folder()


def test_kept_beside_the_program_when_that_can_be_written(two_places: tuple[Path, Path]) -> None:
    beside, user = two_places
    made = compiled.store("thing", "1", _write)
    assert made.parent == beside and not user.exists()
    assert compiled.find("thing", "1") == made


def test_kept_in_the_users_folder_when_the_program_is_read_only(two_places: tuple[Path, Path]) -> None:
    """A file stands where the folder should be: nobody, not even root, can make it."""
    beside, user = two_places
    beside.parent.parent.mkdir(exist_ok=True)
    beside.parent.write_text("not a folder", encoding="utf-8")
    made = compiled.store("thing", "1", _write)
    assert made.parent == user and (made / "data").read_text(encoding="utf-8") == "made"
    assert compiled.find("thing", "1") == made


def test_no_place_at_all_is_told_with_what_to_do(
    two_places: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_writable", lambda folder: False)
    with pytest.raises(OSError, match="ZHICAI_CACHE"):
        compiled.store("thing", "1", _write)


def test_another_version_or_name_is_not_taken(two_places: tuple[Path, Path]) -> None:
    compiled.store("thing", "1", _write)
    assert compiled.find("thing", "2") is None and compiled.find("other", "1") is None


def test_what_another_name_keeps_is_left_alone(two_places: tuple[Path, Path]) -> None:
    other = compiled.store("index", "1", _write)
    compiled.store("thing", "1", _write)
    compiled.store("thing", "2", _write)
    assert other.exists() and compiled.find("thing", "1") is None


def test_the_version_does_not_depend_on_where_the_files_lie(tmp_path: Path) -> None:
    def laid_out(*folders: str) -> list[Path]:
        files = [tmp_path / folder / name for folder, name in zip(folders, ("book.yaml", "terms.yaml"), strict=True)]
        for file in files:
            file.parent.mkdir(parents=True)
            file.write_text(file.name, encoding="utf-8")
        return files

    one, other = laid_out("1/a", "1/b"), laid_out("2/z", "2/y")
    assert compiled.digest(one) == compiled.digest(other)
    other[0].write_text("terms.yaml", encoding="utf-8")
    assert compiled.digest(one) != compiled.digest(other)


def test_two_processes_building_at_once(small: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from rules_data import handbook as h; "
        "f = h.build(root=Path(sys.argv[1])); print(f); assert set(h.load(f).books) == {'shengji-40'}"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(small)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    results = [(*p.communicate(timeout=60), p.returncode) for p in running]
    assert [code for _, _, code in results] == [0, 0], results
    assert len({out for out, _, _ in results}) == 1
    cache = Path(os.environ["ZHICAI_CACHE"])
    assert [p.name for p in cache.iterdir()] == [f"handbook-{handbook_module.version(small)}"]


def test_the_slower_of_two_builders_takes_what_the_quicker_made(two_places: tuple[Path, Path]) -> None:
    def write_late(folder: Path) -> None:
        compiled.store("thing", "1", _write)
        (folder / "data").write_text("late", encoding="utf-8")

    made = compiled.store("thing", "1", write_late)
    assert (made / "data").read_text(encoding="utf-8") == "made"
    assert [p.name for p in made.parent.iterdir()] == ["thing-1"]


def test_the_compiled_file_is_plain_json(compiled_folder: Path) -> None:
    data = json.loads((compiled_folder / "handbook.json").read_text(encoding="utf-8"))
    assert {"books", "annotations"} <= set(data)
    assert compiled_folder.name == f"handbook-{handbook_module.version()}"
