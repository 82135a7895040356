"""A match as every format sees it, and the ways it can end."""

import pytest

from mus.sides import BySide, Side
from tournament.formats.bouts import ENDINGS, Bout, Place, label
from tournament.matches.models import Match


def test_the_consolation_has_numbers_of_its_own():
    assert label("championship", 2, 0) == "2.1"
    assert label("consolation", 2, 0) == "C2.1"


def test_every_ending_the_database_knows_is_in_the_one_table_of_endings():
    assert set(ENDINGS) == set(Match.EndedBy.values)


@pytest.mark.parametrize(
    ("ended_by", "fact"),
    [
        ("games", True),
        ("walkover", True),
        ("ruling", True),
        ("bye", False),
        ("withdrawal", False),
        ("disqualification", False),
    ],
)
def test_a_match_nobody_sat_down_to_is_a_fact_when_people_decided_it(ended_by, fact):
    bout = Bout(Place(1, 0), BySide(1, 2), "finished", Side.A, ended_by)
    assert bout.is_fact is fact


def test_T7_a_walkover_is_given_by_an_official_and_has_a_winner():
    walkover = ENDINGS["walkover"]
    assert (walkover.by_people, walkover.for_officials, walkover.without_winner) == (
        True,
        True,
        False,
    )
