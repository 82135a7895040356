"""The statistics of a tournament, of its pairs, and records over several."""

from collections import Counter

import pytest
from django.contrib.auth.models import User

from scoring.proof.services.erasing import erase
from scoring.statistics.queries import (
    TournamentStatistics,
    _statistics,
    records_of,
    remarkables,
    tournament_statistics,
)
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, record, win_for_a, win_for_b
from tournament.championship.models import Tournament
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def statistics(match: Match, head: str = "") -> TournamentStatistics:
    """As they stand; a `head` stands for that of the log, which is not asked for."""
    head = head or Tournament.objects.get(pk=match.tournament_id).event_hash
    return tournament_statistics(tournament_id=match.tournament_id, head=head)


def test_hands_are_counted_once_for_the_tournament_and_for_each_pair(match):
    record(match, plain())
    record(match, win_for_a())
    found = statistics(match)
    assert (found.whole.hands, found.whole.games_won) == (2, 1)
    assert [row.tally.hands for row in found.pairs] == [2, 2]
    assert found.whole.stones == sum(row.tally.stones for row in found.pairs) == 8 + 33
    assert found.whole.stones == sum(place.stones for place in found.whole.places)
    assert found.whole.ordagos_won == 1


def test_dejes_that_one_pair_takes_the_other_gives(match):
    bets = {"grande": [{"by": "A", "call": "envido"}, {"by": "B", "call": "no_quiero"}]}
    record(match, plain(bets=bets))
    rows = {row.name: row.tally for row in statistics(match).pairs}
    a, b = rows[match.pair_a.name], rows[match.pair_b.name]
    assert (a.dejes_taken, a.dejes_given, b.dejes_taken, b.dejes_given) == (1, 0, 0, 1)


def test_erased_names_are_alike_and_leave_the_records_as_they_were(match):
    record(match, win_for_a())
    before = {one.kind: one.rank for one in statistics(match).remarkable}
    assert before["most_ordagos_won"] == 1
    players = [name for pair in match.tournament.pairs.all() for name in pair.name.split(" – ")]
    erase(
        tournament_id=match.tournament_id, words=players, asked_by="person", reason="asked",
        actor=PROGRAM,
    )  # fmt: skip
    assert {one.kind: one.rank for one in statistics(match).remarkable} == before


def test_a_comeback_a_close_game_and_long_hands_stand_out(match):
    record(match, quick(1, 20))
    record(match, plain(bets=table.seen("grande", 6)))
    record(match, win_for_a())
    found = {one.kind: one for one in statistics(match).remarkable}
    assert found["comeback"].rank == 19
    assert found["biggest_seen"].rank == 6
    assert found["biggest_seen"].number == 2
    assert found["longest_hand"].rank == 2
    assert found["most_ordagos_won"].pairs == (match.pair_a.name,)


@pytest.mark.parametrize(
    ("stones", "winner", "won"), [([0, 40], "B", 0), ([40, 0], "A", 1), ([3, 0], None, 0)]
)
def test_D7_an_ordago_is_won_by_the_pair_to_which_an_official_gave_it(match, stones, winner, won):
    record(match, plain(bets=table.ordago("grande")))  # by A; the cards are B's
    assert statistics(match).whole.ordagos_won == 0
    table.overrule(match, 1, 1, stones=[40, 0], game_winner="A", reason="D7")
    assert statistics(match).whole.ordagos_won == 1
    table.overrule(match, 1, 1, stones=stones, game_winner=winner, reason="D7")
    found = statistics(match).whole
    assert (found.ordagos_seen, found.ordagos_won) == (1, won)


def test_the_best_cards_of_each_lance_stand_out_and_say_where_they_were(match):
    record(match, plain())
    best = {one.lance: one for one in statistics(match).holdings if one.is_best}
    assert best["grande"].cards == "R R R 7"
    assert (best["grande"].game, best["grande"].number) == (1, 1)
    assert best["chica"].cards == "A A 4 4"


def test_what_was_corrected_away_counts_no_more(match):
    record(match, win_for_a())
    assert statistics(match).whole.ordagos_said == 1
    table.correct(match, 1, 1, plain())
    found = statistics(match)
    assert (found.whole.ordagos_said, found.whole.games_won) == (0, 0)


@pytest.mark.parametrize("hands", [1, 3])
def test_statistics_take_six_queries_and_the_same_again_none(
    match, hands, django_assert_num_queries
):
    """Five where every game is remembered."""
    _statistics.cache_clear()
    for _hand in range(hands):
        record(match, plain())
    for head, queries in (("played", 6), ("played", 0), ("nothing new", 5), ("nothing new", 0)):
        with django_assert_num_queries(queries):
            statistics(match, head)


def test_records_are_over_the_tournaments_of_the_same_organizers_alone():
    organizer = User.objects.create_user("zumaia")
    mine, other, foreign = (table.a_match(name=name) for name in ("Mine", "Other", "Foreign"))
    for match in (mine, other):
        match.tournament.organizers.add(organizer)
    record(mine, plain(bets=table.seen("grande", 4)))
    record(other, plain(bets=table.seen("grande", 8)))
    record(foreign, plain(bets=table.seen("grande", 12)))
    found = records_of(slug=mine.tournament.slug)
    assert {one.name for one in found.tournaments} == {"Mine", "Other"}
    held = {one.remarkable.kind: one for one in found.held}
    assert (held["biggest_seen"].remarkable.rank, held["biggest_seen"].tournament) == (8, "Other")


def test_a_record_names_every_tournament_that_shares_it():
    organizer = User.objects.create_user("zumaia")
    for name, stones in (("First", 8), ("Second", 4), ("Third", 8)):
        match = table.a_match(name=name)
        match.tournament.organizers.add(organizer)
        record(match, plain(bets=table.seen("grande", stones)))
    held = records_of(slug=match.tournament.slug).held
    seen = [one.tournament for one in held if one.remarkable.kind == "biggest_seen"]
    assert seen == ["First", "Third"]


def test_pairs_share_what_each_did_as_often():
    by_pair = [
        ("Lezo", Counter(ordago_won=1)),
        ("Orio", Counter(ordago_won=2)),
        ("Lizarra", Counter(ordago_won=2)),
        ("Baztan", Counter()),
    ]
    (most,) = remarkables(games=(), by_pair=by_pair)
    assert [one.pairs for one in (most, *most.also)] == [("Orio",), ("Lizarra",)]


def test_a_rehearsal_of_another_day_holds_no_record():
    organizer = User.objects.create_user("zumaia")
    mine, rehearsal = (table.a_match(name=name) for name in ("Mine", "Rehearsal"))
    for match in (mine, rehearsal):
        match.tournament.organizers.add(organizer)
    Tournament.objects.filter(pk=rehearsal.tournament_id).update(is_rehearsal=True)
    record(rehearsal, win_for_b())
    assert records_of(slug=mine.tournament.slug).held == ()
