"""Names stay mendable, with what was there before; another person is an act of its own."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from tests.refusals import refusal
from tests.tournament.play import PROGRAM, match, pair, play_out, start, tournament, win
from tournament.draw import services as draw
from tournament.entries.services import departures, latecomers, pairs
from tournament.errors import NotAllowed, Refusal
from tournament.formats.regulations import REGULATIONS
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db


def refused(verb, **given):
    return refusal(verb, actor=PROGRAM, **given)


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


def comes(pair, player, seat=1, **more):
    return pairs.substitute(
        pair_id=pair.pk, out=seat, player=player, reason="ill", actor=PROGRAM, **more
    )


def test_a_pair_has_as_many_substitutes_as_the_rules_of_the_tournament_allow():
    cup = tournament(entered=4, settings={"substitutes": 1})
    first = pair(cup, 1)
    comes(first, "Before the draw", seat=2)
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    comes(first, "Lezo")
    again = {"pair_id": first.pk, "out": 2, "player": "Zarautz", "reason": "ill"}
    assert refused(pairs.substitute, **again) == ("no_more_substitutes",)

    comes(first, "Getaria 1")
    comes(first, "Zarautz", seat=2)
    assert refused(pairs.substitute, **{**again, "player": "Deba"}) == ("no_more_substitutes",)


def test_T6_the_organization_allows_one_more_and_that_is_on_the_record():
    cup = tournament(entered=4, drawn=True, settings={"substitutes": 0})
    comes(pair(cup, 1), "Lezo", beyond_rule=True)
    assert Event.objects.latest("number").data["beyond_rule"] is True
    cup = tournament(entered=4, drawn=True)
    comes(pair(cup, 1), "Lezo", beyond_rule=True)
    assert "beyond_rule" not in Event.objects.filter(tournament=cup).latest("number").data


@pytest.mark.parametrize(
    ("most", "words"),
    [(0, "allow no substitutes."), (1, "allow 1 substitute in"), (2, "allow 2 substitutes in")],
)
def test_a_refusal_counts_the_substitutes_that_the_rules_allow(most, words):
    cup = tournament(entered=4, drawn=True, settings={"substitutes": most})
    first = pair(cup, 1)
    for seat in range(1, most + 1):
        comes(first, f"Lezo {seat}", seat=seat)
    with pytest.raises(Refusal) as refused, override("en"):
        comes(first, "Deba")
    with override("en"):
        assert words in str(refused.value.problems[0].message)


@pytest.mark.parametrize(("until", "allowed"), [(0, False), (1, True)])
def test_no_substitute_comes_once_the_pair_has_begun_a_round_after_the_last(until, allowed):
    cup = tournament(entered=4, drawn=True, settings={"substitutes_until": until})
    first = start(match(cup, 1, 0)).pair_a
    late = {"pair_id": first.pk, "out": 1, "player": "Lezo", "reason": "ill"}
    if not allowed:
        assert refused(pairs.substitute, **late) == ("no_substitutes_once_begun",)
        return
    comes(first, "Lezo")
    win(match(cup, 1, 0))
    win(match(cup, 1, 1))
    final = start(match(cup, 2, 0))
    late = {"pair_id": final.pair_a_id, "out": 1, "player": "Deba", "reason": "ill"}
    assert refused(pairs.substitute, **late) == ("too_late_for_substitutes",)


@pytest.mark.parametrize("until", range(4))
def test_after_a_round_begins_with_the_end_of_its_match_not_with_the_next_one(until):
    cup = tournament(entered=8, drawn=True, settings={"substitutes_until": until})
    pair_id, came = match(cup, 1, 0).pair_a_id, 0

    def is_allowed() -> bool:
        nonlocal came
        came += 1
        late = {"pair_id": pair_id, "out": 1, "player": f"Lezo {came}", "reason": "ill"}
        try:
            pairs.substitute(**late, actor=PROGRAM)
        except Refusal:
            return False
        return True

    assert is_allowed()
    for number in (1, 2, 3):
        assert is_allowed() == (number == 1 or until > number - 1)
        start(match(cup, number, 0))
        assert is_allowed() == (until >= number)
        for slot in range(8 >> number):
            win(match(cup, number, slot))
        assert is_allowed() == (until > number)


def test_a_match_that_the_desk_wrote_down_has_begun_too():
    cup = tournament(entered=4, drawn=True, settings={"substitutes_until": 0})
    played = match(cup, 1, 0)
    results.record_result(match_id=played.pk, games=(3, 0), actor=PROGRAM)
    late = {"pair_id": played.pair_a_id, "out": 1, "player": "Lezo", "reason": "ill"}
    assert refused(pairs.substitute, **late) == ("no_substitutes_once_begun",)


def test_a_preliminary_match_is_the_first_one_of_a_pair():
    cup = tournament(entered=8, drawn=True, settings={"substitutes_until": 0})
    latecomers.join_late(
        tournament_id=cup.pk, into="preliminary", player_1="Deba", player_2="Orio",
        reason="the train was late", actor=PROGRAM,
    )  # fmt: skip
    first = start(Match.objects.get(tournament=cup, round=0))
    late = {"pair_id": first.pair_a_id, "out": 1, "player": "Lezo", "reason": "ill"}
    assert refused(pairs.substitute, **late) == ("no_substitutes_once_begun",)


def test_a_regulation_says_how_many_may_come_and_the_tournament_may_say_otherwise(monkeypatch):
    strict = replace(REGULATIONS["pagat"], substitutes=0)
    monkeypatch.setitem(REGULATIONS, "pagat", strict)
    late = {"out": 1, "player": "Lezo", "reason": "ill"}
    cup = tournament(entered=4, drawn=True, regulation="pagat")
    assert refused(pairs.substitute, pair_id=pair(cup, 1).pk, **late) == ("no_substitutes",)
    other = tournament(entered=4, drawn=True, regulation="pagat", settings={"substitutes": 1})
    assert comes(pair(other, 1), "Lezo").player_1 == "Lezo"
