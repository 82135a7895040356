"""Results under review or provisional; a pair's appeal; a ruling taken back."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.hands.services import corrections
from scoring.rulings.models import AppealWindow, Ruling
from scoring.rulings.services import appeals
from tests.scoring import table
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches


def test_the_time_for_appeals_is_set_on_a_page_and_seen_by_everybody(desk, at, drawn, ready, actor):
    page = at("appeals", drawn.slug)
    assert "Results are final at once" in desk.get(at("rulings", drawn.slug)).text
    assert desk.post(page, {"minutes": "9999"}).status_code == 400
    desk.post(page, {"minutes": "15"})
    assert AppealWindow.objects.get().minutes == 15
    assert "Appeals: 15 minutes" in desk.get(at("rulings", drawn.slug)).text
    matches.record_result(match_id=ready.id, games=(3, 1), actor=actor)
    for address in (
        reverse("public:match", args=[drawn.slug, ready.id]),
        at("match", drawn.slug, ready.id),
    ):
        assert "Provisional: final from" in desk.get(address).text


def test_the_bracket_says_that_a_match_is_under_review(desk, at, drawn, playing):
    bracket = reverse("public:bracket", args=[drawn.slug])
    assert "under review" not in desk.get(bracket).text
    table.record(table.read(Match.objects.get(pk=playing.id)), table.plain(claim=[9, 9]))
    assert "under review" in desk.get(bracket).text
    assert "Under review" in desk.get(reverse("public:match", args=[drawn.slug, playing.id])).text


def text(desk, address):
    return desk.get(address).text


def test_an_appeal_is_entered_seen_by_everybody_and_decided_with_what_would_follow(
    desk, at, drawn, ready, actor
):
    appeals.set_window(tournament_id=drawn.id, minutes=15, actor=actor)
    matches.record_result(match_id=ready.id, games=(3, 1), actor=actor)
    page = at("appeal", drawn.slug, ready.id)
    assert f"{page}?side=B" in text(desk, at("match", drawn.slug, ready.id))
    who = at("who_appeals", drawn.slug)
    assert who in text(desk, at("desk", drawn.slug))
    assert f'formaction="{page}"' in text(desk, who)
    assert desk.post(page, {"side": "B", "reason": ""}).status_code == 400
    desk.post(page, {"side": "B", "about": "", "reason": "the third game was ours"})
    asked = Ruling.objects.get(kind="appeal")
    public = reverse("public:match", args=[drawn.slug, ready.id])
    assert "Under review" in text(desk, public)
    inbox = text(desk, at("rulings", drawn.slug))
    assert "the third game was ours" in inbox
    assert "against the result" in inbox

    weighed = at("rule", drawn.slug, asked.pk)
    given = {"decision": "result", "games_a": "1", "games_b": "3", "reason": "two saw it"}
    look = desk.post(weighed, {**given, "step": "look"}).text
    assert f"The match goes to {ready.pair_b.name}." in look
    assert desk.post(weighed, {**given, "games_b": "", "step": "do"}).status_code == 400
    assert desk.post(weighed, {**given, "step": "do"}).status_code == 302
    found = Match.objects.get(pk=ready.id)
    assert ((found.games_a, found.games_b), found.winner) == ((1, 3), "B")
    decided = Event.objects.get(kind="match.replaced").number
    assert at("undo_act", drawn.slug, decided) in text(desk, weighed)


def test_an_appeal_that_comes_too_late_is_refused_on_its_page(desk, at, drawn, ready, actor):
    assert "No match is played" in text(desk, at("who_appeals", drawn.slug))
    matches.record_result(match_id=ready.id, games=(3, 1), actor=actor)
    page = at("appeal", drawn.slug, ready.id)
    refused = desk.post(page, {"side": "B", "about": "", "reason": "late"})
    assert refused.status_code == 400
    assert "Results are final at once here" in refused.text


def test_only_an_appeal_is_withdrawn(desk, at, drawn, playing):
    table.record(table.read(Match.objects.get(pk=playing.id)), table.plain(claim=[9, 9]))
    asked = Ruling.objects.get().pk
    assert desk.get(at("withdraw_appeal", drawn.slug, asked)).status_code == 404
    assert desk.get(at("withdraw_appeal", drawn.slug, asked + 99)).status_code == 404


@pytest.mark.long
def test_an_appeal_whose_hand_was_taken_back_says_so_instead_of_what_would_change(
    desk, at, drawn, playing, actor
):
    match = table.read(Match.objects.get(pk=playing.id))
    table.record(match, table.plain())
    asked = appeals.enter(
        match_id=match.pk, side="A", game=1, number=1, reason="not so", actor=actor
    )
    corrections.undo(match_id=match.pk, reason="the wrong table", actor=actor)
    weighed = at("rule", drawn.slug, asked.pk)
    given = {"decision": "replace", "stones_a": "3", "stones_b": "2", "reason": "two saw it"}

    for step, status in (("look", 400), ("do", 404)):
        page = desk.post(weighed, {**given, "step": step})
        assert page.status_code == status
        assert "none of its stones can be changed" in page.text
        assert "two saw it" in page.text
    assert Ruling.objects.get(pk=asked.pk).is_open
    desk.post(weighed, {"decision": "reject", "reason": "there is no hand", "step": "do"})
    assert Ruling.objects.get(pk=asked.pk).status == "dismissed"


@pytest.mark.rows_by_hand
def test_an_appeal_is_offered_only_while_one_can_be_entered(desk, at, drawn, ready, actor):
    matches.record_result(match_id=ready.id, games=(3, 1), actor=actor)
    page, appeal = at("match", drawn.slug, ready.id), at("appeal", drawn.slug, ready.id)
    assert appeal not in text(desk, page), "results are final at once"
    appeals.set_window(tournament_id=drawn.id, minutes=15, actor=actor)
    assert f"{appeal}?side=A" in text(desk, page)
    long_ago = timezone.now() - timedelta(minutes=16)
    Match.objects.filter(pk=ready.id).update(finished_at=long_ago)
    assert appeal not in text(desk, page), "the time for appeals is over"
