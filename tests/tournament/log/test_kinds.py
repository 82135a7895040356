"""The table of kinds holds together: what it names are kinds, and each kind has its words."""

from typing import get_args

import pytest
from django.utils import translation

from bench.kinds import files_of_kinds
from tournament.log.rules.kinds import BY_NAME, KINDS, RETIRED, SEVERAL, Step, doing, kind_of


def test_what_a_kind_names_are_kinds():
    for kind in BY_NAME.values():
        assert {kind.undoes} <= KINDS | {SEVERAL, ""}
        assert set(kind.since) <= KINDS | RETIRED
        assert not (kind.before and kind.since), kind.name


@pytest.mark.parametrize("language", ["es", "eu", "fr"])
def test_every_kind_is_said_in_every_language_whoever_enters(language):
    with translation.override(language):
        for kind in BY_NAME.values():
            for entrants in ("pairs", "clubs", "players"):
                words = kind.words_for(entrants)
                assert translation.gettext(words) != words, (kind.name, entrants)


def test_a_kind_that_nobody_knows_is_called_by_its_name():
    assert kind_of("pair.flown").words_for("pairs") == "pair.flown"


def test_each_step_is_done_by_a_kind():
    assert [step for step in get_args(Step) if not doing(step)] == []


def test_a_kind_stands_in_two_or_three_files_on_average():
    """Its line in the table, the service that writes it, and now and then one that asks for it
    alone; the others ask the table what a kind does."""
    files = files_of_kinds()
    assert sum(map(len, files.values())) / len(files) <= 2.5
