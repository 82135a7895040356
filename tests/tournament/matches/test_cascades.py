"""A changed result goes as far as it must, in one event, and is taken back as one."""

import pytest
from django.db import transaction

from tests.previews import if_back, if_reopened, if_taken_back, if_won
from tests.refusals import refusal
from tests.tournament.play import (
    PROGRAM,
    match,
    must_hold,
    pair,
    play_out,
    play_round,
    start,
    tournament,
    win,
)
from tournament.consolation import services as consolation
from tournament.entries.services import departures, latecomers
from tournament.errors import Conflict, NotAllowed, Unseen
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.openings import openings
from tournament.matches.services import matches, undoing

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return tournament(entered=8, drawn=True)


def kept(cup):
    return list(Match.objects.filter(tournament=cup, kind="set_aside").order_by("round", "slot"))


def take_back(cascade, **fields):
    with transaction.atomic():
        cup, found = undoing.to_take_back(cascade_id=cascade.pk, actor=PROGRAM)
        return undoing.restore(
            tournament=cup, cascade=found, actor=PROGRAM, reason="it was right", **fields
        )


def test_corrections_a_replaced_result_undoes_what_stands_on_it_and_nothing_else(cup):
    play_out(cup)
    first, semi, final = match(cup, 1, 0), match(cup, 2, 0), match(cup, 3, 0)
    other = match(cup, 2, 1)
    seen = if_won(match=first, winner="B")
    assert [(one.label, one.becomes) for one in seen.matches] == [
        ("2.1", "again"), ("3.1", "waiting"),
    ]  # fmt: skip
    assert (seen.sets_aside, seen.crown) == ((semi.pk, final.pk), first.pair_a.name)

    matches.replace_result(
        match_id=first.pk, games=(1, 3), reason="sides mixed", actor=PROGRAM,
        sets_aside=seen.sets_aside,
    )  # fmt: skip

    cup.refresh_from_db()
    assert (cup.status, cup.champion_id) == ("running", None)
    again, crown = match(cup, 2, 0), match(cup, 3, 0)
    assert (again.status, again.pair_a_id) == ("ready", first.pair_b_id)
    assert (crown.status, crown.pair_a_id) == ("waiting", None)
    assert match(cup, 2, 1).pk == other.pk
    assert [(one.pk, one.winner, one.games_a) for one in kept(cup)] == [
        (semi.pk, "A", 3), (final.pk, "A", 3),
    ]  # fmt: skip


def test_a_pair_that_goes_on_without_an_opponent_has_a_bye_and_nobody_has_left():
    """Two pairs with byes in round 1 meet in round 2: only one of them can come to bracket B."""
    cup = tournament(entered=9, drawn=True, format_options={"consolation": "first_round"})
    first = Match.objects.filter(tournament=cup, round=2, status="ready").first()
    seen = if_won(match=first, winner="B")
    [bye] = [one for one in seen.matches if one.becomes == "bye"]
    assert set(bye.after) == {"", first.pair_a.name}
    assert "ends" not in {one.becomes for one in seen.matches}


def test_corrections_one_event_tells_the_whole_cascade(cup):
    play_out(cup)
    first = match(cup, 1, 0)
    before = Event.objects.filter(tournament=cup).count()

    matches.reopen(
        match_id=first.pk, reason="miscounted", actor=PROGRAM,
        sets_aside=if_reopened(match=first).sets_aside,
    )  # fmt: skip

    assert Event.objects.filter(tournament=cup).count() == before + 1
    event = Event.objects.filter(tournament=cup).latest("number")
    assert (event.kind, event.data["reason"]) == ("match.reopened", "miscounted")
    assert [one["match"]["id"] for one in event.data["set_aside"]] == [m.pk for m in kept(cup)]
    assert Cascade.objects.get().event_number == event.number


def test_corrections_a_cascade_that_grew_since_it_was_seen_is_shown_again(cup):
    play_round(cup, 1)
    first = match(cup, 1, 0)
    start(match(cup, 2, 0))
    seen = if_reopened(match=first)
    win(match(cup, 2, 0))
    win(match(cup, 2, 1))
    start(match(cup, 3, 0))

    with pytest.raises(Conflict) as changed:
        matches.reopen(match_id=first.pk, reason="x", actor=PROGRAM, sets_aside=seen.sets_aside)

    assert changed.value.codes == ("cascade_changed",)
    shown = changed.value.current["cascade"]["matches"]
    assert [one["label"] for one in shown] == ["2.1", "3.1"]
    assert match(cup, 1, 0).status == "finished"


def test_corrections_nothing_is_named_that_does_not_fall(cup):
    play_round(cup, 1)
    first = match(cup, 1, 0)
    with pytest.raises(Conflict):
        matches.reopen(
            match_id=first.pk, reason="x", actor=PROGRAM, sets_aside=[match(cup, 2, 1).pk]
        )


def test_corrections_a_tablet_undoes_no_later_match(cup):
    first = match(cup, 1, 0)
    start(first, table_number=1)
    win(first)
    win(match(cup, 1, 1))
    start(match(cup, 2, 0))
    tablet = Actor("device", 1, "table 1", match(cup, 1, 0).table_id)
    with pytest.raises(NotAllowed):
        matches.reopen(
            match_id=first.pk, reason="x", actor=tablet, sets_aside=[match(cup, 2, 0).pk]
        )


@pytest.mark.rows_by_hand
def test_corrections_a_cascade_is_undone_as_one(cup):
    play_out(cup)
    champion = Match.objects.get(tournament=cup, round=3).winner_id
    first = match(cup, 1, 0)
    was = {one.pk: (one.kind, one.status, one.winner) for one in cup.matches.all()}
    matches.replace_result(
        match_id=first.pk, games=(1, 3), reason="sides mixed", actor=PROGRAM,
        sets_aside=if_won(match=first, winner="B").sets_aside,
    )  # fmt: skip

    take_back(Cascade.objects.get())

    stands = {one.pk: (one.kind, one.status, one.winner) for one in cup.matches.all()}
    assert {pk: stands[pk] for pk in was} == was
    cup.refresh_from_db()
    assert (cup.status, cup.champion_id) == ("finished", champion)
    assert match(cup, 1, 0).games_b == 0


@pytest.mark.rows_by_hand
def test_corrections_the_preview_of_undoing_names_a_match_that_no_longer_fits(cup):
    play_out(cup)
    first, other, semi, final = (match(cup, *at) for at in ((1, 0), (1, 1), (2, 0), (3, 0)))
    replaced(first, winner="B")
    replaced(other, winner="B")
    meanwhile = start(match(cup, 2, 0))
    cascade = Cascade.objects.get()

    seen = if_taken_back(cascade_id=cascade.pk)
    assert [(one.id, one.becomes) for one in seen.matches] == [
        (meanwhile.pk, "again"), (semi.pk, "again"), (final.pk, "waiting"),
    ]  # fmt: skip
    take_back(cascade, sets_aside=seen.sets_aside)

    assert {one.pk for one in kept(cup)} == {*seen.sets_aside, *was_empty(cup)}
    again = match(cup, 2, 0)
    assert (again.pair_a_id, again.pair_b_id) == (first.pair_a_id, other.pair_b_id)


def replaced(of, *, winner):
    won = (3, 1) if winner == "A" else (1, 3)
    matches.replace_result(
        match_id=of.pk, games=won, reason="sides mixed", actor=PROGRAM,
        sets_aside=if_won(match=of, winner=winner).sets_aside,
    )  # fmt: skip


def was_empty(cup):
    """The rows that held a slot meanwhile and in which nothing was played."""
    rows = Match.objects.filter(tournament=cup, kind="set_aside", started_at=None)
    return list(rows.values_list("pk", flat=True))


@pytest.mark.long
def test_corrections_what_was_changed_again_is_not_undone_over_it(cup):
    play_out(cup)
    first = match(cup, 1, 0)
    matches.replace_result(
        match_id=first.pk, games=(1, 3), reason="x", actor=PROGRAM,
        sets_aside=if_won(match=first, winner="B").sets_aside,
    )  # fmt: skip
    matches.replace_result(match_id=first.pk, games=(2, 3), reason="one more", actor=PROGRAM)

    with pytest.raises(Conflict) as refused:
        take_back(Cascade.objects.get())
    assert refused.value.codes == ("changed_since",)


def late_pair_in(cup):
    """A late pair takes the only free place."""
    (place,) = openings(tournament_id=cup.pk)
    names = {"player_1": "Lezo", "player_2": "Ondarroa"}
    latecomers.take_place(
        match_id=place.match.id, side=place.side.value, reason="the bus", actor=PROGRAM, **names
    )


def must_be_changed_since(cup):
    with pytest.raises(Conflict) as refused:
        take_back(Cascade.objects.get())
    assert refused.value.codes == ("changed_since",)
    must_hold(cup)


def test_T7_a_result_is_not_restored_over_a_late_pair_that_has_the_place_since(cup):
    first = match(cup, 1, 0)
    matches.walkover(match_id=first.pk, winner="A", reason="nobody came", actor=PROGRAM)
    win(match(cup, 1, 1))
    start(match(cup, 2, 0))
    falls = if_reopened(match=first).sets_aside
    matches.reopen(match_id=first.pk, reason="they came", actor=PROGRAM, sets_aside=falls)
    departures.withdraw(pair_id=first.pair_a_id, reason="went home", actor=PROGRAM)
    late_pair_in(cup)
    must_be_changed_since(cup)


def test_T7_a_pair_does_not_come_back_to_a_place_that_a_late_pair_has_since():
    cup = tournament(entered=6, drawn=True, format="swiss")
    first = match(cup, 1, 0)
    for number in (1, 2):
        play_round(cup, number)
    matches.reopen(match_id=first.pk, reason="x", actor=PROGRAM, games=(0, 0))
    matches.take_back_start(match_id=first.pk, actor=PROGRAM)
    with pytest.raises(Unseen) as unseen:
        departures.withdraw(pair_id=first.pair_a_id, reason="went home", actor=PROGRAM)
    falls = unseen.value.current["cascade"]["sets_aside"]
    departures.withdraw(
        pair_id=first.pair_a_id, reason="went home", actor=PROGRAM, sets_aside=falls
    )
    late_pair_in(cup)
    must_be_changed_since(cup)


@pytest.mark.rows_by_hand
def test_corrections_a_pair_brought_back_reopens_the_match_it_left(cup):
    first = match(cup, 1, 0)
    start(first)
    matches.set_games(match_id=first.pk, games=(1, 0), actor=PROGRAM)
    departures.withdraw(pair_id=first.pair_a_id, reason="ill", actor=PROGRAM)
    win(match(cup, 1, 1))
    semi = start(match(cup, 2, 0))
    seen = if_back(pair_id=first.pair_a_id, tournament_id=cup.pk)
    assert [(one.label, one.becomes) for one in seen.matches] == [
        ("1.1", "reopened"), ("2.1", "waiting"),
    ]  # fmt: skip

    departures.reinstate(
        pair_id=first.pair_a_id, reason="well again", actor=PROGRAM, sets_aside=seen.sets_aside
    )

    first.refresh_from_db()
    assert (first.status, first.games_a, first.winner) == ("playing", 1, "")
    assert first.finished_at is None
    semi.refresh_from_db()
    assert (semi.kind, semi.ended_by, semi.winner) == ("set_aside", "undone", "")

    take_back(Cascade.objects.get())
    first.refresh_from_db()
    semi.refresh_from_db()
    assert (first.status, first.ended_by) == ("finished", "withdrawal")
    assert (semi.kind, semi.status, match(cup, 2, 0).pk) == ("championship", "playing", semi.pk)
    assert pair(cup, first.pair_a.number).status == "withdrawn"


@pytest.mark.rows_by_hand
def test_corrections_a_consolation_match_is_called_off_with_the_result_it_came_from(cup):
    beaten = [win(match(cup, 1, slot)).pair_b for slot in (0, 1)]
    (extra,) = consolation.create_matches(
        tournament_id=cup.pk, pairings=[tuple(one.number for one in beaten)], actor=PROGRAM
    )
    first = match(cup, 1, 0)
    seen = if_reopened(match=first)
    assert [(one.label, one.becomes) for one in seen.matches if one.kind == "consolation"] == [
        ("C1.1", "called_off")
    ]

    matches.reopen(match_id=first.pk, reason="x", actor=PROGRAM, sets_aside=seen.sets_aside)
    extra.refresh_from_db()
    assert (extra.status, extra.winner, extra.ended_by) == ("finished", "", "ruling")
    assert extra.finished_at is not None

    take_back(Cascade.objects.get())
    extra.refresh_from_db()
    assert extra.status == "ready"


def test_corrections_nothing_is_done_to_a_match_that_was_set_aside(cup):
    play_out(cup)
    first = match(cup, 1, 0)
    matches.reopen(
        match_id=first.pk, reason="x", actor=PROGRAM,
        sets_aside=if_reopened(match=first).sets_aside,
    )  # fmt: skip
    semi = kept(cup)[0]
    for verb, fields in (
        (matches.reopen, {"reason": "x"}),
        (matches.replace_result, {"reason": "x", "games": (0, 3)}),
        (matches.walkover, {"reason": "x", "winner": "A"}),
        (matches.start, {}),
    ):
        assert refusal(verb, match_id=semi.pk, actor=PROGRAM, **fields) == ("set_aside",)


def test_a_change_that_is_not_there_is_not_taken_back():
    with transaction.atomic():
        assert refusal(undoing.to_take_back, cascade_id=0, actor=PROGRAM) == ("no_such_cascade",)
