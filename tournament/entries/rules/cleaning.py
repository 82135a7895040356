"""What people put around the names of a pair: numbers, ticks, chat prefixes, clubs in brackets.

`cleaned` takes the lines of a list as they were pasted and returns them in the shape that
`tournament.entries.rules.lists` reads. What is no pair at all is named by `not_a_pair`.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from contextlib import suppress

from tournament.log.rules import text as texts

LONGEST_LINE = 500
"""A line of a pair is shorter; in a longer one the patterns would take long."""

# Spaces of other widths, and marks without any width that chats and spreadsheets leave behind.
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u3000]")
_WIDTHLESS = re.compile("[\u200b\u2060\ufeff]")
_WRONGLY_DECODED = re.compile(r"[ÂÃ](?:[^\sA-Za-z]|\u00a0)")
_EMOJI_PARTS = "\ufe0f\u200d"
_CHAT = re.compile(
    r"^\s*(?:\[\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?[^\]]{0,6}\]\s*[^:]{1,60}:"
    r"|\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}[^-]{0,6}\s-\s[^:]{1,60}:)\s*"
)
_ORDINAL = re.compile(r"^\s*\d{1,4}\s*(?:[.)ºª:]+\s*[-–]+\s*|[-–]\s+|\s(?=[^\W\d_]))")
_KEYCAPS = re.compile("^\\s*(?:\\d\ufe0f?\u20e3)+")
_SURNAMES_FIRST = re.compile(r"^([^,;\t/\d]+),\s*([^,;\t/\d]+)\s/\s([^,;\t/\d]+),\s*([^,;\t/\d]+)$")
_CLUB_BEFORE = re.compile(r"^([^:,;\t/]{2,60}):\s+(\S.*\S)$")
_CLUB_AFTER = re.compile(r"^([^()\[\]]+?)\s*[(\[]([^()\[\]:]{2,60})[)\]]$")
_CONTACT_AFTER = re.compile(
    r"^(.*[^\W\d_][.)]?)[\s:.]+"
    r"((?:\+\d{2}\s?)?\d(?:[ .\-]?\d){7,11}|[^\s@,;]+@[^\s@,;]+\.[a-z]{2,})$",
    re.IGNORECASE,
)
_CONTACT_BETWEEN = re.compile(
    r"\s((?:\+\d{2}\s?)?\d(?:[ .\-]?\d){7,11})\s*(?=[/–—&+]|-\s|(?:y|e|eta|et|con|and)\s)",
    re.IGNORECASE,
)
_LABEL_OF_CONTACT = re.compile(
    r"[\s,–-]*\b(?:tel|telf|tlf|tfno|tfn|m[oó]vil|tel[eé]fono|telefonoa|phone|mob)\b[.:\s]*$",
    re.IGNORECASE,
)
_PLAYERS_PARTED = re.compile(r"[/–—&+]|\s-\s|\s(?:y|e|eta|et|con|and)\s", re.IGNORECASE)
_TYPED_PARTS = re.compile(r"[\t;,/–—&+\"“”„«»]|\s-\s|\s(?:y|e|eta|et|con|and)\s", re.IGNORECASE)
_HEADINGS = frozenset({
    "torneo", "campeonato", "txapelketa", "tournoi", "championnat", "tournament", "championship",
    "listado", "inscripciones", "inscritos", "inscritas", "inscrits", "parejas", "bikoteak",
    "paires", "suplentes", "reservas", "ordezkoak", "remplacants", "substitutes",
})  # fmt: skip
_REMARKS = frozenset({"pagado", "pagada", "pagados", "paid", "ordainduta", "paye", "payee"})
_PLACES = frozenset({"mesa", "table", "mahaia", "mahai"})
_REMARK_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]*:[^()\[\]]*[)\]]")
_WORD = re.compile(r"[(\[]?\b[^\W\d_]+\b[)\]]?[.!]*")


def cleaned(lines: Iterable[str], *, looked_at: Collection[int] = ()) -> list[str]:
    """The lines without what is no part of a pair, club and contact in cells of their own; lines of
    the numbers in `looked_at` without their remarks, too.
    "Surname, name / surname, name" is turned round where every comma of the list stands in such a
    line."""
    bare = [
        _without_remarks(_bare(line)) if number in looked_at else _bare(line)
        for number, line in enumerate(lines, start=1)
    ]
    with_commas = [line for line in bare if "," in line and not _is_parted(line)]
    if with_commas and all(map(_SURNAMES_FIRST.match, with_commas)):
        bare = [_SURNAMES_FIRST.sub(r"\2 \1 / \4 \3", line) for line in bare]
    return [line if _is_parted(line) else _in_cells(line) for line in bare]


def _is_parted(line: str) -> bool:
    """Whether the line's cells are parted already, or it is too long for a pair."""
    return len(line) > LONGEST_LINE or any(mark in line for mark in '\t;"')


def _bare(line: str) -> str:
    if len(line) > LONGEST_LINE:
        return line
    line = _WIDTHLESS.sub("", _SPACES.sub(" ", _WRONGLY_DECODED.sub(_letter, line)))
    line = _without_signs(_KEYCAPS.sub("", _CHAT.sub("", line)))
    if not _is_parted(line):
        line = line.replace("*", "")  # as chats write a bullet or bold
    return _ORDINAL.sub("", line).strip(" ")


def is_as_typed(text: str, typed: str) -> bool:
    """Whether `text` stands in the line as it was typed: between two marks that part cells or
    players, with nothing but spaces around it; or its two halves do, as first and last name."""
    parts = [" ".join(part.split()) for part in _TYPED_PARTS.split(typed)]
    if not text or text in parts:
        return True
    spaces = (at for at, letter in enumerate(text) if letter == " ")
    return any(text[at + 1 :] in _after(text[:at], parts) for at in spaces)


def _after(part: str, parts: list[str]) -> list[str]:
    return parts[parts.index(part) + 1 :] if part in parts else []


def not_a_pair(cells: list[str]) -> str:
    """Why these cells hold no pair: "heading", "remark", or "" when they may hold one."""
    whole = " ".join(cells).strip()
    if not whole or len(whole) > LONGEST_LINE or texts.is_contact(whole):
        return ""
    words = texts.folded(" ".join(cells[:2])).split()
    if whole.endswith(":") or _HEADINGS.intersection(words):
        return "heading"
    in_brackets = _REMARK_IN_BRACKETS.search(whole)
    return "remark" if _has_a_place(whole) or in_brackets or says_paid(whole) else ""


def says_paid(text: str) -> bool:
    """Whether a word of the text says that the fee is paid."""
    return bool(_REMARKS.intersection(texts.folded(text).split()))


def _has_a_place(line: str) -> bool:
    before = texts.folded(line.partition(":")[0]).split() if ":" in line else []
    return bool(before) and before[0] in _PLACES


def _without_remarks(line: str) -> str:
    """The line without a table before it, brackets that explain, and words about the fee."""
    if len(line) > LONGEST_LINE:
        return line
    line = _REMARK_IN_BRACKETS.sub("", line)
    line = line.partition(":")[2].lstrip() if _has_a_place(line) else line
    line = _WORD.sub(lambda word: "" if says_paid(word[0]) else word[0], line)
    return line.rstrip(" ,;-–")


def _letter(match: re.Match[str]) -> str:
    for encoding in ("cp1252", "latin-1"):
        with suppress(UnicodeError):
            return match[0].encode(encoding).decode("utf-8")
    return match[0]


def _without_signs(line: str) -> str:
    """The line without ticks and other pictures before and after its words."""
    first, last = 0, len(line)
    while first < last and (_is_sign(line[first]) or (first and line[first].isspace())):
        first += 1
    while (
        last > first
        and _is_sign(line[last - 1])
        and not line[first : last - 1].rstrip(" ").endswith(("\t", ";"))
    ):
        last -= 1
        while last > first and line[last - 1].isspace():
            last -= 1
    return line[first:last]


def _is_sign(character: str) -> bool:
    return unicodedata.category(character) == "So" or character in _EMOJI_PARTS


def _in_cells(line: str) -> str:
    """The line with its club and contact, where these are told by their shape, after the pair."""
    between = _CONTACT_BETWEEN.search(line)
    if between:  # one behind each name
        line = f"{line[: between.start()]} {line[between.end() :]}"
    line, contact = _taken(_CONTACT_AFTER, line.strip())
    contact = " ".join(filter(None, (between[1] if between else "", contact)))
    if contact:
        line = _LABEL_OF_CONTACT.sub("", line)
    if contact and not _PLAYERS_PARTED.search(line):
        return f"{line} {contact}"
    pair, club = _taken(_CLUB_AFTER, line)
    before = _CLUB_BEFORE.match(line)
    if before and not club and not _PLACES.intersection(texts.folded(before[1]).split()[:1]):
        pair, club = before[2], before[1]
    if club and ("," in pair or not _PLAYERS_PARTED.search(pair)):
        pair, club = line, ""
    if club or contact:
        pair = _with_a_mark(pair)
    return ", ".join([pair, club, contact]) if contact else f"{pair}, {club}" if club else pair


def _taken(pattern: re.Pattern[str], line: str) -> tuple[str, str]:
    match = pattern.match(line)
    return (match[1].rstrip(" ,-"), match[2]) if match else (line, "")


def _with_a_mark(pair: str) -> str:
    """The pair parted by a mark where one word parts it: with a club after it, that is no guess."""
    if re.search(r"[/–—&+,]|\s-\s", pair):
        return pair
    parts = re.split(r"\s(?:y|e|eta|et|con|and)\s", pair, flags=re.IGNORECASE)
    return " / ".join(parts) if len(parts) == 2 else pair
