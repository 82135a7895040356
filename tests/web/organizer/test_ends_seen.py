"""D8 at the desk: the end that the table saw is not the end that stands; opened, confirmed,
replaced, from the tablet's hand to the public page."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.course.models import Game, Hand
from scoring.rulings.models import Ruling
from tests.scoring import table
from tests.scoring.table import quick, read, record
from tests.web.pages import unescaped
from tournament.log.models import Event
from tournament.matches.models import Match

# Seat 0 has no pares (P2): B's deje comes before A's of the punto, with which A said it was out.
SEEN_BY_A = {
    "cards": ["7 6 5 A", "C C 5 4", "6 6 6 4", "S 7 5 4"],
    "declared": {"pares": [True, True, True, False], "juego": [False] * 4},
    "bets": {"juego": [{"by": "A", "call": "envido"}, {"by": "B", "call": "no_quiero"}]},
}


@pytest.fixture
def match(arizkun: Any) -> Match:
    found = table.a_match(owner=arizkun)
    record(found, quick(39, 39))
    record(found, SEEN_BY_A, actor=table.a_device(found), key="h2", expected=(1, 2))
    return read(found)


@pytest.fixture
def asked(match: Match) -> Ruling:
    return Ruling.objects.get(kind="needs_ruling", status="open")


def public(match: Match) -> str:
    at = reverse("public:match", args=[match.tournament.slug, match.pk])
    return unescaped(Client().get(at))


def test_D8_it_is_opened_at_the_desk_with_what_the_clauses_give(desk, at, match, asked):
    page = unescaped(desk.get(at("desk", match.tournament.slug)))
    assert "the match cannot end until this is decided" in page
    assert f"Proposed: 0 stones for {match.pair_a.name}, 1 for {match.pair_b.name}." in page
    assert at("rule", match.tournament.slug, asked.pk) in page
    assert '<span class="clause">P2</span>' in page
    assert (match.games_a, match.games_b) == (0, 1)


def test_D8_it_is_confirmed_in_one_press_and_the_game_stays_with_the_other_pair(
    desk, at, match, asked
):
    desk.post(at("confirm_ruling", match.tournament.slug, asked.pk))
    asked.refresh_from_db()
    assert (asked.status, asked.decided_by) == ("confirmed", "organizer arizkun")
    assert (Game.objects.get(number=1).winner, Hand.objects.filter(version=2).count()) == ("B", 0)
    told = Event.objects.latest("number").data
    assert (told["ruling"], told["decision"], told["number"]) == ("needs_ruling", "confirmed", 2)
    assert "No open rulings" in unescaped(desk.get(at("desk", match.tournament.slug)))


def test_D8_it_is_replaced_by_the_end_that_the_table_saw(desk, at, match, asked):
    where = at("rule", match.tournament.slug, asked.pk)
    other = {"decision": "replace", "stones_a": "1", "stones_b": "0", "game_winner": "A",
             "reason": "the pares were not asked for"}  # fmt: skip
    look = unescaped(desk.post(where, {**other, "step": "look"}))
    assert "was won by pair B → is won by pair A" in " ".join(look.split())
    assert Ruling.objects.get(pk=asked.pk).is_open

    assert desk.post(where, {**other, "step": "do"}).status_code == 302

    asked.refresh_from_db()
    assert (asked.status, asked.reason) == ("replaced", "the pares were not asked for")
    hand = Hand.objects.get(number=2, is_current=True)
    assert (hand.version, hand.stones, hand.game_winner) == (2, (1, 0), "A")
    done = read(match)
    assert (Game.objects.get(number=1).winner, done.games_a, done.games_b) == ("A", 1, 0)
    assert "the pares were not asked for" in public(match)
    assert not Ruling.objects.filter(status="open").exists()
