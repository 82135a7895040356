"""The table of kinds holds together: what it names are kinds, and each kind has its words."""

import pytest
from django.utils import translation

from tournament.log.rules.kinds import BY_NAME, KINDS, RETIRED, SEVERAL, kind_of


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
