"""T7: a pair that comes late takes a bye's place, or that of a pair that withdrew."""

import pytest
from django.utils.translation import override

from scoring.proof.rules.following import bracket_faults
from scoring.proof.rules.replay import Replay
from tests.refusals import refusal
from tests.tournament.play import PROGRAM, match, must_hold, pair, play_out, start, tournament, win
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.queries import pairs_not_drawn
from tournament.entries.services import departures, latecomers, pairs
from tournament.errors import NotAllowed
from tournament.formats.lots import lot, place_by_lot
from tournament.formats.registry import format_of
from tournament.log.models import Event
from tournament.log.queries.log import entries_of
from tournament.matches.models import Match
from tournament.matches.queries.advancing import advances_without_both
from tournament.matches.queries.openings import openings, other_ways
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db
LATE = {"player_1": "Lezo", "player_2": "Ondarroa", "reason": "the bus", "actor": PROGRAM}


def free(cup):
    return openings(tournament_id=cup.pk)


def take(opening, **fields):
    return latecomers.take_place(
        match_id=opening.match.id, side=opening.side.value, **{**LATE, **fields}
    )


def test_T7_a_late_pair_takes_a_byes_place():
    cup = tournament(entered=7, drawn=True)
    (bye,) = free(cup)
    assert (bye.why, bye.instead_of) == ("bye", None)
    rested = Match.objects.get(pk=bye.match.id).pair_a

    taken = take(bye)

    assert (taken.status, taken.pair_a, taken.pair_b.name) == ("ready", rested, "Lezo – Ondarroa")
    assert match(cup, 2, taken.slot // 2).status == "waiting"
    event = Event.objects.latest("number")
    assert (event.kind, event.data["pair"]["number"]) == ("pair.took_place", 8)
    assert event.data["instead_of"] is None
    assert free(cup) == ()
    assert play_out(cup).champion is not None


def test_T7_a_late_pair_takes_the_place_of_one_that_withdrew():
    cup = tournament(entered=8, drawn=True)
    first = match(cup, 1, 0)
    left, stays = first.pair_a, first.pair_b
    departures.withdraw(pair_id=left.pk, reason="ill", actor=PROGRAM)
    (place,) = free(cup)
    assert (place.why, place.instead_of.number, place.against.number) == (
        "withdrawn", left.number, stays.number,
    )  # fmt: skip
    assert place.to == "2.1"

    taken = take(place)

    assert (taken.status, taken.pair_b) == ("ready", stays)
    assert match(cup, 2, 0).pair_a is None
    assert Event.objects.latest("number").data["instead_of"]["number"] == left.number
    assert play_out(cup).champion is not None


def test_T7_a_place_from_which_a_later_match_has_begun_is_not_free():
    cup = tournament(entered=8, drawn=True)
    departures.withdraw(pair_id=match(cup, 1, 0).pair_a_id, reason="ill", actor=PROGRAM)
    win(match(cup, 1, 1))
    (place,) = free(cup)
    start(match(cup, 2, 0))
    assert free(cup) == ()
    assert refusal(take, place) == ("place_taken",)


def test_T7_a_pair_of_the_list_that_was_not_drawn_comes_in_under_its_number():
    cup = tournament(entered=8)
    departures.withdraw(pair_id=pair(cup, 8).pk, reason="no word", actor=PROGRAM)
    from tournament.draw import services as draw

    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    (bye,) = free(cup)
    taken = take(bye, pair_number=8)
    assert taken.pair_b == pair(cup, 8)
    assert pair(cup, 8).is_in
    assert Pair.objects.filter(tournament=cup).count() == 8


def test_T7_a_pair_with_a_place_of_its_own_is_brought_back_instead():
    cup = tournament(entered=7, drawn=True)
    (bye,) = free(cup)
    assert refusal(take, bye, pair_number=bye.against.number) == ("was_drawn",)
    assert pairs_not_drawn(tournament_id=cup.pk) == ()
    league = tournament(entered=5, drawn=True, format="round_robin")
    assert pairs_not_drawn(tournament_id=league.pk) == (), "one rests in round 1, and plays later"


def test_T7_a_late_pair_is_asked_for_names_a_reason_and_an_organizer(foreign_actor):
    cup = tournament(entered=7, drawn=True)
    (bye,) = free(cup)
    for wrong, code in (
        ({"reason": " "}, "reason_required"),
        ({"player_1": ""}, "required"),
        ({"player_1": "Orio 1", "player_2": "Getaria 1"}, "duplicate_pair"),
    ):
        assert code in refusal(take, bye, **wrong)[0]
    with pytest.raises(NotAllowed):
        take(bye, actor=foreign_actor)
    assert Pair.objects.filter(tournament=cup).count() == 7


def test_T7_before_the_draw_a_pair_is_entered_as_usual():
    assert free(tournament(entered=4)) == ()


def test_T7_both_absent_are_withdrawn_and_the_next_opponent_goes_on():
    cup = tournament(entered=8, drawn=True)
    first = match(cup, 1, 0)
    (lead,) = advances_without_both(match_id=first.pk, tournament_id=cup.pk)
    assert (lead.match, lead.pair_from, lead.to) == ("2.1", "1.2", "3.1")

    gone = departures.both_absent(match_id=first.pk, reason="nobody came", actor=PROGRAM)

    assert {one.status for one in gone} == {"withdrawn"}
    first.refresh_from_db()
    assert (first.status, first.winner, first.ended_by) == ("finished", "", "withdrawal")
    assert [one.kind for one in Event.objects.order_by("number")][-2:] == ["pair.withdrawn"] * 2
    walked = win(match(cup, 1, 1)).pair_a
    second = match(cup, 2, 0)
    assert (second.status, second.pair_b, second.winner) == ("finished", walked, "B")


def test_T7_absence_is_said_of_a_match_that_has_not_begun():
    cup = tournament(entered=4, drawn=True)
    begun = start(match(cup, 1, 0))
    assert refusal(
        departures.both_absent, match_id=begun.pk, reason="nobody came", actor=PROGRAM
    ) == ("already_playing",)


@pytest.mark.parametrize("how", ["result", "walkover"])
def test_T7_a_place_in_a_match_that_was_decided_without_sitting_down_is_not_free(how):
    cup = tournament(entered=4, drawn=True)
    first = match(cup, 1, 0)
    if how == "result":
        games = (first.wins_needed, 0)
        matches.record_result(match_id=first.pk, games=games, actor=PROGRAM)
    else:
        matches.walkover(match_id=first.pk, winner="B", reason="nobody came", actor=PROGRAM)
    departures.withdraw(pair_id=first.pair_a_id, reason="went home", actor=PROGRAM)

    assert free(cup) == ()


def test_T7_a_pair_of_the_list_is_not_let_in_beside_one_of_its_names():
    cup = tournament(entered=8)
    left = pair(cup, 8)
    departures.withdraw(pair_id=left.pk, reason="ill", actor=PROGRAM)
    names = {"player_1": left.player_1, "player_2": left.player_2}
    twin = pairs.enter(tournament_id=cup.pk, **names, actor=PROGRAM)
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    other = pair(cup, 1)
    departures.withdraw(pair_id=other.pk, reason="ill", actor=PROGRAM)
    place = next(one for one in free(cup) if one.instead_of and one.instead_of.id == other.pk)
    given = {"player_1": "", "player_2": "", "pair_number": left.number}
    assert refusal(take, place, **given) == ("duplicate_pair",)
    take(place, **given, allow_duplicate=True)
    assert {one.is_in for one in (pair(cup, 8), pair(cup, twin.number))} == {True}


@pytest.mark.parametrize("format_", ["groups", "round_robin"])
def test_T7_where_everything_is_laid_out_it_takes_a_place_with_all_its_matches(format_):
    cup = tournament(entered=8, drawn=True, format=format_)
    left = pair(cup, 3)
    mine = [one.pk for one in Match.objects.filter(tournament=cup) if left.pk in one.pairs]
    win(match(cup, 1, 0) if left.pk not in match(cup, 1, 0).pairs else match(cup, 1, 1))
    departures.withdraw(pair_id=left.pk, reason="no word", actor=PROGRAM)
    (place,) = free(cup)
    assert (place.why, place.instead_of.number, place.matches) == ("withdrawn", 3, len(mine))

    taken = take(place)

    assert (taken.round, taken.status) == (1, "ready")
    late = Pair.objects.get(tournament=cup, number=9)
    now = Match.objects.filter(pk__in=mine)
    assert {late.pk in one.pairs for one in now} == {True}
    assert not any(left.pk in one.pairs for one in Match.objects.filter(tournament=cup))
    must_hold(cup)
    assert free(cup) == ()
    for _round in range(7):
        play_out(cup)
    cup.refresh_from_db()
    assert cup.champion is not None
    must_hold(cup)


def test_T7_a_place_of_a_group_in_which_a_match_was_played_is_not_free():
    cup = tournament(entered=8, drawn=True, format="groups")
    win(match(cup, 1, 0))
    departures.withdraw(pair_id=match(cup, 1, 0).pair_a_id, reason="ill", actor=PROGRAM)
    assert free(cup) == ()


@pytest.mark.parametrize(("safe", "words"), [(0, "one life less"), (1, "costs no life")])
def test_T7_a_late_pair_is_told_what_the_round_it_missed_costs(safe, words):
    cup = tournament(
        entered=4, drawn=True, format="three_losses", format_options={"safe_rounds": safe}
    )
    (way,) = [way for way in other_ways(tournament=cup) if way.into == "next_round"]
    with override("en"):
        assert words in str(way.changes)
    late = latecomers.join_late(tournament_id=cup.pk, into="next_round", **LATE)
    bouts = [one.to_rules() for one in Match.objects.filter(tournament=cup)]
    assert format_of(cup).lost(bouts).get(late.pk, 0) == (0 if safe else 1)


def test_T7_a_late_pair_gets_a_place_by_lot_and_the_log_names_the_places():
    cup = tournament(entered=5, drawn=True)
    places = [(one.match.slot, one.side.value) for one in free(cup)]
    assert len(places) == 3
    named = place_by_lot(places, "s")
    assert named == min(places, key=lambda place: lot("s", f"late:{place[0]}{place[1]}"))

    taken = latecomers.take_place_by_lot(tournament_id=cup.pk, **LATE)

    assert ((taken.slot, "B"), taken.pair_b.name) == (named, "Lezo – Ondarroa")
    event = Event.objects.latest("number")
    assert event.data["by_lot"] == [list(place) for place in places]
    must_hold(cup)


def test_T7_the_check_of_the_log_finds_a_place_that_the_lot_did_not_name():
    cup = tournament(entered=5, drawn=True)
    places = [(one.match.slot, one.side.value) for one in free(cup)]
    named = place_by_lot(places, "s")
    other = next(one for one in free(cup) if (one.match.slot, one.side.value) != named)
    take(other)
    cup.refresh_from_db()
    *before, last = entries_of(tournament=cup)
    replay = Replay().apply_events(before)
    told = {**last.data_with_texts, "by_lot": [list(place) for place in places]}
    replay.apply_event(number=last.number, kind=last.kind, data=told)
    faults = [one.where for one in bracket_faults(replay)]
    assert "bracket › the place of a late pair that the lot names" in faults


def test_T7_without_a_free_place_no_lot_is_drawn():
    cup = tournament(entered=4, drawn=True)
    assert refusal(latecomers.take_place_by_lot, tournament_id=cup.pk, **LATE) == ("no_place_free",)
    assert refusal(
        latecomers.take_place_by_lot, tournament_id=tournament(entered=2).pk, **LATE
    ) == ("not_drawn",)
