"""Two desks mend the same pair: neither takes back in silence what the other has just done."""

import html
import re

import pytest

from scoring.hands.services import corrections
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import games, rulings, tribunal
from tests.scoring import files, table
from tests.tournament import play
from tests.web.pages import version_in
from tournament.consolation import services as consolation
from tournament.consolation.queries import propose
from tournament.entries.models import ENTERED, Pair
from tournament.entries.services import departures, pairs
from tournament.errors import Conflict
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches, results

pytestmark = pytest.mark.django_db

NAMES = [field.name for field in ENTERED]


def shown(page):
    """Every field of the form, as a browser would send it back."""
    given = dict(
        re.findall(r'<input type="(?:text|hidden)" name="(\w+)"(?: value="([^"]*)")?', page)
    )
    return {
        name: html.unescape(value)
        for name, value in given.items()
        if name in NAMES or name.startswith("seen_")
    }


@pytest.fixture
def drawn_cup(arizkun):
    return play.tournament(entered=4, drawn=True, owner=arizkun)


@pytest.fixture
def address(at, entered):
    return at("change_pair", entered.slug, 1)


def test_a_field_that_was_left_as_it_was_takes_nothing_from_the_other_desk(desk, address):
    one, other = shown(desk.get(address).text), shown(desk.get(address).text)
    assert set(one) == {*NAMES, *(f"seen_{name}" for name in NAMES)}
    assert desk.post(address, {**one, "player_1": "Lezo"}).status_code == 302
    assert desk.post(address, {**other, "club": "Aia"}).status_code == 302
    pair = Pair.objects.get(number=1)
    assert (pair.player_1, pair.club) == ("Lezo", "Aia")
    assert desk.post(address, {**other, "player_1": "Lezo"}).status_code == 302, "the same again"


def test_who_mends_the_same_name_is_told_what_it_is_now_and_loses_nothing_typed(desk, address):
    one, other = shown(desk.get(address).text), shown(desk.get(address).text)
    desk.post(address, {**one, "player_1": "Lezo", "contact": "Lezo 1"})
    events = Event.objects.count()
    late = desk.post(address, {**other, "player_1": "Deba"})
    assert late.status_code == 409
    assert "Lezo and" in late.text
    assert Event.objects.count() == events

    again = shown(late.text)
    assert (again["player_1"], again["seen_player_1"]) == ("Deba", "Lezo")
    assert again["contact"] == "Lezo 1", "what was not typed is shown as it is now"
    assert desk.post(address, again).status_code == 302
    pair = Pair.objects.get(number=1)
    assert (pair.player_1, pair.contact) == ("Deba", "Lezo 1")


def test_a_service_that_is_told_what_was_seen_says_who_is_in_the_pair_now(entered):
    pair = Pair.objects.get(number=1)
    with pytest.raises(Conflict) as refused:
        pairs.change(
            pair_id=pair.pk, actor=play.PROGRAM, seen={"player_2": "Orio"}, player_2="Deba"
        )
    assert [(one.field, one.code) for one in refused.value.problems] == [
        ("player_2", "changed_meanwhile")
    ]
    assert refused.value.current["player_2"] == pair.player_2


def first(cup):
    return play.match(cup, 1, 0)


def won(cup):
    """The result of 1.1: its winner waits in round 2."""
    matches.record_result(match_id=first(cup).pk, games=(3, 0), actor=play.PROGRAM)


def turned(cup):
    """Another desk puts the result of 1.1 right: another pair is in the match of round 2."""
    results.replace_result(
        match_id=first(cup).pk, games=(0, 3), reason="the other way round", actor=play.PROGRAM
    )


def ready_in_round_two(cup):
    won(cup)
    play.win(play.match(cup, 1, 1))


def paired(cup):
    """A consolation match."""
    ready_in_round_two(cup)
    pairings = [propose(tournament_id=cup.pk).matches[0].numbers]
    consolation.create_matches(tournament_id=cup.pk, pairings=pairings, actor=play.PROGRAM)


def consolation_match(cup):
    return Match.objects.get(tournament=cup, kind="consolation")


def begun(cup):
    play.start(first(cup))


def begun_anew(cup):
    matches.undo_start(match_id=first(cup).pk, reason="the wrong seats", actor=play.PROGRAM)
    begun(cup)


def one_game(cup):
    matches.set_games(match_id=first(cup).pk, games=(1, 0), actor=play.PROGRAM)


def pair_1(cup, leave):
    leave(pair_id=play.pair(cup, 1).pk, reason="ill", actor=play.PROGRAM)


def hand(cup, **more):
    table.record(table.read(first(cup)), table.plain(**more))


def claimed(cup):
    begun(cup)
    hand(cup, claim=[3, 5])


def misread(cup):
    """Another desk corrects the claim of the hand."""
    corrections.correct(
        match_id=first(cup).pk, game=1, number=1, record=table.plain(claim=[7, 5]),
        reason="misread", actor=play.PROGRAM,
    )  # fmt: skip


def game_1(cup):
    return (first(cup).pk, 1)


def ruled(cup, winner="A"):
    games.rule(
        match_id=first(cup).pk, game=1, winner=winner, reason="both say so", actor=play.PROGRAM
    )


def begun_with_a_hand(cup):
    begun(cup)
    hand(cup)


def decided_game(cup):
    begun_with_a_hand(cup)
    ruled(cup)


def a_case(cup):
    """Of a third false claim."""
    lie = {"infractions": [{"kind": "false_claim", "seat": 0}]}
    begun(cup)
    hand(cup, **lie)
    for _time in range(2):
        hand(cup, **lie)
        asked = Ruling.objects.get(kind="repetition", status="open")
        rulings.confirm(ruling_id=asked.pk, actor=play.PROGRAM)


def heard(_cup):
    case = TribunalCase.objects.get()
    tribunal.hear(case_id=case.pk, note="they deny it", actor=play.PROGRAM)


# What is arranged, the page and what it is about, what another desk does meanwhile, what is sent.
UNSEEN = {
    "reopened": (won, "reopen_match", first, turned, {}),
    "given to a pair": (None, "walkover", first, begun, {"winner": "A"}),
    "its start taken back": (begun, "undo_start", first, begun_anew, {}),
    "decided (D7)": (begun, "decide_match", first, one_game, {"winner": "B"}),
    "called off (T3)": (
        paired,
        "call_off",
        consolation_match,
        lambda cup: play.start(consolation_match(cup)),
        {},
    ),
    "its result": (
        ready_in_round_two,
        "result",
        lambda cup: play.match(cup, 2, 0),
        turned,
        {"games_a": 3, "games_b": 0},
    ),
    "a pair out": (None, "withdraw_pair", lambda cup: first(cup).pair_a.number, won, {}),
    "a pair disqualified": (None, "disqualify_pair", lambda cup: first(cup).pair_a.number, won, {}),
    "its result replaced": (
        won, "replace_result", first, turned, {"games_a": 3, "games_b": 1, "step": "do"},
    ),
    "a claim (S8)": (
        claimed, "rule", lambda _cup: Ruling.objects.get(), misread,
        {"decision": "claim", "step": "do"},
    ),
    "a game ruled (D7)": (
        begun_with_a_hand, "rule_game", game_1, ruled, {"winner": "B", "step": "do"},
    ),
    "a game lost (G1)": (
        begun_with_a_hand, "forfeit", first, hand,
        {"loser": "A", "clause": "G1", "game": "1", "step": "do"},
    ),
    "a game given back (D7)": (
        decided_game, "take_back", game_1, lambda cup: ruled(cup, "B"), {"step": "do"},
    ),
    "a case (G1)": (
        a_case, "case", lambda _cup: TribunalCase.objects.get(), heard,
        {"verdict": "warned", "step": "do"},
    ),
    "a pair back": (
        lambda cup: pair_1(cup, departures.withdraw),
        "return_pair",
        lambda cup: 1,
        lambda cup: pair_1(cup, departures.disqualify),
        {},
    ),
}  # fmt: skip


@pytest.mark.sampled(2)
@pytest.mark.parametrize("act", UNSEEN)
def test_over_what_another_desk_has_done_meanwhile_nothing_is_done_unseen(desk, at, drawn_cup, act):
    arrange, page, about, meanwhile, data = UNSEEN[act]
    if arrange is not None:
        arrange(drawn_cup)
    named = about(drawn_cup)
    named = named if isinstance(named, tuple) else (getattr(named, "pk", named),)
    where = at(page, drawn_cup.slug, *named)
    body = {"reason": "went home", **data}
    stale = version_in(desk.get(where))
    meanwhile(drawn_cup)
    told = Event.objects.count()
    late = desk.post(where, {**body, "version": stale})
    assert late.status_code == 409
    assert "has changed" in late.text
    assert "went home" in late.text, "nothing typed is lost"
    assert Event.objects.count() == told
    assert desk.post(where, {**body, "version": version_in(late)}).status_code == 302


def test_a_file_is_not_recorded_for_a_pair_that_was_not_in_the_match_when_it_was_shown(
    desk, at, drawn_cup
):
    ready_in_round_two(drawn_cup)
    second = play.match(drawn_cup, 2, 0)
    where = at("import_match", drawn_cup.slug, second.pk)
    body = {"text": files.two_games(second), "sides": "AB"}
    looked = version_in(desk.post(where, {**body, "step": "look"}))
    turned(drawn_cup)
    assert desk.post(where, {**body, "step": "record", "version": looked}).status_code == 409
    second.refresh_from_db()
    assert second.status == "ready"
