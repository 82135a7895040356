"""G1: a case of the Disciplinary Tribunal at the desk."""

import pytest

from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import games, rulings
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, read, record, win_for_a
from tests.tournament import play


@pytest.fixture
def match(arizkun):
    return table.a_match(best_of=5, owner=arizkun)


def lie(match):
    record(match, plain(infractions=[{"kind": "false_claim", "seat": 0}]))
    return Ruling.objects.filter(kind="repetition", status="open").first()


@pytest.fixture
def case(match):
    """Of a pair that lied three times."""
    lie(match)
    for _time in range(2):
        rulings.confirm(ruling_id=lie(match).pk, actor=PROGRAM)
    return TribunalCase.objects.get()


def test_G1_a_case_is_heard_and_decided_on_its_page(desk, at, match, case):
    slug = match.tournament.slug
    address = at("case", slug, case.pk)
    assert address in desk.get(at("rulings", slug)).text

    desk.post(address, {"step": "do", "verdict": "", "reason": "they deny it"})
    assert "they deny it" in desk.get(address).text
    warned = {"step": "do", "verdict": "warned"}
    assert desk.post(address, {**warned, "reason": ""}).status_code == 400
    desk.post(address, {**warned, "reason": "once more and out"})

    case.refresh_from_db()
    assert (case.state, case.verdict) == ("decided", "warned")
    html = desk.get(at("rulings", slug)).text
    assert "warned: nothing is taken" in html
    assert address not in html
    decided = desk.get(address).text
    assert "once more and out" in decided
    assert "<textarea" not in decided


def test_G1_a_verdict_is_shown_with_all_that_follows_before_it_is_given(desk, at, match, case):
    while read(match).status == "playing":
        record(match, win_for_a())
    play.win(play.match(match.tournament, 1, 1))
    final = play.start(play.match(match.tournament, 2, 0))
    slug = match.tournament.slug
    address = at("case", slug, case.pk)
    given = {"reason": "G1, third time"}

    game = desk.post(address, {**given, "verdict": "game"}).text
    assert "is won by pair B" in game
    out = desk.post(address, {**given, "verdict": "disqualified"}).text
    assert "The pair is out of the tournament." in out
    assert "If the match goes to" in out
    heard = desk.post(address, {**given, "verdict": ""}).text
    assert "Nothing in the match changes" in heard
    look = desk.post(address, {**given, "verdict": "match"}).text
    assert "The match goes to pair B" in look
    assert "undone, and kept for the record as played" in look
    assert f'name="sets_aside" value="{final.pk}"' in look
    case.refresh_from_db()
    assert case.state == "open"

    blind = desk.post(address, {**given, "step": "do", "verdict": "match"})
    assert blind.status_code == 400
    assert "G1, third time" in blind.text
    seen = {**given, "step": "do", "verdict": "match", "sets_aside": final.pk}
    assert desk.post(address, seen).status_code == 302
    assert (read(match).winner, read(final).kind) == ("B", "set_aside")


def test_G1_the_page_says_when_nothing_more_is_taken(desk, at, match):
    lie(match)
    match.refresh_from_db()
    record(match, quick(0, 39 - match.played_games.get().score_b))
    ruling = lie(match)

    html = desk.get(at("rule", match.tournament.slug, ruling.pk)).text

    assert "nothing more is taken" in html


def test_G1_a_verdict_is_taken_back_from_the_rulings_or_says_what_stands_in_the_way(
    desk, at, match, case
):
    slug = match.tournament.slug
    back, given = at("take_back_verdict", slug, case.pk), {"step": "do", "reason": "so it was"}
    assert "This stands in the way:" in desk.get(back).text
    desk.post(at("case", slug, case.pk), {**given, "verdict": "game"})
    assert back in desk.get(at("rulings", slug)).text
    assert "is still lost" in desk.get(back).text
    assert desk.post(back, given).status_code == 400
    games.take_back(match_id=match.pk, game=case.ruling.game.number, reason="no", actor=PROGRAM)
    assert "This stands in the way:" not in desk.get(back).text
    desk.post(back, given)
    case.refresh_from_db()
    assert case.state == "open"
