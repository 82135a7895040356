"""Lines and cells of a list that say something else than who plays: titles, payment, cancellation,
reserves, a partner who is missing, talk in a chat. They are asked about and never enter by
themselves."""

import re
from collections.abc import Iterable, Sequence

from tournament.entries.rules.cleaning import LONGEST_LINE, begins_with_a_place, chat_said
from tournament.log.rules import text as texts

NEEDS_A_LOOK = frozenset({"remark", "cancelled", "reserve", "no_name", "odd_letters"})
"""Codes of lines that enter, without their remark, once somebody has looked at them."""

_HEADINGS = frozenset({
    "torneo", "campeonato", "txapelketa", "tournoi", "championnat", "tournament", "championship",
    "listado", "inscripciones", "inscritos", "inscritas", "inscrits", "parejas", "bikoteak",
    "paires", "suplentes", "reservas", "ordezkoak", "remplacants", "substitutes",
})  # fmt: skip
_PAID = frozenset({
    "pagado", "pagada", "pagados", "pagadas", "paid", "ordainduta", "paye", "payee", "bizum",
})  # fmt: skip
_CANCELLED = frozenset({
    "cancelado", "cancelada", "cancelados", "anulado", "anulada", "anulados", "cancelled",
    "canceled", "withdrawn", "withdrew", "forfait", "annule", "annulee", "desiste", "desistes",
    "ezeztatuta", "retirado", "retirada", "retirados", "bertanbehera",
})  # fmt: skip
# These are names as well: they say it in brackets, behind a dash or comma, alone, or in capitals.
_CANCELLED_APART = frozenset({"baja", "bajas", "out", "fuera", "kanpo", "no vienen", "no viene"})
_CANCEL_SIGNS = frozenset("❌✖✗✘🚫⛔❎\u0336")
_RESERVE = frozenset({"suplente", "reserva", "ordezko", "ordezkoa", "remplacant", "remplacante"})
_RESERVE_PHRASES = re.compile(
    r"\b(lista de espera|en espera|waiting list|itxaron zerrenda\w*|liste d attente)\b"
)
_NO_PARTNER = re.compile(
    r"\b(busc\w+ (pareja|companer\w*|compi)|(sin|falta) (pareja|companer\w*|compi)|"
    r"(bikote|bikotekide|lagun|kide)\w* (bila|falta|gabe)|cherche (un |une )?(partenaire|binome)|"
    r"sans partenaire|(looking for|needs?|no|without|wants) (a )?partner|"
    r"(por|a) (confirmar|determinar|definir)|zehazteke|tbc|tbd)\b"
)
_CHAT = re.compile(
    r"\b(hola|kaixo|buenas (tardes|noches)|buenos dias|egun on|gracias|eskerrik asko|mila esker|"
    r"apunta(me|nos|dme|dnos)|apunto|apuntamos|apuntarnos|apuntarme|nos apuntais|podeis|me podeis|"
    r"nosotros|nosotras|bonjour|salut|merci|hello|thanks|thank you|please|por favor|mesedez|"
    r"multimedia omitido|(imagen|audio|video|sticker) omitid[oa]|(image|media) omitted|"
    r"cifrad[oa]s de extremo|end to end encrypted|(creo|cambio) (el|la) (grupo|asunto|imagen)|"
    r"se unio|eliminaste este mensaje|se elimino este mensaje|message was deleted)\b"
)
_STAMP = re.compile(r"^\s*\[?\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}:\d{2}")
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_EXPLAINED = re.compile(r"[(\[][^()\[\]]*:[^()\[\]]*[)\]]")
_APART = re.compile(r"\s[-–—]\s|[,;:\t]")
_WORD = re.compile(r"[(\[]?\b[^\W\d_]+\b[)\]]?[.!]*")
_SMALL_WORDS = frozenset({
    "de", "del", "la", "las", "el", "los", "da", "das", "do", "dos", "d", "du", "des", "le", "les",
    "l", "van", "von", "der", "san", "o", "a", "al", "ben", "bin", "di", "della",
})  # fmt: skip
_MARK_OF_SIGNS = re.compile(f"[{''.join(sorted(_CANCEL_SIGNS))}]|^~|~$")


def question(cells: Sequence[str], keys: Sequence[str], *, is_title: bool = True) -> str:
    """What the cells say that is no pair: "heading", "chat", "cancelled", "reserve", "no_partner",
    "odd_letters", "remark", or "" for nothing. `keys`: the cells, folded. `is_title`: whether the
    line may be a title."""
    whole = " ".join(cells).strip()
    if not whole or len(whole) > LONGEST_LINE:
        return ""
    words = set(" ".join(keys).split())
    said = " ".join(keys)
    if is_cancelled(cells, keys):
        return "cancelled"
    if texts.has_odd_letters(whole):
        return "odd_letters"
    if _RESERVE.intersection(words) or _RESERVE_PHRASES.search(said):
        return "reserve"
    if _NO_PARTNER.search(said):
        return "no_partner"
    if _CHAT.search(said) or (_STAMP.match(whole) and chat_said(whole) == whole):
        return "chat" if is_title or _CHAT.search(said) else ""
    if texts.is_contact(whole) and not _PAID.intersection(words):
        return ""
    title = whole.endswith(":") or _HEADINGS.intersection(" ".join(keys[:2]).split())
    if is_title and title:
        return "heading"
    is_remark = (is_title and _has_a_place(whole)) or _EXPLAINED.search(whole)
    return "remark" if is_remark or _PAID.intersection(words) else ""


def is_cancelled(cells: Sequence[str], keys: Sequence[str]) -> bool:
    """Whether the line is marked as one of a pair that does not come: a word, a sign, struck
    through."""
    words = " ".join(keys).split()
    is_said = not _CANCELLED.isdisjoint(words) or any(map(_says_apart, cells))
    return is_said or is_struck_out(" ".join(cells)) or any(map(is_struck_out, cells))


def is_struck_out(text: str) -> bool:
    """Whether the text is crossed, or struck through."""
    is_between_tildes = len(text) > 1 and text.startswith("~") and text.endswith("~")
    return not _CANCEL_SIGNS.isdisjoint(text) or is_between_tildes


def _says_apart(cell: str) -> bool:
    """Whether a cell says it alone, in brackets, behind a mark, or in capitals among small
    letters."""
    if not _may_say_apart(cell):
        return False
    parts = [*_IN_BRACKETS.findall(cell), *_APART.split(_IN_BRACKETS.sub(" ", cell))]
    if any(texts.folded(part[:60]) in _CANCELLED_APART for part in parts):
        return True
    capitals = [word for word in cell.split() if word.isupper() and len(word) > 2]
    return not cell.isupper() and any(
        texts.folded(word[:20]) in _CANCELLED_APART for word in capitals
    )


def _may_say_apart(cell: str) -> bool:
    lower = cell.lower()
    return any(word in lower for word in _CANCELLED_APART)


def says_paid(text: str) -> bool:
    """Whether a word of the text says that the fee is paid."""
    return bool(_PAID.intersection(texts.folded(text[:LONGEST_LINE]).split()))


def without_remarks(line: str) -> str:
    """The text without a table before it, brackets that explain, and words about the fee, a
    reserve or a cancellation."""
    if len(line) > LONGEST_LINE:
        return line
    line = texts.without_replaced(line)
    line = _MARK_OF_SIGNS.sub("", _EXPLAINED.sub("", line))
    line = _IN_BRACKETS.sub(lambda part: "" if _is_mark(part[1]) else part[0], line)
    line = line.partition(":")[2].lstrip() if _has_a_place(line) else line
    is_apart = _says_apart(line)
    line = _WORD.sub(lambda word: "" if _is_mark(word[0], is_apart=is_apart) else word[0], line)
    return line.strip(" ,;-–")


def _is_mark(text: str, *, is_apart: bool = True) -> bool:
    folded = texts.folded(text)
    return (
        folded in _PAID | _CANCELLED | _RESERVE
        or (is_apart and folded in _CANCELLED_APART)
        or bool(_RESERVE_PHRASES.fullmatch(folded))
    )


def odd_names(names: Iterable[tuple[str, str]]) -> list[bool]:
    """For each pair of names, whether one of them begins small where nearly all names of the list
    begin with a capital: a remark, such as "su hijo" or "buen ambiente"."""
    begun = [(_begins_small(a), bool(b) and _begins_small(b)) for a, b in names]
    small = sum(map(sum, begun))
    return [any(both) and 5 * small <= 2 * len(begun) for both in begun]


def _begins_small(name: str) -> bool:
    words = [word for word in re.split(r"[\s'’]+", name) if word]
    first = next((word for word in words if word.lower() not in _SMALL_WORDS), "")
    return first[:1].islower()


def _has_a_place(line: str) -> bool:
    return ":" in line and begins_with_a_place(line.partition(":")[0])
