"""The draw, in front of everybody."""

from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.services import departures
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match


def test_without_two_pairs_it_is_refused_and_the_page_says_what_is_missing(desk, at, empty):
    html = desk.get(at("draw", empty.slug)).text
    assert "Too few entries to draw" in html
    assert 'action="' + at("make_draw", empty.slug) not in html
    assert desk.post(at("make_draw", empty.slug), {"seed": ""}).status_code == 400


def test_t1_t2_before_it_the_room_sees_pairs_byes_rounds_and_games(desk, at, entered):
    html = desk.get(at("draw", entered.slug)).text
    for value in (
        ">5<",
        ">3<",
        "byes to be drawn",
        "games at most in each match",
        "Getaria – Zarautz",
    ):
        assert value in html


def test_the_rounds_of_bracket_b_are_not_added_to_those_of_the_championship(desk, at, arizkun):
    cup = play.tournament(entered=18, owner=arizkun, format_options={"consolation": "first_round"})
    html = desk.get(at("draw", cup.slug)).text
    assert '<span class="stat__value">5</span>' in html
    assert '<span class="stat__value">9</span>' not in html


def test_T1_a_longer_final_is_not_denied_before_the_draw(desk, at, arizkun):
    cup = play.tournament(
        entered=18, owner=arizkun, settings={"games_to_win": 2, "final_games_to_win": 3}
    )
    html = desk.get(at("draw", cup.slug)).text
    assert "games at most in a match, save in rounds of another length" in html
    assert "games at most in each match" not in html


def test_drawing_stores_the_result_and_reveals_it(desk, at, entered, again):
    response = desk.post(at("make_draw", entered.slug), {"seed": "kaixo room"})
    assert response.url == at("draw", entered.slug) + "?show=1"
    assert again(entered.id).draw_seed == "kaixo room"
    html = desk.get(response.url).text
    assert 'data-reveal="now"' in html
    assert html.count("data-step") == 4
    assert "kaixo room" in html
    assert "bye: straight to round 2" in html


def test_without_words_the_program_makes_a_seed(desk, at, entered, again):
    desk.post(at("make_draw", entered.slug), {"seed": ""})
    assert len(again(entered.id).draw_seed) == 32


def test_drawing_twice_shows_the_draw_that_stands(desk, at, drawn, again):
    response = desk.post(at("make_draw", drawn.slug), {"seed": "another"})
    assert response.url == at("draw", drawn.slug)
    assert again(drawn.id).draw_seed == "kaixo"


def test_once_a_match_has_begun_the_draw_stands(desk, at, drawn, playing, again):
    assert at("undo_draw", drawn.slug) not in desk.get(at("draw", drawn.slug)).text
    response = desk.post(at("undo_draw", drawn.slug), {"reason": "again, please"})
    assert response.status_code == 400
    assert "the draw stands" in response.text
    assert again(drawn.id).status == "running"


def test_a_pair_that_left_before_it_sat_down_does_not_keep_the_draw(desk, at, drawn, again):
    pair = Match.objects.filter(status="ready").first().pair_a
    departures.withdraw(pair_id=pair.pk, reason="ill", actor=Actor("program", None, "test"))
    assert at("undo_draw", drawn.slug) in desk.get(at("draw", drawn.slug)).text
    desk.post(at("undo_draw", drawn.slug), {"reason": "draw without it"})
    assert again(drawn.id).status == "entry"


def test_the_sizes_of_groups_and_who_finds_no_bracket_are_said_before_it(desk, at, arizkun):
    options = {"group_size": 4, "qualifiers": 2, "brackets": 2}
    cup = play.tournament(entered=9, owner=arizkun, format="groups", format_options=options)
    html = desk.get(at("draw", cup.slug)).text
    assert "Pairs in each group: 5, 4." in html
    assert "1 pair will have no bracket to play on in." in html
    Tournament.objects.filter(pk=cup.pk).update(format_options=options | {"qualifiers": 3})
    assert "no bracket" not in desk.get(at("draw", cup.slug)).text


def test_a_draw_by_hand_is_typed_match_by_match_and_mistakes_are_named(desk, at, entered):
    where = at("draw_by_hand", entered.slug)
    numbers = sorted(Pair.objects.filter(tournament=entered.id).values_list("number", flat=True))
    assert "Draw by hand" in desk.get(where).text
    places = desk.get(where).text.count('name="a')
    given = {f"a{n}": str(number) for n, number in enumerate(numbers[:places], start=1)}
    given |= {f"b{n}": str(number) for n, number in enumerate(numbers[places:], start=1)}
    refused = desk.post(where, given | {"reason": "Balls", "a1": "99"})
    assert refused.status_code == 400
    assert "Pair 99 is not among those to be drawn" in refused.text
    assert desk.post(where, given | {"reason": "Balls"}).url == at("draw", entered.slug)
    html = desk.get(at("draw", entered.slug)).text
    assert "Drawn by hand" in html
    assert desk.get(where).url == at("draw", entered.slug)


def test_two_places_of_the_draw_are_swapped_from_its_page_and_everybody_reads_why(
    desk, client, at, drawn
):
    assert at("swap_places", drawn.slug) in desk.get(at("draw", drawn.slug)).text
    one, other = Match.objects.filter(tournament=drawn.id, pair_b__isnull=False)[:2]
    form = desk.get(at("swap_places", drawn.slug)).text
    assert f">{one.pair_a.number}. {one.pair_a.name}<" in form
    given = {"first": one.pair_a.number, "second": one.pair_b.number, "reason": "one car"}
    assert "They play each other in round 1" in desk.post(at("swap_places", drawn.slug), given).text
    given["second"] = other.pair_a.number
    assert desk.post(at("swap_places", drawn.slug), given).url == at("draw", drawn.slug)
    assert Match.objects.get(pk=one.pk).pair_a == other.pair_a
    said = f"{given['first']} and {given['second']} changed places in the draw: one car"
    assert said in client.get(f"/t/{drawn.slug}/draw/").text
    sent = desk.post(
        f"/api/v1/tournaments/{drawn.slug}/draw/swap/", given, content_type="application/json"
    )
    assert (sent.status_code, sent.json()["status"]) == (200, "running")
