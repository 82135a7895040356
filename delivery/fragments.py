"""Splits a page into named pieces, and finds what to send when some of them changed.

A piece is an element with an id and `data-live`, or one with a `data-key` inside such an element. A
key is unique within the piece around it, so the same match may stand twice on a page.
Changes are sent piece by piece. An outer piece is sent with a `<template data-same>` in place of
each inner piece that the reader already has, so a new hand costs one hand, however long the match.
Templates must write an end tag for every piece, because pieces are found by their tags alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

MARK = re.compile(r"\sdata-(?:key=\"([^\"]*)\"|live(?=[\s>]))")
TAG = re.compile(r"<([a-z0-9]+)([^>]*)>")
SPACE = re.compile(r"\s{2,}")
IDENTITY = re.compile(r"\sid=\"([^\"]*)\"")
OPEN = re.compile(r"^(<details\b[^>]*?) open(?=[\s>])")

Part = tuple[str, str]
"""The name of a piece, and its new text."""


@dataclass(slots=True)
class Piece:
    """A piece of a page, from `start` to `end` of its text. `name`: such as "versus" or
    "match-hands/g1/h12", the keys from the outside in."""

    name: str
    start: int
    end: int
    inner: list[Piece] = field(default_factory=list)

    def walk(self) -> Iterator[Piece]:
        """The piece and all pieces in it, outer pieces first."""
        yield self
        for piece in self.inner:
            yield from piece.walk()


def pieces(page: str) -> dict[str, Piece]:
    """The outermost pieces of a page, by name."""
    roots: dict[str, Piece] = {}
    around: list[Piece] = []
    for mark in MARK.finditer(page):
        start = page.rfind("<", 0, mark.start())
        tag = TAG.match(page, start)
        while around and around[-1].end <= start:
            around.pop()
        name = tag and _name(tag[2], mark[1], around)
        if tag is None or name is None:
            continue
        piece = Piece(name, start, _end(page, tag[1], start))
        if around:
            around[-1].inner.append(piece)
        else:
            roots[name] = piece
        around.append(piece)
    return roots


def changes(before: str, after: str) -> tuple[Part, ...] | None:
    """The changed pieces that turn the page `before` into `after`, in the order in which they must
    be inserted.

    None when the pages have different outermost pieces, or two pieces of one name: then the page
    must be fetched.
    """
    old, new = pieces(before), pieces(after)
    if old.keys() != new.keys() or repeated(old) or repeated(new):
        return None
    had = {piece.name: piece for root in old.values() for piece in root.walk()}
    return tuple(
        (piece.name, _piece_text(after, piece, had))
        for root in new.values()
        for piece in root.walk()
        if piece.name in had and _shell(after, piece) != _shell(before, had[piece.name])
    )


def repeated(roots: dict[str, Piece]) -> set[str]:
    """The names that two pieces have: a key stands twice in one parent."""
    names = Counter(piece.name for root in roots.values() for piece in root.walk())
    return {name for name, count in names.items() if count > 1}


def _name(attributes: str, key: str | None, around: list[Piece]) -> str | None:
    if key is not None:
        return f"{around[-1].name}/{key}" if around else None
    identity = IDENTITY.search(attributes)
    return identity[1] if identity and not around else None


@cache
def _tags(name: str) -> re.Pattern[str]:
    return re.compile(rf"<(/?){name}(?=[\s>])[^>]*>")


def _end(page: str, name: str, start: int) -> int:
    """The end of the element `name` that begins at `start`."""
    depth = 0
    for tag in _tags(name).finditer(page, start):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return tag.end()
    return len(page)


def _shell(page: str, piece: Piece) -> str:
    """The piece without its inner pieces and without its `open` attribute, which is the reader's
    choice."""
    return OPEN.sub(r"\1", _with(page, piece, frozenset(inner.name for inner in piece.inner)))


def _piece_text(page: str, piece: Piece, had: dict[str, Piece]) -> str:
    whole = _with(page, piece, frozenset(inner.name for inner in piece.inner if inner.name in had))
    return SPACE.sub("\n", whole)


def _with(page: str, piece: Piece, same: frozenset[str]) -> str:
    """The piece with one mark in place of each sequence of inner pieces in `same`; the mark lists
    their keys."""
    text: list[str] = []
    row: list[str] = []
    at = piece.start
    for inner_piece in piece.inner:
        if inner_piece.name not in same:
            continue
        between = page[at : inner_piece.start]
        if row and between.strip():
            text.append(_same(row))
            row = []
        if between.strip():
            text.append(between)
        row.append(inner_piece.name.rpartition("/")[2])
        at = inner_piece.end
    if row:
        text.append(_same(row))
    return "".join((*text, page[at : piece.end]))


def _same(keys: list[str]) -> str:
    return f'<template data-same="{" ".join(keys)}"></template>'
