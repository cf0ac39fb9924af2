"""The text of a .pdf file that has one. pypdf is imported when a file is read: most books come otherwise."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Sequence

from rules_data.importer import match_mark

_PAGES = 400
_PAGE_NUMBER = re.compile(r"[-—–\s]*(?:第\s*)?\d{1,3}(?:\s*页)?(?:\s*[/共]\s*(?:共\s*)?\d{1,3}\s*页?)?[-—–\s]*")
_ENDS = re.compile(r"[。；;：:！!？?…”」』】]$")
_FULL = 0.85  # of the longest lines: a line so long was broken by the width of the page


class NotPdf(ValueError):
    """No .pdf that can be read; the message goes on from the name of the file and says what to do."""


def text_of_pdf(data: bytes) -> str:
    """The text of a .pdf file. Raises :class:`NotPdf`."""
    try:
        from pypdf import PdfReader
        from pypdf.errors import PyPdfError
    except ModuleNotFoundError:
        raise NotPdf(
            "是 PDF，这里没有装读它的 pypdf：请运行 pip install pypdf，或另存为 .docx、.txt 再添加。"
        ) from None
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise NotPdf("有密码，请先去掉密码再添加。")
        if len(reader.pages) > _PAGES:
            raise NotPdf(f"有 {len(reader.pages)} 页，至多读 {_PAGES} 页，请分成几个文件添加。")
        pages = [page.extract_text() or "" for page in reader.pages]
    except NotPdf:
        raise
    except (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OSError) as e:
        raise NotPdf("是 PDF 而读不出来，可能坏了：请另存为 .docx、.txt，或复制文字粘贴。") from e
    text = "".join(pages)
    if _garbled(text):
        raise NotPdf("里的文字没有字符对照，读出来是乱码：请另存为 .docx，或用系统的“提取文字”复制出来，再粘贴。")
    if len(re.findall(r"\w", text)) < 10 * len(pages):
        raise NotPdf("是扫描的 PDF，里面没有文字：请用系统的“提取文字”复制出来，再粘贴。")
    return "\n".join(_joined(_without_furniture([page.split("\n") for page in pages]))) + "\n"


def _garbled(text: str) -> bool:
    """Whether what came out is no writing: characters of no use, and hardly a common Chinese one among them."""
    odd = len(re.findall(r"[\ue000-\uf8ff\ufffd\x00-\x08\x0e-\x1f]", text))
    letters = len(re.findall(r"\S", text)) or 1
    common = len(re.findall(r"[的一是不在人有我他这为之大来以中上个们条规则赛牌]", text))
    return odd * 10 > letters or (len(text) > 300 and common * 200 < letters)


def _without_furniture(pages: Sequence[Sequence[str]]) -> list[str]:
    """The lines of all pages without the numbers of the pages and what stands at the head or foot of most of them."""
    edges = Counter(
        line.strip() for page in pages for line in {*(page[:1]), *(page[-1:])} if line.strip() and len(pages) > 2
    )
    repeated = {line for line, count in edges.items() if count * 2 > len(pages)}
    kept: list[str] = []
    for page in pages:
        inner = list(page)
        while inner and (not inner[0].strip() or inner[0].strip() in repeated or _PAGE_NUMBER.fullmatch(inner[0])):
            inner.pop(0)
        while inner and (not inner[-1].strip() or inner[-1].strip() in repeated or _PAGE_NUMBER.fullmatch(inner[-1])):
            inner.pop()
        kept += [line.strip() for line in inner]
    return kept


def _joined(lines: Sequence[str]) -> list[str]:
    """Lines that the width of the page broke, put together again."""
    filled = sorted((len(line) for line in lines if line), reverse=True)
    width = filled[len(filled) // 10] if filled else 0
    out: list[str] = []
    broken = False
    for line in lines:
        if line and broken and out and match_mark(line) is None:
            out[-1] += line
        else:
            out.append(line)
        broken = bool(line) and len(line) >= _FULL * width and len(line) > 12 and not _ENDS.search(line)
    return out
