"""A tournament that ends before its last match: what then stands, in each format (53.6, T9)."""

import pytest

from scoring.undoing.services.undo import undo
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.services import departures
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.memory.services import desk_act
from tournament.seatings import services as seatings
from tournament.seatings.models import SeatedRound
from tournament.standings.queries import standings
from tournament.standings.services import end_early

pytestmark = pytest.mark.django_db
BY = play.PROGRAM


def end(cup, **fields):
    return end_early(tournament_id=cup.pk, actor=BY, reason="rain", **fields)


def result(match, games):
    matches.record_result(match_id=match.pk, games=games, actor=BY)


def places(cup):
    """Place, whether it is shared, title and number of every pair, best first."""
    return [
        (line.place, line.shared, line.title, line.pair.number)
        for line in standings(tournament_id=cup.pk)
    ]


def titled(cup):
    return sorted(number for _at, _shared, title, number in places(cup) if title == "champion")


def refused(cup):
    with pytest.raises(Refusal) as refusal:
        end(cup)
    return [problem.code for problem in refusal.value.problems]


def test_a_final_that_is_not_played_makes_both_pairs_champions():
    cup = play.tournament(entered=4, drawn=True)
    play.play_round(cup, 1)
    final = play.match(cup, 2, 0)
    finalists = sorted((final.pair_a.number, final.pair_b.number))
    end(cup)
    cup.refresh_from_db()
    assert (cup.status, cup.champion) == ("finished", None)
    assert titled(cup) == finalists
    assert [(at, shared) for at, shared, *_more in places(cup)][:2] == [(1, True), (1, True)]
    assert [at for at, *_more in places(cup)][2:] == [3, 3]
    event = Event.objects.get(kind="tournament.ended_early")
    assert sorted(pair["number"] for pair in event.data["champions"]) == finalists
    play.must_hold(cup)


def test_in_a_bracket_those_whom_nobody_has_beaten_share_the_first_place():
    cup = play.tournament(entered=8, drawn=True)
    for slot in (0, 1):
        play.win(play.match(cup, 1, slot))
    end(cup)
    lines = places(cup)
    assert [at for at, *_more in lines] == [1] * 6 + [7, 7]
    assert len(titled(cup)) == 6
    play.must_hold(cup)


def test_a_swiss_of_five_rounds_that_ends_after_two_goes_by_its_table_and_not_by_the_next_bye():
    cup = play.tournament(entered=7, drawn=True, format="swiss", format_options={"swiss_rounds": 5})
    play.play_round(cup, 1)
    play.play_round(cup, 2)
    assert Match.objects.filter(tournament=cup, round=3).exists()
    before = standings(tournament_id=cup.pk)
    rested = Match.objects.get(tournament=cup, round=3, ended_by="bye")
    end(cup)
    points = {line.pair.number: line.points for line in standings(tournament_id=cup.pk)}
    with_bye = {line.pair.number: line.points for line in before}
    assert points[rested.pair_a.number] == with_bye[rested.pair_a.number] - 1
    assert max(points.values()) == 2
    first = [line for line in standings(tournament_id=cup.pk) if line.title == "champion"]
    assert {line.points for line in first} == {2}
    cup.refresh_from_db()
    assert cup.status == "finished"
    play.must_hold(cup)


def test_T9_pairs_that_only_the_lot_would_part_share_the_title_of_a_league():
    cup = play.tournament(entered=4, drawn=True, format="round_robin")
    for slot in (0, 1):
        result(play.match(cup, 1, slot), (3, 1))
    end(cup)
    cup.refresh_from_db()
    assert cup.champion is None
    assert [(at, shared) for at, shared, *_more in places(cup)] == [(1, True)] * 2 + [(3, True)] * 2
    assert len(titled(cup)) == 2


def test_a_league_that_ends_early_has_one_champion_where_its_table_has_one_first():
    cup = play.tournament(entered=4, drawn=True, format="round_robin")
    result(play.match(cup, 1, 0), (3, 0))
    result(play.match(cup, 1, 1), (3, 2))
    best = play.match(cup, 1, 0).pair_a
    end(cup)
    cup.refresh_from_db()
    assert cup.champion == best
    assert places(cup)[0] == (1, False, "champion", best.number)
    assert places(cup)[1][2] == "runner_up"
    play.must_hold(cup)


def test_with_three_lives_those_with_the_most_left_share_the_title():
    cup = play.tournament(entered=6, drawn=True, format="three_losses")
    play.play_round(cup, 1)
    end(cup)
    lines = places(cup)
    assert [(at, shared) for at, shared, *_more in lines] == [(1, True)] * 3 + [(4, True)] * 3
    winners = {m.pair_a.number for m in Match.objects.filter(tournament=cup, round=1, winner="A")}
    assert set(titled(cup)) == winners
    play.must_hold(cup)


def test_T9_in_groups_the_first_of_each_group_share_the_title_with_their_equals():
    cup = play.tournament(entered=8, drawn=True, format="groups", format_options={"group_size": 4})
    play.play_round(cup, 1)
    end(cup)
    lines = places(cup)
    assert [(at, shared) for at, shared, *_more in lines][:4] == [(1, True)] * 4
    assert len(titled(cup)) == 4, "two of each group have won their match alike"
    play.must_hold(cup)


def test_a_day_of_individuals_goes_by_the_points_so_far_and_who_has_as_many_shares_the_title():
    cup = play.tournament(format="individuals", format_options={"seats": 3})
    play.pairs.enter_list(
        tournament_id=cup.pk, text="Deba\nOrio\nLezo\nZumaia\nEibar\nIrun", actor=BY
    )
    play.draw.make(tournament_id=cup.pk, actor=BY, seed="s")
    seatings.seat(tournament_id=cup.pk, actor=BY)
    for number, table in enumerate(SeatedRound.objects.get().tables, start=1):
        order = [[player] for player in table["seats"]]
        seatings.enter_order(tournament_id=cup.pk, number=1, table=number, order=order, actor=BY)
    end(cup)
    cup.refresh_from_db()
    assert (cup.status, cup.champion) == ("finished", None)
    assert len(titled(cup)) == 2
    play.must_hold(cup)


@pytest.mark.parametrize("format", ["knockout", "swiss", "round_robin", "groups", "three_losses"])
def test_undone_it_goes_on_as_if_it_had_never_ended(format):
    cup = play.tournament(entered=8, drawn=True, format=format)
    play.play_round(cup, 1)
    before = places(cup)
    with desk_act() as recorder:
        end(cup)
    undo(tournament_id=cup.pk, event=recorder.memory.last, reason="sun", actor=BY)
    cup.refresh_from_db()
    assert (cup.status, cup.ended_early) == ("running", False)
    assert places(cup) == before
    ready = Match.objects.filter(tournament=cup, status="ready").first()
    play.win(ready)
    play.must_hold(cup)


def test_what_was_not_played_is_not_begun_any_more_and_a_result_is_still_corrected():
    cup = play.tournament(entered=4, drawn=True)
    play.play_round(cup, 1)
    end(cup)
    final = play.match(cup, 2, 0)
    for act, fields in (
        (matches.start, {}),
        (matches.record_result, {"games": (3, 0)}),
    ):
        with pytest.raises(Refusal) as refusal:
            act(match_id=final.pk, actor=BY, **fields)
        assert refusal.value.problems[0].code == "ended_early"
    final.refresh_from_db()
    assert final.status == "ready"


def test_before_the_draw_at_the_end_without_a_result_and_amid_a_match_it_is_refused():
    cup = play.tournament(entered=4)
    assert refused(cup) == ["not_drawn"]
    drawn = play.tournament(entered=4, drawn=True)
    assert refused(drawn) == ["nothing_played"]
    play.start(play.match(drawn, 1, 0))
    assert refused(drawn) == ["match_playing"]
    assert refused(play.play_out(play.tournament(entered=2, drawn=True))) == ["finished"]
    assert not Tournament.objects.filter(ended_early=True).exists()


def test_what_would_stand_is_told_before_and_changes_nothing():
    cup = play.tournament(entered=4, drawn=True)
    play.play_round(cup, 1)
    foreseen = standings(tournament_id=cup.pk, if_ended_now=True)
    assert not Event.objects.filter(kind="tournament.ended_early").exists()
    end(cup)
    assert standings(tournament_id=cup.pk) == foreseen


@pytest.mark.parametrize("key", ["knockout", "swiss", "round_robin", "groups", "three_losses"])
def test_T8_who_withdraws_after_the_end_keeps_its_place_and_gives_no_points(key):
    cup = play.tournament(entered=8, drawn=True, format=key)
    for slot in (0, 1):
        play.win(play.match(cup, 1, slot))
    end(cup)
    before = places(cup)
    winner, unbeaten = play.match(cup, 1, 0).pair_a, play.match(cup, 1, 2).pair_a
    for pair in (winner, unbeaten):
        departures.withdraw(pair_id=pair.pk, actor=BY, reason="to the bus")
    assert places(cup) == before
    play.must_hold(cup)
    departures.disqualify(pair_id=winner.pk, actor=BY, reason="marked cards")
    assert winner.number not in titled(cup)
    assert titled(cup)
    play.must_hold(cup)


def test_who_left_while_it_was_played_had_lost_its_match_and_an_undone_end_lets_it_go_on():
    cup = play.tournament(entered=4, drawn=True)
    play.win(play.match(cup, 1, 0))
    gone = play.match(cup, 1, 1).pair_b
    with desk_act():
        end(cup)
    event = Event.objects.get(kind="tournament.ended_early")
    departures.withdraw(pair_id=gone.pk, actor=BY, reason="to the bus")
    assert play.match(cup, 1, 1).status == "ready"
    undo(tournament_id=cup.pk, event=event.number, actor=BY, reason="the rain stopped")
    assert play.match(cup, 1, 1).ended_by == "withdrawal"
    assert play.match(cup, 2, 0).status == "ready"
    play.must_hold(cup)
