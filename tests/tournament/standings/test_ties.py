"""A tie that no criterion breaks is told and decided, never in silence (T9)."""

from hashlib import sha256

import pytest

from scoring.proof.queries.verify import verify_tournament
from scoring.undoing.services.undo import undo
from tests.refusals import refusal
from tests.tournament import play
from tournament.draw import services as draw
from tournament.formats.lots import of_a_tie
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.memory.services import desk_act
from tournament.standings.queries import decided_ties, open_ties, standings
from tournament.standings.services import decide_tie, give_points

pytestmark = pytest.mark.django_db
BY = play.PROGRAM
BEATS = {(1, 2), (2, 3), (3, 1)}
"""A circle: each has beaten one and lost to one."""


def a_circle(seed="s", **options):
    """A league of three in a circle, with as many games each."""
    cup = play.tournament(entered=3, format="round_robin", format_options=options)
    draw.make(tournament_id=cup.pk, actor=BY, seed=seed)
    for match in Match.objects.filter(tournament=cup).select_related("pair_a", "pair_b"):
        a_wins = (match.pair_a.number, match.pair_b.number) in BEATS
        games = (3, 1) if a_wins else (1, 3)
        matches.record_result(match_id=match.pk, games=games, actor=BY)
    cup.refresh_from_db()
    return cup


def decide(cup, how, order, reason="before everybody"):
    decide_tie(tournament_id=cup.pk, actor=BY, how=how, order=order, reason=reason)
    cup.refresh_from_db()


def places(cup):
    return [
        (line.place, line.shared, line.title, line.pair.number)
        for line in standings(tournament_id=cup.pk)
    ]


SHARED = [(1, True, "ranked", 1), (1, True, "ranked", 2), (1, True, "ranked", 3)]


@pytest.mark.parametrize("seed", ["s", "another", "a third"])
def test_T9_a_circle_of_three_has_no_champion_whatever_the_seed_until_it_is_decided(seed):
    cup = a_circle(seed)
    assert (cup.status, cup.champion) == ("running", None)
    assert places(cup) == SHARED
    (tie,) = open_ties(tournament_id=cup.pk)
    assert (tie.place, tie.numbers, tie.decides) == (1, "1, 2, 3", True)
    decide(cup, "decider", "3, 1, 2", reason="one game each")
    assert (cup.status, cup.champion.number) == ("finished", 3)
    titles = [(1, False, "champion", 3), (2, False, "runner_up", 1), (3, False, "ranked", 2)]
    assert places(cup) == titles
    assert open_ties(tournament_id=cup.pk) == ()
    play.must_hold(cup)


def test_T9_the_program_draws_a_lot_that_anybody_can_draw_again():
    cup = a_circle(ties="lot")
    decide(cup, "program", "1 2 3")
    (tie,) = decided_ties(tournament_id=cup.pk)
    by_hand = sorted([1, 2, 3], key=lambda n: sha256(f"{tie.seed}:tie:{n}".encode()).hexdigest())
    assert [pair.number for pair in tie.pairs] == by_hand
    assert cup.champion.number == by_hand[0]
    assert tie.seed in str(Event.objects.get(kind="tie.decided").data)
    play.must_hold(cup)


@pytest.mark.parametrize("by_rule", [True, False])
def test_T9_a_title_may_be_shared(by_rule):
    cup = a_circle(**({"ties": "shared"} if by_rule else {}))
    if not by_rule:
        decide(cup, "shared", "1, 2, 3", reason="they all want it")
    assert (cup.status, cup.champion) == ("finished", None)
    assert {(place, title) for place, _shared, title, _pair in places(cup)} == {(1, "champion")}
    play.must_hold(cup)


def test_T9_a_decision_is_undone_like_any_act_and_falls_with_the_tie():
    cup = a_circle()
    with desk_act():
        decide(cup, "lot", "2, 3, 1", reason="from a hat")
    event = Event.objects.get(kind="tie.decided")
    undo(tournament_id=cup.pk, event=event.number, reason="the hat had a hole", actor=BY)
    cup.refresh_from_db()
    assert (cup.status, places(cup)) == ("running", SHARED)
    decide(cup, "lot", "2, 3, 1", reason="from another hat")
    match = Match.objects.filter(tournament=cup).first()
    matches.replace_result(match_id=match.pk, games=(3, 0), reason="read wrongly", actor=BY)
    cup.refresh_from_db()
    best = places(cup)[0]
    assert best[1:] == (False, "champion", cup.champion.number)
    play.must_hold(cup)


def test_T9_a_decision_is_refused_for_other_pairs_unknown_ways_and_without_its_reason():
    cup = a_circle(ties="lot")

    def refused(**fields):
        given = {"reason": "before everybody", **fields}
        return refusal(decide_tie, tournament_id=cup.pk, actor=BY, **given)

    assert refused(how="lot", order="1, 2") == ("no_such_tie",)
    assert refused(how="lot", order="1, 2, 2") == ("no_such_tie",)
    assert refused(how="coin", order="1, 2, 3") == ("unknown_way",)
    assert refused(how="lot", order="1, 2, 3", reason=" ") == ("reason_required",)
    decide(cup, "lot", "1, 2, 3")
    assert refused(how="lot", order="1, 2, 3") == ("no_such_tie",)


def test_T9_a_place_in_the_bracket_waits_for_the_tie_of_its_group():
    cup = play.tournament(entered=6, drawn=True, format="groups", format_options={"group_size": 3})
    first = list(Match.objects.filter(tournament=cup, pair_a__isnull=False).order_by("pk"))
    ids = {match.pk: {match.pair_a_id, match.pair_b_id} for match in first}
    one = next(iter(ids.values()))
    while grown := [both for both in ids.values() if both & one and not both <= one]:
        one = one | grown[0]
    circle = sorted(one)
    beats = {(circle[0], circle[1]), (circle[1], circle[2]), (circle[2], circle[0])}
    for match in first:
        both = (match.pair_a_id, match.pair_b_id)
        a_wins = both in beats if ids[match.pk] <= one else both[0] < both[1]
        matches.record_result(match_id=match.pk, games=(3, 0) if a_wins else (0, 3), actor=BY)
    assert not Match.objects.filter(tournament=cup, status="ready").exists()
    (tie,) = open_ties(tournament_id=cup.pk)
    assert {pair.id for pair in tie.pairs} == one
    asked = {"tournament_id": cup.pk, "actor": BY, "order": tie.numbers, "reason": "fair"}
    assert refusal(decide_tie, how="shared", **asked) == ("goes_on",)
    decide(cup, "lot", tie.numbers, reason="drawn by the youngest")
    in_bracket = Match.objects.filter(tournament=cup, status="ready")
    through = {match.pair_a_id for match in in_bracket} | {m.pair_b_id for m in in_bracket}
    assert through & one == {pair.id for pair in tie.pairs[:2]}
    play.play_out(cup)
    cup.refresh_from_db()
    assert cup.status == "finished"
    play.must_hold(cup)


def test_points_are_given_and_taken_off_with_a_reason_and_may_decide():
    cup = a_circle()
    give_points(pair_id=play.pair(cup, 2).pk, points=-1, reason="did not come", actor=BY)
    give_points(pair_id=play.pair(cup, 1).pk, points=2, reason="a mistake", actor=BY)
    give_points(pair_id=play.pair(cup, 1).pk, points=-1, reason="too many", actor=BY)
    cup.refresh_from_db()
    assert cup.champion.number == 1
    lines = standings(tournament_id=cup.pk)
    points = {line.pair.number: (line.points, line.points_off) for line in lines}
    assert points == {1: (2, -1), 2: (0, 1), 3: (1, 0)}
    assert cup.points_given == {"1": 1, "2": -1}
    play.must_hold(cup)


@pytest.mark.parametrize("points", [0, 100, -100, True])
def test_points_are_a_number_that_is_not_0(points):
    cup = a_circle()
    given = {"pair_id": play.pair(cup, 1).pk, "reason": "x", "actor": BY}
    assert refusal(give_points, points=points, **given) == ("bad_points",)


def test_points_are_given_only_where_a_table_decides():
    cup = play.tournament(entered=4, drawn=True)
    given = {"pair_id": play.pair(cup, 1).pk, "points": 1, "reason": "x", "actor": BY}
    assert refusal(give_points, **given) == ("no_table",)


@pytest.mark.rows_by_hand
def test_T9_a_day_drawn_before_ties_were_decided_keeps_the_lot_of_its_draw():
    cup = a_circle()
    type(cup).objects.filter(pk=cup.pk).update(ties=None)
    first = standings(tournament_id=cup.pk)
    assert [line.place for line in first] == [1, 2, 3]
    assert open_ties(tournament_id=cup.pk) == ()


def test_T9_a_lot_that_does_not_follow_from_its_seed_is_found(monkeypatch):
    cup = a_circle(ties="lot")

    def drawn_wrongly(numbers, seed):
        return of_a_tie(numbers, seed)[::-1]

    monkeypatch.setattr("tournament.standings.services.of_a_tie", drawn_wrongly)
    decide(cup, "program", "1, 2, 3")
    report = verify_tournament(tournament_id=cup.pk)
    assert report.first is not None
    assert report.first.where == "bracket › the lot that the program drew for a tie"
