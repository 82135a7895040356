"""Consolation matches between beaten pairs (T3)."""

import pytest

from scoring.undoing.services.undo import undo
from tests.refusals import faults_of
from tests.tournament.play import PROGRAM, match, must_hold, pair, play_out, tournament, win
from tournament.consolation import queries
from tournament.consolation import services as consolation
from tournament.consolation.queries import propose
from tournament.entries.services import departures
from tournament.errors import NotAllowed
from tournament.matches.queries.openings import ways_in
from tournament.matches.services.results import reopen
from tournament.memory.services import desk_act
from tournament.standings.queries import consolation_standings, consolation_winners
from tournament.tables.services.tables import set_count

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Eight pairs; the first two matches have been played."""
    made = tournament(entered=8, drawn=True)
    for slot in (0, 1):
        win(match(made, 1, slot))
    return made


def beaten(of):
    return [match(of, 1, slot).pair_b.number for slot in (0, 1)]


def create(of, *pairings, **fields):
    return consolation.create_matches(
        tournament_id=of.pk, pairings=list(pairings), actor=PROGRAM, **fields
    )


def test_T3_beaten_pairs_play_each_other_off_the_trophy(cup):
    (extra,) = create(cup, beaten(cup))
    assert (extra.kind, extra.status, extra.round, extra.best_of) == ("consolation", "ready", 1, 5)
    win(extra, "B")
    lines = consolation_standings(tournament_id=cup.pk)
    assert [(line.pair.number, line.place) for line in lines] == [
        (beaten(cup)[1], 1),
        (beaten(cup)[0], 2),
    ]
    cup.refresh_from_db()
    assert cup.champion is None


def test_T3_consolation_goes_on_after_the_final(cup):
    play_out(cup)
    (extra,) = create(cup, beaten(cup), best_of=1)
    assert win(extra).status == "finished"
    cup.refresh_from_db()
    assert cup.status == "finished"


def test_T3_only_beaten_pairs_that_are_free_are_paired(cup):
    a, b = beaten(cup)
    still_in = match(cup, 1, 1).pair_a.number
    assert faults_of(
        consolation.create_matches, tournament_id=cup.pk, pairings=[(a, still_in), (b, 99)]
    ) == [("pairings[0]", "pair_not_free"), ("pairings[1]", "pair_not_free")]
    create(cup, (a, b))
    assert faults_of(consolation.create_matches, tournament_id=cup.pk, pairings=[(a, b)]) == [
        ("pairings[0]", "pair_not_free"),
        ("pairings[0]", "pair_not_free"),
    ]


def test_T3_a_pair_that_has_left_is_not_paired(cup):
    a, b = beaten(cup)
    departures.disqualify(pair_id=pair(cup, a).pk, reason="false claims", actor=PROGRAM)
    assert faults_of(consolation.create_matches, tournament_id=cup.pk, pairings=[(a, b)]) == [
        ("pairings[0]", "pair_not_free")
    ]
    assert propose(tournament_id=cup.pk).matches == ()


def test_T3_nobody_plays_itself_or_twice_at_once(cup):
    a, b = beaten(cup)
    assert faults_of(consolation.create_matches, tournament_id=cup.pk, pairings=[(a, a)]) == [
        ("pairings[0]", "paired_twice")
    ]
    assert faults_of(
        consolation.create_matches, tournament_id=cup.pk, pairings=[(a, b), (b, a)]
    ) == [("pairings[1]", "paired_twice")]


@pytest.mark.parametrize(
    "pairings", [[], None, "ab", [(1,)], [(1, 2, 3)], [("a", "b")], [5], [(True, 2)], [None]]
)
@pytest.mark.sampled(3)
def test_pairings_that_are_none_are_refused(cup, pairings):
    ((field, code),) = faults_of(
        consolation.create_matches, tournament_id=cup.pk, pairings=pairings
    )
    assert field.startswith("pairings")
    assert code in ("nothing_to_pair", "bad_pairing")


@pytest.mark.parametrize("best_of", [0, 2, True, "3", 19])
def test_a_number_of_games_is_odd_and_small(cup, best_of):
    assert faults_of(
        consolation.create_matches, tournament_id=cup.pk, pairings=[beaten(cup)], best_of=best_of
    ) == [("best_of", "bad_best_of")]


def test_what_is_called_off_is_an_open_consolation_match(cup):
    assert faults_of(consolation.cancel, match_id=match(cup, 1, 2).pk, reason="x") == [
        ("match", "not_consolation")
    ]
    (extra,) = create(cup, beaten(cup))
    win(extra)
    assert faults_of(consolation.cancel, match_id=extra.pk, reason="x") == [
        ("match", "match_finished")
    ]


def test_only_organizers_pair(cup, foreign_actor):
    with pytest.raises(NotAllowed):
        consolation.create_matches(
            tournament_id=cup.pk, pairings=[beaten(cup)], actor=foreign_actor
        )
    (extra,) = create(cup, beaten(cup))
    with pytest.raises(NotAllowed):
        consolation.cancel(match_id=extra.pk, reason="x", actor=foreign_actor)


def test_T3_no_more_matches_are_proposed_than_tables_are_free():
    of = tournament(entered=8, drawn=True, tables=5)
    for slot in range(4):
        win(match(of, 1, slot))
    # Two of the five tables are for the semi-finals.
    proposal = propose(tournament_id=of.pk)
    assert (proposal.free_tables, len(proposal.matches)) == (3, 2)
    set_count(tournament_id=of.pk, count=3, actor=PROGRAM)
    assert len(propose(tournament_id=of.pk).matches) == 1


def test_T3_a_pair_that_opted_out_and_is_chosen_by_hand_is_refused_with_that_reason(cup):
    proposed = propose(tournament_id=cup.pk).matches[0]
    one, other = proposed.pair_a.number, proposed.pair_b.number
    consolation.opt_out(tournament_id=cup.pk, number=one, actor=PROGRAM)
    pairing = {"tournament_id": cup.pk, "pairings": [(one, other)]}
    assert faults_of(consolation.create_matches, **pairing) == [("pairings[0]", "pair_opted_out")]
    consolation.opt_in(tournament_id=cup.pk, number=one, actor=PROGRAM)
    consolation.create_matches(**pairing, actor=PROGRAM)


def test_T3_a_pair_that_opts_out_is_proposed_no_more_until_it_plays_on(cup):
    one = propose(tournament_id=cup.pk).matches[0].pair_a.number
    consolation.opt_out(tournament_id=cup.pk, number=one, actor=PROGRAM)
    proposal = propose(tournament_id=cup.pk)
    assert [pair.number for pair in proposal.opted_out] == [one]
    assert proposal.matches == ()
    assert faults_of(consolation.opt_out, tournament_id=cup.pk, number=one) == [
        ("pair", "opted_out_already")
    ]
    consolation.opt_in(tournament_id=cup.pk, number=one, actor=PROGRAM)
    assert len(propose(tournament_id=cup.pk).matches) == 1
    assert faults_of(consolation.opt_in, tournament_id=cup.pk, number=one) == [
        ("pair", "not_opted_out")
    ]


def won(of):
    return [line.pair.number for line in consolation_winners(tournament_id=of.pk)]


def test_T3_a_consolation_that_has_ended_is_won_by_its_first_and_takes_no_match_more(cup):
    (extra,) = create(cup, beaten(cup))
    assert faults_of(consolation.end, tournament_id=cup.pk) == [("tournament", "matches_open")]
    win(extra, "B")
    assert won(cup) == [], "it goes on"
    consolation.end(tournament_id=cup.pk, actor=PROGRAM)
    assert won(cup) == [beaten(cup)[1]]
    win(match(cup, 1, 2))
    win(match(cup, 1, 3))
    proposal = propose(tournament_id=cup.pk)
    assert (proposal.matches, proposal.left_over) == ((), ())
    more = [match(cup, 1, slot).pair_b.number for slot in (2, 3)]
    assert faults_of(consolation.create_matches, tournament_id=cup.pk, pairings=[more]) == [
        ("tournament", "consolation_ended")
    ]
    ended = ("tournament", "consolation_ended")
    assert faults_of(consolation.end, tournament_id=cup.pk) == [ended]
    must_hold(cup)


def test_T3_the_end_of_the_consolation_is_undone(cup):
    (extra,) = create(cup, beaten(cup))
    win(extra)
    with desk_act() as recorder:
        consolation.end(tournament_id=cup.pk, actor=PROGRAM)
    assert queries.ended_by(tournament_id=cup.pk) == recorder.memory.last
    undo(tournament_id=cup.pk, event=recorder.memory.last, actor=PROGRAM)
    assert queries.ended_by(tournament_id=cup.pk) is None
    assert won(cup) == []
    win(match(cup, 1, 2))
    assert propose(tournament_id=cup.pk).left_over or propose(tournament_id=cup.pk).matches
    must_hold(cup)


def test_T3_a_result_reopened_after_the_end_has_no_winner_until_it_is_played_again(cup):
    (extra,) = create(cup, beaten(cup))
    win(extra, "B")
    consolation.end(tournament_id=cup.pk, actor=PROGRAM)
    reopen(match_id=extra.pk, actor=PROGRAM, reason="counted wrongly")
    assert won(cup) == []
    extra.refresh_from_db()
    win(extra, "A")
    assert won(cup) == [beaten(cup)[0]]
    must_hold(cup)


def test_T3_pairs_that_the_tie_break_leaves_equal_share_the_first_place():
    of = tournament(entered=8, drawn=True)
    for slot in range(4):
        win(match(of, 1, slot))
    lost = [match(of, 1, slot).pair_b.number for slot in range(4)]
    for extra in create(of, lost[:2], lost[2:]):
        win(extra)
    consolation.end(tournament_id=of.pk, actor=PROGRAM)
    assert won(of) == sorted((lost[0], lost[2]))


def test_T3_a_day_without_consolation_ends_it_before_it_began(cup):
    consolation.end(tournament_id=cup.pk, actor=PROGRAM)
    assert won(cup) == []
    assert propose(tournament_id=cup.pk).matches == ()
    ways = {way.into for way in ways_in(tournament_id=cup.pk)}
    assert "consolation" not in ways, "no late pair is let into it"


def test_there_is_no_consolation_before_the_draw():
    assert faults_of(
        consolation.create_matches, tournament_id=tournament(entered=2).pk, pairings=[(1, 2)]
    ) == [("tournament", "not_drawn")]
    assert faults_of(consolation.end, tournament_id=tournament(entered=2).pk) == [
        ("tournament", "not_drawn")
    ]
