"""Turns SVG into PNG, in a separate process (`jobs.beside`).

The library holds Python's global lock while it draws, 50 to 80 ms. In the server no hand could be
saved meanwhile. The fonts are those of the printed sheets (web/paper/fonts), so the machine needs
no fonts.
"""

import base64
import json
from html import escape
from io import BytesIO
from pathlib import Path

from web.legible import legible

FONTS = Path(__file__).resolve().parent.parent / "paper" / "fonts"
FILES = [
    str(FONTS / name)
    for name in (
        "MusDisplay.ttf", "MusText-Regular.ttf", "MusText-Bold.ttf",
        "DejaVuSans.ttf", "DejaVuSans-Bold.ttf",  # for letters that the others lack
    )
]  # fmt: skip
FIRST_EMOJI = 0x1F000
JOINERS = "\u200d\ufe0e\ufe0f"
"""What joins emoji, and chooses how one looks."""

COLOURS = 128
"""The most colours of a picture. Large areas have one colour, so a palette takes less than half the
bytes."""


def answer(line: bytes) -> bytes:
    """Runs in the separate process. Answers a JSON line with JSON: the picture as base64, or the
    error."""
    try:
        reply = {"png": base64.b64encode(drawn(json.loads(line))).decode()}
    except Exception as error:
        reply = {"error": f"{type(error).__name__}: {error}"}
    return json.dumps(reply).encode()


def drawn(svg: str) -> bytes:
    """The drawing as PNG, without emoji, which no font here has, and with letters of alphabets
    that none has in Latin ones. Raises ValueError for what is no SVG."""
    import resvg_py  # imported here: only the separate process should carry its memory
    from PIL import Image

    whole = resvg_py.svg_to_bytes(
        svg_string=legible(_without_emoji(svg), written=escape),
        skip_system_fonts=True,
        font_files=FILES,
        font_family="MusText-Regular",
    )
    with Image.open(BytesIO(bytes(whole))) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small = BytesIO()
    few.save(small, "PNG", optimize=True)
    return small.getvalue()


def _without_emoji(svg: str) -> str:
    if svg.isascii():
        return svg
    return "".join(one for one in svg if ord(one) < FIRST_EMOJI and one not in JOINERS)
