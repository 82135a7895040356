"""A drawing as a picture: SVG in, PNG out, in the process beside the server (`jobs.beside`).

The library holds Python's lock for as long as it draws, 50 to 80 ms: in the server nobody's hand
would be saved meanwhile. The letters are those of the printed sheets (web/paper/fonts): a server
needs no fonts of its own.
"""

from __future__ import annotations

import base64
import json
from io import BytesIO
from pathlib import Path

FONTS = Path(__file__).resolve().parent.parent / "paper" / "fonts"
FILES = [
    str(FONTS / name) for name in ("MusDisplay.ttf", "MusText-Regular.ttf", "MusText-Bold.ttf")
]

COLOURS = 128
"""Of a picture, of which whole areas have one colour: it takes less than half the bytes."""


def answer(line: bytes) -> bytes:
    """The picture of a drawing, or why it could not be made. Both are JSON; a picture as base64."""
    try:
        told = {"png": base64.b64encode(drawn(json.loads(line))).decode()}
    except Exception as error:
        told = {"error": f"{type(error).__name__}: {error}"}
    return json.dumps(told).encode()


def drawn(svg: str) -> bytes:
    """The drawing as PNG. Raises ValueError for what is no SVG."""
    import resvg_py  # costs memory that only the process beside carries
    from PIL import Image

    whole = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=FILES, font_family="MusText-Regular"
    )
    with Image.open(BytesIO(bytes(whole))) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small = BytesIO()
    few.save(small, "PNG", optimize=True)
    return small.getvalue()
