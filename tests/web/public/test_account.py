"""The account of a match: page, acta, API, log and file tell every act by which it came to its
result."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.explain.queries.account import decisions, match_account
from scoring.explain.queries.pages import match_page
from scoring.outbox.services import calls
from scoring.proof.queries.tables import tournament_file
from scoring.rulings.models import Ruling
from scoring.rulings.services import appeals, cascades, games, rulings, taking_back
from scoring.undoing.services import undo
from tests.delivery.story import ACTS, Story
from tests.scoring import table
from tests.scoring.table import plain, quick, read, record
from tests.tampering.trials import rebuilt_alone
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import tournament_detail
from tournament.log.models import Event
from tournament.log.rules.kinds import APART, BY_NAME, REACHED, kind_of
from tournament.log.rules.roles import BOTH_PAIRS, Actor
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.matches import match_card
from tournament.matches.services import matches, results
from tournament.memory.services import desk_act
from web.paper import acta
from web.templatetags.eventwords import who, why
from web.templatetags.matchwords import decided_words, event_words

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


def test_every_act_on_a_match_stands_on_page_acta_api_log_file_and_wall(client, monkeypatch):
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
    reached = {kind.name for kind in BY_NAME.values() if kind.account == REACHED}
    assert (told | reached) - ON_THE_WALL.keys() == NOT_ON_THE_WALL.keys()
    carried = story.tournament
    content = tournament_file(tournament_id=carried.pk)
    own = list(carried.matches.filter(pk__in=accounts).values_list("pk", flat=True))
    rebuilt = rebuilt_alone(content)
    for match in rebuilt.matches.filter(pk__in=own):
        assert api_of(client, match) == accounts[match.pk]


THE_RESULT = "the wall shows the result, and how the match ended"
A_QUESTION = "the wall shows the match as under review while a question is open"
THE_SAME = "it leaves the result as it was"
OF_THE_DRAW = "the wall shows the pairs that play now"
NOT_ON_THE_WALL = {
    "match.finished": THE_RESULT, "match.imported": THE_RESULT, "tribunal.decided": THE_RESULT,
    "tribunal.taken_back": THE_RESULT, "consolation.called_off": THE_RESULT,
    "pair.withdrawn": THE_RESULT, "pair.disqualified": THE_RESULT, "pair.reinstated": THE_RESULT,
    "tournament.games_reduced": THE_RESULT, "tournament.reduction_taken_back": THE_RESULT,
    "appeal.entered": A_QUESTION, "appeal.withdrawn": A_QUESTION,
    "match.confirmed": THE_SAME, "game.confirmed": THE_SAME, "tribunal.heard": THE_SAME,
    "result.said": THE_SAME, "result.taken_back": THE_SAME,
    "draw.swapped": OF_THE_DRAW,
}  # fmt: skip
"""Kinds of acts in the account of a match that the wall does not name → why."""


def _corrected_hand() -> Match:
    match = table.a_match(best_of=1)
    record(match, quick(40, 0))
    table.correct(match, 1, 1, quick(38, 0))
    return match


def _hand_taken_back() -> Match:
    match = table.a_match(best_of=1)
    record(match, quick(40, 0))
    table.undo(match)
    return match


def _decided_game() -> Match:
    match = table.a_match(best_of=1)
    games.rule(match_id=match.pk, game=1, winner="A", actor=JUDGE, reason="late")
    return match


def _decision_taken_back() -> Match:
    match = _decided_game()
    games.take_back(match_id=match.pk, game=1, actor=JUDGE, reason="in time")
    return match


def _overruled() -> Match:
    match = table.a_match(best_of=1)
    record(match, quick(38, 0))
    table.overrule(match, 1, 1, stones=(40, 0))
    return match


def _ruling_taken_back() -> Match:
    match = _overruled()
    ruling = Ruling.objects.get(match=match)
    taking_back.take_back(ruling_id=ruling.pk, actor=JUDGE, reason="it was dealt rightly")
    return match


def _replaced() -> Match:
    match = table.a_match(best_of=3)
    results.record_result(match_id=match.pk, games=(2, 1), actor=JUDGE)
    with desk_act():
        results.replace_result(match_id=match.pk, games=(1, 2), actor=JUDGE, reason="read wrongly")
    return match


def _reopened() -> Match:
    match = _replaced()
    results.reopen(match_id=match.pk, actor=JUDGE, reason="a game is missing")
    return match


def _cascade_undone() -> Match:
    match = table.a_match(best_of=1)
    cup = match.tournament
    for slot in (0, 1):
        results.record_result(match_id=play.match(cup, 1, slot).pk, games=(1, 0), actor=JUDGE)
    final = play.match(cup, 2, 0).pk
    matches.start(match_id=final, actor=JUDGE)
    results.replace_result(
        match_id=match.pk, games=(0, 1), actor=JUDGE, reason="read wrongly", sets_aside=[final]
    )
    cascade = Cascade.objects.get(match=match)
    cascades.take_back(cascade_id=cascade.pk, actor=JUDGE, reason="it was right")
    return match


def _act_undone() -> Match:
    match = _replaced()
    event = match.tournament.events.get(kind="match.replaced").number
    undo.undo(tournament_id=match.tournament_id, event=event, actor=JUDGE, reason="it was right")
    return match


ON_THE_WALL: dict[str, Callable[[], Match]] = {
    "hand.corrected": _corrected_hand, "hand.undone": _hand_taken_back,
    "game.decided": _decided_game, "game.decision_taken_back": _decision_taken_back,
    "ruling.made": _overruled, "ruling.taken_back": _ruling_taken_back,
    "match.replaced": _replaced, "match.reopened": _reopened,
    "cascade.undone": _cascade_undone, "act.undone": _act_undone,
}  # fmt: skip
"""Kind → a match that stands as it does by an act of this kind."""


@pytest.mark.parametrize("kind", ON_THE_WALL)
def test_the_wall_names_the_act_by_which_an_official_decided_as_page_and_log_do(client, kind):
    match = ON_THE_WALL[kind]()
    card, cup = match_card(match_id=match.pk), tournament_detail(tournament_id=match.tournament_id)
    decision = decisions(tournament_id=match.tournament_id)[match.pk]
    account = api_of(client, match)
    assert (decision.event.kind, account["decision"]["event"]["number"]) == (
        kind, decision.event.number,
    )  # fmt: skip
    with override("en"):
        act = str(event_words(decision.event, cup))
        said = decided_words(card, decision, cup)
    assert act in said
    for name, parts in (("match", [match.pk]), ("tv", []), ("bracket", []), ("embed", [])):
        address = reverse(f"public:{name}", args=[match.tournament.slug, *parts])
        shown = html.unescape(client.get(address, headers={"Accept-Language": "en-GB"}).text)
        assert f'data-say="{said}"' in shown, name
        assert act in _words(re.sub(r"<[^>]*>", " ", shown)), name
    match.tournament.refresh_from_db()
    assert act in log_of(client, match.tournament)[decision.event.number]


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


def test_an_act_that_is_done_again_is_told_as_redone(client):
    match = table.a_match(best_of=1)
    with desk_act():
        results.record_result(match_id=match.pk, games=(1, 0), actor=JUDGE)
    told = []
    for _time in range(3):
        event = match.tournament.events.latest("number")
        undo.undo(tournament_id=match.tournament_id, event=event.number, actor=JUDGE)
        with override("en"):
            told.append(str(event_words(match.tournament.events.latest("number"))))
    assert told == ["Undone: A match ended", "Redone: A match ended", "Undone: A match ended"]
    assert "Redone: A match ended" in page_of(client, match)
