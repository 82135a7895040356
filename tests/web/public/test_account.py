"""The account of a match: its page and its acta tell every act by which it came to its result."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.explain.queries.pages import match_page
from scoring.outbox.services import calls
from scoring.rulings.services import appeals, endings, rulings
from tests.delivery.story import ACTS, Story
from tests.scoring import table
from tests.scoring.table import plain, quick, read, record
from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import tournament_detail
from tournament.log.models import Event
from tournament.log.queries.account import match_account
from tournament.log.rules.kinds import APART, kind_of
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.services import results
from web.paper import acta
from web.templatetags.eventwords import who, why

pytestmark = pytest.mark.django_db
JUDGE = Actor("program", None, "organizer Getaria")
NO_HEAD = acta.Head(1, "0" * 64, "note", "http://mus.example/proof")


def page_of(client: Client, match: Match) -> str:
    """The words of a match's public page."""
    address = reverse("public:match", args=[match.tournament.slug, match.pk])
    shown = client.get(address, headers={"Accept-Language": "en-GB"}).text
    return _words(re.sub(r"<[^>]*>", " ", shown))


def sheet_of(match: Match, monkeypatch: pytest.MonkeyPatch) -> str:
    """The words of a match's acta."""
    said: list[str] = []
    paragraph = acta.paragraph

    def listening(text: object, *style: Any, **more: Any) -> Any:
        said.append(str(text))
        return paragraph(text, *style, **more)

    with monkeypatch.context() as patched, override("en"):
        patched.setattr(acta, "paragraph", listening)
        cup = tournament_detail(tournament_id=match.tournament_id)
        acta.acta(cup, match_page(match_id=match.pk), address="http://mus.example/", head=NO_HEAD)
    return _words(" ".join(said))


def _words(text: str) -> str:
    return " ".join(html.unescape(text).split())


def test_every_act_on_a_match_stands_on_its_page_and_its_acta(client, monkeypatch):
    story = Story()
    for _kind, act in ACTS:
        act(story)
    told = set()
    for cup in Tournament.objects.all():
        of_matches: dict[int, list[Event]] = {}
        for event in cup.events.order_by("number"):
            ref = event.data.get("match")
            is_apart = kind_of(event.kind).account == APART
            if isinstance(ref, dict) and not is_apart:
                of_matches.setdefault(ref["id"], []).append(event)
        for match in Match.objects.filter(pk__in=of_matches).select_related("tournament"):
            page, sheet = page_of(client, match), sheet_of(match, monkeypatch)
            for event in of_matches[match.pk]:
                words = kind_of(event.kind).words
                with override("en"):
                    reason, actor = str(why(event.data.get("reason") or "")), who(event.actor_label)
                for text in (words, reason, actor):
                    assert _words(text) in page, f"{event.kind}: {text} not on the page"
                    assert _words(text) in sheet, f"{event.kind}: {text} not on the acta"
                told.add(event.kind)
    assert told > {"match.finished", "match.replaced", "hand.corrected", "ruling.made"}
    assert told > {"appeal.entered", "tribunal.decided", "game.decided", "cascade.undone"}


def test_D7_an_override_an_appeal_and_its_answer_are_told_with_name_and_reason(client, monkeypatch):
    match = table.a_match()
    record(match, plain())
    where: dict[str, Any] = {"match_id": match.pk, "actor": JUDGE}
    rulings.overrule(**where, game=1, number=1, stones=(0, 9), reason="a misdeal")
    appeal = appeals.enter(**where, side="A", game=1, number=1, reason="dealt rightly")
    appeals.reject(ruling_id=appeal.pk, actor=JUDGE, reason="four saw it")
    for words in (page_of(client, match), sheet_of(match, monkeypatch)):
        for text in (
            "overruled by the organizers: replaced · +0 +9 · a misdeal", "dealt rightly",
            "a pair appeals: dismissed · four saw it", "organizer Getaria",
        ):  # fmt: skip
            assert text in words


def test_a_result_over_recorded_hands_says_who_gave_it_and_why(client, monkeypatch):
    match = table.a_match(best_of=3)
    record(match, quick(40, 0))
    results.record_result(
        match_id=match.pk, games=(2, 1), actor=JUDGE, over_recorded=True, reason="sheet lost"
    )
    assert read(match).status == "finished"
    for words in (page_of(client, match), sheet_of(match, monkeypatch)):
        assert "Result entered without all its hands, by: organizer Getaria" in words
        assert "2 – 1 · sheet lost" in words


def test_a_result_agreed_by_both_pairs_is_theirs(client, monkeypatch):
    match = table.a_match(best_of=1)
    results.record_result(match_id=match.pk, games=(1, 0), actor=endings.BOTH_PAIRS)
    for words in (page_of(client, match), sheet_of(match, monkeypatch)):
        assert "Both sides gave this same result" in words


def test_what_a_table_writes_to_the_desk_is_in_no_account(client):
    match = table.a_match()
    device = table.a_device(match)
    calls.raise_call(match_id=match.pk, actor=device, message="come", key="call-1")
    account = match_account(tournament_id=match.tournament_id, match_id=match.pk)
    assert account.acts == ()
    assert match_account(tournament_id=match.tournament_id + 1, match_id=match.pk).acts == ()
