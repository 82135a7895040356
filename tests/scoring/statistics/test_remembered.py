"""Whatever people do, statistics put together from remembered games are those computed from all
hands."""

import pytest

from operations.removal.services import remove_tournament
from scoring.course.models import Game, Hand
from scoring.proof.services import files
from scoring.proof.services.erasing import erase
from scoring.statistics.queries import records_of
from tests.night import of_many, seed_of
from tests.scoring import acts, table
from tests.scoring.statistics.plainly import must_be_right, plain, told, told_on
from tests.scoring.table import PROGRAM
from tournament.championship.models import Tournament
from tournament.entries.services import pairs

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
SEED = seed_of(1122)


@pytest.mark.long
@pytest.mark.parametrize("start", [SEED, 8, 20], ids=["of the run", "8", "20"])
def test_after_every_act_both_ways_tell_the_same(start):
    """Read by a process that has read before, and by a new one."""
    crowd = acts.Crowd(table.play.tournament(entered=11, drawn=True), start)
    for _act in range(of_many(60, nightly=120)):
        crowd.act()
        read_on = told_on(crowd.cup)
        assert told(crowd.cup) == read_on
        must_be_right(crowd.cup, read_on)


@pytest.fixture
def cup() -> Tournament:
    """Two games that have ended, and one that is played."""
    match = table.a_match(best_of=5)
    for entered in (table.plain(), table.win_for_a(), table.win_for_b(), table.plain()):
        table.record(match, entered)
    return match.tournament


def test_another_name_of_a_pair_is_told_at_once(cup):
    match = Game.objects.first().match  # type: ignore[union-attr]
    pairs.change(pair_id=match.pair_a_id or 0, player_1="Zumaia Berria", actor=PROGRAM)
    found = told(cup)
    assert "Zumaia Berria" in str(found)
    must_be_right(cup, found)


def test_names_that_were_erased_are_gone_from_the_statistics(cup):
    match = Game.objects.first().match  # type: ignore[union-attr]
    assert match.pair_a is not None
    name = match.pair_a.player_1
    assert name in str(told(cup))
    erase(tournament_id=cup.pk, words=[name], asked_by="person", reason="asked", actor=PROGRAM)
    found = told(cup)
    assert name not in str(found)
    must_be_right(cup, found)


def test_a_tournament_that_is_rebuilt_tells_the_same(cup):
    before, content = told(cup), files.write_file(tournament_id=cup.pk)
    remove_tournament(tournament_id=cup.pk, slug=cup.slug)
    assert told_on(files.rebuild(content=content)) == before


def test_records_over_tournaments_are_the_same(cup):
    before = plain(records_of(slug=cup.slug))
    told(cup)
    assert plain(records_of(slug=cup.slug)) == before


@pytest.mark.rows_by_hand
@pytest.mark.parametrize("nonsense", [[], {"cards": 5}, "x"])
def test_a_hand_that_somebody_made_unreadable_counts_by_its_stones(cup, nonsense):
    Hand.objects.filter(game__number=1, number=1).update(record=nonsense)
    found = told(cup)
    assert found["whole"]["hands"] == 4
    assert found["whole"]["stones"] == sum(sum(hand.stones) for hand in Hand.objects.all())
