"""A format is chosen when the tournament is made, and shown in its own parts."""

import re

import pytest
from django.urls import reverse

from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.formats.registry import FORMATS
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


def form(**more):
    return {"name": "Swiss Cup", "starts_at": "2026-11-28T12:00", "tables": 4,
            "regulation": "pagat", "time_zone": "Europe/Madrid", **more}  # fmt: skip


def test_the_page_offers_every_format_in_words(desk):
    page = desk.get(reverse("organizer:create")).text
    assert all(f'value="{key}"' in page for key in FORMATS)
    assert "Everybody meets everybody once." in page


def test_a_tournament_is_made_in_the_chosen_format_with_what_that_format_knows(desk):
    desk.post(
        reverse("organizer:create"),
        form(format="swiss", swiss_rounds=3, third_place="on", seeds="2, 1"),
    )
    made = Tournament.objects.get()
    assert (made.format, made.format_options) == ("swiss", {"swiss_rounds": 3, "seeds": [2, 1]})


def test_what_was_typed_and_has_no_effect_is_named_when_the_tournament_is_made(desk):
    typed = form(format="swiss", third_place="on", final_games_to_win=5)
    page = desk.post(reverse("organizer:create"), typed, follow=True).text
    assert "Games to win the final: In this format the standings decide" in page
    assert "Match for third place: The chosen format does not use this" in page
    assert page.count("The chosen format") == 1


def test_seeds_that_are_no_numbers_are_refused_at_their_field(desk):
    page = desk.post(reverse("organizer:create"), form(format="knockout", seeds="3, three"))
    assert page.status_code == 400
    assert "Give numbers of pairs, each once" in page.text


@pytest.mark.sampled(7)
@pytest.mark.parametrize("format_", FORMATS)
def test_every_page_of_every_format_is_shown_from_the_draw_to_the_end(format_, desk, arizkun):
    cup = play.tournament(entered=8, drawn=True, owner=arizkun, format=format_)
    for _moment in ("drawn", "after a round"):
        for name in ("bracket", "standings", "rules", "consolation"):
            assert desk.get(reverse(f"public:{name}", args=[cup.slug])).status_code == 200
        for name in ("desk", "draw", "day_clock", "consolation", "change"):
            assert desk.get(reverse(f"organizer:{name}", args=[cup.slug])).status_code == 200
        play.play_round(cup, 1)


def test_groups_are_shown_with_their_tables_and_where_they_lead(client, arizkun):
    cup = play.tournament(entered=8, drawn=True, owner=arizkun, format="groups")
    page = client.get(reverse("public:bracket", args=[cup.slug])).text
    assert "Group A" in page
    assert "1. of group B" in page


def test_players_read_how_the_best_of_unequal_groups_are_compared(client, arizkun):
    cup = play.tournament(
        entered=11, drawn=True, owner=arizkun, format="groups", format_options={"best_next": 2}
    )
    page = client.get(reverse("public:bracket", args=[cup.slug])).text
    assert page.count("3. of a group, among the best") == 2
    page = client.get(reverse("public:rules", args=[cup.slug])).text
    assert "2, by points, difference of games and games won, each per match" in page


def test_every_bracket_is_drawn_with_its_letter_and_the_standings_say_the_places(
    client, desk, arizkun
):
    cup = play.tournament(
        entered=8, drawn=True, owner=arizkun, format="groups", format_options={"brackets": 2}
    )
    play.play_out(cup)
    page = client.get(reverse("public:bracket", args=[cup.slug])).text
    assert page.index("Bracket A") < page.index("Final A") < page.index("Bracket B")
    page = client.get(reverse("public:standings", args=[cup.slug])).text
    assert page.index("champion") < page.index("champion B") < page.index("runner-up B")
    last = Match.objects.filter(tournament=cup).order_by("-round").first()
    page = client.get(reverse("public:match", args=[cup.slug, last.pk])).text
    assert f"Final B · {last.pair_a.name}" in page
    page = desk.get(reverse("organizer:desk", args=[cup.slug])).text
    assert "Semi-finals A" in page
    assert "Final B" in page


def test_the_best_of_all_take_the_place_of_those_that_the_regulation_names(desk):
    given = form(regulation="blas-de-otero", best_of_all=8)
    desk.post(reverse("organizer:create"), given)
    assert Tournament.objects.get().format_options == {"best_of_all": 8, "third_place": True}
    desk.post(reverse("organizer:create"), form(regulation="aeit-2", qualifiers=3))
    made = Tournament.objects.latest("pk")
    assert made.format_options == {"group_matches": 3, "qualifiers": 3, "brackets": 2}
    page = desk.post(reverse("organizer:create"), {**given, "format": "groups", "qualifiers": 1})
    assert page.status_code == 400
    assert "Choose one of the two." in page.text


@pytest.mark.parametrize("typed", ["9" * 5_000, "9" * 30, "²"])
@pytest.mark.parametrize("step", ["rules", ""])
def test_an_option_that_is_no_number_is_said_or_shown_and_makes_nothing(desk, typed, step):
    given = form(format="groups", group_size=typed, third_place=typed, rounds=typed)
    page = desk.post(reverse("organizer:create"), {**given, "step": step})
    assert page.status_code == (200 if step else 400)
    assert typed in page.text
    assert not Tournament.objects.exists()


def test_the_standings_say_what_parts_equal_pairs(client):
    cup = play.tournament(entered=4, drawn=True, format="swiss")
    page = client.get(reverse("public:standings", args=[cup.slug])).text
    assert "the points of the opponents met" in page


def test_a_newer_version_of_a_regulation_is_offered_and_an_older_one_kept_by_its_tournaments(desk):
    offered = desk.get(reverse("organizer:create")).text
    assert 'value="colmenar-viejo-2"' in offered
    assert 'value="colmenar-viejo"' not in offered
    desk.post(reverse("organizer:create"), form(regulation="colmenar-viejo-2"))
    Tournament.objects.update(regulation="colmenar-viejo")
    slug = Tournament.objects.get().slug
    page = desk.get(reverse("organizer:change", args=[slug])).text
    kept = re.search(r'<input[^>]*value="colmenar-viejo"[^>]*>', page)
    assert kept is not None
    assert "checked" in kept[0]


def test_T3_a_knockout_with_bracket_b_is_made_on_the_form_and_read_beforehand(desk, client):
    typed = form(format="knockout", consolation="first_round", bracket_b_games_to_win=1)
    desk.post(reverse("organizer:create"), {**typed, "safe_rounds": 1})
    made = Tournament.objects.get()
    assert made.format_options == {"consolation": "first_round", "safe_rounds": 1}
    page = client.get(reverse("public:rules", args=[made.slug])).text
    assert "Nobody goes out in round 1." in page
    assert "play on in bracket B, which has its own winner" in page
    assert "A match of bracket B goes to the pair that first wins 1 game." in page


@pytest.mark.parametrize("options", [{"safe_rounds": 1}, {"consolation": "first_two_rounds"}])
def test_T3_pages_show_where_those_who_lose_go_from_the_draw_to_the_end(
    client, desk, arizkun, options
):
    cup = play.tournament(
        entered=11, drawn=True, owner=arizkun, format="knockout", format_options=options
    )
    assert "loser of 1." in client.get(reverse("public:bracket", args=[cup.slug])).text
    while ready := Match.objects.filter(tournament=cup, status="ready").first():
        play.win(ready)
        for name in ("desk", "draw", "consolation"):
            assert desk.get(reverse(f"organizer:{name}", args=[cup.slug])).status_code == 200
    cup.refresh_from_db()
    assert cup.champion
    pages = [client.get(reverse(f"public:{name}", args=[cup.slug])).text
             for name in ("bracket", "standings", "tv")]  # fmt: skip
    assert ("Final B" in pages[0]) == ("champion B" in pages[1]) == ("consolation" in options)


TABLE = {"points_win": 0, "points_game": 1, "order": ["points", "games_won", "among_level"]}
CHOSEN = {"points_win": "0", "points_game": "1", "order_0": "games_won", "order_1": "among_level"}


def test_what_a_table_counts_is_chosen_in_the_form_kept_there_and_told(desk, client):
    given = form(format="round_robin", rounds_each=2, **CHOSEN)
    desk.post(reverse("organizer:create"), given)
    cup = Tournament.objects.get()
    assert cup.format_options == {"rounds_each": 2, **TABLE}
    page = desk.get(reverse("organizer:change", args=[cup.slug]))
    assert page.context["form"]["order"].value() == TABLE["order"][1:]
    assert page.context["form"]["points_win"].value() == 0
    page = client.get(reverse("public:rules", args=[cup.slug])).text
    assert "Everybody meets everybody 2 times." in page
    told = (
        "1. points counted: 1 for each game won", "2. games won",
        "3. points in the matches among those that are tied",
    )  # fmt: skip
    assert all(one in page for one in told)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"order_0": "games_won", "order_1": "games_won"}, "order"),
        ({"order_0": "luck"}, "order"),
        ({"points_win": "0"}, "points_win"),
        ({"points_win": "2", "points_level": "3"}, "points_level"),
    ],
)
def test_a_table_that_cannot_be_is_refused_at_its_field(desk, given, field):
    page = desk.post(reverse("organizer:create"), form(format="round_robin", **given))
    assert page.status_code == 400
    assert page.context["form"].errors.keys() == {field}
    assert not Tournament.objects.exists()
