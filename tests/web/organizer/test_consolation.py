"""Beaten pairs among themselves (T3)."""

from html import unescape

import pytest
from django.urls import reverse

from tournament.consolation.queries import propose
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries.matches import next_up
from tournament.matches.services import matches


@pytest.fixture
def two(beaten):
    """The numbers of the first match proposed."""
    return propose(tournament_id=beaten.id).matches[0].numbers


@pytest.fixture
def made(desk, at, beaten, two):
    desk.post(at("create_consolation", beaten.slug), {"pairing": f"{two[0]}-{two[1]}"})
    return Match.objects.get(kind="consolation")


def test_before_the_draw_there_is_nobody_beaten(desk, at, entered):
    assert "no beaten pairs before the draw" in desk.get(at("consolation", entered.slug)).text


def test_nobody_is_free_before_a_match_has_ended(desk, at, drawn):
    assert "No beaten pair is free now" in desk.get(at("consolation", drawn.slug)).text


def test_t3_matches_are_proposed_and_taken(desk, at, beaten, two):
    assert f'value="{two[0]}-{two[1]}" checked' in desk.get(at("consolation", beaten.slug)).text
    response = desk.post(
        at("create_consolation", beaten.slug), {"pairing": f"{two[0]}-{two[1]}"}, follow=True
    )
    assert "1 consolation match is ready." in response.text


def test_t3_the_desk_has_the_matches_that_could_be_made_and_one_press_makes_them(
    desk, at, beaten, two
):
    page = desk.get(at("desk", beaten.slug)).text.split('id="consolation-now"')[1]
    assert f'name="pairing" value="{two[0]}-{two[1]}"' in page.split("</section>")[0]
    given = {"pairing": f"{two[0]}-{two[1]}", "next": at("desk", beaten.slug)}
    answer = desk.post(at("create_consolation", beaten.slug), given)
    assert answer["Location"] == at("desk", beaten.slug)
    page = desk.get(at("desk", beaten.slug)).text.split('id="consolation-now"')[1]
    assert 'name="pairing"' not in page.split("</section>")[0]


def test_two_pairs_can_be_chosen_by_hand(desk, at, beaten, two):
    given = {"one": str(two[0]), "other": str(two[1]), "best_of": "1"}
    desk.post(at("create_consolation", beaten.slug), given)
    assert Match.objects.get(kind="consolation").best_of == 1


def test_t3_matches_made_together_are_undone_together_from_what_was_done_last(
    desk, at, beaten, made
):
    event = Event.objects.get(kind="consolation.paired").number
    html = desk.get(at("desk", beaten.slug)).text
    assert f'href="{at("undo_act", beaten.slug, event)}"' in html
    assert "Consolation matches were made" in html
    where = at("undo_act", beaten.slug, event)
    assert made.label in desk.get(where).text
    assert "Undone." in desk.post(where, {"reason": "the hall closes"}, follow=True).text
    assert not Match.objects.filter(pk=made.pk).exists()


def test_t3_matches_of_which_one_has_begun_are_not_undone(desk, at, beaten, made, actor):
    event = Event.objects.get(kind="consolation.paired").number
    matches.start(match_id=made.pk, actor=actor, table_number=1)
    where = at("undo_act", beaten.slug, event)
    assert "played on at the table since" in desk.post(where, follow=True).text
    assert Match.objects.filter(pk=made.pk).exists()


def test_taking_nothing_is_refused_and_what_was_not_ticked_stays_so(desk, at, beaten, two):
    response = desk.post(at("create_consolation", beaten.slug), {})
    assert response.status_code == 400
    assert "Tick at least one match" in response.text
    assert f'value="{two[0]}-{two[1]}">' in response.text


def test_half_a_match_is_refused_and_kept(desk, at, beaten, two):
    response = desk.post(at("create_consolation", beaten.slug), {"one": str(two[0])})
    html = response.text
    assert response.status_code == 400
    assert "Choose the other pair" in html
    assert f'<option value="{two[0]}" selected' in html


def test_t3_a_rematch_is_refused_unless_allowed(desk, at, beaten, made, two, actor):
    matches.record_result(match_id=made.pk, games=(3, 0), actor=actor)
    given = {"one": str(two[0]), "other": str(two[1])}
    response = desk.post(at("create_consolation", beaten.slug), given)
    assert response.status_code == 400
    assert "have met already" in response.text
    desk.post(at("create_consolation", beaten.slug), {**given, "allow_rematches": "on"})
    assert Match.objects.filter(kind="consolation").count() == 2


@pytest.mark.parametrize("nonsense", ["x", "1-", "1-2-3", "-1-2", "9" * 30 + "-1"])
def test_nonsense_is_refused(desk, at, beaten, nonsense):
    response = desk.post(at("create_consolation", beaten.slug), {"pairing": nonsense})
    assert response.status_code == 400


def test_it_has_its_own_standings(desk, at, beaten, made, actor):
    matches.record_result(match_id=made.pk, games=(3, 1), actor=actor)
    html = desk.get(at("consolation", beaten.slug)).text
    assert made.pair_a.name in html
    assert "3–1" in html


def test_a_match_is_called_off_with_a_reason(desk, at, beaten, made):
    where = at("call_off", beaten.slug, made.pk)
    assert "Nobody wins it" in desk.get(where).text
    assert desk.post(where, {"reason": ""}).status_code == 400
    desk.post(where, {"reason": "they went home"})
    made.refresh_from_db()
    assert (made.status, made.winner) == ("finished", "")
    for address in (
        at("consolation", beaten.slug),
        at("match", beaten.slug, made.pk),
        reverse("public:consolation", args=[beaten.slug]),
        reverse("public:match", args=[beaten.slug, made.pk]),
    ):
        html = desk.get(address).text.lower()
        assert "called off" in html, address
        assert "ruling</span>" not in html, address
        assert "0 – 0" not in html, address


def test_a_pair_that_did_not_come_is_listed_and_not_ticked(desk, at, drawn, actor):
    first = next_up(tournament_id=drawn.id)[0]
    matches.walkover(match_id=first.id, winner="A", reason="Nobody came.", actor=actor)
    second, third = next_up(tournament_id=drawn.id)[:2]
    matches.walkover(match_id=second.id, winner="A", reason="Nobody came.", actor=actor)
    matches.record_result(match_id=third.id, games=(3, 1), actor=actor)
    proposal = propose(tournament_id=drawn.id)
    assert set(proposal.absent) == {first.pair_b.number, second.pair_b.number}
    (match,) = proposal.matches
    assert match.pair_a.number == third.pair_b.number
    html = desk.get(at("consolation", drawn.slug)).text
    assert f'value="{match.pair_a.number}-{match.pair_b.number}">' in html
    assert html.count("did not come") == 2


def test_a_pair_that_is_none_is_refused_in_words(desk, beaten):
    page = desk.post(reverse("organizer:opt_out", args=[beaten.slug]), {"pair": 99})
    assert page.status_code in (400, 404)
    assert "There is no such pair" in page.text


def test_t3_the_end_says_who_wins_and_every_page_has_the_winner(
    desk, client, at, beaten, made, actor
):
    end = at("end_consolation", beaten.slug)
    assert end in desk.get(at("consolation", beaten.slug)).text
    assert "Still open in the consolation" in desk.post(end, follow=True).text
    matches.record_result(match_id=made.pk, games=(3, 1), actor=actor)
    winner = made.pair_a
    assert f"It is won by {winner.name}." in unescape(desk.get(end).text)
    assert "The consolation has ended." in desk.post(end, follow=True).text
    number = winner.number
    for page in (
        at("consolation", beaten.slug),
        reverse("public:consolation", args=[beaten.slug]),
        reverse("public:tv", args=[beaten.slug]),
    ):
        text = desk.get(page).text
        assert "Winner of the consolation" in text, page
    pair = client.get(reverse("public:pair", args=[beaten.slug, number])).text
    assert f'<a href="{reverse("public:consolation", args=[beaten.slug])}">Consolation</a>' in pair
    event = Event.objects.get(kind="consolation.ended").number
    back = at("undo_act", beaten.slug, event)
    assert back in desk.get(at("consolation", beaten.slug)).text
    desk.post(back)
    assert "Winner of the consolation" not in desk.get(at("consolation", beaten.slug)).text


def test_t3_who_wins_nothing_that_was_played_is_told_so(desk, at, beaten):
    assert "there will be no consolation" in desk.get(at("end_consolation", beaten.slug)).text
    desk.post(at("end_consolation", beaten.slug))
    assert 'name="pairing"' not in desk.get(at("desk", beaten.slug)).text
    page = desk.get(reverse("public:consolation", args=[beaten.slug])).text
    assert "There is no consolation" in page
