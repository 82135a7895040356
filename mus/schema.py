"""The JSON Schema of the hand record (`mus-hand/1`), draft 2020-12, made from the engine's tables.

What a schema can say it says: fields, shapes, ranges, cards and calls, for four and six seats,
with and without jokers. What relates one value to another stays with the engine: that no card is
there twice, that a score is under the target, that a juego real needs its suits, and every rule of
betting and declaring.
"""

from .betting import CallKind
from .lances import DECLARED_LANCES, LANCES
from .record import FORMAT, MOST_LISTED
from .ruleset import PRESETS, SETTINGS, Setting
from .sides import SIDES

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMA_NAME = "mus-hand-1.schema.json"
_MOST = 2**53 - 1
_RANK = "(?:R|C|S|7|6|5|4|3|2|A|1|10|11|12)"
_PLAIN_RANK = "(?:R|C|7|6|5|4|3|2|A|1|11|12)"
_CARD = f"{_RANK}[oceb]?"
# With ten kings the sotas of oros and copas say what they stand for (§10); a bare S is another.
_CARD_WITH_JOKERS = f"(?:{_PLAIN_RANK}[oceb]?|(?:S|10)[eb]?|(?:S|10)[oc]=(?:R|A|1|12))"

Schema = dict[str, object]


def hand_schema(schema_id: str = SCHEMA_NAME) -> Schema:
    """The schema as JSON. `schema_id`: the address at which it is published."""
    return {
        "$schema": DIALECT,
        "$id": schema_id,
        "title": "One hand of Mus as a referee enters it",
        "description": f"Format {FORMAT}. Seats run anticlockwise from 0; pair A sits at the even "
        "seats, pair B at the odd ones.",
        "type": "object",
        "properties": _properties(),
        "required": ["mano"],
        "additionalProperties": False,
        "allOf": [_by_seats(), _by_jokers()],
        "$defs": {
            "call": _call(),
            "card": _text(_CARD),
            "four": _four(_CARD),
            "card_with_jokers": _text(_CARD_WITH_JOKERS),
            "four_with_jokers": _four(_CARD_WITH_JOKERS),
            "stones": _whole(_MOST),
        },
    }


def _properties() -> Schema:
    return {
        "format": {"const": FORMAT},
        "id": {
            "description": "Echoed back.",
            "type": ["string", "number", "boolean", "null"],
            "minimum": -_MOST,
            "maximum": _MOST,
        },
        "ruleset": _ruleset(),
        "mano": {**_whole(5), "description": "The seat that speaks first and wins ties."},
        "score": {
            **_nullable(_two(_whole(_most_target() - 1))),
            "description": "Stones of A and B before the hand, each under the target.",
        },
        "cards": {
            "description": "Four cards a seat, by seat; null when nobody had to show.",
            "type": ["array", "null"],
        },
        "declared": _nullable(
            {
                "type": "object",
                "properties": {str(lance): {"type": "array"} for lance in DECLARED_LANCES},
                "additionalProperties": False,
            }
        ),
        "bets": _nullable(
            {
                "type": "object",
                "properties": {
                    str(lance): _nullable(_list({"$ref": "#/$defs/call"})) for lance in LANCES
                },
                "additionalProperties": False,
            }
        ),
        "infractions": _nullable(_list(_infraction())),
        "claim": {
            **_nullable(_two({"$ref": "#/$defs/stones"})),
            "description": "The stones that A and B say they took.",
        },
    }


def _ruleset() -> Schema:
    settings: Schema = {"preset": {"enum": list(PRESETS)}}
    settings |= {name: setting_schema(setting) for name, setting in SETTINGS.items()}
    return {
        "description": "A preset, or a preset and the settings that differ; brisbane-2024 if "
        "absent.",
        "anyOf": [
            {"enum": [None, *PRESETS]},
            {"type": "object", "properties": settings, "additionalProperties": False},
        ],
    }


def setting_schema(setting: Setting) -> Schema:
    """The values that a setting may have."""
    choices = setting.choices
    if isinstance(choices, range):
        return {"type": "integer", "minimum": choices[0], "maximum": choices[-1]}
    return {"enum": [c if isinstance(c, bool | int) else str(c) for c in choices]}


def _call() -> Schema:
    return {
        "description": "`stake`: an envido's new total; unsaid 2, or 2 more.",
        "type": "object",
        "properties": {
            "by": {"enum": [str(side) for side in SIDES]},
            "call": {"enum": [str(kind) for kind in CallKind]},
            "stake": _nullable({"$ref": "#/$defs/stones"}),
        },
        "required": ["by", "call"],
        "additionalProperties": False,
        "if": {"properties": {"call": {"const": str(CallKind.ENVIDO)}}},
        "else": {"properties": {"stake": {"type": "null"}}},
    }


def _infraction() -> Schema:
    return {
        "type": "object",
        "properties": {"kind": {"const": "false_claim"}, "seat": _whole(5)},
        "required": ["kind", "seat"],
        "additionalProperties": False,
    }


def _by_seats() -> Schema:
    return {"if": _setting("seats", 6), "then": _seated(6), "else": _seated(4)}


def _seated(seats: int) -> Schema:
    words = {"type": "array", "items": {"type": "boolean"}, **_count(seats)}
    return {
        "properties": {
            "mano": {"maximum": seats - 1},
            "cards": _count(seats),
            "declared": {"properties": {str(lance): words for lance in DECLARED_LANCES}},
            "infractions": {"items": {"properties": {"seat": {"maximum": seats - 1}}}},
        }
    }


def _by_jokers() -> Schema:
    def dealt(name: str) -> Schema:
        return {"properties": {"cards": {"items": {"$ref": f"#/$defs/{name}"}}}}

    return {
        "if": _setting("jokers", True),
        "then": dealt("four_with_jokers"),
        "else": dealt("four"),
    }


def _setting(name: str, value: object) -> Schema:
    """That the rule set says so; no preset does by itself."""
    return {
        "properties": {
            "ruleset": {
                "type": "object",
                "properties": {name: {"const": value}},
                "required": [name],
            }
        },
        "required": ["ruleset"],
    }


def _four(card: str) -> Schema:
    name = "card" if card == _CARD else "card_with_jokers"
    return {
        "anyOf": [
            {"type": "string", "pattern": rf"^\s*{card}(?:\s+{card}){{3}}\s*$"},
            {"type": "array", "items": {"$ref": f"#/$defs/{name}"}, **_count(4)},
        ]
    }


def _text(pattern: str) -> Schema:
    return {"type": "string", "pattern": f"^{pattern}$"}


def _whole(most: int) -> Schema:
    return {"type": "integer", "minimum": 0, "maximum": most}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items, "maxItems": MOST_LISTED}


def _two(items: Schema) -> Schema:
    return {"type": "array", "items": items, **_count(2)}


def _count(number: int) -> Schema:
    return {"minItems": number, "maxItems": number}


def _nullable(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _most_target() -> int:
    most = SETTINGS["target"].choices[-1]
    assert isinstance(most, int)
    return most
