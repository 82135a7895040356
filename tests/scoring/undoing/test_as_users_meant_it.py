"""What the desk has asked of “Undo”, act by act."""

import pytest

from scoring.hands.services import corrections
from scoring.rulings.models import Ruling
from scoring.rulings.services import appeals, games, rulings
from scoring.undoing.queries import later_acts
from scoring.undoing.services.undo import undo
from tests.scoring import table
from tests.scoring.undoing.crowd import exported_rows
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.clock import services as clock
from tournament.entries.models import Pair
from tournament.entries.queries import substitutes_of
from tournament.entries.services import departures, latecomers, pairs
from tournament.errors import Conflict
from tournament.matches.queries.openings import other_ways
from tournament.matches.services import results
from tournament.memory.models import ActMemory
from tournament.memory.services import desk_act
from tournament.standings.queries import standings

pytestmark = pytest.mark.django_db
BY = play.PROGRAM


def done(verb, **given):
    with desk_act():
        return verb(actor=BY, **given)


def undone(cup, **more):
    memory = ActMemory.objects.filter(tournament=cup, undone_by=None).latest("last")
    event = undo(tournament_id=cup.pk, event=memory.last, actor=BY, reason="no", **more)
    play.must_hold(cup)
    return event


def test_a_late_pair_that_is_undone_is_in_no_ranking():
    cup = play.tournament(entered=3, drawn=True)
    before, places = exported_rows(cup.pk), standings(tournament_id=cup.pk)
    way = other_ways(tournament=Tournament.objects.get(pk=cup.pk))[0].into
    two = {"player_1": "Lezo", "player_2": "Deba"}
    done(latecomers.join_late, tournament_id=cup.pk, into=way, reason="late", **two)
    assert Pair.objects.filter(tournament=cup).count() == 4
    undone(cup)
    assert exported_rows(cup.pk) == before
    assert standings(tournament_id=cup.pk) == places
    done(latecomers.join_late, tournament_id=cup.pk, into=way, reason="late", **two)
    play.must_hold(cup)
    assert Pair.objects.get(tournament=cup, player_1="Lezo").number == 5


def test_a_substitution_that_is_undone_is_not_counted():
    cup = play.tournament(entered=4, drawn=True)
    pair = play.pair(cup, 2)
    done(pairs.substitute, pair_id=pair.pk, out=1, player="Lezo", reason="ill")
    undone(cup)
    pair.refresh_from_db()
    cup.refresh_from_db()
    assert pair.player_1 == "Getaria 2"
    assert substitutes_of(pair=pair, tournament=cup).fault(1, "Orereta") is None


def test_an_appeal_that_changed_a_result_is_open_again():
    cup = play.tournament(entered=4, drawn=True)
    appeals.set_window(tournament_id=cup.pk, minutes=60, actor=BY)
    first = play.win(play.match(cup, 1, 0))
    asked = done(appeals.enter, match_id=first.pk, side="B", reason="not so")
    before = exported_rows(cup.pk)
    other = (0, first.wins_needed)
    done(appeals.uphold, ruling_id=asked.pk, games=other, reason="weighed")
    undone(cup)
    assert exported_rows(cup.pk) == before
    assert Ruling.objects.get(pk=asked.pk).is_open


def test_fewer_games_are_not_undone_over_a_later_correction():
    cup = play.tournament(entered=4, drawn=True, settings={"games_to_win": 2})
    match = play.start(play.match(cup, 1, 0))
    for _game in range(2):
        table.record(table.read(match), table.quick(0, 40))
    done(results.reopen, match_id=match.pk, reason="x")
    done(clock.reduce_games, tournament_id=cup.pk, best_of=1, reason="late")
    memory = ActMemory.objects.filter(tournament=cup).latest("last")
    corrections.correct(
        match_id=match.pk, game=2, number=1, record=table.quick(1, 40), reason="x", actor=BY
    )
    must_be_refused(cup, memory)


def must_be_refused(cup, memory):
    rows = exported_rows(cup.pk)
    with pytest.raises(Conflict):
        undo(tournament_id=cup.pk, event=memory.last, actor=BY, reason="no")
    assert exported_rows(cup.pk) == rows


def test_D7_a_game_that_was_decided_stays_so_once_the_next_one_is_played():
    match = table.a_match()
    table.record(match, table.plain())
    done(games.rule, match_id=match.pk, game=1, winner="B", reason="D7")
    decided = ActMemory.objects.latest("last")
    table.record(table.read(match), table.win_for_a())
    must_be_refused(match.tournament, decided)


def test_D7_a_claim_is_not_open_again_beside_a_later_one_about_the_same_hand():
    match = table.a_match()
    table.record(match, {**table.plain(), "claim": [9, 9]})
    claim = Ruling.objects.get()
    done(rulings.dismiss, ruling_id=claim.pk, reason="seen")
    dismissed = ActMemory.objects.latest("last")
    table.correct(match, 1, 1, {**table.plain(), "claim": [8, 8]})
    assert Ruling.objects.filter(status="open").count() == 1
    must_be_refused(match.tournament, dismissed)


def test_several_acts_on_a_pair_are_undone_together():
    cup = play.tournament(entered=8, drawn=True)
    before = exported_rows(cup.pk)
    match = play.match(cup, 1, 0)
    done(results.walkover, match_id=match.pk, winner="A", reason="late")
    first = ActMemory.objects.get()
    done(departures.withdraw, pair_id=match.pair_a_id, reason="ill")
    done(results.walkover, match_id=play.match(cup, 1, 1).pk, winner="A", reason="late")
    other = ActMemory.objects.latest("last")
    undo(tournament_id=cup.pk, event=other.last, actor=BY, reason="no")
    later = later_acts(first)
    undo(tournament_id=cup.pk, event=first.last, actor=BY, together=sorted(later), reason="no")
    play.must_hold(cup)
    left = Pair.objects.get(pk=match.pair_a_id).status
    assert (exported_rows(cup.pk) == before) == bool(later)
    assert left == ("entered" if later else "withdrawn")
