"""What people put around the names of a pair: numbers, ticks, chat prefixes, clubs in brackets.

A cell is cleaned by its meaning (`cleaned_name`, `cleaned_club`), after the list was cut. A line of
a list without columns is a sentence: `sentences` tells its club and contact by their shape.
`dropped` says what of a cell was not kept.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

from tournament.log.rules import text as texts

LONGEST_LINE = 500
"""A line of a pair is shorter; in a longer one the patterns would take long."""

# Spaces of other widths, and marks without any width that chats and spreadsheets leave behind:
# joiners, and those that turn the direction of writing round as Arabic and Hebrew need it.
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u3000]")
_WIDTHLESS = re.compile("[\u200b\u200e\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]")
_WRONGLY_DECODED = re.compile(r"[ÂÃ](?:[^\sA-Za-z]|\u00a0)")
_EMOJI_PARTS = "\ufe0f\u200d"
_CHAT = re.compile(
    r"^\s*(?:\[\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?[^\]]{0,6}\]\s*[^:]{1,60}:"
    r"|\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}[^-]{0,6}\s-\s[^:]{1,60}:)\s*"
)
# "3.", "3)", "3.-", "nº 3:", "3 -" and bullets. A bare number counts only before a letter.
_ORDINAL = re.compile(
    r"^ *(?:(?:n[ºo°]\.? ?|# ?)?\d{1,4} ?(?:[.)ºª°:]+[-–]* +|[-–]+ +|[.)ºª°:]+[-–]*(?=[^\W\d_])"
    r"|[-–]+(?=[^\W\d_]))|[-–*•·] +)(?=[^\s,;\t])",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"^ *#?\d{1,4} +(?=[^\W\d_])")
_KEYCAPS = re.compile("^\\s*(?:\\d\ufe0f?\u20e3)+")
_ONLY_NUMBER = re.compile(r"(?:n[ºo°]\.?|#)? *(\d{1,4}) *[.)ºª°:]*[-–]*", re.IGNORECASE)
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
_PLACES = frozenset({"mesa", "table", "mahaia", "mahai"})
_TOKENS = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_JOINING_WORDS = frozenset({"y", "e", "eta", "et", "con", "and"})


def visible(line: str) -> str:
    """The line without invisible marks, with plain spaces, wrongly decoded letters put right."""
    return _WIDTHLESS.sub("", _SPACES.sub(" ", _WRONGLY_DECODED.sub(_letter, line)))


def cleaned_name(cell: str) -> str:
    """The text of a cell that names a player or a pair, without its number, ticks and bullets."""
    return _BARE_NUMBER.sub("", _without_ordinal(cell)).strip()


def cleaned_club(cell: str) -> str:
    """The text of a cell that names a club, without ticks, and without brackets around it."""
    cell = _without_signs(cell)
    return cell[1:-1].strip() if re.fullmatch(r"\([^()]*\)|\[[^\[\]]*\]", cell) else cell


def number_in(cell: str) -> int | None:
    """The number that a cell holds and nothing else, as in "3", "3.-" or "nº 3"."""
    match = _ONLY_NUMBER.fullmatch(cell.strip())
    return int(match[1]) if match and match[1].isdecimal() else None


def starts_with_number(cell: str) -> bool:
    """Whether a cell begins with a number of the list, as in "17. Getaria y Orio"."""
    return cell[:1].isdecimal() and bool(_ORDINAL.match(cell) or _BARE_NUMBER.match(cell))


def is_tick(cell: str) -> bool:
    """Whether a cell holds ticks and other pictures alone."""
    return bool(cell) and all(map(_is_sign, cell))


def sentences(lines: Iterable[str]) -> list[str]:
    """The lines of a list without columns, each with its club and contact in cells of their own.
    "Surname, name / surname, name" is turned round where every comma of the list stands in such a
    line."""
    bare = [line if is_parted(line) else _bare(line) for line in lines]
    with_commas = [line for line in bare if "," in line and not is_parted(line)]
    if with_commas and all(map(_SURNAMES_FIRST.match, with_commas)):
        bare = [_SURNAMES_FIRST.sub(r"\2 \1 / \4 \3", line) for line in bare]
    return [line if is_parted(line) else _in_cells(line) for line in bare]


def is_parted(line: str) -> bool:
    """Whether the line's cells are parted already, or it is too long for a pair."""
    return len(line) > LONGEST_LINE or any(mark in line for mark in '\t;"')


def dropped(typed: str, kept: Iterable[str]) -> str:
    """The words, numbers and signs of `typed` that stand in none of the texts `kept`; words that
    join two names are not counted."""
    rest = Counter(token for text in kept for token in _tokens(text))
    left_out = []
    for token in _tokens(typed):
        if rest[token]:
            rest[token] -= 1
        elif token.lower() not in _JOINING_WORDS and any(map(_is_said, token)):
            left_out.append(token)
    return " ".join(left_out)


def _tokens(text: str) -> list[str]:
    return _TOKENS.findall(unicodedata.normalize("NFC", text[:LONGEST_LINE]))


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


def begins_with_a_place(text: str) -> bool:
    """Return True if the text begins with a word for a table, such as “mesa” or “table”."""
    return texts.folded("".join(text.split(maxsplit=1)[:1])[:20]) in _PLACES


def chat_said(line: str) -> str:
    """The line without the time and sender that a chat puts before it."""
    return _CHAT.sub("", line)


def _bare(line: str) -> str:
    """The sentence without chat prefix, number, ticks and marks of bold."""
    line = _without_ordinal(chat_said(line)).replace("*", "")
    return (line if "," in line else _BARE_NUMBER.sub("", line)).strip(" ")


def _without_ordinal(text: str) -> str:
    text = _KEYCAPS.sub("", _without_signs(text))
    return _without_signs(_ORDINAL.sub("", text)).strip("*")


def _letter(match: re.Match[str]) -> str:
    for encoding in ("cp1252", "latin-1"):
        with suppress(UnicodeError):
            return match[0].encode(encoding).decode("utf-8")
    return match[0]


def _without_signs(text: str) -> str:
    """The text without ticks and other pictures before and after its words."""
    first, last = 0, len(text)
    while first < last and (_is_sign(text[first]) or text[first].isspace()):
        first += 1
    while last > first and (_is_sign(text[last - 1]) or text[last - 1].isspace()):
        last -= 1
    return text[first:last]


def _is_sign(character: str) -> bool:
    return unicodedata.category(character) == "So" or character in _EMOJI_PARTS


def _is_said(character: str) -> bool:
    return character.isalnum() or _is_sign(character)


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
    if before and not club and not begins_with_a_place(before[1]):
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
