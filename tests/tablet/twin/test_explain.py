"""What the tablet says of a settlement: true to it, in every language with the same words, and the
same as the pages say."""

import json
import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from mus import TEMPLATES, Clause, settle_json
from scoring.explain.queries.lines import Seat, notes_of, penalty_lines
from scoring.explain.queries.telling import Reasons
from scoring.wording.penalties import UNPAID
from tablet.twin import sample_records
from tests.night import of_many, seed_of
from tests.tablet.twin.engines import HERE, ROOT, run_node

CATALOGUES = ROOT / "tablet/src/i18n"
RECORDS = of_many(3_000, nightly=20_000)
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def _phrases(language: str) -> dict[str, str]:
    """Key → text, read without running the module."""
    text = (CATALOGUES / f"{language}.js").read_text(encoding="utf-8")
    found = re.findall(r'^  (".+?"): (".*"),(?:  // fuzzy)?$', text, re.MULTILINE)
    return {json.loads(key): json.loads(phrase) for key, phrase in found}


@pytest.mark.long
def test_every_sampled_record_is_explained_in_every_language_and_adds_up():
    lines = [json.dumps(record) for record in sample_records(Random(seed_of(7)), RECORDS)]
    used = set(run_node(HERE / "explain_lines.mjs", lines))
    assert {f"penalty.{clause}" for clause in Clause} | {"note.goes_on"} <= used
    assert {"why.best", "why.mano", "why.only", "why.refused", "why.penalty", "why.forfeit"} <= used


@pytest.mark.long
def test_the_pages_name_the_lances_the_cards_and_the_false_words_that_the_tablet_names():
    records = [r for r in sample_records(Random(seed_of(29)), RECORDS) if settle_json(r)["ok"]]
    on_tablet = run_node(HERE / "reason_lines.mjs", [json.dumps(record) for record in records])
    seen = set()
    with override("en"):
        for record, line in zip(records, on_tablet, strict=False):
            told = json.loads(line)
            assert _on_pages(record) == told, record
            seen |= {kind for _lance, kind, *_seats in told["lines"]}
            seen |= {clause for clause, _seats, _unpaid in told["notes"]}
            seen |= {"unpaid" for *_note, unpaid in told["notes"] if unpaid}
    assert seen >= {*Clause, "better", "equal", "alone", "awarded", "refused", "unpaid"}


def _on_pages(record: Mapping[str, Any]) -> dict[str, Any]:
    """What the pages say of a hand, in the form of reason_lines.mjs."""
    settlement = settle_json(record)
    players = [f"seat-{seat}" for seat in range(6)]
    cards = record.get("cards") or ()
    seats = [
        Seat(number, "AB"[number % 2], player, " ".join(held), number == record["mano"])
        for number, (player, held) in enumerate(zip(players, cards, strict=False))
    ]
    reasons = Reasons(record, settlement, seats)
    lines = [
        ["punto" if reasons.is_punto(entry) else entry["lance"], *_why(reasons, entry)]
        for entry in settlement["ledger"]
    ]
    notes = notes_of(penalty_lines(settlement, players, reasons))
    return {
        "lines": lines,
        "notes": [
            [
                note.clause,
                [int(n) for n in re.findall(r"seat-(\d)", str(note.sentence))],
                str(note.sentence).endswith(str(UNPAID)),
            ]
            for note in notes
        ],
    }


def _why(reasons: Reasons, entry: Mapping[str, Any]) -> list[Any]:
    """How the cards compared; or that a clause or a refusal decided."""
    if re.search(r"\b(G0|[PJ][1-8X])\b", str(reasons.of(entry))):
        return ["awarded"]
    compared = reasons.best_cards(entry)
    if compared is None:
        return ["refused"]
    return list(compared)[: {"alone": 1, "better": 2, "equal": 3}[compared[0]]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_and_every_fault_has_its_sentence(language):
    phrases = _phrases(language)
    assert {f"penalty.{clause}" for clause in Clause} <= set(phrases)
    assert {f"fault.{code}" for code in TEMPLATES} <= set(phrases)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_the_keys_and_parameters_of_the_english_one(language):
    english, phrases = _phrases("en"), _phrases(language)
    rules = {key for key in english if key.split(".")[0] in RULES}
    assert rules <= set(phrases)
    unequal = [key for key in rules if _parameters(phrases[key]) - _parameters(english[key])]
    assert unequal == []


RULES = {"lance", "entry", "pares", "juego", "why", "penalty", "note", "claim", "field", "fault"}


def _parameters(phrase: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", phrase))
