"""What the tablet says of a settlement: true to it, in every language with the same words, and the
same as the pages say."""

import json
import re
from collections.abc import Mapping
from itertools import cycle
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from mus import TEMPLATES, Clause, Lance, LedgerEntry, LedgerKind, Side, read, settle_json
from mus.facts import Effect, FalseWord, false_words_of
from mus.lances import DECLARED_LANCES
from scoring.explain.queries.lines import Seat, penalty_lines
from scoring.explain.queries.telling import Reasons
from scoring.wording.penalties import PAID
from tablet.twin import sample_records
from tests.night import of_many, seed_of
from tests.tablet.twin.engines import HERE, ROOT, run_node

CATALOGUES = ROOT / "tablet/src/i18n"
RECORDS = of_many(3_000, nightly=20_000)
FALSE_WORDS = {
    *(f"false.{word}.{lance}" for word in ("yes", "no") for lance in DECLARED_LANCES),
    *(f"false.{effect}" for effect in Effect if effect is not Effect.NONE),
    "false.void", "false.paid", "false.nothing", "false.unpaid",
}  # fmt: skip
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
    assert {"penalty.G0", "note.goes_on", *FALSE_WORDS} <= used
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
            for note in told["notes"]:
                seen |= {note["clause"], note["effect"], *["unpaid"] * note["isUnpaid"]}
    compared = {"better", "equal", "alone", "awarded", "refused"}
    assert seen >= {*Clause, *Effect, *compared, "unpaid"} - {Clause.G0}


def test_each_false_word_names_its_speaker_once_and_the_payments_that_were_made():
    """On pages, records of pairs, rulings and sheets: over all settings and false words."""
    records = sample_records(Random(seed_of(31)), of_many(1_500, nightly=20_000))
    for record, language in zip(records, cycle(LANGUAGES), strict=False):
        settlement = settle_json(record)
        if settlement["ok"] and settlement["penalties"]:
            with override(language):
                _notes_are_true(record, settlement)  # type: ignore[arg-type]


def _notes_are_true(record: Mapping[str, Any], settlement: Mapping[str, Any]) -> None:
    players, pairs = [f"seat-{seat}" for seat in range(6)], ["pair-A", "pair-B"]
    notes = penalty_lines(record=record, settlement=settlement, players=players, pairs=pairs)
    has_claim = bool(record.get("infractions"))
    wrong = _wrong(record)
    assert {(p["clause"], p["lance"] or "") for p in settlement["penalties"]} == {
        (note.clause, note.lance) for note in notes
    }
    for note in notes:
        said = str(note.sentence)
        named = [int(seat) for seat in re.findall(r"seat-(\d)", said)]
        stones = [int(number) for number in re.findall(r"(?<![-\dG])\d+", said)]
        if note.clause == "G0":
            assert (named, stones) == (list(note.seats), []), record
            continue
        assert sorted(named) == sorted(wrong[note.lance]), (record, said)
        paid = [e for e in settlement["ledger"] if e["lance"] == note.lance and not has_claim]
        assert stones == [e["stones"] for e in _by_pair(paid)], (record, said)
        takers = [f"pair-{pair}" for pair in dict.fromkeys(e["pair"] for e in paid)]
        assert re.findall(r"pair-[AB]", said) == takers, (record, said)


def _by_pair(paid: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [e for pair in dict.fromkeys(e["pair"] for e in paid) for e in paid if e["pair"] == pair]


def _wrong(record: Mapping[str, Any]) -> dict[str, list[int]]:
    """Lance → the seats whose word no value of their cards makes true."""
    hand = read(record).record
    may: dict[str, list[tuple[bool, bool]]] = {
        "pares": [(h.may_pares, h.may_lack_pares) for h in hand.holdings or ()],
        "juego": [(h.may_juego, h.may_lack_juego) for h in hand.holdings or ()],
    }
    return {
        lance: [
            seat
            for seat, (yes, no) in enumerate(true)
            if not (yes if hand.declared[Lance(lance)][seat] else no)
        ]
        for lance, true in may.items()
        if Lance(lance) in hand.declared
    }


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
    hand = read(record).record
    ledger = [
        LedgerEntry(Side(e["pair"]), Lance(e["lance"]), LedgerKind(e["kind"]), e["stones"])
        for e in settlement["ledger"]
    ]
    words = false_words_of(hand, ledger=ledger, game_winner=settlement["game_winner"])
    return {"lines": lines, "notes": [_facts(word) for word in words]}


def _facts(word: FalseWord) -> dict[str, Any]:
    return {
        "clause": word.clause,
        "lance": word.lance,
        "words": [list(said) for said in word.words],
        "effect": word.effect,
        "isVoid": word.is_void,
        "isPunto": word.is_punto,
        "paid": [[entry.pair, entry.kind, entry.stones] for entry in word.paid],
        "isUnpaid": word.is_unpaid,
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
def test_every_fact_and_every_fault_has_its_sentence(language):
    phrases = _phrases(language)
    assert {"penalty.G0", *FALSE_WORDS, *(f"paid.{kind}" for kind in PAID)} <= set(phrases)
    assert {f"fault.{code}" for code in TEMPLATES} <= set(phrases)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_the_keys_and_parameters_of_the_english_one(language):
    english, phrases = _phrases("en"), _phrases(language)
    rules = {key for key in english if key.split(".")[0] in RULES}
    assert rules <= set(phrases)
    unequal = [key for key in rules if _parameters(phrases[key]) - _parameters(english[key])]
    assert unequal == []


RULES = {
    "false",
    "paid",
    "lance",
    "entry",
    "pares",
    "juego",
    "why",
    "penalty",
    "note",
    "claim",
    "field",
    "fault",
}


def _parameters(phrase: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", phrase))
