"""The fonts of the paper, and another font for characters that these lack.

A name may use any alphabet. `runs` splits a text where the font must change; letters that neither
font has are written in Latin ones (`web.legible`).
"""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from unicodedata import category
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from web.legible import legible

FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD, DISPLAY = "MusText-Regular", "MusText-Bold", "MusDisplay"
OTHERS = {PLAIN: "DejaVuSans", BOLD: "DejaVuSans-Bold", DISPLAY: "DejaVuSans-Bold"}


@cache
def ready() -> None:
    """Registers the fonts with reportlab, once in each process."""
    for name in {*OTHERS, *OTHERS.values()}:
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))


def runs(text: str, font: str) -> Iterator[tuple[str, str]]:
    """The text in pieces, each with a font that has its characters. An emoji that no font has is
    left out: the name reads as well without it."""
    ready()
    printable = "".join(letter for letter in text if not _is_lost(font, letter))
    readable = legible(printable, lambda letter: _has(font, letter) or _has_other(font, letter))
    for has, letters in groupby(readable, key=lambda letter: _has(font, letter)):
        yield (font if has else OTHERS[font]), "".join(letters)


def width(text: str, font: str, size: float) -> float:
    """How wide the text is, in points."""
    widths = (pdfmetrics.stringWidth(piece, name, size) for name, piece in runs(text, font))
    return float(sum(widths))


def marked(text: object, font: str = PLAIN) -> str:
    """The text for a reportlab paragraph, escaped, with its changes of font."""
    return "".join(
        escape(piece) if name == font else f'<font name="{name}">{escape(piece)}</font>'
        for name, piece in runs(str(text), font)
    )


def _has(font: str, letter: str) -> bool:
    return ord(letter) in pdfmetrics.getFont(font).face.charToGlyph


def _is_lost(font: str, letter: str) -> bool:
    """Whether the character is no letter, and no font has it."""
    is_sign = category(letter) in ("So", "Sk", "Cf", "Mn")
    return is_sign and not _has(font, letter) and not _has_other(font, letter)


def _has_other(font: str, letter: str) -> bool:
    return _has(OTHERS.get(font, font), letter)
