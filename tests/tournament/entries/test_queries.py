"""Pairs, and entry lists before they are entered."""

import pytest

from tests.tournament.play import PROGRAM, pair, start, tournament, win
from tournament.draw import services as draw
from tournament.entries.queries import (
    pair_at_desk,
    pair_view,
    pairs_at_desk,
    pairs_list,
)
from tournament.entries.services import departures
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
