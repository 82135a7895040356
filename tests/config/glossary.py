"""The words of docs/glossary.md that nobody has found a source for, and where they stand alone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import polib

GLOSSARY = Path(__file__).resolve().parents[2] / "docs" / "glossary.md"
HOLES = re.compile(r"%\(\w+\)s|%s|\d+|[^\w’-]|_")
ARTICLES = {"el", "la", "los", "las", "un", "una", "le", "les", "une", "des", "de", "à"}
ENDINGS = {"es": r"e?s?", "eu": r"\w{0,3}", "fr": r"e?s?"}


def unsourced(language: str) -> tuple[str, ...]:
    """The words marked with a † in the column of a language; none when it has no column."""
    rows = [line.split("|")[1:-1] for line in GLOSSARY.read_text("utf-8").splitlines()[2:]]
    head = next([cell.strip().lower() for cell in row] for row in rows if len(row) > 2)
    if language not in head:
        return ()
    cells = [row[head.index(language)] for row in rows if len(row) == len(head)]
    words = (word.strip() for cell in cells for word in re.split(r"[/,(]", cell))
    return tuple(word.rstrip("†)").lower() for word in words if word.endswith("†"))


def is_only(entry: polib.POEntry, words: Iterable[str], language: str) -> bool:
    """Whether a translation says nothing but one of the words, declined or with an article."""
    said = entry.msgstr or entry.msgstr_plural.get(0, "")
    rest = " ".join(w for w in HOLES.sub(" ", said.lower()).split() if w not in ARTICLES)
    rest = re.sub(r"\b[ld]’", "", rest)
    return any(re.fullmatch(re.escape(word) + ENDINGS.get(language, ""), rest) for word in words)
