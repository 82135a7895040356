"""A match whose time is up ends for the pair that leads, by an official (T5)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.course.models import Hand
from scoring.rulings.queries.deciding import time_limit
from scoring.rulings.services import endings
from tests.scoring import table
from tests.tournament.play import PROGRAM
from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.rows_by_hand]


def waits(match: Match) -> str:
    with pytest.raises(Refusal) as refused:
        endings.end_by_time(match_id=match.pk, actor=PROGRAM)
    return refused.value.problems[0].code


def test_T5_a_match_whose_time_is_up_ends_for_the_pair_that_leads_as_the_rule_says():
    match = table.a_match(best_of=3)
    limits = Tournament.objects.filter(pk=match.tournament_id)
    assert waits(match) == "no_time_limit"
    limits.update(settings={"match_minutes": 60, "when_time_is_up": "one_more_hand"})
    table.record(match, table.plain())
    assert waits(match) == "time_not_up"

    ago = timezone.now() - timedelta(minutes=61)
    Match.objects.filter(pk=match.pk).update(started_at=ago)
    Hand.objects.filter(game__match=match).update(at=ago)
    assert waits(match) == "one_more_hand"
    limits.update(settings={"match_minutes": 60, "when_time_is_up": "one_more_game"})
    assert waits(match) == "game_in_progress"
    Match.objects.filter(pk=match.pk).update(games_b=1)
    limits.update(settings={"match_minutes": 60})
    limit = time_limit(match_id=match.pk)
    assert limit is not None
    assert limit.winner == "B", "games go before stones"
    Match.objects.filter(pk=match.pk).update(games_b=0)
    endings.end_by_time(match_id=match.pk, actor=PROGRAM)

    match.refresh_from_db()
    (a, b) = match.played_games.get().score_a, match.played_games.get().score_b
    assert (match.status, match.ended_by) == ("finished", "ruling")
    assert match.winner == ("A" if a > b else "B")
    told = Event.objects.filter(tournament=match.tournament_id, kind="match.finished").get()
    assert told.data["reason"] == "code:time_is_up"


def test_T5_a_correction_of_an_earlier_hand_is_not_the_hand_more():
    match = table.a_match(best_of=3)
    rule = {"match_minutes": 60, "when_time_is_up": "one_more_hand"}
    Tournament.objects.filter(pk=match.tournament_id).update(settings=rule)
    table.record(match, table.plain())
    ago = timezone.now() - timedelta(minutes=61)
    Match.objects.filter(pk=match.pk).update(started_at=ago)
    Hand.objects.filter(game__match=match).update(at=ago)
    table.correct(match, 1, 1, table.quick(5, 1))
    assert waits(match) == "one_more_hand"


def test_T5_where_both_pairs_are_level_the_next_hand_decides():
    match = table.a_match(best_of=3)
    ago = timezone.now() - timedelta(minutes=61)
    Match.objects.filter(pk=match.pk).update(started_at=ago)
    Tournament.objects.filter(pk=match.tournament_id).update(settings={"match_minutes": 60})
    assert waits(match) == "level"


def test_T5_in_vacas_the_games_of_the_vaca_go_before_stones():
    match = table.a_match(best_of=3, settings={"vaca_games": 2, "match_minutes": 60})
    for won in (table.win_for_a, table.win_for_a, *(table.win_for_b,) * 3):
        table.record(match, won())
    table.record(match, table.quick(20, 0))
    ago = timezone.now() - timedelta(minutes=61)
    Match.objects.filter(pk=match.pk).update(started_at=ago)

    limit = time_limit(match_id=match.pk)

    assert limit is not None
    assert limit.winner == "B"
