"""How a pair fared against each other pair, over all tournaments of the same organizers."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db.models import Q
from django.urls import reverse

from scoring.proof.services.erasing import erase_old_names
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.queries.meetings import meetings_of
from tournament.errors import NotFound
from tournament.matches.services import results
from tournament.models import Pair

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def owner():
    return get_user_model().objects.create_user("orio", password="unused")


def cup(owner, **fields) -> Tournament:
    return play.tournament(entered=4, drawn=True, owner=owner, **fields)


def a_pair_that_won_here_and_lost_before(owner) -> tuple[Tournament, Pair, Pair]:
    """Two tournaments with the same draw: in the first, the pair lost to the one it beat since."""
    first = cup(owner)
    Tournament.objects.filter(pk=first.pk).update(starts_at=play.NOON - timedelta(days=30))
    play.win(play.match(first, 1, 0), winner="B")
    second = cup(owner)
    match = play.match(second, 1, 0)
    play.win(match)
    return second, match.pair_a, match.pair_b


def test_matches_of_all_tournaments_of_the_organizers_count(owner, django_assert_num_queries):
    now, pair, other = a_pair_that_won_here_and_lost_before(owner)
    meetings_of(slug=now.slug, number=pair.number)  # PostgreSQL plans a statement at its first use
    with django_assert_num_queries(4):
        found = meetings_of(slug=now.slug, number=pair.number)
    [rival] = found.rivals
    assert (found.tournaments, rival.name, rival.won, rival.lost) == (2, other.name, 1, 1)
    assert [one.won for one in rival.meetings] == [True, False], "the latest first"
    assert [one.games[0] > one.games[1] for one in rival.meetings] == [True, False]


def test_a_pair_is_known_by_its_players_however_they_are_written(owner):
    now, pair, _other = a_pair_that_won_here_and_lost_before(owner)
    Pair.objects.filter(pk=pair.pk).update(
        player_1=pair.player_2.upper(), player_2=f" {pair.player_1}"
    )
    [rival] = meetings_of(slug=now.slug, number=pair.number).rivals
    assert (rival.won, rival.lost) == (1, 1)
    Pair.objects.filter(pk=pair.pk).update(player_1="Deba 9")
    [rival] = meetings_of(slug=now.slug, number=pair.number).rivals
    assert (rival.won, rival.lost) == (1, 0)


def test_a_pair_whose_names_were_erased_is_no_other_pair(owner):
    earlier = play.play_out(cup(owner))
    now, pair, _other = a_pair_that_won_here_and_lost_before(owner)
    erased = earlier.pairs.get(number=pair.number)
    erase_old_names(before=play.NOON + timedelta(days=1))
    rivals = meetings_of(slug=earlier.slug, number=erased.number).rivals
    of_it = earlier.matches.filter(Q(pair_a=erased) | Q(pair_b=erased))
    assert {one.meetings[0].match.id for one in rivals} == {one.pk for one in of_it}
    assert [one.won + one.lost for one in rivals] == [1] * of_it.count()
    [rival] = meetings_of(slug=now.slug, number=pair.number).rivals
    assert (rival.won, rival.lost) == (1, 1), "what was not erased counts as before"


def test_somebody_elses_tournaments_and_rehearsals_do_not_count(owner):
    stranger = get_user_model().objects.create_user("deba", password="unused")
    for elsewhere in (cup(stranger), cup(owner, is_rehearsal=True)):
        play.win(play.match(elsewhere, 1, 0))
    now, pair, _other = a_pair_that_won_here_and_lost_before(owner)
    assert meetings_of(slug=now.slug, number=pair.number).tournaments == 2


def test_a_match_given_away_before_it_began_is_no_meeting(owner):
    now = cup(owner)
    match = play.match(now, 1, 0)
    results.walkover(match_id=match.pk, winner="A", reason="late", actor=play.PROGRAM)
    assert meetings_of(slug=now.slug, number=match.pair_a.number).rivals == ()


def test_the_next_to_be_met_comes_first(owner):
    earlier = play.play_out(cup(owner))
    Tournament.objects.filter(pk=earlier.pk).update(starts_at=play.NOON - timedelta(days=30))
    now = cup(owner)
    play.play_round(now, 1)
    final = play.match(now, 2, 0)
    rivals = meetings_of(slug=now.slug, number=final.pair_a.number).rivals
    told = [(one.name, len(one.meetings), one.is_next) for one in rivals]
    beaten = play.match(now, 1, 0).pair_b
    assert told == [(final.pair_b.name, 1, True), (beaten.name, 2, False)]


def test_a_number_that_nobody_has_is_refused(owner):
    with pytest.raises(NotFound):
        meetings_of(slug=cup(owner).slug, number=99)


def test_the_api_tells_the_same(client, owner):
    now, pair, other = a_pair_that_won_here_and_lost_before(owner)
    told = client.get(f"/api/v1/tournaments/{now.slug}/pairs/{pair.pk}/meetings/").json()
    [rival] = told["rivals"]
    assert (rival["name"], rival["won"], rival["lost"]) == (other.name, 1, 1)
    assert [one["won"] for one in rival["meetings"]] == [True, False]


def test_the_page_leads_to_every_match_and_the_pairs_page_to_it(client, owner):
    now, pair, other = a_pair_that_won_here_and_lost_before(owner)
    where = reverse("public:met", args=[now.slug, pair.number])
    own = client.get(reverse("public:pair", args=[now.slug, pair.number])).content.decode()
    assert f'href="{where}"' in own
    html = client.get(where, headers={"accept-language": "en"}).content.decode()
    for tournament in Tournament.objects.all():
        match = play.match(tournament, 1, 0)
        assert f'href="{reverse("public:match", args=[tournament.slug, match.pk])}"' in html
    assert other.player_1 in html
    assert "1 – 1" in html
    for nobody in ([now.slug, 10**20], ["nowhere", 1]):
        assert client.get(reverse("public:met", args=nobody)).status_code == 404
