"""Whatever people do, statistics put together from kept facts are those worked out of all hands,
with the facts kept at any moment."""

from __future__ import annotations

import os
from random import Random

import pytest

from operations.removal.services import remove_tournament
from scoring.course.models import Game
from scoring.proof.services import files
from scoring.proof.services.erasing import erase
from scoring.statistics.models import KeptFacts
from scoring.statistics.queries.keeping import anything_to_keep
from scoring.statistics.queries.records import records_of
from scoring.statistics.services import keep_anew, keep_facts
from tests.scoring import acts, table
from tests.scoring.statistics.plainly import must_be_right, plain, told, told_on
from tests.scoring.table import PROGRAM
from tournament.championship.models import Tournament
from tournament.entries.services import pairs

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
SEED = int(os.environ["ACTS_SEED"])


@pytest.mark.parametrize("seed", [SEED, 8, 20], ids=["asked", "8", "20"])
def test_after_every_act_both_ways_tell_the_same(seed: int) -> None:
    """Kept after some acts and not after others; read by a process that has read before, by a new
    one, and with nothing kept."""
    crowd, rng = acts.Crowd(table.play.tournament(entered=11, drawn=True), seed), Random(seed)
    held = 0
    for _act in range(120):
        crowd.act()
        read_on = told_on(crowd.cup)
        assert told(crowd.cup) == read_on
        if rng.random() < 0.4:
            keep_facts(seconds=60)
            assert not anything_to_keep()
            assert told(crowd.cup) == read_on
            held += KeptFacts.objects.count()
        must_be_right(crowd.cup, read_on)
    KeptFacts.objects.all().delete()
    assert told(crowd.cup) == read_on
    assert held, "nothing was ever kept"


def test_in_the_night_rows_of_games_that_went_on_are_made_right_too() -> None:
    crowd = acts.a_crowd(seed=8)
    for _act in range(60):
        crowd.act()
        keep_facts(seconds=60)
    KeptFacts.objects.update(newest=10**9)  # as if nobody had looked at what changed since
    for _act in range(40):
        crowd.act()
    keep_anew()
    for row in KeptFacts.objects.select_related("game"):
        counting = row.game.hands.filter(is_current=True, is_void=False).order_by("number")
        assert row.made_of == ",".join(str(hand.pk) for hand in counting)
    must_be_right(crowd.cup, told(crowd.cup))


@pytest.fixture
def cup() -> Tournament:
    """Two games that have ended, and one that is played."""
    match = table.a_match(best_of=5)
    for entered in (table.plain(), table.win_for_a(), table.win_for_b(), table.plain()):
        table.record(match, entered)
    keep_facts(seconds=60)
    assert KeptFacts.objects.count() == 2
    return match.tournament


def test_another_name_of_a_pair_is_told_at_once(cup: Tournament) -> None:
    match = Game.objects.first().match  # type: ignore[union-attr]
    pairs.change(pair_id=match.pair_a_id or 0, player_1="Zumaia Berria", actor=PROGRAM)
    found = told(cup)
    assert "Zumaia Berria" in str(found)
    must_be_right(cup, found)


def test_names_that_were_erased_are_gone_from_the_statistics(cup: Tournament) -> None:
    match = Game.objects.first().match  # type: ignore[union-attr]
    assert match.pair_a is not None
    name = match.pair_a.player_1
    assert name in str(told(cup))
    erase(tournament_id=cup.pk, words=[name], asked_by="person", reason="asked", actor=PROGRAM)
    found = told(cup)
    assert name not in str(found)
    must_be_right(cup, found)


def test_a_tournament_that_is_rebuilt_tells_the_same_with_nothing_kept_and_with_it(
    cup: Tournament,
) -> None:
    before, content = told(cup), files.write_file(tournament_id=cup.pk)
    remove_tournament(tournament_id=cup.pk, slug=cup.slug)
    assert not KeptFacts.objects.exists()
    made = files.rebuild(content=content)
    assert told(made) == before
    assert anything_to_keep()
    keep_facts(seconds=60)
    assert told(made) == before


def test_records_over_tournaments_are_the_same(cup: Tournament) -> None:
    kept = plain(records_of(slug=cup.slug))
    KeptFacts.objects.all().delete()
    told(cup)
    assert plain(records_of(slug=cup.slug)) == kept
