"""The account of a match: page, acta, API, log and file tell every act by which it came to its
result."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.explain.queries.account import match_account
from scoring.explain.queries.pages import match_page
from scoring.outbox.services import calls
from scoring.proof.queries.tables import tournament_file
from scoring.rulings.services import appeals, rulings
from scoring.undoing.services import undo
from tests.delivery.story import ACTS, Story
from tests.scoring import table
from tests.scoring.table import plain, quick, read, record
from tests.tampering.trials import rebuilt_alone
from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import tournament_detail
from tournament.log.models import Event
from tournament.log.rules.kinds import APART, kind_of
from tournament.log.rules.roles import BOTH_PAIRS, Actor
from tournament.matches.models import Match
from tournament.matches.queries.matches import match_card
from tournament.matches.services import results
from tournament.memory.services import desk_act
from web.paper import acta
from web.templatetags.eventwords import who, why
from web.templatetags.matchwords import corrected_words

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


def api_of(client: Client, match: Match) -> dict[str, Any]:
    """The account of a match by the API, in English."""
    address = f"/api/v1/tournaments/{match.tournament.slug}/matches/{match.pk}/account/"
    return dict(client.get(address, headers={"Accept-Language": "en-GB"}).json())


def log_of(client: Client, cup: Tournament) -> dict[int, str]:
    """Event → the words of its line on the public log."""
    address, lines = reverse("public:log", args=[cup.slug]), {}
    for before in range(cup.event_number + 1, 0, -50):
        shown = client.get(f"{address}?before={before}", headers={"Accept-Language": "en-GB"}).text
        for row in re.findall(r"<tr.*?</tr>", shown, re.DOTALL):
            words = _words(re.sub(r"<[^>]*>", " ", row))
            if (number := words.partition(" ")[0]).isdecimal():
                lines[int(number)] = words
    return lines


def test_every_act_on_a_match_stands_on_page_acta_api_log_and_in_the_file(client, monkeypatch):
    story = Story()
    for _kind, act in ACTS:
        act(story)
    told, accounts = set(), {}
    for cup in Tournament.objects.all():
        of_matches: dict[int, list[Event]] = {}
        for event in cup.events.order_by("number"):
            ref = event.data.get("match")
            is_apart = kind_of(event.kind).account == APART
            if isinstance(ref, dict) and not is_apart:
                of_matches.setdefault(ref["id"], []).append(event)
        log = log_of(client, cup) if of_matches else {}
        for match in Match.objects.filter(pk__in=of_matches).select_related("tournament"):
            page, sheet = page_of(client, match), sheet_of(match, monkeypatch)
            account = accounts[match.pk] = api_of(client, match)
            by_api = {act["event"]["number"]: act for act in account["acts"]}
            for event in of_matches[match.pk]:
                words = kind_of(event.kind).words
                with override("en"):
                    reason, actor = str(why(event.data.get("reason") or "")), who(event.actor_label)
                for text in (words, reason, actor):
                    for where, shown in (
                        ("page", page), ("acta", sheet), ("log", log[event.number]),
                    ):  # fmt: skip
                        assert _words(text) in shown, f"{event.kind}: {text} not on the {where}"
                act = by_api[event.number]
                assert act["event"]["kind"] == event.kind
                assert act["event"]["data"].get("reason") == event.data.get("reason")
                assert act["stands"] is (event.undone_by is None)
                told.add(event.kind)
    assert told > {"match.finished", "match.replaced", "hand.corrected", "ruling.made"}
    assert told > {"appeal.entered", "tribunal.decided", "game.decided", "cascade.undone"}
    carried = story.tournament
    content = tournament_file(tournament_id=carried.pk)
    own = list(carried.matches.filter(pk__in=accounts).values_list("pk", flat=True))
    rebuilt = rebuilt_alone(content)
    for match in rebuilt.matches.filter(pk__in=own):
        assert api_of(client, match) == accounts[match.pk]


def test_a_corrected_result_is_said_alike_on_the_wall_the_bracket_and_its_page(client):
    match = table.a_match(best_of=3)
    results.record_result(match_id=match.pk, games=(2, 1), actor=JUDGE)
    results.replace_result(match_id=match.pk, games=(1, 2), actor=JUDGE, reason="read wrongly")
    with override("en"):
        said = corrected_words(match_card(match_id=match.pk))
    for name, parts in (("match", [match.pk]), ("tv", []), ("bracket", [])):
        address = reverse(f"public:{name}", args=[match.tournament.slug, *parts])
        shown = client.get(address, headers={"Accept-Language": "en-GB"}).text
        assert said in html.unescape(shown), name


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
    results.record_result(match_id=match.pk, games=(1, 0), actor=BOTH_PAIRS)
    for words in (page_of(client, match), sheet_of(match, monkeypatch)):
        assert "Both sides gave this same result" in words


def test_what_a_table_writes_to_the_desk_is_in_no_account(client):
    match = table.a_match()
    device = table.a_device(match)
    calls.raise_call(match_id=match.pk, actor=device, message="come", key="call-1")
    account = match_account(page=match_page(match_id=match.pk), tournament_id=match.tournament_id)
    assert (account.acts, account.origin) == ((), "")


def test_the_origin_of_a_result_is_its_hands_both_pairs_or_an_official(client):
    by_hands = table.a_match(best_of=1)
    record(by_hands, quick(40, 0))
    assert (api_of(client, by_hands)["origin"], api_of(client, by_hands)["result_by"]) == (
        "hands", "",
    )  # fmt: skip
    given = table.a_match(best_of=1)
    results.record_result(match_id=given.pk, games=(1, 0), actor=BOTH_PAIRS)
    assert api_of(client, given)["origin"] == "both_pairs"
    results.replace_result(match_id=given.pk, games=(0, 1), actor=JUDGE, reason="read wrongly")
    account = api_of(client, given)
    assert (account["origin"], account["result_by"]) == ("official", JUDGE.label)


def test_D5_both_false_words_stand_with_their_names_on_page_acta_and_api(client, monkeypatch):
    match = table.a_match()
    said = {"pares": [False, True, False, False], "juego": [False, True, True, False]}
    cards = ["A A 4 4", "R R R 7", "C C 7 4", "S 6 5 4"]
    record(match, plain(cards=cards, declared=said))
    (words,) = api_of(client, match)["false_words"]
    assert (words["game"], words["hand"], words["clause"]) == (1, 1, "P4")
    for shown in (page_of(client, match), sheet_of(match, monkeypatch), words["sentence"]):
        for player in (match.pair_a.player_1, match.pair_a.player_2):
            assert f"{player} said no to pares and had some." in shown


def test_an_act_that_was_undone_is_told_as_undone(client, monkeypatch):
    match = table.a_match(best_of=1)
    with desk_act():
        results.record_result(match_id=match.pk, games=(1, 0), actor=JUDGE)
    event = match.tournament.events.get(kind="match.finished").number
    undo.undo(tournament_id=match.tournament_id, event=event, actor=JUDGE)
    first, undoing = api_of(client, match)["acts"]
    assert (first["stands"], undoing["event"]["kind"]) == (False, "act.undone")
    assert "A match ended (undone)" in page_of(client, match)
    assert "undone" in sheet_of(match, monkeypatch)
