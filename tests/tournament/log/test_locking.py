"""The one locking pattern."""

import pytest
from django.db import transaction

from tests.tournament.play import PROGRAM, match, tournament
from tournament.draw import services as draw
from tournament.errors import NotFound
from tournament.log import services as events
from tournament.log.services import lock, lock_match, lock_pair


@pytest.mark.django_db(transaction=True)
def test_a_lock_outside_a_transaction_is_a_mistake():
    with pytest.raises(RuntimeError):
        lock(tournament_id=1)


@pytest.mark.django_db
def test_a_match_comes_with_its_locked_tournament():
    cup = tournament(entered=2, drawn=True)
    with transaction.atomic():
        found, one = lock_match(match_id=match(cup, 1, 0).pk)
    assert (found.pk, one.tournament) == (cup.pk, found)


@pytest.mark.django_db
def test_a_match_that_goes_while_one_waits_for_the_lock_is_not_found(monkeypatch):
    cup = tournament(entered=2, drawn=True)
    one = match(cup, 1, 0)

    def waits(**known):
        draw.undo(tournament_id=cup.pk, reason="a pair is missing", actor=PROGRAM)
        return lock(**known)

    monkeypatch.setattr(events, "lock", waits)
    with pytest.raises(NotFound), transaction.atomic():
        lock_match(match_id=one.pk)


@pytest.mark.django_db
def test_what_is_not_there_is_not_found():
    for missing in (
        lambda: lock(tournament_id=9),
        lambda: lock_match(match_id=9),
        lambda: lock_pair(pair_id=9),
    ):
        with pytest.raises(NotFound):
            missing()
