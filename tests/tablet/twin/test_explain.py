"""What the tablet says of a settlement: true to it, in every language with the same words."""

import json
import re
from random import Random

import pytest
from django.conf import settings

from mus import TEMPLATES, Clause
from tablet.twin import sample_records
from tests.tablet.twin.engines import HERE, ROOT, run_node

CATALOGUES = ROOT / "tablet/src/i18n"
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def _phrases(language: str) -> dict[str, str]:
    """Key → text, read without running the module."""
    text = (CATALOGUES / f"{language}.js").read_text(encoding="utf-8")
    found = re.findall(r'^  (".+?"): (".*"),(?:  // fuzzy)?$', text, re.MULTILINE)
    return {json.loads(key): json.loads(phrase) for key, phrase in found}


def test_every_sampled_record_is_explained_in_every_language_and_adds_up() -> None:
    lines = [json.dumps(record) for record in sample_records(Random(7), 6_000)]
    used = set(run_node(HERE / "explain_lines.mjs", lines))
    assert {f"penalty.{clause}" for clause in Clause} | {"note.goes_on"} <= used
    assert {"why.best", "why.mano", "why.only", "why.refused", "why.penalty", "why.forfeit"} <= used


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_and_every_fault_has_its_sentence(language: str) -> None:
    phrases = _phrases(language)
    assert {f"penalty.{clause}" for clause in Clause} <= set(phrases)
    assert {f"fault.{code}" for code in TEMPLATES} <= set(phrases)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_the_keys_and_parameters_of_the_english_one(language: str) -> None:
    english, phrases = _phrases("en"), _phrases(language)
    rules = {key for key in english if key.split(".")[0] in RULES}
    assert rules <= set(phrases)
    unequal = [key for key in rules if _parameters(phrases[key]) - _parameters(english[key])]
    assert unequal == []


RULES = {"lance", "entry", "pares", "juego", "why", "penalty", "note", "claim", "field", "fault"}


def _parameters(phrase: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", phrase))
