"""A hand that somebody edited in the database: nobody waits for its chances for ever, no other hand
waits for it, and the check of the log accuses the edit."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from jobs import services as jobs
from jobs.models import Job
from scoring.course.models import Hand
from scoring.explain import tasks
from scoring.explain.models import Chances
from scoring.explain.queries.chances import anything_to_count, known_chances
from scoring.explain.queries.hands import page_cache
from scoring.explain.queries.pages import match_page
from scoring.explain.services import count_chances, forget_changed
from scoring.proof.queries.verify import verify_tournament
from tests.scoring import table
from tests.scoring.table import plain, record
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.rows_by_hand]

Edit = Callable[[dict[str, Any]], Any]
OTHER = ["R R S A", "7 6 5 4", "4 4 5 6", "A A 4 5"]
READABLE: dict[str, Edit] = {
    "other cards": lambda told: {**told, "cards": OTHER},
    "cards that no deck has": lambda told: {**told, "cards": ["Q Q Q Q"] * 4},
    "cards for three": lambda told: {**told, "cards": OTHER[:3]},
    "five cards": lambda told: {**told, "cards": ["A A A A A"] * 4},
    "another mano": lambda told: {**told, "mano": 9},
}
UNREADABLE: dict[str, Edit] = {
    "no mano": lambda told: {name: told[name] for name in told if name != "mano"},
    "a mano that is no seat": lambda told: {**told, "mano": "x"},
    "a number of cards": lambda told: {**told, "cards": 5},
    "rules that nobody knows": lambda told: {**told, "ruleset": {"preset": "nobody"}},
}
READER = Client(headers={"accept-language": "en"})
WAITS = "The chances are being worked out."
DOUBTFUL = "No chances are shown: the hand in the database"


@pytest.fixture
def match() -> Match:
    made = table.a_match()
    record(made, plain())
    return made


def edit(how: Edit) -> None:
    hand = Hand.objects.order_by("pk")[0]
    Hand.objects.filter(pk=hand.pk).update(record=how(hand.record))
    page_cache.clear()


def known(match: Match) -> Any:
    return known_chances(hand=match_page(match_id=match.pk).games[0].hands[0])


def accused(match: Match) -> bool:
    return not verify_tournament(tournament_id=match.tournament_id).ok


@pytest.mark.parametrize("how", READABLE)
@pytest.mark.sampled(8)
def test_of_a_hand_edited_after_it_was_counted_nobody_waits(match, how):
    count_chances(seconds=60)
    edit(READABLE[how])
    at = [match.tournament.slug, match.pk, 1, 1]
    page = READER.get(reverse("public:hand", args=at))
    assert (page.status_code, DOUBTFUL in page.text, WAITS in page.text) == (200, True, False)
    assert "data-coming" not in page.text
    for name in ("public:replay", "api:hands.replay"):
        replay = READER.get(reverse(name, args=at))
        assert replay.status_code == 200
        assert "data-coming" not in replay.text
        assert '"waits":true' not in replay.text
    assert accused(match)


@pytest.mark.parametrize("how", READABLE)
@pytest.mark.sampled(8)
def test_an_edited_hand_is_counted_anew_in_the_night_and_stays_accused(match, how):
    record(match, plain())
    count_chances(seconds=60)
    assert forget_changed() == 0
    edit(READABLE[how])
    assert tasks.forget_chances_of_other_cards() == "1 hands to be counted anew"
    assert anything_to_count()
    assert known(match).are_coming
    assert count_chances(seconds=60).hands == 1
    told = known(match)
    assert not told.are_coming
    assert not told.are_doubtful
    assert forget_changed() == 0
    assert accused(match)


@pytest.mark.parametrize("how", UNREADABLE)
def test_a_hand_that_cannot_be_read_is_tried_once_and_keeps_no_other_waiting(
    match, how, caplog, monkeypatch
):
    monkeypatch.setattr(tasks, "SHARE_SECONDS", 60)  # both in one share, however busy the machine
    record(match, plain())
    edit(UNREADABLE[how])
    (job,), _all = jobs.ask_standing()
    with caplog.at_level(logging.ERROR):
        assert jobs.run(job) == "done"
    assert "cannot be read" in caplog.text
    assert Job.objects.get(pk=job).said == "2 hands counted, of 1 the cards cannot be read"
    assert not anything_to_count()
    assert set(Chances.objects.order_by("pk")[0].told) == {"unreadable"}
    assert Chances.objects.order_by("pk")[1].told["seats"]


def test_a_record_that_is_no_record_stops_no_other_hand(match):
    record(match, plain())
    edit(lambda _told: [])
    assert count_chances(seconds=60).hands == 2
    assert Chances.objects.order_by("pk")[0].told is None


def test_a_page_of_cards_that_cannot_be_read_says_so_and_does_not_wait(match):
    edit(lambda told: {**told, "mano": "x"})
    count_chances(seconds=60)
    page = READER.get(reverse("public:hand", args=[match.tournament.slug, match.pk, 1, 1]))
    assert (page.status_code, DOUBTFUL in page.text, WAITS in page.text) == (200, True, False)


def test_an_edited_settlement_changes_no_chances_and_is_accused(match):
    count_chances(seconds=60)
    hand = Hand.objects.get()
    Hand.objects.update(settlement={**hand.settlement, "stones": [40, 0]})
    page_cache.clear()
    assert known(match).chances is not None
    assert accused(match)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps its foreign keys")
def test_hands_deleted_without_their_chances_hide_no_hand_that_waits(match):
    """The shell of SQLite keeps no foreign keys: rows of chances without a hand stay."""
    record(match, plain())
    count_chances(seconds=60)
    record(match, plain())
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        cursor.execute("DELETE FROM scoring_hand WHERE number = 2")
        assert anything_to_count()
        assert count_chances(seconds=60).hands == 1
        assert not anything_to_count()
        cursor.execute(
            "DELETE FROM scoring_chances WHERE hand_id NOT IN (SELECT id FROM scoring_hand)"
        )
