"""The part of Markdown that docs/help/ is written in: headings, paragraphs, lists, bold, code,
pictures.

`[[words]]` name a button or a tab. They are translated as on the pages, so that help and page
always agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

PICTURE = re.compile(r"^!\[([^\]\n]*)\]\(([a-z-]+\.webp)\)$", re.MULTILINE)
LABEL = re.compile(r"\[\[([^\]]+)\]\]")
_ITEM = re.compile(r"^(?:- |(\d+)\. )")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_CODE = re.compile(r"`([^`]+)`")


def title_of(text: str) -> str:
    """The first heading, in plain words."""
    return text.partition("\n")[0].removeprefix("# ").strip()


def to_html(text: str, *, pictures: str = "") -> SafeString:
    """The text as HTML. Everything in it is escaped first. `pictures`: the base address of its
    pictures."""
    return mark_safe("\n".join(_blocks(text, pictures)))  # noqa: S308  (escaped piece by piece)


def _blocks(text: str, pictures: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        if lines[0].startswith("#"):
            level = len(lines[0]) - len(lines[0].lstrip("#"))
            yield f"<h{level}>{_line(lines[0].lstrip('# '))}</h{level}>"
        elif shown := PICTURE.fullmatch(block):
            words, name = _line(shown[1]), escape(pictures + shown[2])
            yield f'<figure><img src="{name}" alt="{words}" loading="lazy"></figure>'
        elif found := _ITEM.match(lines[0]):
            kind = "ol" if found[1] else "ul"
            items = "".join(f"<li>{_line(_ITEM.sub('', line))}</li>" for line in lines)
            yield f"<{kind}>{items}</{kind}>"
        else:
            yield f"<p>{_line(' '.join(lines))}</p>"


def _line(text: str) -> str:
    shown = LABEL.sub(lambda found: gettext(found[1]), text)
    safe = str(escape(shown))
    return _CODE.sub(r"<code>\1</code>", _BOLD.sub(r"<strong>\1</strong>", safe))
