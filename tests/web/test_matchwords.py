"""Matches in the reader's words."""

from types import SimpleNamespace

import pytest
from django.utils.translation import override

from tournament.formats.bouts import ENDINGS
from web.templatetags.matchwords import ENDED, ENDED_BADGES, ended_badge, ended_words, result_words


def test_every_ending_has_words_and_no_word_is_for_an_ending_that_is_not():
    assert set(ENDED) == set(ENDINGS)
    assert set(ENDED_BADGES) <= set(ENDINGS)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "walkover"), ("es", "incomparecencia")],
)
def test_T7_a_walkover_is_said_in_the_readers_language(language, said):
    with override(language):
        assert str(ended_words(SimpleNamespace(ended_by="walkover"))) == said


def test_a_bye_is_nobodys_fault_and_a_disqualification_is_marked_as_bad():
    assert ended_badge(SimpleNamespace(ended_by="bye")) == ""
    assert ended_badge(SimpleNamespace(ended_by="disqualification")) == " badge--bad"


def test_a_result_names_the_winner_with_its_games_or_how_it_won():
    match = SimpleNamespace(
        kind="championship", round=2, label="2.1", winner="B", ended_by="games", games_a=1,
        games_b=2,
        pair_a=SimpleNamespace(name="Sara"), pair_b=SimpleNamespace(name="Mareeba"),
    )  # fmt: skip
    with override("en"):
        assert result_words(match).endswith("Mareeba win 2–1.")
        match.ended_by = "withdrawal"
        assert result_words(match).endswith("Mareeba win (by withdrawal).")
