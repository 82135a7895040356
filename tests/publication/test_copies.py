"""Copies are taken, shown when they are old enough, never followed by older ones, and dropped."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from publication.copies import files, keeping
from publication.copies.keeping import Shown, keep
from publication.copies.rows import BLANK, LEFT_OUT, tables, unpacked
from publication.models import Copy
from publication.stamps import _stamp
from scoring.proof.queries.verify import verify_tournament
from scoring.proof.services.erasing import erase
from tests.publication.test_behind import BY, DELAY, Clock, clock
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.entries.services import pairs
from tournament.log.models import Event

__all__ = ["clock"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cup(clock: Clock) -> Tournament:
    """A tournament that was given a delay, as it was."""
    return delayed(play.tournament())


def delayed(tournament: Tournament, minutes: int = DELAY) -> Tournament:
    return tournaments.change(tournament_id=tournament.pk, actor=BY, delay_minutes=minutes)


def enter(tournament: Tournament, name: str = "Ane") -> int:
    pairs.enter(tournament_id=tournament.pk, player_1=name, player_2=f"{name} M", actor=BY)
    tournament.refresh_from_db()
    return int(tournament.event_number)


def shown(tournament: Tournament) -> int:
    """The event up to which somebody without a name is shown it."""
    stamp = _stamp(tournament.slug)
    assert stamp is not None
    got = Client().get(f"/api/v1/tournaments/{tournament.slug}/")
    assert (got.status_code == 503) == (stamp.number == 0)
    assert stamp.number in (0, got.json().get("event_number"))
    return stamp.number


def test_what_everybody_saw_when_the_delay_was_set_stays(cup: Tournament) -> None:
    was = shown(cup)
    assert was == cup.event_number
    assert enter(cup) == was + 1
    assert shown(cup) == was


def test_it_is_held_to_within_a_quarter_of_a_minute_and_never_less(
    cup: Tournament, clock: Clock
) -> None:
    clock.later(minutes=1)
    was, now = shown(cup), enter(cup)
    happened, told = clock.now(), None
    while told is None:
        keep(now=clock.later(seconds=2))
        if shown(cup) != was:
            told = (clock.now() - happened).total_seconds() - 60 * DELAY
    assert shown(cup) == now
    assert 0 <= told <= 15


def test_a_longer_delay_neither_goes_back_nor_on(cup: Tournament, clock: Clock) -> None:
    seen = enter(cup)
    keep(now=clock.later(seconds=10))
    keep(now=clock.later(minutes=DELAY))
    assert shown(cup) == seen
    later = enter(cup, "Miren")
    keep(now=clock.later(seconds=10))
    delayed(cup, 10)
    keep(now=clock.later(minutes=DELAY))
    assert shown(cup) == seen
    keep(now=clock.later(minutes=10 - DELAY))
    assert shown(cup) >= later


def test_a_shorter_delay_goes_on_at_once(cup: Tournament, clock: Clock) -> None:
    now = enter(cup)
    keep(now=clock.later(seconds=10))
    delayed(cup, 1)
    keep(now=clock.later(minutes=1))
    assert shown(cup) == now


def test_without_a_delay_it_is_seen_at_once_and_no_copy_stays(
    cup: Tournament, clock: Clock
) -> None:
    assert shown(cup) == cup.event_number
    delayed(cup, 0)
    cup.refresh_from_db()
    assert shown(cup) == cup.event_number
    assert keep(now=clock.now()) == ()
    assert not Copy.objects.exists()
    assert [file.stem[:5] for file in files.folder().iterdir()] == ["empty"]


def test_nothing_is_shown_when_a_change_came_before_the_first_copy(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, in_english: None
) -> None:
    cup = play.tournament()
    with monkeypatch.context() as patched:
        patched.setattr(keeping, "take", lambda **_named: None)
        delayed(cup)
    enter(cup)
    assert shown(cup) == 0
    keep(now=clock.now())
    page = Client().get(f"/t/{cup.slug}/", headers={"accept-language": "en"})
    assert (page.status_code, page["Cache-Control"]) == (503, "no-store")
    text = page.content.decode()
    assert "with a delay of 3 minutes" in text
    assert "It begins at 14:03" in text  # the time of the copy and three minutes, in Madrid
    assert cup.name not in text
    assert cup.name not in Client().get("/").content.decode()
    keep(now=clock.later(minutes=DELAY))
    assert shown(cup) == cup.event_number


def test_another_delay_shows_nothing_of_which_nothing_was_shown(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = play.tournament()
    with monkeypatch.context() as patched:
        patched.setattr(keeping, "take", lambda **_named: None)
        delayed(cup)
    enter(cup)
    delayed(cup, 5)
    assert shown(cup) == 0


def test_a_delay_that_comes_back_begins_with_what_was_seen_in_between(cup: Tournament) -> None:
    delayed(cup, 0)
    between = enter(cup)
    delayed(cup)
    assert shown(cup) == between + 1
    enter(cup, "Miren")
    assert shown(cup) == between + 1


def test_old_copies_go_and_the_shown_one_stays(cup: Tournament, clock: Clock) -> None:
    for n in range(4):
        enter(cup, f"Ane {n}")
        keep(now=clock.later(seconds=30))
    assert Copy.objects.count() == 5
    keep(now=clock.later(minutes=10))
    keep(now=clock.later(minutes=10))
    assert Copy.objects.count() == 1
    assert len(list(files.folder().glob("[0-9]*.sqlite3"))) == 1


def test_files_may_be_deleted_at_any_time(cup: Tournament) -> None:
    was = shown(cup)
    enter(cup)
    for file in files.folder().iterdir():
        file.unlink()
    assert shown(cup) == was


def test_a_log_that_went_another_way_since_is_not_shown(cup: Tournament) -> None:
    enter(cup)
    for file in files.folder().glob("[0-9]*"):
        file.unlink()
    Event.objects.filter(tournament=cup, number=cup.event_number - 1).update(hash="0" * 64)
    assert Client().get(f"/api/v1/tournaments/{cup.slug}/").status_code == 503
    Event.objects.filter(tournament=cup).delete()


def test_copies_with_other_columns_are_not_shown(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    Copy.objects.update(shape="of an earlier version")
    assert shown(cup) == 0


def forget(cup: Tournament, name: str) -> None:
    erase(tournament_id=cup.pk, words=[name], asked_by="person", reason="asked for it", actor=BY)


def names(cup: Tournament) -> str:
    return Client().get(f"/api/v1/tournaments/{cup.slug}/pairs/").content.decode()


def test_an_erased_name_goes_at_once_where_nothing_else_waits_to_be_shown(
    cup: Tournament, clock: Clock
) -> None:
    seen = enter(cup, "Maialen")
    keep(now=clock.later(seconds=10))
    keep(now=clock.later(minutes=DELAY))
    assert (shown(cup), "Maialen" in names(cup)) == (seen, True)
    forget(cup, "Maialen")
    keep(now=clock.later(seconds=10))
    assert (shown(cup), "Maialen" in names(cup)) == (seen + 1, False)
    enter(cup, "Ane")
    keep(now=clock.later(seconds=10))
    assert shown(cup) == seen + 1


def test_an_erased_name_takes_nothing_along_that_is_not_to_be_seen_yet(
    cup: Tournament, clock: Clock
) -> None:
    seen = enter(cup, "Maialen")
    keep(now=clock.later(seconds=10))
    keep(now=clock.later(minutes=DELAY))
    enter(cup, "Ane")
    forget(cup, "Maialen")
    keep(now=clock.later(seconds=10))
    assert (shown(cup), "Maialen" in names(cup)) == (seen, True)
    keep(now=clock.later(minutes=DELAY))
    assert (shown(cup), "Maialen" in names(cup)) == (seen + 2, False)


def test_a_copy_holds_no_addresses(cup: Tournament) -> None:
    pairs.enter(tournament_id=cup.pk, player_1="A", player_2="B", actor=BY, contact="600 123 123")
    copy = keeping.take(tournament_id=cup.pk)
    assert copy is not None
    assert "600 123 123" not in str(unpacked(bytes(copy.rows)))


def test_every_table_of_a_tournament_is_copied_or_said_not_to_be() -> None:
    labels = {model._meta.label for model, _path in tables()}
    assert labels.isdisjoint(LEFT_OUT)
    assert set(BLANK) <= labels
    assert {"scoring.Hand", "tournament.Pair", "tournament.Tournament_organizers"} <= labels


def test_keeping_costs_two_questions_where_nothing_has_a_delay(
    db: None, clock: Clock, django_assert_num_queries: Any
) -> None:
    play.tournament()
    with django_assert_num_queries(2):
        assert keep(now=clock.now()) == ()


def test_two_who_keep_at_once_take_one_copy(cup: Tournament, clock: Clock) -> None:
    enter(cup)
    assert keeping.take(tournament_id=cup.pk) is not None
    assert keeping.take(tournament_id=cup.pk) is None
    number = cup.event_number
    keep(now=clock.later(minutes=DELAY))
    assert keep(now=clock.now()) == (Shown(cup.slug, number, DELAY),)


def test_the_log_tells_of_the_delay_and_of_what_it_was(cup: Tournament) -> None:
    delayed(cup, 5)
    delayed(cup, 5)
    told = Event.objects.filter(tournament=cup, kind="publication.delay_set").order_by("number")
    assert [event.sealed for event in told] == [
        {"minutes": 3, "was": 0}, {"minutes": 5, "was": 3},
    ]  # fmt: skip
    assert verify_tournament(tournament_id=cup.pk).ok
    Tournament.objects.update(delay_minutes=0)
    assert not verify_tournament(tournament_id=cup.pk).ok
    Tournament.objects.update(delay_minutes=5)
