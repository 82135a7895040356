"""Pairs, and entry lists before they are entered."""

import pytest

from tests.tournament.play import pair, tournament
from tournament.entries.models import Pair
from tournament.entries.queries import (
    pair_at_desk,
    pair_view,
    pairs_at_desk,
    pairs_list,
    preview_entries,
)
from tournament.errors import NotFound

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("query", [pairs_list, pairs_at_desk])
def test_lists_of_pairs_cost_one_query(query, rows, django_assert_num_queries):
    cup = tournament(entered=rows)
    with django_assert_num_queries(1):
        assert [one.number for one in query(tournament_id=cup.pk)] == list(range(1, rows + 1))


def test_only_the_desk_sees_contacts():
    cup = tournament(entered=1)
    (public,) = pairs_list(tournament_id=cup.pk)
    (at_desk,) = pairs_at_desk(tournament_id=cup.pk)
    assert not hasattr(public, "contact")
    assert at_desk.contact == "phone 1"
    assert not hasattr(pair_view(pair_id=public.id, tournament_id=cup.pk), "contact")


def test_a_pair_of_another_tournament_is_not_found():
    one, other = tournament(entered=1), tournament(entered=1)
    with pytest.raises(NotFound):
        pair_at_desk(pair_id=pair(one, 1).pk, tournament_id=other.pk)


def test_a_preview_shows_what_would_be_entered_and_enters_nothing():
    cup = tournament(entered=1)
    shown = preview_entries(tournament_id=cup.pk, text="Aia/Deba\nOrio 1/Getaria 1\nx")
    assert [(one.line, one.player_1) for one in shown.entries] == [(1, "Aia"), (2, "Orio 1")]
    assert [(one.field, one.code) for one in shown.problems] == [
        ("lines[2].player_1", "duplicate_pair"),
        ("lines[3]", "one_player"),
    ]
    assert not shown.is_ready
    assert Pair.objects.count() == 1


def test_a_preview_without_problems_is_ready():
    cup = tournament()
    assert preview_entries(tournament_id=cup.pk, text=b"Aia/Deba").is_ready
    assert not preview_entries(tournament_id=cup.pk, text="").is_ready
