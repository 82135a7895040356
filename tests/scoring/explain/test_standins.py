"""A hand that somebody edited in the database into no hand: its match is shown with all others."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from scoring.course.models import Hand
from scoring.explain.queries.hands import page_cache
from scoring.explain.queries.pages import match_page
from scoring.proof.queries.verify import verify_tournament
from tests.scoring import table
from tests.scoring.table import plain, record
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.rows_by_hand]
READER = Client(headers={"accept-language": "en"})
SAID = "What the database holds of this hand cannot be read"
EDITS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "nothing": lambda _told: {},
    "a list": lambda _told: [],
    "a word": lambda _told: "x",
    "no mano": lambda told: {name: told[name] for name in told if name != "mano"},
    "a mano that is no seat": lambda told: {**told, "mano": "x"},
    "a number of cards": lambda told: {**told, "cards": 5},
    "rules that nobody knows": lambda told: {**told, "ruleset": {"preset": "nobody"}},
    "a score that is none": lambda told: {**told, "score": "x"},
}


@pytest.fixture
def match() -> Match:
    made = table.a_match()
    for _hand in range(2):
        record(made, plain())
    return made


def edit(how: Callable[[Any], Any], column: str = "record") -> Hand:
    hand = Hand.objects.order_by("pk")[0]
    Hand.objects.filter(pk=hand.pk).update(**{column: how(getattr(hand, column))})
    page_cache.clear()
    return hand


def address(name: str, match: Match, *more: int) -> str:
    return reverse(f"public:{name}", args=[match.tournament.slug, match.pk, *more])


@pytest.mark.parametrize("how", EDITS)
@pytest.mark.sampled(4)
def test_its_match_is_shown_with_all_hands_and_says_so(match, how, caplog):
    before = match_page(match_id=match.pk).games[0].hands
    hand = edit(EDITS[how])
    page = READER.get(address("match", match))
    assert (page.status_code, page.text.count(SAID)) == (200, 1)
    assert f"Hand {hand.pk} cannot be read" in caplog.text
    damaged, whole = match_page(match_id=match.pk).games[0].hands
    assert (damaged.is_readable, whole.is_readable) == (False, True)
    assert (whole.written, whole.stones) == (before[1].written, before[1].stones)
    assert (damaged.stones, damaged.score) == (before[0].stones, before[0].score)
    assert damaged.lines.stones == before[0].stones
    assert not verify_tournament(tournament_id=match.tournament_id).ok


@pytest.mark.parametrize("how", ["nothing", "a list", "a word"])
def test_a_settlement_that_is_none_is_no_reason_either(match, how):
    edit(EDITS[how], "settlement")
    page = READER.get(address("match", match))
    assert (page.status_code, page.text.count(SAID)) == (200, 1)


@pytest.mark.parametrize("how", EDITS)
@pytest.mark.sampled(4)
def test_every_page_of_the_hand_and_of_the_next_is_there(match, how):
    edit(EDITS[how])
    page = READER.get(address("hand", match, 1, 1))
    assert (page.status_code, SAID in page.text) == (200, True)
    assert "No chances are shown" in page.text
    for name in ("hand", "replay"):
        for number in (1, 2):
            assert READER.get(address(name, match, 1, number)).status_code == 200, (name, number)
    at = READER.get(reverse("public:statistics", args=[match.tournament.slug]))
    assert at.status_code == 200


def test_a_hand_that_nobody_edited_says_nothing_of_it(match):
    assert SAID not in READER.get(address("match", match)).text
    assert SAID not in READER.get(address("hand", match, 1, 1)).text


@pytest.mark.parametrize("how", [*EDITS, "bets that are none"])
@pytest.mark.sampled(4)
def test_its_file_is_refused_with_what_to_do(match, how, monkeypatch):
    edit(EDITS.get(how, lambda told: {**told, "bets": "x"}))
    for path in (
        address("match-text", match),
        reverse("api:match_files.text", args=[match.tournament.slug, match.pk]),
    ):
        answer = READER.get(path)
        assert answer.status_code == 409, path
        assert "a backup has it as it was" in answer.text
    monkeypatch.setenv("LC_ALL", "en")
    with pytest.raises(CommandError, match="a backup has it as it was"):
        call_command("export_match", match.pk)
