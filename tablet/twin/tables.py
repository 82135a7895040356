"""The tables of the engine as a JavaScript module, and the version of the rules they belong to."""

import json
from hashlib import sha256
from random import Random

from mus.betting import FIRST_BET, PASSED
from mus.cards import JOKER_SUITS, RANKS, SUITS, card_from, strength
from mus.false_words import judge_words
from mus.faults import MOST_FAULTS, TEMPLATES
from mus.holdings import JUEGO_ORDER
from mus.lances import DECLARED_LANCES, LANCES, Lance
from mus.record import FIELDS, FORMAT, MOST_LISTED
from mus.ruleset import PRESETS, SETTINGS, Setting, ruleset_from
from mus.settling import settle_json
from tablet.twin.samples import SELDOM_SAMPLED, sample_records

SAMPLED = 3_000
"""How many sampled records go into the version: enough to reach every clause and fault."""
_BOUNDS: dict[str, object] = {"MOST_FAULTS": MOST_FAULTS, "MOST_LISTED": MOST_LISTED}
"""How much is looked at and told of what is no hand. No hand is settled otherwise by them, so they
are not in the version."""
_SPELLINGS = (*RANKS, "1", "10", "11", "12")


def data_module() -> str:
    """The text of `data.js`: every table of the rules that JavaScript needs."""
    return _module({"RULES_VERSION": rules_version(), **_tables(), **_BOUNDS})


def messages_module() -> str:
    """The text of `messages.js`: the English template of each fault."""
    return _module({"TEMPLATES": dict(TEMPLATES)})


def _module(tables: dict[str, object]) -> str:
    lines = [f"export const {name} = {_literal(value)};" for name, value in tables.items()]
    head = "// Written by `python -m tablet.twin` from the Python engine; do not edit."
    return "\n".join([head, *lines, ""])


def version_module(version: str) -> str:
    """The text of `mus/version.py`."""
    return (
        '"""The version of the rules: it changes whenever some hand would be settled otherwise.\n\n'
        'Written by `python -m tablet.twin`; do not edit.\n"""\n\n'
        f'RULES_VERSION = "{version}"\n'
    )


def rules_version() -> str:
    """A short hash of what the engine does: its tables, and how it settles the sampled records.

    Wording does not count; codes, paths, stones and clauses do.
    """
    records = [*sample_records(Random(0), SAMPLED), *SELDOM_SAMPLED]
    settled = [_outcome(settle_json(record)) for record in records]
    text = json.dumps([_tables(), settled], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:12]


def _outcome(settlement: dict[str, object]) -> dict[str, object]:
    errors = settlement.get("errors")
    if not isinstance(errors, list):
        return settlement
    return {"errors": [[error["code"], error["path"]] for error in errors]}


def _tables() -> dict[str, object]:
    return {
        "FORMAT": FORMAT,
        "FIELDS": list(FIELDS),
        "LANCES": [str(lance) for lance in LANCES],
        "DECLARED_LANCES": [str(lance) for lance in DECLARED_LANCES],
        "DEFAULT_PRESET": ruleset_from(None).preset,
        "PRESETS": {key: ruleset.to_json() for key, ruleset in PRESETS.items()},
        "CHOICES": {name: _choices(setting) for name, setting in SETTINGS.items()},
        "RANKS": list(RANKS),
        "SPELLINGS": {token: _rank(token) for token in _SPELLINGS},
        "SUITS": list(SUITS),
        "JOKER_SUITS": list(JOKER_SUITS),
        "STRENGTHS": {
            kings: {rank: strength(rank, kings=kings) for rank in RANKS} for kings in (8, 4)
        },
        "JUEGO_ORDER": list(JUEGO_ORDER),
        "FIRST_BET": FIRST_BET,
        "CLAUSES": _clauses(),
    }


def _rank(token: str) -> str:
    card = card_from(token)
    assert card is not None
    return card.rank


def _choices(setting: Setting) -> object:
    """The values of a setting; a number as its bounds."""
    values = setting.choices
    if isinstance(values, range):
        return {"from": values[0], "to": values[-1]}
    return [str(value) if isinstance(value, str) else value for value in values]


def _clauses() -> dict[str, dict[str, str]]:
    """Lance → the clause of each row of §6, found by asking the engine about seat 0's word.

    The row's key: what seat 0 said, whether its partner has, whether the others have (1 or 0);
    "both" when both pairs are wrong (PX, JX).
    """
    words = (True, False)
    return {
        str(lance): {
            **{
                f"{is_yes:d}{partner:d}{others:d}": _clause(lance, is_yes, partner, others)
                for is_yes in words
                for partner in words
                for others in words
            },
            "both": _judged(lance, (True,) * 4, (False,) * 4),
        }
        for lance in DECLARED_LANCES
    }


def _clause(lance: Lance, is_yes: bool, partner: bool, others: bool) -> str:
    return _judged(lance, (is_yes, others, partner, others), (not is_yes, others, partner, others))


def _judged(lance: Lance, declared: tuple[bool, ...], holds: tuple[bool, ...]) -> str:
    verdict = judge_words(
        lance,
        declared=declared,
        holds=holds,
        may_hold=holds,
        may_lack=tuple(not held for held in holds),
        order=range(4),
        bet=PASSED,
        best_side=lambda _: None,
        rules=ruleset_from(None),
    )
    assert verdict is not None
    return str(verdict.penalties[0].clause)


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
