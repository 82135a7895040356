"""Cards, calls, declarations, ids and rule sets as short texts, each read back exactly."""

import json
import re
from collections.abc import Sequence

from ..betting import MOST_STAKE, Call, CallKind
from ..cards import Card, card_from
from ..faults import RecordRefused
from ..play.showing import ruleset_json
from ..record import MOST_LISTED
from ..ruleset import RuleSet, ruleset_from
from ..sides import Side

NUMBER = r"\d{1,16}"
"""As many digits as a number of stones may have."""
_CARD = re.compile(r"[RCS765432A][oceb]?(?:=[RA])?")
_CALL = re.compile(rf"([AB])({NUMBER}|[e!qn])", re.ASCII)
_LETTERS = {CallKind.ORDAGO: "!", CallKind.QUIERO: "q", CallKind.NO_QUIERO: "n"}
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}
_PLAIN_ID = re.compile(r"[A-Za-z_][\w.:-]*", re.ASCII)
_SHORT_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_MOST_SEATS = 6
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)


def cards_text(cards: Sequence[Card]) -> str:
    """Cards without spaces: `7o7c2eAb`, `Sc=RRRA`."""
    return "".join(map(str, cards))


def read_cards(text: str) -> tuple[Card, ...] | None:
    """The cards that a text names, or None when it is no such text."""
    cards, at = [], 0
    while at < len(text):
        match = _CARD.match(text, at)
        card = card_from(match.group()) if match else None
        if match is None or card is None:
            return None
        cards.append(card)
        at = match.end()
    return tuple(cards)


def table_text(cards: Sequence[Sequence[Card]] | None) -> str:
    """The cards of all seats, by seat: `772A/33S2/RRSA/CCC6`; `*` when nobody had to show."""
    return "*" if cards is None else "/".join(map(cards_text, cards))


def read_table(text: str) -> list[str] | None:
    """Each seat's cards as the hand record writes them; None when the text is no such thing."""
    seats = []
    for part in text.split("/", _MOST_SEATS):
        cards = read_cards(part)
        if cards is None or len(cards) != 4:
            return None
        seats.append(" ".join(map(str, cards)))
    return seats


def calls_text(calls: Sequence[Call]) -> str:
    """The calls of a lance by pair: `A4B6A!Bn` (envido 4, envido 6, órdago, no quiero)."""
    return "".join(f"{call.by}{_call_letter(call)}" for call in calls)


def read_calls(text: str) -> list[Call] | None:
    """The calls that a text names, or None when it is no such text."""
    calls: list[Call] = []
    at = 0
    while at < len(text):
        match = _CALL.match(text, at)
        call = _call(Side(match[1]), match[2]) if match and len(calls) < MOST_LISTED else None
        if match is None or call is None:
            return None
        calls.append(call)
        at = match.end()
    return calls


def read_stones(a: str, b: str) -> tuple[int, int] | None:
    """The stones of A and B from their digits, or None when no hand can have so many."""
    stones = int(a), int(b)
    return stones if max(stones) <= MOST_STAKE else None


def words_text(words: Sequence[bool] | None) -> str:
    """Declarations by seat: `+-++`; `?` when there were none."""
    return "?" if words is None else "".join("+" if is_yes else "-" for is_yes in words)


def id_text(record_id: object) -> str:
    """An id as one word: `#m12-g2-h7`, `#7`, or JSON text without spaces or semicolons."""
    if isinstance(record_id, str) and _PLAIN_ID.fullmatch(record_id) and record_id not in _JSON:
        return f"#{record_id}"
    text = json.dumps(record_id)
    return "#" + text.replace(" ", "\\u0020").replace(";", "\\u003b")


def read_id(text: str) -> tuple[object] | None:
    """The id after `#` in a tuple, or None when it is none."""
    if _PLAIN_ID.fullmatch(text) and text not in _JSON:
        return (text,)
    if text in _JSON or text.startswith('"') or _NUMBER.fullmatch(text):
        try:
            return (json.loads(text),)
        except ValueError:
            return None
    return None


def ruleset_text(ruleset: RuleSet) -> str:
    """A rule set as one word: `@nabo`, `@brisbane-2024,target=30,jokers=true`."""
    value = ruleset_json(ruleset)
    if isinstance(value, str):
        return f"@{value}"
    settings = [f"{name}={_setting(v)}" for name, v in value.items() if name != "preset"]
    return ",".join([f"@{value['preset']}", *settings])


def read_ruleset_word(text: str) -> RuleSet | None:
    """The rule set after `@`, or None when there is none such."""
    preset, *settings = text.split(",")
    value: dict[str, object] = {"preset": preset}
    for setting in settings:
        name, equals, choice = setting.partition("=")
        if not equals or name in value:
            return None
        value[name] = _setting_value(choice)
    try:
        return ruleset_from(value)
    except RecordRefused:
        return None


def _call_letter(call: Call) -> str:
    if call.kind is CallKind.ENVIDO:
        return "e" if call.stake is None else str(call.stake)
    return _LETTERS[call.kind]


def _call(by: Side, letters: str) -> Call | None:
    if letters in _KINDS:
        return Call(by, _KINDS[letters])
    stake = None if letters == "e" else int(letters)
    return None if stake is not None and stake > MOST_STAKE else Call(by, CallKind.ENVIDO, stake)


def _setting(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _setting_value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if _SHORT_NUMBER.fullmatch(text) else text


_JSON = ("true", "false", "null")
