"""A published ranking stays as it was, and a later correction shows the difference and why."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from accounts.models import Mailbox
from jobs.models import Job
from scoring.proof.services import erasing
from season import tasks
from season.queries.published import changed_for, latest_published, published, published_heads
from season.queries.ranking import ranking
from season.services import circuits, telling
from season.services.publishing import publish_ranking
from tests.refusals import refusal
from tests.season.seasons import actor_of, circuit, cup, sums, take_in, view
from tests.tournament import play
from tournament.matches.services import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def valley(db: None) -> User:
    return User.objects.create_user("valley")


@pytest.fixture
def january(valley):
    return cup("January Cup", owner=valley)


@pytest.fixture
def made(runner, january):
    return circuit(runner, january)


def publish(made, runner):
    return publish_ranking(circuit_id=made.pk, actor=actor_of(runner))


def correct(one):
    """The final of a tournament was written down the wrong way round."""
    final = play.match(one, 2, 0)
    games = (final.games_b, final.games_a)
    why = "the sheet says so"
    results.replace_result(match_id=final.pk, games=games, reason=why, actor=play.PROGRAM)


def test_organizers_get_one_mail_about_each_change_of_a_published_ranking(
    runner, valley, made, january, settings, in_english, monkeypatch
):
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(telling, "send", lambda **mail: sent.append(mail))
    settings.EMAIL_HOST, settings.PUBLIC_URL = "mail.example", "https://mus.example"
    settings.LANGUAGE_CODE = "en"
    take_in(made, cup("February Cup", day=31, seed="t", owner=User.objects.create_user("coast")))
    for name in ("valley", "coast", runner.username):
        Mailbox.objects.create(
            user=User.objects.get(username=name), email=f"{name}@mus.example",
            confirmed_at=timezone.now(), asked_at=timezone.now(),
        )  # fmt: skip
    publish(made, runner)
    assert telling.tell_changed() == 0, "it is what it was"
    correct(january)
    assert telling.tell_changed() == 1
    assert telling.tell_changed() == 0, "they know"
    for job in Job.objects.filter(name="season.mail_changed"):
        assert tasks.mail_changed(**job.arguments) == "Sent."
    assert {mail["to"] for mail in sent} == {"valley@mus.example", f"{runner.username}@mus.example"}
    assert f"/circuits/{made.slug}/published/1/" in sent[0]["text"]
    assert sent[0]["subject"].startswith(f"{made.name}: ranking no. 1 has changed")
    correct(january)
    assert telling.tell_changed() == 0, "it is again what it was"
    correct(january)
    assert telling.tell_changed() == 1
    Mailbox.objects.all().delete()
    job = Job.objects.filter(name="season.mail_changed").first()
    assert job is not None
    assert tasks.mail_changed(**job.arguments) == "Nobody wants this mail any more."


def test_a_published_ranking_stays_as_it_was_and_has_date_and_number(runner, made):
    publish(made, runner)
    before = [(one.rank, one.points) for one in ranking(circuit=view(made)).lines]
    take_in(made, cup("February Cup", day=31, seed="t"))
    found = published(circuit=view(made), number=1)
    assert [(line.rank, line.points) for line in found.lines] == before
    assert {line.name: line.points for line in found.lines} != sums(made)
    assert found.changes == (), "a tournament that came later is no change of it"
    assert publish(made, runner).number == 2
    assert [one.number for one in published_heads(circuit_id=made.pk)] == [2, 1]
    assert refusal(publish, made, runner) == ("published_already",)
    empty = circuit(runner, name="Empty")
    assert refusal(publish, empty, runner) == ("nobody_ranked",)


def test_a_correction_shows_the_difference_and_its_reason(
    client, runner, valley, made, january, in_english
):
    publish(made, runner)
    champion, second = (one.name for one in latest_published(circuit=view(made)).lines[:2])
    feed = reverse("circuits:feed", args=[made.slug])
    assert "Ranking no. 1 published" in client.get(feed).text
    assert changed_for(user=valley) == ()
    correct(january)
    found = latest_published(circuit=view(made))
    assert [line.name for line in found.lines[:2]] == [champion, second]
    moved = {one.name: (one.rank_before, one.rank) for one in found.changes}
    assert moved == {champion: (1, 2), second: (2, 1)}
    (corrected,) = found.corrected
    assert [one.reason for one in corrected.corrections] == ["the sheet says so"]
    for user, name, args in (
        (runner, "desk", [made.slug]),
        (valley, "mine", []),
        (None, "published", [made.slug, 1]),
    ):
        client.force_login(user) if user else client.logout()
        page = client.get(reverse(f"circuits:{name}", args=args)).text
        assert "has changed since it was published" in page
        assert ("the sheet says so" in page) == (name != "mine")
    assert "Ranking no. 1 has changed since it was published" in client.get(feed).text
    publish(made, runner)
    assert latest_published(circuit=view(made)).changes == ()
    assert changed_for(user=valley) == ()


def test_acts_of_the_circuit_that_change_it_are_named(runner, made):
    publish(made, runner)
    circuits.change(circuit_id=made.pk, actor=actor_of(runner), points="1: 10")
    found = latest_published(circuit=view(made))
    assert len(found.changes) == len(found.lines)
    assert [act.kind for act in found.acts] == ["circuit.changed"]
    assert found.changed_at == found.acts[0].at
    circuits.take_out(
        circuit_id=made.pk, tournament_id=made.entries.get().tournament_id, actor=actor_of(runner)
    )
    found = latest_published(circuit=view(made))
    assert {one.rank for one in found.changes} == {None}
    assert all(one.name for one in found.lines), "it is read without its tournament too"


def test_an_erased_name_is_gone_from_what_was_published(runner, made, january):
    publish(made, runner)
    erasing.erase(
        tournament_id=january.pk, words=["Getaria"], asked_by="person", reason="asked",
        actor=play.PROGRAM,
    )  # fmt: skip
    assert "Getaria" not in str(published(circuit=view(made), number=1))


def test_the_api_reads_them(client, runner, made):
    publish(made, runner)
    home = f"/api/v1/circuits/{made.slug}/published/"
    assert [one["number"] for one in client.get(home).json()] == [1]
    found = client.get(f"{home}1/").json()
    assert (len(found["lines"]), found["changes"]) == (4, [])
    assert client.get(f"{home}2/").status_code == 404
