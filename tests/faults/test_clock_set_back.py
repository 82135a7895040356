"""The clock of the server is set back an hour in the middle of a day: every act goes on, nothing is
an error and the log holds."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.queries import token_of
from accounts.services import tokens
from jobs import registry
from jobs import services as jobs
from jobs.models import Job, JobState
from scoring.explain.counting import Counter
from scoring.explain.models import Chances
from scoring.proof.queries.verify import verify_tournament
from tests.delivery.story import ACTS, Story
from tests.delivery.test_every_page import addresses
from tests.scoring import table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.log.rules.kinds import KINDS
from tournament.pauses import services as pauses
from tournament.signup.models import SignUp
from tournament.signup.queries import link_of
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import sign_ups
from tournament.witness.queries import consistency_proof, heads_to_keep, signed_head

pytestmark = pytest.mark.django_db

AN_HOUR = timedelta(hours=1)


class Clock:
    """What `timezone.now` says: real time, moved."""

    def __init__(self) -> None:
        self.moved = timedelta(0)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.moved

    def back(self) -> None:
        self.moved -= AN_HOUR


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(timezone, "now", made.now)
    return made


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counter, "chances", lambda _counter, _deal: None)


def sign_up(entry: Tournament, place: str) -> SignUp:
    return sign_ups.sign_up(
        tournament_id=entry.pk, player_1=f"{place} 1", player_2=f"{place} 2", phone="943 000 000"
    )


def must_hold(story: Story) -> None:
    found = verify_tournament(tournament_id=story.id)
    assert found.ok, found.first


@pytest.mark.parametrize("every", [1, 7])
@pytest.mark.long
def test_every_kind_of_act_goes_on_after_the_clock_was_set_back(clock, every):
    """Before each act, and before each seventh: days that begin before they began."""
    story = Story()
    for number, (kind, act) in enumerate(ACTS):
        # One that has not begun is taken back, not ended: it has a test of its own.
        if number % every == 0 and kind not in ("pause.changed", "pause.ended"):
            clock.back()
        act(story)
    assert set(Event.objects.values_list("kind", flat=True)) == KINDS
    must_hold(story)
    sizes = [head.size for head in heads_to_keep(tournament_id=story.id)]
    newest = max(sizes)
    assert f"\n{newest}\n" in signed_head(tournament_id=story.id)
    for size in sizes:
        consistency_proof(tournament_id=story.id, first=size, second=newest)


@pytest.mark.long
def test_every_page_is_there_when_what_was_done_is_yet_to_come(clock):
    story = Story()
    for number, (_kind, act) in enumerate(ACTS):
        act(story)
        if number % 12 == 11:
            clock.back()
            for path in addresses(story):
                status = Client().get(path).status_code
                assert status < 500, path
            clock.moved += AN_HOUR


@pytest.fixture
def cup() -> Any:
    owner = User.objects.create_user("arizkun")
    return play.tournament(entered=4, drawn=True, owner=owner)


def test_a_pause_of_before_can_be_lengthened_called_off_and_followed_by_another(clock, cup):
    first = pauses.announce(tournament_id=cup.pk, minutes=20, reason="lunch", actor=play.PROGRAM)
    clock.back()
    desk = Client()
    desk.force_login(User.objects.get(username="arizkun"))
    for name in ("desk", "day_clock"):
        assert desk.get(reverse(f"organizer:{name}", args=[cup.slug])).status_code == 200
    pauses.change(pause_id=first.pk, minutes=30, actor=play.PROGRAM)
    pauses.call_off(pause_id=first.pk, actor=play.PROGRAM)
    second = pauses.announce(tournament_id=cup.pk, minutes=20, reason="lunch", actor=play.PROGRAM)
    pauses.end(pause_id=second.pk, actor=play.PROGRAM)
    assert verify_tournament(tournament_id=cup.pk).ok


def test_a_match_that_began_before_ends_after_and_the_desk_shows_it(clock, cup):
    match = play.start(play.match(cup, 1, 0))
    table.record(table.read(match), table.plain())
    clock.back()
    desk = Client()
    desk.force_login(User.objects.get(username="arizkun"))
    paths = [reverse(f"organizer:{name}", args=[cup.slug]) for name in ("desk", "day_clock")]
    paths.append(reverse("organizer:match", args=[cup.slug, match.pk]))
    for path in paths:
        assert desk.get(path).status_code == 200
    table.record(table.read(match), table.plain())
    play.win(table.read(match))
    for path in paths:
        assert desk.get(path).status_code == 200
    assert verify_tournament(tournament_id=cup.pk).ok


def test_who_signed_up_before_is_known_after_and_the_next_one_comes_in(clock):
    entry = play.tournament(entered=0, name="Deba Cup")
    sign_up_desk.set_terms(
        tournament_id=entry.pk, is_open=True, cap=2, fee="", note="", actor=play.PROGRAM
    )
    first, second = sign_up(entry, "Deba"), sign_up(entry, "Zumaia")
    clock.back()
    third = sign_up(entry, "Orio")
    assert [one.state for one in (first, second, third)] == ["in", "in", "waiting"]
    sign_ups.withdraw(link=link_of(first))
    third.refresh_from_db()
    assert third.state == "in", "the first that waits"
    assert verify_tournament(tournament_id=entry.pk).ok


def test_a_token_lives_no_longer_than_its_hour_more_and_one_of_before_is_known(clock):
    user = User.objects.create_user("zestoa")
    token, raw = tokens.make(user=user, name="a program", days=1)
    clock.back()
    found = token_of(raw=raw)
    assert found is not None
    assert found.pk == token.pk
    assert tokens.revoke(user=user, token_id=token.pk)
    assert token_of(raw=raw) is None


# What is done behind


def test_chances_are_counted_and_not_an_hour_later(clock, cup, at_once, monkeypatch):
    match = play.start(play.match(cup, 1, 0))
    for _hand in range(3):
        table.record(table.read(match), table.plain())
    monkeypatch.setattr("scoring.explain.services.AT_ONCE", 1)
    monkeypatch.setattr("scoring.explain.tasks.SHARE_SECONDS", 0.0001)
    (job,), _all = jobs.ask_standing()
    clock.back()
    assert jobs.due() == [job]
    assert jobs.run(job) == "queued"
    clock.back()
    assert jobs.run(job) == "queued"
    clock.back()
    assert jobs.run(job) == "done"
    assert Chances.objects.count() == 3


def test_a_standing_job_that_failed_before_is_asked_for_after(clock, monkeypatch):
    registry._discover()
    monkeypatch.setattr(registry, "_specs", {})
    fails: list[Callable[[], None]] = []

    @registry.job("test.behind", attempts=1, whenever=lambda: True)
    def work() -> str:
        if not fails:
            fails.append(clock.back)
            raise OSError("away")
        return "done"

    (job,), _all = jobs.ask_standing()
    assert jobs.run(job) == JobState.FAILED
    assert jobs.ask_standing()[0] == [], "it rests, to be seen"
    clock.back()
    assert jobs.ask_standing()[0] == [job]
    assert jobs.run(job) == JobState.DONE
    assert Job.objects.count() == 1
