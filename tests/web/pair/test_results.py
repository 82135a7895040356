"""A pair says its result on its own page, and the other one answers on its own."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.course.queries.statements import statements_of
from scoring.rulings.models import Ruling
from scoring.statements import services as statements
from scoring.statements.queries import link_of
from tests.scoring import table
from tests.scoring.statements.said import a_match, links, say
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.signup.queries import link_of as own_link_of
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import sign_ups

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def match() -> Match:
    return a_match()


def page(match: Match, side: str) -> str:
    return reverse("pair:result", args=[links(match)["AB".index(side)]])


def address(match: Match, side: str) -> str:
    return reverse("pair:result_of", args=[links(match)["AB".index(side)], match.pk])


def shown(client: Client, match: Match, side: str) -> str:
    answer = client.get(page(match, side))
    assert answer.status_code == 200
    assert "no-cache" in answer["Cache-Control"]
    return re.sub(r"\s+", " ", answer.text)


def test_one_pair_says_it_and_the_other_confirms(client, match):
    assert "How did it end?" in shown(client, match, "A")
    answer = client.post(address(match, "A"), {"result": "2-1"}, follow=True)
    assert "The result is sent." in answer.text
    assert "can confirm it until" in shown(client, match, "A")
    html = shown(client, match, "B")
    assert f"{match.pair_a.name} have entered: you lost 1 – 2." in html
    sent = {
        name: re.search(rf'name="{name}" value="([^"]+)"', html)[1]
        for name in ("result", "answers", "once")
    }
    for _time in range(2):
        answer = client.post(address(match, "B"), sent, follow=True)
        assert answer.status_code == 200
    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "A")
    assert Event.objects.filter(kind="match.finished").count() == 1
    assert "(entered by: both sides)" in shown(client, match, "B")


def test_a_contradiction_calls_the_desk_and_both_pages_say_so(client, match):
    client.post(address(match, "B"), {"result": "0-2"})
    html = shown(client, match, "A")
    assert html.count('value="0-2"') == 1  # the button that confirms, and no key
    answers = statements_of(match).first.number
    sent = {"result": "2-0", "answers": answers}
    said = client.post(address(match, "A"), sent, follow=True).text
    assert "Your opponents entered a different result" in said
    assert "can now confirm it" not in said
    for side in "AB":
        html = shown(client, match, side)
        assert "The organizers were called and decide." in html
        assert "You have entered: you won 2 – 0." in html
        assert "have entered: you lost 0 – 2." in html
    assert Ruling.objects.filter(kind="call").count() == 1


def test_what_changed_meanwhile_is_looked_at_first(client, match):
    say(match, "A", 2, 1)
    seen = statements_of(match).first.number
    say(match, "A", 2, 0)
    answer = client.post(address(match, "B"), {"result": "2-1", "answers": seen})
    assert answer.status_code == 409
    html = answer.text
    assert "The other pair has entered 2 – 0 meanwhile." in html
    assert "you lost 0 – 2." in re.sub(r"\s+", " ", html)


def test_a_pair_takes_its_word_back_or_changes_it(client, match):
    client.post(address(match, "A"), {"result": "2-1"})
    client.post(address(match, "A"), {"result": "2-0"})
    assert "you won 2 – 0." in shown(client, match, "A")
    back = reverse("pair:take_back", args=[links(match)[0], match.pk])
    assert client.get(back).status_code == 405
    assert "Your result is taken back." in client.post(back, follow=True).text
    assert "nothing to take back" in client.post(back, follow=True).text
    assert statements_of(match) is None


@pytest.mark.parametrize("result", ["", "1-1", "9-9", "2", "x-y", "2-10", "'"])
def test_only_a_result_is_taken(client, match, result):
    answer = client.post(address(match, "A"), {"result": result})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert statements_of(match) is None


def test_it_says_why_nothing_can_be_entered(client):
    match = a_match("both")
    table.record(match, table.plain())
    assert "its result comes from them" in shown(client, match, "A")
    statements.set_terms(tournament_id=match.tournament_id, entered_by="referees", actor=PROGRAM)
    assert "the referees enter the results" in shown(client, match, "A")
    assert client.post(address(match, "A"), {"result": "2-1"}).status_code == 400


def test_a_match_at_a_table_can_be_entered_hand_by_hand(client, match):
    way = f"{reverse('referee:app')}#join={links(match)[0]}"
    assert way in shown(client, match, "A")
    table.record(match, table.plain())
    assert way in shown(client, match, "A"), "to go on with it"
    elsewhere, told = a_match(started=False), a_match()
    say(told, "A", 2, 1)
    for other in (elsewhere, told):
        assert "#join=" not in shown(client, other, "A")


def test_a_match_that_the_desk_has_ended_is_over_for_the_page_too(client, match):
    play.win(match, "B")
    answer = client.post(address(match, "A"), {"result": "2-1"})
    assert answer.status_code == 400
    assert "This match has ended 0 – 2." in answer.text


def test_the_pages_of_others_are_not_there(client, match):
    other = Match.objects.filter(tournament=match.tournament, round=1).exclude(pk=match.pk).get()
    link = links(match)[0]
    for wrong in ("1-abc", link + "0", link.replace("-", "")):
        assert client.get(reverse("pair:result", args=[wrong])).status_code == 404
    foreign = reverse("pair:result_of", args=[link, other.pk])
    assert client.get(foreign).status_code == client.post(foreign).status_code == 404
    statements.revoke_link(pair_id=match.pair_a_id, actor=PROGRAM)
    old = reverse("pair:result_of", args=[link, match.pk])
    assert client.get(old).status_code == client.post(old, {"result": "2-0"}).status_code == 404
    assert statements_of(match) is None


def test_a_form_of_another_site_says_nothing(match):
    client = Client(enforce_csrf_checks=True)
    assert client.post(address(match, "A"), {"result": "2-0"}).status_code == 403
    assert statements_of(match) is None


def test_the_page_of_a_sign_up_leads_to_the_result_where_pairs_enter_them(client):
    cup = play.tournament()
    sign_up_desk.set_terms(
        tournament_id=cup.pk, is_open=True, cap=4, fee="", note="", actor=PROGRAM
    )
    made = sign_ups.sign_up(tournament_id=cup.pk, player_1="Deba", player_2="Mutriku", phone="600")
    own = reverse("pair:own", args=[own_link_of(made)])
    assert "our-result" not in client.get(own).text
    statements.set_terms(tournament_id=cup.pk, entered_by="both", actor=PROGRAM)
    link = link_of(pair_id=made.pair_id)
    assert reverse("pair:result", args=[link]) in client.get(own).text
    assert "no match to enter a result" in client.get(f"/our-result/{link}/").text
    statements.revoke_link(pair_id=made.pair_id, actor=PROGRAM)
    assert client.get(own).status_code == 404
