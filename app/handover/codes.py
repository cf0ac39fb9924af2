"""Frames as pictures: QR codes, black on white whatever the theme."""

from __future__ import annotations

from io import BytesIO

SQUARE = 8  # pixels of one square of a code
QUIET = 4  # white squares around it, as the standard asks


def picture(frame: str) -> bytes:
    """Return the PNG of the code of a frame."""
    import segno

    code = segno.make_qr(frame, error="l", mode="alphanumeric", boost_error=False)
    file = BytesIO()
    code.save(file, kind="png", scale=SQUARE, border=QUIET)
    return file.getvalue()
