"""Pairs, and entry lists before they are entered."""

import pytest

from tests.tournament.play import PROGRAM, pair, start, tournament, win
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.queries import (
    pair_at_desk,
    pair_view,
    pairs_at_desk,
    pairs_list,
    preview_entries,
)
from tournament.entries.services import departures
from tournament.errors import NotFound
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(("query", "most"), [(pairs_list, 1), (pairs_at_desk, 2)])
def test_lists_of_pairs_cost_as_much_for_many(query, most, rows, django_assert_num_queries):
    cup = tournament(entered=rows)
    with django_assert_num_queries(most):
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


def version(cup, number=1):
    return pair_at_desk(pair_id=pair(cup, number).pk, tournament_id=cup.pk).version


def test_the_version_of_a_pair_is_another_one_once_something_else_would_follow_from_its_leaving():
    cup = tournament(entered=4)
    seen = [version(cup)]
    draw.make(tournament_id=cup.pk, actor=PROGRAM)
    seen.append(version(cup))
    (playing,) = (m for m in Match.objects.filter(round=1) if pair(cup, 1).pk in m.pairs)
    start(playing)
    assert version(cup) == seen[-1], "it goes to the same pair as before it began"
    win(playing, "A" if playing.pair_a_id == pair(cup, 1).pk else "B")
    seen.append(version(cup))
    departures.withdraw(pair_id=pair(cup, 1).pk, reason="ill", actor=PROGRAM)
    seen.append(version(cup))
    departures.disqualify(pair_id=pair(cup, 1).pk, reason="lied", actor=PROGRAM)
    seen.append(version(cup))
    assert len(set(seen)) == len(seen)
    assert seen[-1] == pairs_at_desk(tournament_id=cup.pk)[0].version
