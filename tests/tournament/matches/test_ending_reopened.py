"""The end of a match that was opened again, and its start taken back, where rounds are drawn one by
one: later matches that no longer fit fall when that is agreed to."""

import re
from functools import partial

import pytest
from django.test import Client

from scoring.rulings.services import endings
from tests.refusals import refusal
from tests.tournament import play
from tests.tournament.matches.falling import WHY, falls_with, rows, taken_back
from tests.tournament.play import PROGRAM, must_hold
from tournament.championship.models import Tournament
from tournament.entries.services import departures
from tournament.errors import Conflict
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match
from tournament.matches.services import matches, results

pytestmark = pytest.mark.django_db


def won(cup: Tournament, round_: int, slot: int, winner: str) -> None:
    play.win(play.match(cup, round_, slot), winner)


@pytest.fixture
def first() -> Match:
    """A match of round 1, open again after round 3 began; a match of round 2 fell with that."""
    cup = play.tournament(entered=5, drawn=True, format="repesca")
    begun = play.start(play.match(cup, 1, 0))
    won(cup, 1, 1, "A")
    matches.walkover(match_id=begun.pk, winner="B", **WHY)
    won(cup, 2, 0, "B")
    won(cup, 2, 2, "A")
    won(cup, 3, 1, "B")
    reopen = partial(matches.reopen, match_id=begun.pk)
    reopen(**WHY, sets_aside=falls_with(reopen))
    return play.match(cup, 1, 0)


ENDS = {
    "walkover": lambda match: partial(results.walkover, match_id=match.pk, winner="B"),
    "decision": lambda match: partial(endings.decide, match_id=match.pk, winner="B"),
    "result": lambda match: partial(
        results.record_result, match_id=match.pk, games=(0, match.wins_needed)
    ),
}


def seen_by_everybody(cup: Tournament) -> list[str]:
    """The bracket, the standings and the consolation as pages, and all the API says of matches;
    without versions, which only count acts, and the words that a result was put right by an act."""
    api, pages = f"/api/v1/tournaments/{cup.slug}", f"/t/{cup.slug}"
    places = [f"{api}/matches/", f"{api}/bracket/", f"{api}/standings/", f"{api}/consolation/"]
    places += [f"{pages}/", f"{pages}/standings/", f"{pages}/consolation/"]
    answers = [Client().get(place) for place in places]
    assert {answer.status_code for answer in answers} == {200}
    return [re.sub(MAY_DIFFER, "", answer.content.decode()) for answer in answers]


UNDONE = "Se deshizo un cambio y sus consecuencias"
MAY_DIFFER = (
    r'"version":\d+,|data-live-number="\d+"|Corregido: |'
    rf' {UNDONE}\.|<span class="tie__foot">\s*<span class="tie__act">{UNDONE}</span>\s*</span>\s*'
)


@pytest.mark.parametrize("how", ENDS)
@pytest.mark.sampled(3)
def test_T6_it_ends_when_it_is_agreed_to_what_falls_and_that_is_taken_back_as_one(first, how):
    cup, act = first.tournament, ENDS[how](first)
    before = rows(cup)
    falls = falls_with(act)
    with pytest.raises(Conflict):
        act(**WHY, sets_aside=[*falls, first.pk])
    assert rows(cup) == before

    act(**WHY, sets_aside=falls)

    assert (play.match(cup, 1, 0).status, play.match(cup, 1, 0).winner) == ("finished", "B")
    assert set(Match.objects.filter(kind="set_aside").values_list("pk", flat=True)) >= set(falls)
    told = Event.objects.filter(kind="match.finished").latest("number").data
    assert [one["match"]["id"] for one in told["set_aside"]] == list(falls)
    must_hold(cup)

    taken_back(Cascade.objects.get(what="match.finished"))
    assert [row for row in rows(cup) if row[1] < 4] == [row for row in before if row[1] < 4]


def test_T6_a_result_that_makes_matches_fall_needs_a_reason(first):
    act = ENDS["result"](first)
    falls = falls_with(act)
    assert refusal(act, actor=PROGRAM, sets_aside=falls) == ("reason_required",)


@pytest.fixture
def third() -> Match:
    """A match of round 3, open again after round 4 and after a pair that had left came back."""
    cup = play.tournament(entered=4, drawn=True, format="three_losses")
    gone = play.pair(cup, 3)
    departures.withdraw(pair_id=gone.pk, **WHY)
    for round_ in (1, 2, 3, 4):
        match = play.match(cup, round_, 0)
        if round_ == 3:
            play.start(match)
        matches.walkover(match_id=match.pk, winner="A" if round_ < 3 else "B", **WHY)
    departures.reinstate(pair_id=gone.pk, **WHY)
    found = play.match(cup, 3, 0)
    matches.reopen(match_id=found.pk, **WHY)
    return play.match(cup, 3, 0)


def test_its_start_is_taken_back_with_what_falls_and_it_goes_on_when_that_is_taken_back(third):
    cup, act = third.tournament, partial(matches.undo_start, match_id=third.pk)
    before = rows(cup)
    falls = falls_with(act)

    act(**WHY, sets_aside=falls)

    assert Match.objects.get(pk=falls[0]).kind == "set_aside"
    assert play.match(cup, 3, 0).started_at is None
    must_hold(cup)
    taken_back(Cascade.objects.get(what="match.start_undone"))
    (begun,) = [row for row in rows(cup) if row[0] == third.pk]
    assert begun in before


def test_a_replaced_result_taken_back_leaves_no_match_that_it_made():
    cup = play.tournament(entered=5, drawn=True, format="repesca")
    first, second = play.match(cup, 1, 0), play.match(cup, 1, 1)
    for match, games in ((first, (0, 3)), (second, (3, 2))):
        play.start(match)
        results.record_result(match_id=match.pk, games=games, actor=PROGRAM)
    for match in Match.objects.filter(tournament=cup, round=2, status="ready"):
        play.start(match)
    before, shown = rows(cup), seen_by_everybody(cup)
    replace = partial(matches.replace_result, match_id=first.pk, games=(3, 0))
    replace(**WHY, sets_aside=falls_with(replace))
    assert seen_by_everybody(cup) != shown

    taken_back(Cascade.objects.latest("pk"))

    assert [row for row in rows(cup) if row[3] is not None] == before
    assert len(rows(cup)) == len(before) + 1, "an empty slot stays (docs/decisions/0113)"
    assert seen_by_everybody(cup) == shown


def test_a_match_that_a_pair_had_left_goes_on_when_it_stands_again_and_the_pair_is_in_again():
    cup = play.tournament(entered=4, drawn=True)
    for slot in (0, 1):
        won(cup, 1, slot, "A")
    final = play.start(play.match(cup, 2, 0))
    departures.withdraw(pair_id=final.pair_a_id or 0, **WHY)
    other = play.match(cup, 1, 1)
    matches.replace_result(
        match_id=other.pk, games=(0, other.wins_needed), **WHY, sets_aside=[final.pk]
    )
    departures.reinstate(pair_id=final.pair_a_id or 0, **WHY)

    taken_back(Cascade.objects.get(what="match.replaced"))

    final.refresh_from_db()
    assert (final.kind, final.status, final.winner) == ("championship", "playing", "")
