"""The picture of a match is there when it ends, before its link is shared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as django
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs import services as jobs
from jobs.models import Job, Pulse
from jobs.queries import last_of
from jobs.registry import standing
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match
from web.drawing import ended, tasks
from web.drawing.drawer import NotDrawn, drawer
from web.drawing.ended import PULSE, anything_to_draw, draw_ended

pytestmark = pytest.mark.django_db
LANGUAGES = [language for language, _name in django.LANGUAGES]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The drawings that were asked of the process beside; it is not begun."""
    lines: list[str] = []

    def draw(key: str, svg: str) -> bytes:
        lines.append(svg)
        drawer.kept.put(key, b"\x89PNG")
        return b"\x89PNG"

    drawer.kept.clear()
    monkeypatch.setattr(drawer, "_drawn", draw)
    yield lines
    drawer.kept.clear()


@pytest.fixture
def played() -> Tournament:
    return play.play_out(play.tournament(entered=4, drawn=True, place="Zarautz"))


def test_every_picture_is_there_in_every_language_when_somebody_asks(
    client: Client, drawn: list[str], played: Tournament
) -> None:
    assert anything_to_draw()
    count, failed, more = draw_ended(seconds=60)
    matches = Match.objects.filter(tournament=played, finished_at__isnull=False)
    assert (failed, more) == (0, False)
    # Some words are the same in two languages, and so is their picture.
    assert count == len(set(drawn)) == len(drawn) > 2 * matches.count()
    drawn.clear()
    at = [reverse("public:match-picture", args=[played.slug, match.pk]) for match in matches]
    for address in [reverse("public:picture", args=[played.slug]), *at]:
        for language in LANGUAGES:
            got = client.get(address, headers={"accept-language": language})
            assert got.status_code == 200
    assert drawn == []


def test_a_match_is_drawn_once(drawn: list[str], played: Tournament) -> None:
    draw_ended(seconds=60)
    drawn.clear()
    assert not anything_to_draw()
    assert draw_ended(seconds=60) == (0, 0, False)
    assert drawn == []


def test_there_is_nothing_to_draw_before_a_match_has_ended(drawn: list[str]) -> None:
    play.tournament(entered=4, drawn=True)
    assert not anything_to_draw()


def test_what_ended_long_ago_is_left_to_who_asks(drawn: list[str], played: Tournament) -> None:
    Match.objects.update(finished_at=timezone.now() - timedelta(hours=2))
    assert not anything_to_draw()
    assert draw_ended(seconds=60) == (0, 0, False)


def test_a_share_ends_after_its_time_and_the_next_goes_on(
    drawn: list[str], played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    for ago, match in enumerate(Match.objects.filter(finished_at__isnull=False).order_by("-pk")):
        Match.objects.filter(pk=match.pk).update(finished_at=now - timedelta(seconds=ago + 1))
    monkeypatch.setattr(tasks, "SHARE_SECONDS", 0.0)
    (job,) = [one for one in jobs.ask_standing()[0] if Job.objects.get(pk=one).name == NAME]
    states = [jobs.run(job)]
    while states[-1] == "queued":
        states.append(jobs.run(job))
    assert states == ["queued"] * 2 + ["done"]
    assert len(set(drawn)) == len(drawn) > len(LANGUAGES)
    assert re.fullmatch(r"\d pictures drawn", Job.objects.get(pk=job).said)
    assert last_of(PULSE) == Match.objects.latest("finished_at").finished_at


def test_one_that_cannot_be_drawn_is_counted_and_the_others_are_drawn(
    drawn: list[str], played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = drawer._drawn

    def fails_once(key: str, svg: str) -> bytes:
        if not drawn:
            drawn.append(svg)
            raise NotDrawn("no answer")
        return draw(key, svg)

    monkeypatch.setattr(drawer, "_drawn", fails_once)
    count, failed, _more = draw_ended(seconds=60)
    assert failed == 1
    assert count == len(drawn) - 1


def test_a_tournament_that_was_removed_meanwhile_is_passed_by(
    drawn: list[str], played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = ended.ended_after(timezone.now() - timedelta(hours=1), most=1)
    gone = [type(one)(one.id, one.tournament_id + 999, one.at) for one in found]
    turns = iter([gone, []])
    monkeypatch.setattr(ended, "ended_after", lambda *_args, **_more: next(turns))
    assert draw_ended(seconds=60) == (0, 0, False)


def test_after_the_clock_was_set_back_matches_are_drawn(
    drawn: list[str], played: Tournament
) -> None:
    Pulse.objects.create(name=PULSE, at=timezone.now() + timedelta(hours=3))
    Match.objects.filter(finished_at__isnull=False).update(
        finished_at=timezone.now() + timedelta(seconds=1)
    )
    assert anything_to_draw()


def test_a_worker_draws_only_what_the_web_processes_can_read(
    played: Tournament, settings: Any
) -> None:
    settings.CELERY_BROKER_URL = "redis://broker"
    settings.REDIS_URL = ""
    assert not anything_to_draw()
    settings.REDIS_URL = "redis://cache"
    assert anything_to_draw()


def test_it_is_a_standing_job_that_the_operator_sees() -> None:
    assert NAME in [spec.name for spec in standing()]


NAME = "drawing.ended"
