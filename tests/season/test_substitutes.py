"""T6: nobody of another pair of the day or of the circuit takes a seat, unless it is allowed."""

import pytest
from django.db.models import Q
from django.urls import reverse

from tests.refusals import faults_of, refusal
from tests.season.seasons import circuit, cup
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.services import departures, pairs
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db


def comes(pair: Pair, player: str, **more: object) -> Pair:
    return pairs.substitute(
        pair_id=pair.pk, out=2, player=player, reason="ill", actor=PROGRAM, **more
    )


def last_of(cup: Tournament) -> Event:
    return Event.objects.filter(tournament=cup).latest("number")


def bare_result(match: Match) -> None:
    results.record_result(match_id=match.pk, games=(match.wins_needed, 0), actor=PROGRAM)


def test_T6_somebody_of_another_pair_of_the_day_comes_only_when_it_is_allowed():
    cup = play.tournament(entered=4, drawn=True)
    first = play.pair(cup, 1)
    with pytest.raises(Refusal) as refused:
        comes(first, "getaria 3")
    assert refused.value.codes == ("plays_in_another_pair",)
    assert "3" in str(refused.value.problems[0].message)
    comes(first, "Getaria 3", beyond_rule=True)
    assert last_of(cup).data["beyond_rule"] is True


def test_T6_who_has_left_another_pair_by_a_substitution_comes_only_when_it_is_allowed():
    cup = play.tournament(entered=4, drawn=True)
    comes(play.pair(cup, 3), "Lezo")
    assert refusal(comes, play.pair(cup, 1), "Orio 3") == ("played_in_another_pair",)
    comes(play.pair(cup, 1), "Orio 3", beyond_rule=True)
    assert last_of(cup).data["beyond_rule"] is True


def test_T6_who_was_substituted_before_the_draw_may_come():
    cup = play.tournament(entered=4)
    comes(play.pair(cup, 3), "Lezo")
    assert comes(play.pair(cup, 1), "Orio 3").player_2 == "Orio 3"
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    assert comes(play.pair(cup, 2), "Orio 1").player_2 == "Orio 1"


@pytest.mark.parametrize(
    ("player", "code"),
    [("Getaria 3", "plays_in_another_pair"), ("Orio 3", "played_in_another_pair")],
)
def test_T6_a_corrected_name_is_not_that_of_a_player_of_another_pair(player, code):
    cup = play.tournament(entered=4, drawn=True)
    comes(play.pair(cup, 3), "Lezo")
    assert faults_of(pairs.change, pair_id=play.pair(cup, 1).pk, player_2=player, reason="x") == [
        ("player_2", code)
    ]


def test_T6_a_name_that_two_people_share_can_still_be_spelt_better():
    cup = play.tournament(entered=4, drawn=True)
    seat = comes(play.pair(cup, 1), "getaria 3", beyond_rule=True)
    assert pairs.change(pair_id=seat.pk, player_2="Getaria 3", actor=PROGRAM).player_2 == (
        "Getaria 3"
    )


def test_T6_somebody_of_a_pair_that_left_without_having_played_may_come():
    cup = play.tournament(entered=4, drawn=True)
    departures.withdraw(pair_id=play.pair(cup, 3).pk, reason="ill", actor=PROGRAM)
    assert comes(play.pair(cup, 1), "Getaria 3").player_2 == "Getaria 3"


@pytest.mark.parametrize("leaves", [departures.withdraw, departures.disqualify])
@pytest.mark.parametrize("plays", [play.start, play.win, bare_result])
def test_T6_somebody_of_a_pair_that_has_played_and_left_comes_only_when_it_is_allowed(
    leaves, plays
):
    cup = play.tournament(entered=4, drawn=True)
    played = plays(play.match(cup, 1, 0)) or play.match(cup, 1, 0)
    gone, other = played.pair_a, play.match(cup, 1, 1).pair_a
    leaves(pair_id=gone.pk, reason="ill", actor=PROGRAM)
    assert refusal(comes, other, gone.player_1) == ("played_in_another_pair",)
    assert comes(other, gone.player_1, beyond_rule=True).player_2 == gone.player_1
    assert last_of(cup).data["beyond_rule"] is True


@pytest.mark.parametrize("has_ended", [False, True])
def test_T6_somebody_who_played_for_a_club_comes_only_when_it_is_allowed(has_ended):
    cup = play.tournament(settings={"entrants": "clubs"})
    for names in (("Bar Lezo",), ("Bar Aia",), ("Orio", "Deba"), ("Irun", "Zumaia")):
        given = dict(zip(("player_1", "player_2"), names, strict=False))
        pairs.enter(tournament_id=cup.pk, actor=PROGRAM, **given)
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s4")
    club, seat = play.pair(cup, 1), play.pair(cup, 3)
    first = Match.objects.get(Q(pair_a=club) | Q(pair_b=club), tournament=cup, round=1)
    side = "A" if first.pair_a_id == club.pk else "B"
    play.start(first, names={side: ["Getaria", ""]})
    if has_ended:
        results.record_result(match_id=first.pk, games=(first.wins_needed, 0), actor=PROGRAM)
    assert refusal(comes, seat, "getaria") == ("played_in_another_pair",)
    assert comes(seat, "Getaria", beyond_rule=True).player_2 == "Getaria"


@pytest.mark.parametrize(("carried_by", "codes"), [("pair", ("plays_in_circuit",)), ("player", ())])
def test_T6_nobody_of_another_pair_of_a_circuit_of_pairs_comes(runner, carried_by, codes):
    first = cup("First")
    second = cup("Second", ("Getaria, Orio", "Lezo, Deba"), day=7, played=False)
    circuit(runner, first, second, carried_by=carried_by)
    seat = play.pair(second, 1)
    if codes:
        with pytest.raises(Refusal) as refused:
            comes(seat, "Zumaia")
        assert refused.value.codes == codes
        assert "Irun – Zumaia" in str(refused.value.problems[0].message)
    comes(seat, "Zumaia", beyond_rule=bool(codes))
    assert last_of(second).data.get("beyond_rule", False) is bool(codes)


def test_T6_who_played_with_nobody_else_in_the_circuit_comes(runner):
    first = cup("First")
    second = cup("Second", ("Getaria, Orio", "Lezo, Deba"), day=7, played=False)
    circuit(runner, first, second)
    assert comes(play.pair(second, 1), "Hondarribia").player_2 == "Hondarribia"


def test_T6_the_page_says_so_and_allows_it(client, runner):
    client.force_login(runner)
    second = play.tournament(entered=4, drawn=True, owner=runner)
    at = reverse("organizer:substitute_player", args=[second.slug, 1])
    given = {"out": "2", "player": "Getaria 3", "reason": "ill"}
    page = client.post(at, given, headers={"accept-language": "en"})
    assert "Getaria 3 plays in pair 3." in page.content.decode()
    assert client.post(at, {**given, "beyond_rule": "on"}).status_code == 302
    assert play.pair(second, 1).player_2 == "Getaria 3"
