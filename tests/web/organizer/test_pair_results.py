"""Results by the pairs themselves, seen from the desk: the setting, the links, what waits."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.course.queries.statements import statements_of
from scoring.statements.queries import terms_of
from tests.scoring.statements.said import a_match, links, say
from tests.scoring.statements.test_phones import won_alone
from tests.tournament.play import tournament
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(arizkun) -> Match:
    match = a_match()
    match.tournament.organizers.add(arizkun)
    return match


def at(match: Match, name: str = "pair_results", *more: object) -> str:
    return reverse(f"organizer:{name}", args=[match.tournament.slug, *more])


def text(answer) -> str:
    return re.sub(r"\s+", " ", answer.text)


def test_the_organizer_says_who_enters_results(desk, match):
    sent = {"entered_by": "both", "minutes": "15", "closes_alone": "on"}
    assert "Saved." in text(desk.post(at(match), sent, follow=True))
    terms = terms_of(tournament_id=match.tournament_id)
    assert (terms.entered_by, terms.minutes, terms.closes_alone) == ("both", 15, True)
    assert desk.post(at(match), {**sent, "minutes": "0"}).status_code == 400
    for name in ("change", "entries"):
        assert at(match) in text(desk.get(at(match, name)))


def test_each_pair_has_a_link_to_copy_and_to_print(desk, match):
    listed, printed = text(desk.get(at(match))), text(desk.get(at(match, "print_links")))
    for link in links(match):
        assert reverse("pair:result", args=[link]) in listed
        assert reverse("pair:result", args=[link]) in printed


def test_without_the_setting_there_are_no_links(desk, arizkun):
    cup = tournament(entered=4, owner=arizkun)
    html = text(desk.get(reverse("organizer:pair_results", args=[cup.slug])))
    assert "our-result" not in html
    assert 'value="referees" required id="id_entered_by_0" checked' in html


def test_the_desk_sees_what_waits_and_leads_to_the_result(desk, match):
    here = reverse("organizer:desk", args=[match.tournament.slug])
    assert "Results to be confirmed" not in text(desk.get(here))
    say(match, "A", 2, 1)
    html = text(desk.get(here))
    assert "Results to be confirmed" in html
    assert "answer due by" in html
    result = reverse("organizer:result", args=[match.tournament.slug, match.pk])
    filled = text(desk.get(re.search(rf'href="({result}\?[^"]+)"', html)[1].replace("&amp;", "&")))
    assert re.search(r'name="games_a" value="2"', filled)
    assert re.search(r'name="games_b" value="1"', filled)
    say(match, "B", 1, 2, answers=statements_of(match).first.number)
    html = text(desk.get(here))
    assert "the organizers decide" in html
    assert "The pairs do not agree" in html
    assert result in html
    desk.post(result, {"games_a": "2", "games_b": "1"})
    html = text(desk.get(here))
    assert "The pairs do not agree" not in html
    last = Event.objects.filter(tournament=match.tournament).latest("number").number
    assert reverse("organizer:undo_act", args=[match.tournament.slug, last]) in html


def test_a_match_won_on_the_winners_phone_waits_on_every_page_until_the_desk_ends_it(
    client, desk, arizkun
):
    match, _phone = won_alone()
    slug = match.tournament.slug
    must = f"Won; {match.pair_b.name} must still agree"
    assert "to be confirmed" in text(client.get(reverse("public:bracket", args=[slug])))
    assert must in text(client.get(reverse("public:match", args=[slug, match.pk])))
    assert "to be confirmed" in text(client.get(reverse("public:tv", args=[slug])))
    match.tournament.organizers.add(arizkun)
    here = text(desk.get(at(match, "desk")))
    assert "to be confirmed" in here
    assert "answer due by" in here
    assert f"{match.pair_b.name} must still agree" in text(desk.get(at(match, "match", match.pk)))
    result = at(match, "result", match.pk)
    other = desk.post(result, {"games_a": "0", "games_b": "1"})
    assert "Confirm that the result overrides them" in text(other)
    desk.post(result, {"games_a": "1", "games_b": "0"})
    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "A")
    assert Event.objects.latest("number").actor_label == "organizer arizkun"


def test_no_link_is_on_a_page_that_everybody_reads(desk, match):
    say(match, "A", 2, 1)
    for name in ("bracket", "log"):
        html = text(Client().get(reverse(f"public:{name}", args=[match.tournament.slug])))
        assert not any(link in html for link in links(match))
