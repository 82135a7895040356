"""Templates lose the indentation that they have for their authors, so that pages are smaller.

This is done when a template is compiled: rendering pays nothing. A browser shows the same, because
a gap over several lines becomes one line break, and gaps go only where nobody sees them: at the two
ends of a file, so that a template included within a line adds no space; within a tag; and at the
edges of a block of text.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

AS_WRITTEN = re.compile(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", re.DOTALL)
ATTRIBUTES = r"""(?:"[^"]*"|'[^']*'|\{%.*?%\}|\{\{.*?\}\}|[^>"'])*"""
ELEMENT = re.compile(rf"</?[a-zA-Z]{ATTRIBUTES}>", re.DOTALL)
GAP = re.compile(r"\s*\n\s*")
SOLE_IF = re.compile(
    r" (\{% if (?:(?!%\}).)*%\})((?:(?!\{% (?:if|elif|else|endif)\b).)+\{% endif %\})", re.DOTALL
)
TEXT_BLOCK = r"(?:button|caption|d[dt]|h[1-6]|legend|li|option|p|t[dh]|title)"
FIRST_GAP = re.compile(rf"(<{TEXT_BLOCK}\b{ATTRIBUTES}>)\n")
LAST_GAP = re.compile(rf"\n(</{TEXT_BLOCK}>)")
BETWEEN_ITEMS = re.compile(r"</li>\n(?=<li\b)")
TO_END = r"(?:(?!%\}).)*%\}"
SILENT = "if|elif|else|endif|for|empty|endfor|with|endwith|block|endblock|load|extends"
SILENT_TAG = rf"\{{#.*?#\}}|\{{% (?:{SILENT})\b{TO_END}|\{{% (?:(?!%\}}).)* as \w+ %\}}"
LINE_OF_TAGS = re.compile(rf"^((?:{SILENT_TAG})+)\n", re.MULTILINE)


class Loader(filesystem.Loader):
    """Reads templates from DIRS; those of HTML lose their indentation."""

    def get_contents(self, origin: Origin) -> str:
        contents: str = super().get_contents(origin)
        return compact(contents) if str(origin.name).endswith(".html") else contents


def compact(text: str) -> str:
    """The template without indentation, without lines of tags that print nothing, and with each
    element's attributes on one line. Preformatted text stays as written."""
    parts = AS_WRITTEN.split(text)
    parts[::2] = map(_compact, parts[::2])
    return "".join(parts).strip()


def _compact(text: str) -> str:
    text = ELEMENT.sub(_element, text)
    text = LINE_OF_TAGS.sub(r"\1", GAP.sub("\n", text))
    text = LAST_GAP.sub(r"\1", FIRST_GAP.sub(r"\1", text))
    return BETWEEN_ITEMS.sub("</li>", text)


def _element(match: re.Match[str]) -> str:
    """The tag of an element on one line, without a space for an attribute that is not there."""
    line = GAP.sub(" ", match[0]).removesuffix(" >").removesuffix(">") + ">"
    return SOLE_IF.sub(r"\1 \2", line)
