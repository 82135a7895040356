"""What the database itself will not keep."""

import pytest
from django.db import IntegrityError, transaction

from tests.tournament.play import match, pair, start
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.mark.parametrize(
    "wrong",
    [
        {"status": "lost"},
        {"best_of": 10},
        {"status": "entry"},
        {"name": ""},
        {"tables_count": 0},
    ],
)
def test_a_tournament_is_never_stored_wrong(cup, wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=cup.pk).update(**wrong)


def test_a_champion_comes_with_the_end(cup):
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=cup.pk).update(champion=pair(cup, 1))


@pytest.mark.parametrize("wrong", [{"number": 2}, {"number": 0}, {"player_1": ""}, {"status": "x"}])
def test_a_pair_is_never_stored_wrong(cup, wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        Pair.objects.filter(pk=pair(cup, 1).pk).update(**wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"status": "finished"},
        {"status": "finished", "ended_by": "games"},
        {"status": "finished", "ended_by": "luck", "winner": "A"},
        {"status": "finished", "ended_by": "games", "winner": "C"},
        {"status": "ready", "winner": "A"},
        {"status": "ready", "ended_by": "games"},
        {"status": "playing"},
        {"pair_b": None},
        {"status": "finished", "ended_by": "games", "winner": "B", "pair_b": None},
        {"slot": 1},
        {"round": 0, "kind": "consolation"},
        {"best_of": 10},
        {"first_mano": 4},
        {"kind": "friendly"},
    ],
)
def test_a_match_is_never_stored_wrong(cup, wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=match(cup, 1, 0).pk).update(**wrong)


def test_a_pair_never_meets_itself(cup):
    one = match(cup, 1, 0)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=one.pk).update(pair_b=one.pair_a)


def test_a_table_never_holds_two_matches_at_once(cup):
    begun = start(match(cup, 1, 0), table_number=1)
    other = start(match(cup, 1, 1), table_number=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=other.pk).update(table=begun.table)


def test_an_event_number_is_never_used_twice(cup):
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(tournament=cup, number=2).update(number=1)
