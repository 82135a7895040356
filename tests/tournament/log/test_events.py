"""The log: numbers without gaps, hashes that hold, words after the commit."""

import pytest
from django.db import transaction

from tests.refusals import refusal
from tests.tournament.play import PROGRAM, match, play_out, tournament
from tournament import notify
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.queries.log import verify_log
from tournament.log.rules.roles import Actor
from tournament.matches.services import matches

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_numbers_have_no_gaps_and_the_log_holds():
    cup = play_out(tournament(entered=5, drawn=True))
    numbers = list(Event.objects.filter(tournament=cup).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    check = verify_log(tournament_id=cup.pk)
    assert (check.ok, check.events) == (True, len(numbers))


def test_a_refused_request_leaves_no_number_behind():
    cup = tournament(entered=2, drawn=True)
    before = cup.event_number
    with pytest.raises(Refusal):
        matches.finish(match_id=match(cup, 1, 0).pk, winner="A", actor=PROGRAM)
    cup.refresh_from_db()
    assert cup.event_number == before == Event.objects.filter(tournament=cup).count()


def test_two_services_in_one_transaction_number_on_through_their_own_copies():
    cup, copy = tournament(), None
    copy = type(cup).objects.get(pk=cup.pk)
    with transaction.atomic():
        for one in (cup, copy, cup):
            events.append(one, PROGRAM, "tournament.changed", {})
    assert verify_log(tournament_id=cup.pk).ok


@pytest.mark.parametrize(
    "edit",
    [
        {"kind": "match.lost"},
        {"sealed": {"name": "Somebody else"}},
        {"actor_label": "organizer x"},
        {"actor_id": 99},
        {"hash": "0" * 64},
    ],
)
def test_any_edit_of_the_past_is_named_by_its_number(edit):
    cup = tournament(entered=4, drawn=True)
    Event.objects.filter(tournament=cup, number=2).update(**edit)
    check = verify_log(tournament_id=cup.pk)
    assert (check.ok, check.wrong_number) == (False, 2)


def test_an_event_put_in_behind_the_last_is_named():
    cup = tournament(entered=2)
    last = Event.objects.filter(tournament=cup).last()
    last.pk, last.number = None, last.number + 1
    last.save(force_insert=True)
    check = verify_log(tournament_id=cup.pk)
    assert (check.ok, check.wrong_number, check.code) == (False, 3, "wrong_head")


def test_two_tournaments_number_apart():
    one, other = tournament(entered=2), tournament(entered=2)
    assert one.event_number == other.event_number == 2


def test_data_that_cannot_be_written_everywhere_is_refused():
    assert refusal(
        events.append,
        tournament=tournament(),
        kind="tournament.changed",
        actor=PROGRAM,
        data={"x": "\x00"},
    ) == ("bad_text",)


def test_a_label_of_any_length_is_kept_short():
    cup = tournament()
    event = events.append(
        tournament=cup, kind="tournament.changed", actor=Actor("user", 1, "x" * 500), data={}
    )
    assert len(event.actor_label) == 120
    assert verify_log(tournament_id=cup.pk).ok


@pytest.mark.django_db(transaction=True)
def test_listeners_are_told_after_the_commit_and_only_then(heard):
    cup = tournament()
    heard.clear()
    with transaction.atomic():
        events.append(cup, PROGRAM, "tournament.changed", {})
        assert heard == []
    assert heard == [notify.LogProgress(cup.slug, 2, ("tournament",))]


@pytest.mark.django_db(transaction=True)
def test_a_listener_that_fails_breaks_no_write_and_no_other_listener(heard, caplog):
    def fails(change):
        raise RuntimeError("no")

    stop = notify.subscribe(fails)
    try:
        cup = tournament(name="Orio Cup")
    finally:
        stop()
    assert cup.event_number == 1
    assert [change.slug for change in heard] == ["orio-cup"]
    assert "subscriber" in caplog.text


def test_a_kind_that_is_in_no_table_is_never_written():
    cup = tournament()
    with transaction.atomic(), pytest.raises(ValueError, match="no kind of event"):
        events.append(cup, PROGRAM, "tournament.sold", {})
    assert not Event.objects.filter(kind="tournament.sold").exists()
