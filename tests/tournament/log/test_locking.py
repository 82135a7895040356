"""The one locking pattern."""

import threading

import pytest
from django.db import connection, transaction

from tests.tournament.play import PROGRAM, match, tournament
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.errors import NotFound
from tournament.log import services as events
from tournament.log.services import in_turn, lock, lock_match, lock_pair


@pytest.mark.django_db(transaction=True)
def test_a_lock_outside_a_transaction_is_a_mistake():
    with pytest.raises(RuntimeError):
        lock(tournament_id=1)


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_locked_tournament_has_the_values_that_the_orm_reads():
    cup = tournament(entered=2, drawn=True)
    with transaction.atomic():
        locked = lock(tournament_id=cup.pk)
    stored = Tournament.objects.get(pk=cup.pk)
    for field in Tournament._meta.concrete_fields:
        own, same = getattr(locked, field.attname), getattr(stored, field.attname)
        assert (own, type(own)) == (same, type(same)), field


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


@pytest.fixture
def second():
    """A thread that waits for its turn, and what it says when it has it."""
    has_turn = threading.Event()

    def wait():
        with in_turn():
            has_turn.set()
        connection.close()

    thread = threading.Thread(target=wait)
    yield thread, has_turn
    thread.join(30)
    assert not thread.is_alive()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL locks rows")
class TestTurns:
    def test_a_thread_waits_until_the_one_before_it_is_done(self, second):
        thread, has_turn = second
        with in_turn():
            thread.start()
            assert not has_turn.wait(0.2)
        assert has_turn.wait(30)

    def test_the_turn_is_passed_on_after_an_error(self, second):
        thread, has_turn = second
        with pytest.raises(ZeroDivisionError), in_turn():
            raise ZeroDivisionError
        thread.start()
        assert has_turn.wait(30)

    def test_nobody_waits_inside_a_transaction(self, second):
        """It holds SQLite's lock: whoever has the turn may be waiting for that one."""
        thread, has_turn = second
        with transaction.atomic(), in_turn():
            thread.start()
            assert has_turn.wait(30)

    def test_a_turn_that_never_comes_stops_nobody(self, second, monkeypatch):
        monkeypatch.setattr(events, "TURN_SECONDS", 0.01)
        thread, has_turn = second
        with in_turn():
            thread.start()
            assert has_turn.wait(30)
