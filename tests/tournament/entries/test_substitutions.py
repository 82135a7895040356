"""Names stay mendable, with what was there before; another person is an act of its own."""

import pytest

from tests.tournament.play import PROGRAM, pair, play_out, tournament
from tournament.entries.services import departures, pairs
from tournament.errors import NotAllowed, Refusal
from tournament.log.models import Event

pytestmark = pytest.mark.django_db


def refused(verb, **given):
    with pytest.raises(Refusal) as found:
        verb(actor=PROGRAM, **given)
    return found.value.codes


def test_champion_a_name_is_mended_for_a_reason_once_it_stands():
    cup = play_out(tournament(entered=4, drawn=True))
    first = pair(cup, 1)
    assert refused(pairs.change, pair_id=first.pk, player_1="Getaria I") == ("reason_required",)

    pairs.change(pair_id=first.pk, player_1="Getaria I", reason="misspelt", actor=PROGRAM)

    data = Event.objects.latest("number").data
    assert (data["was"]["player_1"], data["pair"]["player_1"]) == ("Getaria 1", "Getaria I")
    assert data["reason"] == "misspelt"


def test_champion_before_it_stands_a_name_needs_no_reason_and_keeps_what_was():
    cup = tournament(entered=4)
    pairs.change(pair_id=pair(cup, 1).pk, club="Kaia", actor=PROGRAM)
    assert Event.objects.latest("number").data["was"]["club"] == "Club 1"


def test_champion_a_substitution_is_an_act_of_its_own():
    cup = tournament(entered=4, drawn=True)
    found = pairs.substitute(
        pair_id=pair(cup, 1).pk, out=2, player="Lezo", reason="ill", actor=PROGRAM
    )
    assert (found.player_1, found.player_2) == ("Getaria 1", "Lezo")
    event = Event.objects.latest("number")
    assert (event.kind, event.data["out"]) == ("pair.substituted", 2)
    assert event.data["was"]["player_2"] == "Orio 1"
    assert "phone" not in str(event.data)


def test_champion_a_substitution_says_who_leaves_who_comes_and_why(foreign_actor):
    first = pair(tournament(entered=4, drawn=True), 1)
    right = {"pair_id": first.pk, "out": 1, "player": "Lezo", "reason": "ill"}
    for wrong, codes in (
        ({"out": 3}, ("bad_player",)),
        ({"player": "Getaria 1"}, ("same_player",)),
        ({"reason": " "}, ("reason_required",)),
    ):
        assert refused(pairs.substitute, **{**right, **wrong}) == codes
    with pytest.raises(NotAllowed):
        pairs.substitute(**right, actor=foreign_actor)
    departures.withdraw(pair_id=first.pk, reason="ill", actor=PROGRAM)
    assert refused(pairs.substitute, **right) == ("pair_is_out",)
