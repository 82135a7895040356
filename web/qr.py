"""QR codes: as inline SVG without style or script, and as block characters for a terminal."""

from __future__ import annotations

from io import BytesIO, StringIO
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from segno import QRCode

QUIET_ZONE = 4  # modules; the standard asks for four


def qr_svg(text: str, *, title: str) -> SafeString:
    """`text` as a black code on white. `title` is read out by screen readers."""
    svg = _code(text).svg_inline(
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        title=title,
        omitsize=True,
        svgclass="qr__code",
        lineclass=None,
    )
    return mark_safe(svg)  # noqa: S308  (segno escapes the title; the rest is drawn, not given)


def qr_file(text: str) -> bytes:
    """`text` as an SVG file, for an `<img>`."""
    drawn = BytesIO()
    _code(text).save(drawn, kind="svg", border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True)
    return drawn.getvalue()


def qr_blocks(text: str) -> str:
    """`text` as lines of half blocks, for a terminal that writes light on dark."""
    lines = StringIO()
    _code(text, error="l").terminal(lines, border=2, compact=True)
    return lines.getvalue()


def _code(text: str, *, error: str = "m") -> QRCode:
    import segno  # imported here: it costs memory

    return segno.make(text, error=error, micro=False)
