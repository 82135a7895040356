"""One hand as one line: `0 12-33 772A/33S2/RRSA/CCC6 P++++A4Bq J-+++ =9-6`.

Written from a hand record (JSON) and read back to one. What is usual is left out: a lance where
all passed, the rule set of the text around it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..course import CONTEXT, Ruled
from ..faults import RecordRefused
from ..lances import DECLARED_LANCES, LANCES, Lance
from ..quick import QUICK, read_quick, settle_quick
from ..reading import parse, read
from ..record import HandRecord
from ..ruleset import PRESETS, RuleSet
from ..settling import settle_reading
from .faults import Faults
from .pieces import calls_text, id_text, ruleset_text, table_text, words_text
from .reading import LANCE_OF, LineReader

DEFAULT = PRESETS["brisbane-2024"]
_LETTER_OF = {lance: letter for letter, lance in LANCE_OF.items()}


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand of a text: its record (JSON), an official's ruling in its place, and a remark."""

    record: dict[str, object]
    ruled: Ruled | None = None
    remark: str = ""


def hand_text(record: Mapping[str, object], *, ruleset: RuleSet = DEFAULT) -> str:
    """The line of a hand record. `ruleset`: that of the text around it, left out when the same.

    Raises `RecordRefused` when the record is malformed.
    """
    if QUICK in record:
        return _quick_text(record, ruleset)
    hand = parse(dict(record))
    words = [id_text(hand.id)] if hand.id is not None else []
    if hand.ruleset != ruleset:
        words.append(ruleset_text(hand.ruleset))
    words += [str(hand.mano), f"{hand.score[0]}-{hand.score[1]}", table_text(hand.cards)]
    words += [word for lance in LANCES if (word := _lance_text(hand, lance))]
    words += [f"!{seat}" for seat in hand.infractions]
    if hand.claim is not None:
        words.append(f"={hand.claim[0]}-{hand.claim[1]}")
    return " ".join(words)


def read_hand(text: str, *, ruleset: RuleSet = DEFAULT) -> dict[str, object]:
    """The hand record of a line. Raises `NotationRefused` with every fault and its column."""
    faults = Faults()
    hand = read_hand_line(text, ruleset, faults)
    faults.raise_if_any()
    return hand.record


def hand_line_text(hand: HandLine, *, ruleset: RuleSet) -> str:
    """The line of a hand with its ruling and its remark."""
    words = [hand_text(hand.record, ruleset=ruleset)]
    if hand.ruled is not None:
        stones, winner = hand.ruled.stones, hand.ruled.game_winner
        words.append(f"~{stones[0]}-{stones[1]}{winner or ''}")
    return " ".join(words) + remark_text(hand.remark)


def remark_text(remark: str) -> str:
    """What stands at the end of a line for a remark, if there is one."""
    return f" ; {_escaped(remark)}" if remark else ""


def split_remark(text: str) -> tuple[str, str]:
    """A line without its remark, and the remark."""
    code, semicolon, remark = text.partition(";")
    return code, _unescaped(remark.removeprefix(" ")) if semicolon else ""


def read_hand_line(
    text: str, ruleset: RuleSet, faults: Faults, *, in_match: bool = False
) -> HandLine:
    """The hand of a line as far as it can be read, appending every fault. `in_match`: it is played
    under the rule set of the match, and may not name another."""
    code, remark = split_remark(text)
    before = len(faults.found)
    reader = LineReader(ruleset, faults, in_match=in_match)
    for match in re.finditer(r"\S+", code):
        reader.take(match.group(), match.start() + 1)
    reader.end(len(code) + 1)
    if len(faults.found) == before:
        _check(reader, faults)
    return HandLine(reader.record, reader.ruled, remark)


def _check(reader: LineReader, faults: Faults) -> None:
    """What the rules engine refuses is a fault of the line too. An official's word does not hang
    on whether the hand can have happened, only on its being written down."""
    record, ruled = reader.record, reader.ruled is not None
    try:
        if QUICK not in record:
            reading = read(record)
            if ruled and reading.faults:
                raise RecordRefused(reading.faults)
            if not ruled:
                settle_reading(reading)
        elif not ruled:
            score = record["score"]
            assert isinstance(score, list)
            settle_quick(record[QUICK], score=(score[0], score[1]), target=reader.ruleset.target)
    except RecordRefused as refused:
        for fault in refused.faults:
            faults.add_refused(fault)


def _lance_text(hand: HandRecord, lance: Lance) -> str:
    calls = calls_text(hand.bets[LANCES.index(lance)])
    if lance in DECLARED_LANCES:
        words = hand.declared.get(lance)
        return "" if words is None and not calls else _LETTER_OF[lance] + words_text(words) + calls
    return _LETTER_OF[lance] + calls if calls else ""


def _quick_text(record: Mapping[str, object], ruleset: RuleSet) -> str:
    """The line of an outcome; its rule set is written where the record names another."""
    hand = parse({name: record[name] for name in CONTEXT if name in record})
    (a, b), winner = read_quick(record[QUICK])
    words = [id_text(hand.id)] if hand.id is not None else []
    if record.get("ruleset") is not None and hand.ruleset != ruleset:
        words.append(ruleset_text(hand.ruleset))
    words += [str(hand.mano), f"{hand.score[0]}-{hand.score[1]}", f"Q{a}-{b}{winner or ''}"]
    return " ".join(words)


def _escaped(remark: str) -> str:
    return remark.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def _unescaped(text: str) -> str:
    marks = {"n": "\n", "r": "\r"}
    return re.sub(r"\\(.)", lambda match: marks.get(match[1], match[1]), text)
