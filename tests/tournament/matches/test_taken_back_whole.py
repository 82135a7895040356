"""A cascade taken back at once leaves every match, pair and title exactly as before."""

from functools import partial
from typing import Any

import pytest
from django.db import transaction

from scoring.rulings.services import cascades
from tests.night import of_many, seed_of
from tests.tournament import play
from tests.tournament.matches.falling import WHY, agreed, falls_with, taken_back
from tests.tournament.matches.unruly import Desk
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.services import departures
from tournament.matches.models import Cascade, Match
from tournament.matches.services import results
from tournament.standings.queries import standings

pytestmark = pytest.mark.django_db


def rows(cup: Tournament) -> list[Any]:
    """Matches that hold their slots, pairs, and who is champion."""
    cup.refresh_from_db()
    held = Match.objects.filter(tournament=cup).exclude(kind="set_aside").order_by("pk")
    pairs = Pair.objects.filter(tournament=cup).order_by("number")
    return [
        *held.values_list("pk", "pair_a", "pair_b", "status", "winner", "ended_by", "games_a"),
        *pairs.values_list("number", "status", "place_stays_empty"),
        (cup.status, cup.champion_id),
    ]


def leave(cup: Tournament, number: int, **how: Any) -> None:
    departures.disqualify(pair_id=play.pair(cup, number).pk, **WHY, **how)


def withdraw(cup: Tournament, number: int) -> None:
    departures.withdraw(pair_id=play.pair(cup, number).pk, **WHY)


def come_back(cup: Tournament, number: int) -> None:
    agreed(departures.reinstate, pair_id=play.pair(cup, number).pk)


def take_back(cup: Tournament) -> None:
    cascades.take_back(cascade_id=Cascade.objects.filter(undone_at=None).latest("pk").pk, **WHY)
    play.must_hold(cup)


def wins(cup: Tournament, round_: int, slot: int, winner: int) -> None:
    found = play.match(cup, round_, slot)
    assert found.pair_a is not None
    play.win(found, "A" if found.pair_a.number == winner else "B")


KNOCKOUTS = [{}, {"safe_rounds": 1}, {"safe_rounds": 2}, {"consolation": "first_two_rounds"}]


@pytest.mark.parametrize("options", KNOCKOUTS)
@pytest.mark.parametrize("seed", range(7, 7 + of_many(1, nightly=40)))
def test_whatever_fell_stands_again_when_it_is_taken_back(options, seed):
    desk = Desk(pairs=6 + seed % 5, seed=seed_of(seed), format="knockout", format_options=options)
    for act in range(20):
        before = rows(desk.cup)
        desk.act()
        if desk.fell:
            after = rows(desk.cup)
            with transaction.atomic():
                take_back(desk.cup)
                assert rows(desk.cup) == before, f"after act {act}"
                transaction.set_rollback(True)
            assert rows(desk.cup) == after


def test_a_match_that_both_pairs_lost_by_leaving_is_nobodys_again():
    cup = play.tournament(
        entered=6, drawn=True, format="knockout", format_options={"safe_rounds": 1}
    )
    wins(cup, 1, 2, 3)
    for number in (2, 3, 1):
        leave(cup, number)
    come_back(cup, 3)
    leave(cup, 4, place_stays_empty=True)
    withdraw(cup, 5)
    wins(cup, 4, 0, 3)
    leave(cup, 3, place_stays_empty=True)
    before = rows(cup)
    assert play.match(cup, 1, 1).winner == ""

    come_back(cup, 1)
    take_back(cup)

    assert rows(cup) == before


def test_a_champion_that_went_home_is_champion_again():
    cup = play.tournament(entered=6, drawn=True, format="knockout")
    leave(cup, 6)
    wins(cup, 1, 2, 3)
    wins(cup, 1, 0, 2)
    leave(cup, 2)
    wins(cup, 3, 0, 3)
    withdraw(cup, 3)
    before = rows(cup)
    assert cup.champion == play.pair(cup, 3)

    replace = partial(results.replace_result, match_id=play.match(cup, 1, 2).pk, games=(3, 0))
    replace(**WHY, sets_aside=falls_with(replace))
    take_back(cup)

    assert rows(cup) == before


def test_T8_the_place_of_a_disqualified_pair_stays_empty_again():
    cup = play.tournament(entered=7, drawn=True, format="knockout")
    leave(cup, 2, place_stays_empty=True)
    play.start(Match.objects.filter(tournament=cup, round=2, status="ready")[0])
    before = rows(cup)

    come_back(cup, 2)
    take_back(cup)

    assert rows(cup) == before
    assert play.pair(cup, 2).place_stays_empty


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("third", ["played", "begun", "given", "not begun"])
def test_T8_places_are_as_before_when_a_corrected_semi_final_is_taken_back(third, again):
    """The match for third place and the final fall with it. `again`: both are played once more."""
    cup = play.tournament(
        entered=8, drawn=True, format="knockout", format_options={"third_place": True}
    )
    for number in (1, 2):
        play.play_round(cup, number)
    small, final, semi = (play.match(cup, *at) for at in ((3, 1), (3, 0), (2, 0)))
    if third == "played":
        play.win(small, "B")
    elif third == "begun":
        play.start(small)
    elif third == "given":
        results.walkover(match_id=small.pk, winner="B", **WHY)
    play.win(final, "B")
    before, places = rows(cup), standings(tournament_id=cup.pk)

    replace = partial(results.replace_result, match_id=semi.pk, games=(0, semi.wins_needed))
    falls = falls_with(replace)
    assert set(falls) == {final.pk, *([] if third == "not begun" else [small.pk])}
    replace(**WHY, sets_aside=falls)
    if again:
        play.win(play.match(cup, 3, 0))
        if third != "not begun":
            play.win(play.match(cup, 3, 1))
        play.must_hold(cup)
    taken_back(Cascade.objects.get(what="match.replaced"))

    assert rows(cup) == before
    assert standings(tournament_id=cup.pk) == places
