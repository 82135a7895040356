"""A day of individuals: two to six at a table, each for himself, with points by order of finish."""

from unittest.mock import patch

import pytest

from scoring.proof.queries.verify import verify_tournament
from scoring.proof.services.files import rebuild, write_file
from scoring.undoing.services.undo import undo
from tests.refusals import refusal
from tests.tampering.trials import forget_everything
from tests.tournament.play import PROGRAM, must_hold, tournament
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.draw import services as draw
from tournament.entries.services import departures, latecomers, pairs
from tournament.errors import Conflict, NotFound
from tournament.formats.seated import SeatedTable
from tournament.log import services as events
from tournament.log.rules import kinds
from tournament.memory.services import desk_act
from tournament.seatings import services as seatings
from tournament.seatings.models import SeatedRound
from tournament.seatings.queries import day_of_individuals, rounds_of
from tournament.standings.queries import standings

pytestmark = pytest.mark.django_db


def day_of(players: int, *, drawn: bool = True, **options) -> Tournament:
    """A day of so many players, drawn with the seed "s"."""
    made = tournament(regulation="short-rules", format_options=options)
    names = "\n".join(f"Jugador de Getaria {n}" for n in range(1, players + 1))
    pairs.enter_list(tournament_id=made.pk, text=names, actor=PROGRAM)
    if drawn:
        draw.make(tournament_id=made.pk, actor=PROGRAM, seed="s")
    made.refresh_from_db()
    return made


def seat(day: Tournament) -> SeatedRound:
    return seatings.seat(tournament_id=day.pk, actor=PROGRAM)


def enter(day, number, table, order, **more) -> SeatedRound:
    return seatings.enter_order(
        tournament_id=day.pk, number=number, table=table, order=order, actor=PROGRAM, **more
    )


def lowest_first(day: Tournament) -> None:
    """Draws the next round and ends it: at each table the lowest number wins."""
    drawn = seat(day)
    for table, one in enumerate(drawn.tables, start=1):
        enter(day, drawn.number, table, sorted(one["seats"]))


def lines_of(day: Tournament) -> list[tuple[int | None, int, int | None, str]]:
    lines = standings(tournament_id=day.pk)
    return [(one.place, one.pair.number, one.points, one.title) for one in lines]


def test_a_day_goes_from_the_entries_to_its_winner_and_the_proof_holds():
    day = day_of(9, seats=4, rounds=2)
    for _round in range(2):
        lowest_first(day)
        must_hold(day)
    day.refresh_from_db()
    assert day.status == "finished"
    assert lines_of(day)[0] == (1, day.champion.number, 8, "champion")
    content = write_file(tournament_id=day.pk)
    rounds = rounds_of(tournament_id=day.pk)
    forget_everything()
    again = rebuild(content=content)
    assert rounds_of(tournament_id=again.pk) == rounds
    must_hold(again)


def test_a_shared_place_brings_each_the_points_of_that_place_and_the_next_is_left_out():
    day = day_of(4, seats=4, rounds=1, points=[5, 3, 1])
    seat(day)
    enter(day, 1, 1, [[2], [1, 4], [3]])
    (table,) = day_of_individuals(tournament_id=day.pk).rounds[0].tables
    assert [(one.player.number, one.place, one.points) for one in table.finish] == [
        (2, 1, 5), (1, 2, 3), (4, 2, 3), (3, 4, 0),
    ]  # fmt: skip
    assert {number: points for _place, number, points, _title in lines_of(day)} == {
        2: 5, 1: 3, 4: 3, 3: 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    "order", [[1, 2, 3], [1, 2, 3, 3], [1, 2, 3, 9], [[1, 2], [], [3, 4]], "1234", [1, 2, 3, True]]
)
def test_an_order_names_everybody_at_the_table_once(order):
    day = day_of(4)
    seat(day)
    assert refusal(enter, day, 1, 1, order) == ("bad_order",)
    assert SeatedRound.objects.get().tables[0]["order"] is None


def test_an_order_is_corrected_with_a_reason_by_who_has_seen_it():
    day = day_of(4, rounds=1)
    seat(day)
    enter(day, 1, 1, [1, 2, 3, 4])
    with pytest.raises(Conflict):
        enter(day, 1, 1, [2, 1, 3, 4], reason="read wrongly")
    seen = [[1], [2], [3], [4]]
    assert refusal(enter, day, 1, 1, [2, 1, 3, 4], seen=seen) == ("reason_required",)
    assert refusal(enter, day, 1, 1, [1, 2, 3, 4], seen=seen, reason="again") == (
        "nothing_changed",
    )
    enter(day, 1, 1, [2, 1, 3, 4], seen=seen, reason="read wrongly")
    day.refresh_from_db()
    assert day.champion.number == 2
    must_hold(day)


def test_a_log_of_an_earlier_version_in_which_a_round_was_taken_back_still_holds(monkeypatch):
    monkeypatch.setattr(events, "KINDS", kinds.KINDS | kinds.RETIRED)
    day = day_of(4, rounds=1)
    row = seat(day)
    enter(day, 1, 1, [1, 2, 3, 4])
    row.tables = [{**row.tables[0], "order": None}]
    row.save()
    told = {"round": 1, "reason": "a slip", "champion": None, "tournament_status": "running"}
    seatings.crown(Tournament.objects.get(pk=day.pk))
    players = [events.pair_ref(pair) for pair in day.pairs.order_by("number")]
    was = {"order": [[1], [2], [3], [4]]}
    of_table = {"table": 1, "order": None, "players": players, "was": was}
    events.append(day, PROGRAM, "round.order_taken_back", {**told, **of_table})
    must_hold(day)
    row.delete()
    events.append(day, PROGRAM, "round.seating_undone", told)
    must_hold(day)


def test_acts_out_of_turn_are_refused_and_change_nothing():
    day = day_of(4, rounds=1, drawn=False)
    assert refusal(seat, day) == ("not_drawn",)
    draw.make(tournament_id=day.pk, actor=PROGRAM, seed="s")
    back = {"tournament_id": day.pk, "actor": PROGRAM, "reason": "a slip"}
    seat(day)
    assert refusal(seat, day) == ("round_open",)
    assert refusal(draw.undo, **back) == ("round_seated",)
    with pytest.raises(NotFound):
        enter(day, 1, 2, [1, 2, 3, 4])
    enter(day, 1, 1, [1, 2, 3, 4])
    assert refusal(seat, day) == ("already_over",)
    of_pairs = tournament(entered=4, drawn=True)
    assert refusal(seat, of_pairs) == ("not_individual",)


def test_T6_who_left_has_no_place_at_the_table_and_a_late_one_sits_down_in_the_next_round():
    day = day_of(5, seats=3, rounds=2)
    drawn = seat(day)
    leaves = drawn.tables[0]["seats"][0]
    departures.withdraw(pair_id=day.pairs.get(number=leaves).pk, actor=PROGRAM, reason="gone home")
    late = latecomers.join_late(
        tournament_id=day.pk, into="next_tables", actor=PROGRAM, reason="a flat tyre",
        player_1="Tarde de Orio",
    )  # fmt: skip
    for table, one in enumerate(drawn.tables, start=1):
        enter(day, 1, table, [number for number in one["seats"] if number != leaves])
    second = {number for one in seat(day).tables for number in one["seats"]}
    assert second == {1, 2, 3, 4, 5, late.number} - {leaves}
    must_hold(day)
    departures.reinstate(
        pair_id=day.pairs.get(number=leaves).pk, actor=PROGRAM, reason="it is back"
    )
    assert refusal(
        latecomers.join_late, tournament_id=day.pk, into="next_tables",
        actor=PROGRAM, reason="later still", player_1="Más tarde de Orio",
    ) == ("not_offered",)  # fmt: skip
    must_hold(day)


@pytest.mark.parametrize("stays_empty", [False, True])
def test_T8_the_title_of_a_disqualified_player_passes_on_unless_its_place_stays_empty(stays_empty):
    day = day_of(4, rounds=1)
    lowest_first(day)
    first = day.pairs.get(number=1)
    departures.disqualify(
        pair_id=first.pk, actor=PROGRAM, reason="cards up the sleeve",
        place_stays_empty=stays_empty,
    )  # fmt: skip
    day.refresh_from_db()
    assert day.status == "finished"
    assert (day.champion and day.champion.number) == (None if stays_empty else 2)
    assert lines_of(day)[-1] == (None, 1, 4, "disqualified")
    assert lines_of(day)[0][:2] == ((2 if stays_empty else 1), 2)
    must_hold(day)
    departures.reinstate(pair_id=first.pk, actor=PROGRAM, reason="it was not")
    day.refresh_from_db()
    assert day.champion.number == 1
    must_hold(day)


def test_the_day_ends_when_nobody_is_left_to_play_against():
    day = day_of(3, seats=3, rounds=3)
    drawn = seat(day)
    for number in (2, 3):
        departures.withdraw(
            pair_id=day.pairs.get(number=number).pk, actor=PROGRAM, reason="gone home"
        )
    enter(day, drawn.number, 1, [1])
    day.refresh_from_db()
    assert (day.status, day.champion.number) == ("finished", 1)
    must_hold(day)


def test_a_round_undone_ends_the_day_when_nobody_is_left_to_draw_it_again():
    day = day_of(4, seats=4, rounds=3)
    lowest_first(day)
    with desk_act() as recorder:
        seat(day)
    for number in (1, 2, 3):
        departures.withdraw(
            pair_id=day.pairs.get(number=number).pk, actor=PROGRAM, reason="gone home"
        )
    undo(tournament_id=day.pk, event=recorder.memory.last, actor=PROGRAM)
    day.refresh_from_db()
    assert (day.status, day.champion.number) == ("finished", 1)
    must_hold(day)
    departures.reinstate(pair_id=day.pairs.get(number=2).pk, actor=PROGRAM, reason="it is back")
    day.refresh_from_db()
    assert (day.status, day.champion) == ("running", None)
    must_hold(day)


def test_everybody_enters_by_one_name():
    day = day_of(3, drawn=False)
    of_day = {"tournament_id": day.pk, "actor": PROGRAM}
    both = {"player_1": "Getaria 1", "player_2": "Orio 1"}
    assert refusal(pairs.enter, **of_day, **both) == ("plays_alone",)
    assert refusal(pairs.enter_list, **of_day, text="A 1 / B 1") == ("plays_alone",)
    assert day.pairs.count() == 3
    first = {"pair_id": day.pairs.first().pk, "actor": PROGRAM}
    assert refusal(pairs.change, **first, player_2="B") == ("plays_alone",)


def test_a_pair_from_before_the_day_was_for_individuals_can_be_corrected():
    day = tournament(entered=2)
    tournaments.change(tournament_id=day.pk, actor=PROGRAM, regulation="short-rules")
    tournaments.change(tournament_id=day.pk, actor=PROGRAM, format="individuals")
    first = day.pairs.get(number=1)
    pairs.change(pair_id=first.pk, actor=PROGRAM, player_1="Lezo 1")
    pairs.change(pair_id=first.pk, actor=PROGRAM, player_2="")
    assert day.pairs.get(number=1).name == "Lezo 1"


def test_a_round_that_is_not_what_the_log_tells_is_found():
    day = day_of(8, rounds=2)
    lowest_first(day)
    row = SeatedRound.objects.get()
    first, second = row.tables
    changes = [
        {"number": 2},
        {"tables": [second, first]},
        {"tables": [{**first, "seats": first["seats"][::-1]}, second]},
        {"tables": [{**first, "order": first["order"][::-1]}, second]},
        {"tables": [{**first, "order": None}, second]},
    ]
    for change in changes:
        SeatedRound.objects.update(**change)
        assert not verify_tournament(tournament_id=day.pk).ok, change
        SeatedRound.objects.update(number=1, tables=row.tables)
    must_hold(day)
    row.delete()
    assert not verify_tournament(tournament_id=day.pk).ok


def test_tables_that_do_not_follow_from_the_seed_are_found():
    day = day_of(8)
    other = [[1, 2, 3, 4], [5, 6, 7, 8]]
    with patch(
        "tournament.formats.individuals.Individuals.seated",
        return_value=tuple(SeatedTable(tuple(seats)) for seats in other),
    ):
        seat(day)
    assert "tables of round 1" in str(verify_tournament(tournament_id=day.pk).first)
