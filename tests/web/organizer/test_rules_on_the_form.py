"""The rules as sentences on the form of a tournament, each beside the field that changes it."""

import pytest

from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.formats.regulations import SETTINGS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_rules_are_sentences_that_the_form_changes_and_what_contradicts_is_said_there(
    desk, at, arizkun
):
    given = {
        "name": "Cup", "starts_at": "2026-12-05T12:00", "tables": "4", "target": "what",
        "regulation": "euskal-herria", "games_to_win": "4", "final_games_to_win": "5",
        "format": "swiss", "third_place": "on", "games_all_played": "3",
        "late_first_game": "20", "late_match": "10",
    }  # fmt: skip
    page = desk.post(at("create"), {**given, "step": "rules"})
    assert not Tournament.objects.exists(), "nothing is made by looking"
    rules = {one["line"].setting.key: one for one in page.context["form"].sentences()}
    assert str(rules["games_to_win"]["line"].means) == (
        "The pair that first wins 4 games wins the match (best of 7)."
    )
    assert rules["target"]["line"].value == "30"
    for seen in (
        'value="Cup"', "3 (the regulation)", "Four kings (the regulation)",
        "the standings decide, not a final", "The chosen format does not use this",
        "give one of the two.", "give at least 20 minutes.",
    ):  # fmt: skip
        assert seen in page.text

    few = {"format": "groups", "group_size": "3", "qualifiers": "4", "target": ""}
    page = desk.post(at("create"), {**given, **few})
    assert (page.status_code, Tournament.objects.count()) == (400, 0)
    assert page.context["form"].errors.keys() == {"qualifiers", "games_all_played", "late_match"}

    many = {"format": "groups", "group_size": "3", "group_matches": "4", "target": ""}
    page = desk.post(at("create"), {**given, **many, "games_all_played": "", "late_match": ""})
    assert page.context["form"].errors.keys() == {"group_matches"}
    assert "Choose fewer matches, or larger groups." in page.text

    four = {"format": "groups", "brackets": "3", "bracket_d_games_to_win": "2", "target": ""}
    page = desk.post(at("create"), {**given, **four, "games_all_played": "", "late_match": ""})
    assert page.context["form"].errors.keys() == {"brackets"}
    assert "No pair of a group is left for the last bracket." in page.text
    assert "There is no such bracket: no effect." in page.text

    single = {"games_to_win": "1", "last_game_stones": "20", "games_all_played": ""}
    for final, idle in (("", True), ("2", False)):
        short = {"target": "", "format": "knockout", "brackets": "9", "final_games_to_win": final}
        page = desk.post(at("create"), {**given, **single, **short, "late_match": ""})
        assert ("Every match is a single game" in page.text) is idle

    early = {"format": "three_losses", "safe_rounds": "3", "knockout_from": "3", "target": ""}
    page = desk.post(at("create"), {**given, **early, "games_all_played": "", "late_match": ""})
    assert page.context["form"].errors.keys() == {"knockout_from"}
    assert "Nobody goes out in that round." in page.text

    many = {**early, "safe_rounds": "", "lives": "2", "lives_then": "2"}
    page = desk.post(at("create"), {**given, **many, "games_all_played": "", "late_match": ""})
    assert page.context["form"].errors.keys() == {"lives_then"}

    cup = play.tournament(owner=arizkun, regulation="pagat", settings={"target": 30})
    page = desk.get(at("change", cup.slug))
    assert "the regulation: 40" in page.text
    page = desk.post(at("change", cup.slug), {**given, "target": "", "step": "rules"})
    assert "the regulation: 40" not in page.text
    cup.refresh_from_db()
    assert cup.settings == {"target": 30}


def test_options_of_the_regulation_are_said_and_what_contradicts_before_it_is_sent(desk, at):
    blas = {"name": "Cup", "regulation": "blas-de-otero", "step": "rules"}
    page = desk.post(at("create"), blas).text
    assert "the regulation: yes" in page, "the match for third place"
    assert "More pairs go on" not in page
    page = desk.post(at("create"), {**blas, "group_size": "3", "qualifiers": "4"}).text
    assert "More pairs go on than a group has." in page
    page = desk.post(at("create"), {**blas, "best_of_all": "4"}).text
    assert "Choose one of the two." not in page, "it stands in place of the regulation's number"


def test_parts_with_something_of_ones_own_are_open_and_count_it(desk, at):
    given = {"name": "Cup", "regulation": "pagat", "signals": "false", "step": "rules"}
    parts = desk.post(at("create"), given).context["form"].rule_groups()
    found = [(str(part["title"]), part["own"], part["is_open"]) for part in parts]
    assert found == [
        ("The match", 0, True), ("Semi-finals, final, bracket B and other lengths", 0, False),
        ("Each round separately", 0, False),
        ("The hand", 1, True), ("A refused raise, lance by lance", 0, False),
        ("False declarations", 0, False),
        ("Pairs, substitutes and delays", 0, False),
    ]  # fmt: skip
    asked = [rule["field"].name for part in parts for rule in part["rules"]]
    waiting = {
        "when_time_is_up", "late_next_game", "false_word_stones", "crowded_games_to_win",
        "group_games_to_win", "third_place_games_to_win", "bracket_b_games_to_win",
        "bracket_c_games_to_win", "bracket_d_games_to_win",
    }  # fmt: skip
    assert sorted(asked) == sorted(SETTINGS.keys() - waiting)


def test_a_rule_is_asked_for_once_it_can_change_something(desk, at):
    given = {"name": "Cup", "regulation": "pagat", "step": "rules"}
    plain = _asked(desk.post(at("create"), given))
    for chosen, opens in (
        ({"match_minutes": "40"}, {"when_time_is_up"}),
        ({"late_first_game": "10"}, {"late_next_game"}),
        ({"false_words": "flat"}, {"false_word_stones"}),
        ({"crowded_above": "16"}, {"crowded_games_to_win"}),
        ({"third_place": "on"}, {"third_place_games_to_win"}),
        ({"consolation": "first_round"}, {"bracket_b_games_to_win"}),
        ({"regulation": "valdegastea-2"}, {"bracket_b_games_to_win"}),
        ({"format": "groups"}, {"group_games_to_win"}),
        ({"format": "groups", "brackets": "2"}, {"group_games_to_win", "bracket_b_games_to_win"}),
    ):
        assert _asked(desk.post(at("create"), {**given, **chosen})) - plain == opens, chosen
    in_vain = {"late_next_game": "15", "group_games_to_win": "2"}
    page = desk.post(at("create"), {**given, **in_vain})
    assert _asked(page) - plain == in_vain.keys(), "what was chosen stays in sight"
    assert "No game is lost by being late: no effect." in page.text


def _asked(page):
    return {rule["line"].setting.key for rule in page.context["form"].sentences()}


def test_T1_the_match_for_third_place_says_that_it_follows_the_final(desk, at):
    given = {"name": "Cup", "regulation": "pagat", "third_place": "on", "step": "rules"}
    page = desk.post(at("create"), {**given, "final_games_to_win": "5"})
    assert 'placeholder="as the final: 5"' in page.text


def test_a_round_without_its_own_length_follows_the_matches_of_this_tournament(desk, at):
    given = {"name": "Cup", "regulation": "brisbane-2024", "games_to_win": "2", "step": "rules"}
    given |= {"semi_final_games_to_win": "3"}
    rules = desk.post(at("create"), given).context["form"].sentences()
    usual = {rule["line"].setting.key: rule["line"].usual for rule in rules}
    assert usual["games_to_win"] == "3", "the regulation's"
    assert usual["quarter_final_games_to_win"] == usual["semi_final_games_to_win"] == "2"
    assert usual["final_games_to_win"] == "3", "as the semi-finals here"
    differ = [rule["line"].setting.key for rule in rules if rule["line"].differs]
    assert differ == ["games_to_win", "semi_final_games_to_win"]


def test_T7_a_rule_of_lateness_takes_the_place_of_the_courtesy(desk, at, arizkun):
    given = {"name": "Cup", "regulation": "pagat", "starts_at": "2026-12-06T10:30", "tables": "4"}
    page = desk.post(at("create"), {**given, "step": "rules"})
    assert 'name="courtesy_minutes"' in page.text
    given["late_first_game"] = "20"
    page = desk.post(at("create"), {**given, "step": "rules"})
    assert 'name="courtesy_minutes"' not in page.text
    assert "A pair is late 20 minutes after its call." in page.text

    late = {"late_first_game": 20}
    cup = play.tournament(owner=arizkun, entered=4, drawn=True, settings=late)
    assert 'name="courtesy_minutes"' not in desk.get(at("change", cup.slug)).text
    match = play.match(cup, 1, 0)
    walkover = desk.get(at("walkover", cup.slug, match.pk)).text
    assert "The courtesy here is 20 minutes" in walkover


@pytest.mark.parametrize("typed", ["madrid", "Europe/Madrid", " Madrid "])
def test_a_time_zone_may_be_named_by_its_city(desk, at, typed):
    given = {"name": "Cup", "regulation": "pagat", "starts_at": "2026-12-06T10:30", "tables": "4"}
    assert desk.post(at("create"), {**given, "time_zone": typed}).status_code == 302
    cup = Tournament.objects.get()
    assert cup.time_zone == "Europe/Madrid"
    assert cup.starts_at.isoformat() == "2026-12-06T09:30:00+00:00"
