"""Search over tournaments and pairs, on both databases."""

import pytest

from tests.tournament.play import play_out, tournament
from tournament.championship.queries.tournaments import has, search
from tournament.entries.models import Pair

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.mark.parametrize("text", ["peña", "PEÑA", "pena", "Pen"])
def test_a_pair_and_its_tournament_are_found_in_two_queries(text, django_assert_num_queries):
    cup = tournament(entered=3)
    tournament(entered=2, name="Another")
    Pair.objects.filter(tournament=cup, number=2).update(player_1="Peña")
    with django_assert_num_queries(2):
        found = search(text=text)
    assert [one.pair.number for one in found.pairs] == [2]
    assert [one.id for one in found.tournaments] == [cup.pk]


def test_pairs_of_running_tournaments_come_first():
    play_out(tournament(entered=2, drawn=True, name="Old"))
    tournament(entered=2, name="Open")
    tournament(entered=2, drawn=True, name="Today")
    names = [one.tournament.name for one in search(text="getaria 1").pairs]
    assert names == ["Today", "Open", "Old"]


def test_a_rehearsal_is_not_found():
    tournament(entered=2, is_rehearsal=True)
    found = search(text="getaria")
    assert (found.pairs, found.tournaments) == ((), ())


@pytest.mark.parametrize(("text", "is_in"), [("ruiz ANE", True), ("ane x", False), ("%", False)])
def test_every_word_must_be_in_a_name(text, is_in):
    assert has(text, "Ane", "Ruiz") is is_in
