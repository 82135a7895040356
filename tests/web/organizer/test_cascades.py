"""A change that reaches later matches: seen whole, said yes to, and taken back as one."""

from html import unescape
from re import findall

import pytest
from django.test import Client
from django.urls import reverse

from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, read, record, win_for_a
from tests.tournament import play
from tests.web.pages import falls_in, unescaped
from tournament.entries.services import departures
from tournament.matches.models import Cascade, Match
from tournament.matches.services import matches


@pytest.fixture
def match(arizkun) -> Match:
    """Won by A; its winner plays the final already."""
    found = table.a_match(owner=arizkun)
    for hand in (plain(), win_for_a(), plain(), win_for_a()):
        record(found, hand)
    play.win(Match.objects.get(tournament=found.tournament, round=1, slot=1))
    final = play.start(Match.objects.get(tournament=found.tournament, round=2))
    record(final, win_for_a())
    return read(found)


def final_of(match: Match) -> Match:
    return Match.objects.get(tournament=match.tournament, kind="championship", round=2)


def test_corrections_reopening_shows_all_that_falls_and_is_undone_as_one(desk, at, match):
    final, slug = final_of(match), match.tournament.slug
    page = desk.get(at("reopen_match", slug, match.pk))
    assert "undone, and kept for the record as played" in unescaped(page)
    assert falls_in(page) == [final.pk]

    blind = desk.post(at("reopen_match", slug, match.pk), {"reason": "miscounted"})
    assert blind.status_code == 400
    assert "confirm it" in unescaped(blind)
    assert "miscounted" in unescaped(blind)
    desk.post(
        at("reopen_match", slug, match.pk), {"reason": "miscounted", "sets_aside": falls_in(page)}
    )
    assert read(match).status == "playing"

    kept = desk.get(at("match", slug, final.pk))
    assert "This match was undone" in unescaped(kept)
    assert at("match", slug, final_of(match).pk) in unescaped(kept)
    undo = at("undo_cascade", slug, Cascade.objects.get().pk)
    assert undo in unescaped(desk.get(at("match", slug, match.pk)))
    desk.post(undo, {"reason": "it was right"})

    assert (read(match).winner, final_of(match).pk) == ("A", final.pk)
    assert "taken back" in unescaped(desk.get(at("match", slug, match.pk)))


def test_corrections_a_hand_is_corrected_with_its_cascade_in_sight(desk, at, match):
    final = final_of(match)
    address = reverse("referee:correct", args=[match.pk, 2, 2])
    quick = {
        "form": "quick", "stones_a": "0", "stones_b": "40", "winner": "B", "game_winner": "B",
    }  # fmt: skip
    seen = desk.post(address, {**quick, "step": "check"})
    assert falls_in(seen) == [final.pk], unescaped(seen)

    [shown] = findall(r'name="confirmed" value="([^"]*)"', seen.text)
    given = {**quick, "confirmed": unescape(shown), "step": "save", "reason": "sides mixed"}
    done = desk.post(address, {**given, "sets_aside": falls_in(seen)})

    assert done.status_code == 302
    assert read(final).is_set_aside
    assert "2.1" in unescaped(desk.get(at("log", match.tournament.slug)))


def test_corrections_the_last_hand_is_taken_back_with_its_cascade_in_sight(desk, match):
    address = reverse("referee:undo", args=[match.pk])
    page = desk.get(address)
    assert falls_in(page) == [final_of(match).pk]

    desk.post(address, {"reason": "not played", "sets_aside": falls_in(page)})

    assert read(match).status == "playing"


def test_corrections_everybody_reads_what_was_undone(match):
    final = final_of(match)
    matches.reopen(match_id=match.pk, reason="x", actor=PROGRAM, sets_aside=[final.pk])

    page = Client().get(reverse("public:match", args=[match.tournament.slug, final.pk]))

    assert "This match was undone" in unescaped(page)
    assert reverse("public:match", args=[match.tournament.slug, final_of(match).pk]) in unescaped(
        page
    )
    assert Client().get(reverse("public:bracket", args=[match.tournament.slug])).status_code == 200


def test_reopening_says_beforehand_that_a_pair_has_left(desk, at, match):
    departures.withdraw(pair_id=match.pair_b_id, reason="home", actor=PROGRAM)
    page = desk.get(at("reopen_match", match.tournament.slug, match.pk))
    assert page.status_code == 200
    assert "This stands in the way:" in unescaped(page)
    assert "Bring the pair back first." in unescaped(page)


@pytest.mark.parametrize("verb", ["walkover", "decide_match"])
@pytest.mark.sampled(2)
def test_corrections_what_the_end_of_a_match_opened_again_undoes_is_shown_when_it_is_refused(
    desk, at, arizkun, verb
):
    cup = play.tournament(entered=5, drawn=True, owner=arizkun, format="repesca")
    why = {"reason": "miscounted", "actor": PROGRAM}
    begun = play.start(play.match(cup, 1, 0))
    play.win(play.match(cup, 1, 1))
    matches.walkover(match_id=begun.pk, winner="B", **why)
    for round_, slot, winner in ((2, 0, "B"), (2, 2, "A"), (3, 1, "B")):
        play.win(play.match(cup, round_, slot), winner)
    matches.reopen(match_id=begun.pk, sets_aside=[play.match(cup, 2, 2).pk], **why)
    where, body = at(verb, cup.slug, begun.pk), {"winner": "B", "reason": "two saw it"}

    blind = desk.post(where, body)

    assert (blind.status_code, read(begun).status) == (400, "playing")
    assert "undone, and kept for the record as played" in unescaped(blind)
    assert "two saw it" in unescaped(blind)
    desk.post(where, {**body, "sets_aside": falls_in(blind)})
    assert (read(begun).status, read(begun).winner) == ("finished", "B")
    assert Match.objects.get(pk=falls_in(blind)[0]).kind == "set_aside"
