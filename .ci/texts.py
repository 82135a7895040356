"""Every text of the screens, by screen and in all languages, on one page to read: `make texts`.

The page is for a speaker who reads one language in an hour: what is missing is marked, and so is a
word that docs/glossary.md has no source for.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from html import escape
from io import BytesIO
from pathlib import Path

import polib
from babel.messages.extract import extract
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = sorted(path.name for path in (ROOT / "locale").iterdir())
FUNCTIONS = {"gettext": None, "gettext_lazy": None, "gettext_noop": None, "_": None}
FUNCTIONS |= {"ngettext": (1, 2), "ngettext_lazy": (1, 2)}
FUNCTIONS |= {"pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2)}
FUNCTIONS |= {"npgettext": ((1, "c"), 2, 3)}
NOT_SCREENS = {"tests", "node_modules", ".venv", "var", "mutants", "bench"}
TABLET_TEXT = re.compile(r'^  "?([\w.]+)"?: ("(?:[^"\\]|\\.)*"),(  // fuzzy)?$', re.MULTILINE)

STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
td, th { border: 1px solid #ccc; padding: .4rem .6rem; vertical-align: top; text-align: left; }
td { white-space: pre-wrap; overflow-wrap: anywhere; }
.missing { background: #fbb; } .unsourced { background: #ffd; }
"""

Texts = dict[str, tuple[str, ...]]
"""Language to the text, or to its forms where something is counted."""


def main() -> int:
    """Writes the page to the file that is named, with the languages that are named, or all."""
    target, *chosen = sys.argv[1:]
    languages = chosen or LANGUAGES
    catalogues = {language: _catalogue(language) for language in languages}
    parts = [*_of_server(catalogues), *_of_tablet(languages)]
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    Path(target).write_text(_page(parts, languages), encoding="utf-8")
    count = sum(len(texts) for _screen, texts in parts)
    sys.stdout.write(f"{count} texts of {len(parts)} screens: {target}\n")
    return 0


def _catalogue(language: str) -> dict[tuple[str | None, str], polib.POEntry]:
    entries = polib.pofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.po"))
    return {(entry.msgctxt, entry.msgid): entry for entry in entries if not entry.obsolete}


def _of_server(
    catalogues: dict[str, dict[tuple[str | None, str], polib.POEntry]],
) -> Iterator[tuple[str, list[Texts]]]:
    """The texts of templates and modules, in the order in which they stand there."""
    for path in sorted([*ROOT.glob("templates/**/*.html"), *ROOT.glob("*/**/*.py")]):
        if NOT_SCREENS & set(path.relative_to(ROOT).parts):
            continue
        rows: dict[tuple[str | None, str], Texts] = {}
        for context, forms in _texts_in(path):
            row: Texts = {"en": forms}
            for language, entries in catalogues.items():
                entry = entries.get((context, forms[0]))
                translation = _translations(entry) if entry else ()
                row[language] = ("fuzzy", *translation) if entry and entry.fuzzy else translation
            rows[context, forms[0]] = row
        if rows:
            yield str(path.relative_to(ROOT)), list(rows.values())


def _texts_in(path: Path) -> Iterator[tuple[str | None, tuple[str, ...]]]:
    """Each text with its context; two forms where something is counted."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".html":  # as calls in lines that stand for themselves
        source = "\n".join(line.strip() for line in templatize(source).splitlines())
    elif "gettext" not in source:
        return
    messages = extract("python", BytesIO(source.encode()), keywords=FUNCTIONS)
    for _line, message, _comments, context in messages:
        yield context, (message,) if isinstance(message, str) else tuple(message[:2])


def _translations(entry: polib.POEntry) -> tuple[str, ...]:
    forms = [entry.msgstr_plural[number] for number in sorted(entry.msgstr_plural)]
    return tuple(text for text in forms or [entry.msgstr] if text)


def _of_tablet(languages: list[str]) -> Iterator[tuple[str, list[Texts]]]:
    """What the tablet says, from the files of its languages."""
    for folder in ("ui", "i18n"):
        phrases = {language: _phrases(folder, language) for language in ["en", *languages]}
        rows = [
            {language: phrases[language].get(key, ()) for language in phrases}
            for key in phrases["en"]
        ]
        yield f"tablet/src/{folder}", rows


def _phrases(folder: str, language: str) -> Texts:
    text = (ROOT / f"tablet/src/{folder}/{language}.js").read_text(encoding="utf-8")
    return {
        key: ("fuzzy", json.loads(phrase)) if fuzzy else (json.loads(phrase),)
        for key, phrase, fuzzy in TABLET_TEXT.findall(text)
    }


def _page(parts: list[tuple[str, list[Texts]]], languages: list[str]) -> str:
    columns = ["en", *languages]
    head = "".join(f"<th>{language}</th>" for language in columns)
    tables = [
        f"<h2>{escape(screen)}</h2><table><tr>{head}</tr>"
        + "".join(
            f"<tr>{''.join(_cell(row[language]) for language in columns)}</tr>" for row in rows
        )
        + "</table>"
        for screen, rows in parts
    ]
    title = f"<meta charset=utf-8><title>Texts</title><style>{STYLE}</style>"
    return f"<!doctype html><html lang=en>{title}{''.join(tables)}</html>\n"


def _cell(forms: tuple[str, ...]) -> str:
    unsourced = forms[:1] == ("fuzzy",)
    texts = forms[1:] if unsourced else forms
    kind = "unsourced" if unsourced else "" if texts else "missing"
    return f'<td class="{kind}">{"<br>".join(map(escape, texts))}</td>'


if __name__ == "__main__":
    sys.exit(main())
