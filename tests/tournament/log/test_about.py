"""What an event is about, what a reader looks for, and what a change changed."""

from datetime import UTC, datetime
from typing import Any

import pytest

from scoring.hands.services import corrections
from tests.scoring import table
from tests.tournament import play
from tournament.entries.services import pairs
from tournament.errors import NotFound
from tournament.log.queries.changes import event_of, event_of_hand
from tournament.log.queries.log import event_page
from tournament.log.rules.about import Wanted, differences

AT = datetime(2026, 5, 24, 22, 30, tzinfo=UTC)
DATA: dict[str, Any] = {
    "match": {"id": 7, "kind": "championship", "round": 1, "slot": 0},
    "pairs": [{"number": 3, "name": "Ane – Jon"}, None],
    "followed": [{"match": {"id": 9, "kind": "championship", "round": 2, "slot": 0}}],
    "reason": "Órdago mal oído",
}


def fits(**wanted: Any) -> bool:
    return Wanted(**wanted).fits(kind="match.finished", label="organizer desk", at=AT, data=DATA)


def test_two_records_part_field_by_field():
    parted = differences({"a": 1, "b": {"c": "x"}}, {"a": 1, "b": {"c": "y", "d": 2}})
    said = [(one.path, one.before, one.after) for one in parted]
    assert said == [(("b", "c"), "x", "y"), (("b", "d"), "—", "2")]


def test_calls_and_scores_are_told_as_they_are_said():
    bets = {"pares": [{"by": "B", "call": "envido", "stake": 4}, {"by": "A", "call": "quiero"}]}
    parted = differences({"bets": bets, "score": [37, 40]}, {"bets": {}, "score": [37, 38]})
    said = [(one.before, one.after) for one in parted]
    assert said == [("B envido 4, A quiero", "—"), ("37 – 40", "37 – 38")]


@pytest.mark.django_db
def test_a_renamed_pair_shows_both_names():
    cup = play.tournament(entered=2)
    pairs.change(pair_id=play.pair(cup, 1).pk, player_1="Ane Miren", actor=play.PROGRAM)
    cup.refresh_from_db()
    (change,) = event_of(tournament_id=cup.pk, number=cup.event_number).changes
    (one,) = change.differences
    assert (one.path, one.before, one.after) == (("player_1",), "Getaria 1", "Ane Miren")
    with pytest.raises(NotFound):
        event_of(tournament_id=cup.pk, number=99)


@pytest.mark.django_db
def test_a_corrected_hand_shows_what_was_entered_before():
    match = table.a_match()
    table.record(match, table.plain())
    corrections.correct(
        match_id=match.pk, game=1, number=1, actor=play.PROGRAM, reason="miscounted",
        record=table.plain(bets=table.seen("grande", 2, by="B")),
    )  # fmt: skip
    cup = match.tournament
    number = event_of_hand(tournament_id=cup.pk, match_id=match.pk, game=1, number=1)
    found = event_of(tournament_id=cup.pk, number=number)
    assert found.event.kind == "hand.corrected"
    (change,) = found.changes
    assert (change.game, change.hand, change.version) == (1, 1, 2)
    assert {one.path[0] for one in change.differences} >= {"bets", "stones", "score"}
    assert event_of_hand(tournament_id=cup.pk, match_id=match.pk, game=1, number=9) is None


@pytest.mark.django_db
def test_a_page_of_what_is_looked_for_goes_on_where_it_ended():
    cup = play.tournament(entered=4)
    for n in range(6):
        pairs.change(pair_id=play.pair(cup, 1 + n % 2).pk, club=f"Kaia {n}", actor=play.PROGRAM)
    wanted = Wanted(pair=1, kind="pair.changed")
    first = event_page(tournament_id=cup.pk, size=2, wanted=wanted)
    assert [one.data["pair"]["club"] for one in first.events] == ["Kaia 4", "Kaia 2"]
    rest = event_page(tournament_id=cup.pk, size=2, wanted=wanted, before=first.older)
    assert [one.data["pair"]["club"] for one in rest.events] == ["Kaia 0"]
    assert rest.older is None
