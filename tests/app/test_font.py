"""The font has every character the app shows: there is no other to fall back to."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from rules_data.handbook import open_handbook

ROOT = Path(__file__).resolve().parents[2]
TERMINAL = ("cli/", "window/preparation.py")  # speak in the terminal, with its font
pytest.importorskip("fontTools")


@pytest.fixture(scope="module")
def build_font() -> ModuleType:
    specification = importlib.util.spec_from_file_location("build_font", ROOT / "assets" / "build_font.py")
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def covered(build_font: ModuleType) -> set[str]:
    found: set[str] = build_font.covered()
    return found


def missing(text: str, covered: set[str]) -> str:
    """Return the characters of a text the font lacks: wide spaces too, for which a browser would look elsewhere."""
    return "".join(sorted({c for c in text if c.isprintable() or c in "\u3000\u00a0"} - covered))


ADVICE = "the font lacks characters: run assets/build_font.py again"


def test_law_texts_and_data_in_both_scripts(build_font: ModuleType, covered: set[str]) -> None:
    script = open_handbook().script
    for pattern in ("**/source.txt", "**/*.yaml"):
        for room in ("rules_data", "search", "decision_trees"):
            for path in sorted(path for path in (ROOT / room).glob(pattern) if not build_font.only_heard(path)):
                text = path.read_text(encoding="utf-8")
                for form in (text, script.traditional(text), script.simplified(text)):
                    assert not missing(form, covered), f"{path}: {ADVICE}"


def test_words_of_the_interface_in_both_scripts(build_font: ModuleType, covered: set[str]) -> None:
    script = open_handbook().script
    for path in sorted((ROOT / "app").glob("**/*.py")):
        if path.relative_to(ROOT / "app").as_posix().startswith(TERMINAL):
            continue
        for words in build_font.literals(path.read_text(encoding="utf-8")):
            assert not missing(words + script.traditional(words), covered), f"{path}: {words!r}: {ADVICE}"


def test_what_people_type(build_font: ModuleType, covered: set[str]) -> None:
    most_used = build_font.national_standard(16, 55)
    assert len(most_used) == 3755
    assert not missing(most_used, covered), "GB 2312 level 1"
    assert not missing(open_handbook().script.traditional(most_used), covered), "and its Traditional forms"
    assert not missing(build_font.national_standard(56, 87), covered), "level 2: names of people and places"
    assert not missing("".join(map(chr, range(0x21, 0x7F))), covered), "ASCII"
    assert not missing("♠♥♦♣①②③⑩⑳āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜü，。；：？！（）【】《》〔〕、·…—「」『』", covered)
    assert not missing("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ", covered), "exponents"
    assert not missing("張喆 李玥 王堃 劉昇", covered), "rarer names"


def test_every_shown_character_comes_from_one_place(build_font: ModuleType, covered: set[str]) -> None:
    lacking = {c for c in build_font.characters() - covered if "\u4e00" <= c <= "\u9ffe"}
    assert not lacking, ADVICE


def test_licence_lies_beside_the_font(build_font: ModuleType) -> None:
    licence = build_font.FONT.with_name("OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert build_font.FONT.stat().st_size < 1_700_000


def test_the_print_font_has_all_that_and_rarer_names(build_font: ModuleType, covered: set[str]) -> None:
    printed = build_font.covered(build_font.PRINT_FONT)
    assert not covered - printed, ADVICE
    names = "".join(build_font.NAMES.read_text(encoding="utf-8").split())
    assert len(names) == 1467
    assert not missing(names, printed), ADVICE
    assert build_font.PRINT_FONT.with_name("OFL.txt").exists()
    assert build_font.PRINT_FONT.stat().st_size < 3_000_000


def test_both_fonts_draw_alike(build_font: ModuleType, covered: set[str]) -> None:
    """The Android app has the one for print only: app/publishing/android/content.py."""
    from fontTools.ttLib import TTFont

    screen, printed = TTFont(build_font.FONT), TTFont(build_font.PRINT_FONT)
    assert screen["head"].unitsPerEm == printed["head"].unitsPerEm
    assert (screen["hhea"].ascent, screen["hhea"].descent) == (printed["hhea"].ascent, printed["hhea"].descent)
    places = screen.getBestCmap(), printed.getBestCmap()
    for character in sorted(covered)[::37]:  # decoding all of them takes long
        one, other = (
            (font["hmtx"][at[ord(character)]], font["glyf"][at[ord(character)]].getCoordinates(font["glyf"]))
            for font, at in zip((screen, printed), places, strict=True)
        )
        assert one == other, character
