"""Who is here, who comes late, who does not come."""

from tests.tournament.play import PROGRAM
from tournament.arrivals.models import Arrival
from tournament.entries.models import Pair
from tournament.entries.services.departures import withdraw
from tournament.matches.models import Match


def test_pairs_are_ticked_with_one_tap_each(desk, at, entered):
    page = at("arrivals", entered.slug)
    assert "0 of 5 pairs" in desk.get(page).content.decode()
    assert desk.post(at("arrive", entered.slug, 3)).url == page
    assert "1 of 5 pairs" in desk.get(page).content.decode()
    desk.post(at("not_here", entered.slug, 3))
    assert not Arrival.objects.exists()
    desk.post(at("arrive_all", entered.slug))
    assert Arrival.objects.count() == 5
    assert "Everybody is here" in desk.get(page).content.decode()


def test_the_draw_names_the_pairs_that_are_missing(desk, at, entered):
    assert "not here yet" not in desk.get(at("draw", entered.slug)).content.decode()
    for number in (1, 2, 3, 4):
        desk.post(at("arrive", entered.slug, number))
    html = desk.get(at("draw", entered.slug)).content.decode()
    assert "1 pair is not here yet:" in html
    assert "5. Mutriku" not in html or "5." in html


def test_the_code_on_the_door_is_there_to_print(desk, at, entered):
    assert "/here/" in desk.get(at("door", entered.slug)).content.decode()


def test_a_late_pair_is_let_in_on_one_page_that_says_where_it_leads(desk, at, drawn):
    page = at("late_pair", drawn.slug)
    html = desk.get(page).content.decode()
    assert "who had a bye" in html
    assert "The winner goes on to match 2." in html
    bye = Match.objects.filter(ended_by="bye", round=1).first()
    blank = desk.post(page, {"place": f"{bye.pk}B", "reason": "the bus"})
    assert blank.status_code == 400
    assert "Give the name of this player" in blank.content.decode()
    done = desk.post(
        page,
        {"place": f"{bye.pk}B", "player_1": "Ondarroa", "player_2": "Lekeitio", "reason": "late"},
    )
    assert done.status_code == 302
    bye.refresh_from_db()
    assert (bye.status, bye.pair_b.name) == ("ready", "Ondarroa – Lekeitio")
    assert f"Match {bye.label} is now" in desk.get(done.url).content.decode()


def test_T7_a_place_is_offered_whose_other_pair_had_a_bye_and_has_left(desk, at, drawn):
    bye = Match.objects.filter(ended_by="bye", round=1).first()
    withdraw(pair_id=bye.pair_a_id, reason="ill", actor=PROGRAM)
    page = at("late_pair", drawn.slug)
    said = desk.get(page)
    assert said.status_code == 200
    assert f"Match {bye.label}, against nobody: the pair that had a bye has left." in said.text
    names = {"player_1": "Ondarroa", "player_2": "Lekeitio"}
    done = desk.post(page, {"place": f"{bye.pk}B", **names, "reason": "late"})
    assert f"The pair is in match {bye.label}." in desk.get(done.url).text
    bye.refresh_from_db()
    assert (bye.status, bye.winner) == ("finished", "B")
    to = Match.objects.get(tournament_id=drawn.id, round=2, slot=bye.slot // 2)
    assert "Ondarroa – Lekeitio" in f"{to.pair_a} {to.pair_b}"


def test_before_the_draw_there_is_no_place_to_take(desk, at, entered):
    assert "Nothing is drawn yet" in desk.get(at("late_pair", entered.slug)).content.decode()


def test_T7_both_absent_is_one_act_that_says_who_goes_on(desk, at, drawn, ready):
    page = at("both_absent", drawn.slug, ready.id)
    assert "will not be played" in desk.get(page).content.decode()
    assert desk.post(page, {"reason": ""}).status_code == 400
    desk.post(page, {"reason": "nobody came"})
    assert Pair.objects.filter(status="withdrawn").count() == 2


def test_everybody_ticked_by_two_desks_is_everybody_and_no_fault(desk, at, entered):
    desk.post(at("arrive_all", entered.slug))
    told = desk.post(at("arrive_all", entered.slug), follow=True).content.decode()
    assert "Everybody is here." in told
    assert "no such pair" not in told
