"""Rebuild the Chinese fonts that the app ships, for the screen and for print: characters cut out of Noto Sans SC.

    npm pack @expo-google-fonts/noto-sans-sc && tar xzf expo-google-fonts-noto-sans-sc-*.tgz
    python assets/build_font.py package/400Regular/NotoSansSC_400Regular.ttf

The app works offline, so a character outside this file shows as an empty box: there is no other font to fall back to.
``characters()`` says what is in it, the rarer characters of names among it; tests/app/test_font.py proves that every text we
show is covered. The font for print is packed in a way that Python reads by itself (zlib, not brotli).
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
FONT = ROOT / "assets" / "web" / "assets" / "fonts" / "roboto.woff2"  # Flet preloads this name as the default family
PRINT_FONT = ROOT / "assets" / "print" / "noto-sans-sc.woff"
NAMES = ROOT / "assets" / "names.txt"  # what the national table of 2013 (8105 characters) has beyond GB 2312

SUITS = "♠♥♦♣♤♡♢♧"
CIRCLED = "".join(map(chr, range(0x2460, 0x2474)))
PINYIN = "āáǎàōóǒòēéěèīíǐìūúǔùǖǘǚǜüńňǹḿ"
SUPERSCRIPT = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ", "0123456789n", strict=True))  # the rules print 2ⁿ
VARIANTS = "檯"  # people write it for a table, and no text of ours leads to it
SPACES = "\u00a0\u2002\u2003\u2009\u3000"
MARKS = "·•…—–-~～‘’“”《》〈〉「」『』【】〔〕、。〃々×÷±≤≥≠≈←↑→↓⇄✓※№℃°′″§¶†‡©®™€£¥☆★○●◎□■△▲▽▼◇◆"


def literals(source: str) -> Iterator[str]:
    """Yield every string of a Python program."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def only_heard(path: Path) -> bool:
    """Whether a file is of how people speak, dialects too, which nobody is ever shown: sentences to learn from, and templates."""
    return path.parent.name == "said" or path.name == "hearing.yaml"


def shown_texts() -> Iterator[str]:
    """Yield every text the app can show: law texts, the data beside them, the words of the interface."""
    for room in ("rules_data", "search", "decision_trees"):
        for pattern in ("**/source.txt", "**/*.yaml"):
            for path in sorted(path for path in (ROOT / room).glob(pattern) if not only_heard(path)):
                yield path.read_text(encoding="utf-8")
    for room in ("app", "rules_data", "search", "decision_trees"):
        for path in sorted((ROOT / room).glob("**/*.py")):
            yield from literals(path.read_text(encoding="utf-8"))


def national_standard(first_zone: int, last_zone: int) -> str:
    """Return the characters of some zones of GB 2312: 1-9 signs, 16-55 the hanzi of level 1 (most used), 56-87 level 2."""
    found = []
    for zone in range(first_zone, last_zone + 1):
        for place in range(1, 95):
            try:
                found.append(bytes((zone + 0xA0, place + 0xA0)).decode("gb2312"))
            except UnicodeDecodeError:
                continue
    return "".join(found)


@cache
def converter(name: str) -> object:
    """Return an OpenCC converter (``s2t`` or ``t2s``)."""
    from opencc import OpenCC

    return OpenCC(name)


def both_scripts(text: str) -> set[str]:
    """Return the characters of a text and of its Traditional and Simplified forms, as phrases and one by one."""
    found = set(text)
    for name in ("s2t", "t2s"):
        convert = converter(name).convert  # type: ignore[attr-defined]
        found.update(convert(text))
        found.update(*(convert(character) for character in set(text)))
    return found


def characters() -> set[str]:
    """Return every character the font must have."""
    wanted = set(map(chr, range(0x20, 0x7F))) | set(SUITS + CIRCLED + PINYIN + MARKS + VARIANTS) | set(SUPERSCRIPT)
    wanted |= set(national_standard(1, 3)) | both_scripts(national_standard(16, 87))
    wanted |= set("".join(NAMES.read_text(encoding="utf-8").split()))  # people of all names are entered
    for text in shown_texts():
        wanted |= both_scripts(text)
    return {character for character in wanted if character.isprintable()} | set(SPACES)


def covered(font: Path = FONT) -> set[str]:
    """Return the characters a font file can draw."""
    from fontTools.ttLib import TTFont

    return {chr(code) for code in TTFont(font).getBestCmap()}


def raise_characters(font: TTFont) -> None:
    """Add the superscripts the font lacks, drawn from its own characters at 60 %."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    cmap, glyphs, height = font.getBestCmap(), font.getGlyphSet(), font["OS/2"].sCapHeight
    for superscript, base in SUPERSCRIPT.items():
        if ord(superscript) in cmap:
            continue
        name, base_name = f"uni{ord(superscript):04X}", cmap[ord(base)]
        pen = TTGlyphPen(glyphs)
        pen.addComponent(base_name, (0.6, 0, 0, 0.6, 0, round(0.45 * height)))
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        font["glyf"][name] = pen.glyph()
        advance, bearing = font["hmtx"][base_name]
        font["hmtx"][name] = (round(0.6 * advance), round(0.6 * bearing))
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(superscript)] = name


def printed_characters() -> set[str]:
    """Return every character the font for print must have: people of all names sign our papers, in both scripts."""
    names = NAMES.read_text(encoding="utf-8").split()
    return characters() | both_scripts("".join(names))


def build(source: Path, wanted: Iterable[str], target: Path = FONT) -> set[str]:
    """Write the subset, packed as the name of the target says; return the wanted characters the source font does not have."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(source)
    for table in ("vhea", "vmtx", "VORG"):  # vertical writing is not used
        if table in font:
            del font[table]
    raise_characters(font)
    missing = set(wanted) - {chr(code) for code in font.getBestCmap()}
    options = Options(layout_features=["kern", "liga", "locl"], hinting=False, desubroutinize=True)
    options.flavor = target.suffix.removeprefix(".")
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(sorted(set(wanted) - missing)))
    subsetter.subset(font)
    font.flavor = options.flavor
    target.parent.mkdir(parents=True, exist_ok=True)
    font.save(target)
    return missing


def main() -> None:
    """Build from the TTF named on the command line."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for target, wanted in ((FONT, characters()), (PRINT_FONT, printed_characters())):
        missing = build(Path(sys.argv[1]), wanted, target)
        print(f"{target.relative_to(ROOT)}: {len(wanted) - len(missing)} characters, {target.stat().st_size:,} bytes")
        if missing:
            print("not in the source font:", " ".join(sorted(missing)))


if __name__ == "__main__":
    main()
