"""The one locking pattern."""

import pytest
from django.db import transaction

from tests.tournament.play import match, tournament
from tournament.errors import NotFound
from tournament.log.services.locking import lock, lock_match, lock_pair


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
def test_what_is_not_there_is_not_found():
    for missing in (
        lambda: lock(tournament_id=9),
        lambda: lock_match(match_id=9),
        lambda: lock_pair(pair_id=9),
    ):
        with pytest.raises(NotFound):
            missing()
