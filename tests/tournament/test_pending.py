"""A changed row is pending until the next event tells its state; a rollback undoes the change."""

from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.rulings.models import Ruling
from tests.scoring import table
from tournament import notify
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.services.results import preview

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
OFFICIAL = Actor("user", None, "desk")


@pytest.fixture
def match() -> Match:
    return table.a_match()


def ask(match: Match) -> Ruling:
    return Ruling.objects.create(
        match=match, kind=Ruling.Kind.CALL, raised_by="table", raised_at=timezone.now()
    )


def dismissal() -> dict[str, Any]:
    return {
        "status": "dismissed", "outcome": {}, "reason": "over", "decided_by": "desk",
        "decided_at": timezone.now(),
    }  # fmt: skip


def dismiss(ruling: Ruling) -> None:
    Ruling.objects.filter(pk=ruling.pk).update(**dismissal())


def decisions(match: Match) -> list[str]:
    """Appends an event; returns what it tells of questions."""
    with transaction.atomic():
        tournament = lock(tournament_id=match.tournament_id)
        event = events.append(tournament, OFFICIAL, "questions.followed", {})
    return [state["decision"] for state in event.sealed.get("asked", ())]


def tell_and_fail(match: Match, error: type[BaseException]) -> None:
    with transaction.atomic(), notify.savepoint():
        assert decisions(match) == ["open"]
        raise error


def test_a_new_row_is_told_once(match):
    ask(match)
    assert decisions(match) == ["open"]
    assert decisions(match) == []


@pytest.mark.parametrize("way", ["save", "save some fields", "update", "bulk_update"])
def test_every_change_is_told_by_the_next_event(match, way):
    ruling = ask(match)
    decisions(match)
    fields = dismissal()
    for name, value in fields.items():
        setattr(ruling, name, value)
    if way == "save":
        ruling.save()
    elif way == "save some fields":
        ruling.save(update_fields=list(fields))
    elif way == "update":
        Ruling.objects.filter(pk=ruling.pk).update(**fields)
    else:
        Ruling.objects.bulk_update([ruling], list(fields))
    assert decisions(match) == ["dismissed"]
    assert decisions(match) == []


def test_a_change_rolled_back_with_its_savepoint_is_not_told(match):
    ruling = ask(match)
    decisions(match)
    with transaction.atomic():
        with transaction.atomic():
            dismiss(ruling)
            ask(match)
            transaction.set_rollback(True)
        assert decisions(match) == []


def test_a_change_before_the_savepoint_is_still_told(match):
    ruling = ask(match)
    decisions(match)
    with transaction.atomic():
        dismiss(ruling)
        with transaction.atomic():
            ask(match)
            transaction.set_rollback(True)
        assert decisions(match) == ["dismissed"]


def test_a_row_that_another_process_changed_is_told_when_it_is_as_before(match):
    """Its state is that before the change rolled back, but not the last one in the log."""
    ruling = ask(match)
    decisions(match)
    with transaction.atomic():
        dismiss(ruling)
        transaction.set_rollback(True)
    QuerySet(Ruling).filter(pk=ruling.pk).update(**dismissal())  # past this thread's notes
    ruling.save()
    assert decisions(match) == ["open"]


def test_an_event_told_in_a_preview_leaves_the_row_pending(match):
    with transaction.atomic():
        ask(match)
        preview(lambda: decisions(match), tournament_id=match.tournament_id)
        assert decisions(match) == ["open"]


@pytest.mark.parametrize("error", [KeyError, KeyboardInterrupt])
def test_an_event_told_before_an_error_leaves_the_row_pending(match, error):
    with transaction.atomic():
        ask(match)
        with pytest.raises(error):
            tell_and_fail(match, error)
        assert decisions(match) == ["open"]


def test_what_a_preview_changes_is_not_told_by_the_act_around_it(match):
    ruling = ask(match)
    decisions(match)

    def act() -> None:
        dismiss(ruling)
        decisions(match)
        ask(match)

    with transaction.atomic():
        preview(act, tournament_id=match.tournament_id)
        assert decisions(match) == []


def test_a_row_waits_for_an_event_of_its_own_tournament(match):
    other = table.a_match()
    with transaction.atomic():
        ask(other)
        ask(match)
        assert decisions(match) == ["open"]
        assert decisions(match) == []
        assert decisions(other) == ["open"]


def test_an_event_reads_no_row_when_none_is_pending(match):
    ask(match)
    decisions(match)
    with CaptureQueriesContext(connection) as statements:
        decisions(match)
    assert "scoring_ruling" not in str(statements.captured_queries)


@pytest.mark.django_db(transaction=True)
def test_pending_rows_belong_to_a_thread_and_end_with_the_commit():
    match = table.a_match()
    seen: list[list[str]] = []

    def elsewhere() -> None:
        seen.append(list(notify.pending_states(tournament_id=match.tournament_id)))
        connection.close()

    with transaction.atomic():
        ask(match)
        other = Thread(target=elsewhere)
        other.start()
        other.join()
    assert seen == [[]]
    assert decisions(match) == []


@pytest.mark.django_db(transaction=True)
def test_two_threads_tell_their_own_rows():
    told: dict[int, list[str]] = {}

    def act(match: Match) -> None:
        with transaction.atomic():
            ask(match)
            told[match.pk] = decisions(match)
        connection.close()

    matches = [table.a_match(), table.a_match()]
    with transaction.atomic():
        ask(matches[0])
        transaction.set_rollback(True)
    for match in matches:  # one after the other: SQLite has one writer
        thread = Thread(target=act, args=[match])
        thread.start()
        thread.join()
    assert told == {match.pk: ["open"] for match in matches}
    assert Event.objects.filter(kind="questions.followed").count() == 2
