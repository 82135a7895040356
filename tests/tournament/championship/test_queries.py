"""Fetching tournaments."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.tournament.play import NOON, PROGRAM, play_out, tournament
from tournament.championship.queries.tournaments import (
    get_for_organizer,
    get_public,
    tournament_list,
    tournaments_of,
)
from tournament.championship.services import tournaments
from tournament.entries.services import pairs
from tournament.errors import NotAllowed, NotFound

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_costs_one_query_however_long(rows, django_assert_num_queries):
    for _ in range(rows):
        play_out(tournament(entered=2, drawn=True))
    with django_assert_num_queries(1):
        found = tournament_list()
        assert [one.champion.number > 0 for one in found] == [True] * rows
        assert [one.pairs_count for one in found] == [2] * rows


@pytest.mark.parametrize("rows", [1, 3])
def test_an_organizers_list_costs_one_query(rows, organizer, django_assert_num_queries):
    for _ in range(rows):
        tournament(owner=organizer, entered=2)
    tournament()
    with django_assert_num_queries(1):
        assert len(tournaments_of(user=organizer)) == rows


def test_a_stranger_has_no_tournaments_and_a_superuser_all(stranger, django_user_model):
    tournament()
    boss = django_user_model.objects.create_superuser("boss", password="unused")
    assert tournaments_of(user=stranger) == ()
    assert tournaments_of(user=AnonymousUser()) == ()
    assert len(tournaments_of(user=boss)) == 1


def test_rehearsals_are_not_listed_unless_asked_for():
    tournaments.create(actor=PROGRAM, owner=None, name="r", starts_at=NOON, is_rehearsal=True)
    assert tournament_list() == ()
    assert len(tournament_list(with_rehearsals=True)) == 1


def test_the_helper_that_fetches_checks_the_permission(organizer, stranger, django_user_model):
    cup = tournament(owner=organizer)
    boss = django_user_model.objects.create_superuser("boss", password="unused")
    for user in (organizer, boss):
        assert get_for_organizer(user=user, slug=cup.slug).id == cup.pk
    for user in (stranger, AnonymousUser()):
        with pytest.raises(NotAllowed):
            get_for_organizer(user=user, slug=cup.slug)
    assert get_public(slug=cup.slug).id == cup.pk


@pytest.mark.parametrize("slug", ["", "nowhere", "x" * 500, "a\x00b", None])
def test_an_unknown_address_is_not_found(slug, organizer):
    with pytest.raises(NotFound):
        get_public(slug=slug)
    with pytest.raises(NotFound):
        get_for_organizer(user=organizer, slug=slug)


def test_T1_more_than_32_pairs_are_warned_about_and_not_refused():
    cup = tournament(entered=33)
    (warning,) = get_public(slug=cup.slug).warnings
    assert warning.code == "over_the_cap"
    assert "33" in str(warning.message)
    assert get_public(slug=tournament(entered=32).slug).warnings == ()
    assert get_public(slug=tournament(entered=33, regulation="nabo").slug).warnings == ()


def test_T1_the_number_of_games_can_be_foreseen():
    cup = tournament(entered=8)
    assert get_public(slug=cup.slug).best_of_if_drawn_now == 5
    pairs.enter(tournament_id=cup.pk, player_1="Aia", player_2="Deba", actor=PROGRAM)
    assert get_public(slug=cup.slug).best_of_if_drawn_now == 3
    assert get_public(slug=tournament(entered=1).slug).best_of_if_drawn_now is None
