"""The draw over the API: made, read, taken back."""

import pytest

from tests.api.conftest import codes, paths
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.log.models import Event


def test_a_draw_is_made_with_a_seed_and_read_by_anybody(desk, anyone, entry):
    at = f"/tournaments/{entry.slug}"
    assert anyone.get(f"{at}/bracket/").json() == {"rounds": []}
    answer = desk.post(f"{at}/draw/", {"seed": "Zarautz at noon"})
    assert answer.status_code == 201
    assert (answer.json()["status"], answer.json()["best_of"]) == ("running", 5)
    rounds = anyone.get(f"{at}/bracket/").json()["rounds"]
    assert [len(one["matches"]) for one in rounds] == [2, 1]
    assert rounds == anyone.get(f"{at}/rounds/").json()
    assert rounds[1] == anyone.get(f"{at}/rounds/2/").json()
    assert codes(anyone.get(f"{at}/rounds/3/")) == ["no_such_round"]


def test_a_draw_needs_no_body(desk, entry):
    assert desk.post(f"/tournaments/{entry.slug}/draw/").status_code == 201


def test_a_draw_by_hand_is_recorded_as_one_with_its_reason(desk, anyone, entry):
    at = f"/tournaments/{entry.slug}"
    refused = desk.post(f"{at}/draw/", {"by_hand": [[3, 1], [2, 4]]})
    assert (codes(refused), paths(refused)) == (["reason_required"], ["reason"])
    wrong = desk.post(f"{at}/draw/", {"by_hand": [[3, 1], [2, 3]], "reason": "Balls"})
    assert codes(wrong) == ["not_all_drawn", "drawn_twice"][::-1]
    answer = desk.post(f"{at}/draw/", {"by_hand": [[3, 1], [2, 4]], "reason": "Balls"})
    assert (answer.status_code, answer.json()["draw_recipe"]) == (201, "by-hand:mus-draw/1")
    matches = anyone.get(f"{at}/rounds/1/").json()["matches"]
    numbers = [[one["pair_a"]["number"], one["pair_b"]["number"]] for one in matches]
    assert numbers == [[3, 1], [2, 4]]


@pytest.mark.parametrize(
    "by_hand", [5, "1-2", [], [1, 2], [[1]], [[1, 2, 3]], [["a", 2]], [[0, 1]]]
)
def test_a_draw_by_hand_of_another_shape_is_refused(desk, entry, by_hand):
    answer = desk.post(f"/tournaments/{entry.slug}/draw/", {"by_hand": by_hand, "reason": "Balls"})
    assert answer.status_code == 400


def test_a_second_draw_is_refused(desk, at):
    assert codes(desk.post(f"{at}/draw/")) == ["already_drawn"]


def test_a_draw_is_taken_back_before_any_match_has_begun(desk, at, drawn):
    answer = desk.post(f"{at}/draw/undo/", {"reason": "A pair came late."})
    assert (answer.status_code, answer.json()["status"]) == (200, "entry")
    desk.post(f"{at}/draw/")
    play.start(play.match(drawn, 1, 0))
    assert codes(desk.post(f"{at}/draw/undo/", {"reason": "Again."})) == ["match_begun"]


@pytest.mark.parametrize("pairs", [2, 8])
def test_the_bracket_takes_two_queries_however_wide(anyone, db, django_assert_num_queries, pairs):
    slug = play.tournament(entered=pairs, drawn=True).slug
    with django_assert_num_queries(2):
        anyone.get(f"/tournaments/{slug}/bracket/")


@pytest.mark.parametrize("wins", range(1, 10))
@pytest.mark.sampled(3)
def test_T1_a_match_is_won_by_as_many_games_as_the_setting_says(desk, entry, wins):
    at = f"/tournaments/{entry.slug}"
    changed = desk.patch(f"{at}/", {"settings": {"games_to_win": wins}})
    assert changed.json()["best_of_if_drawn_now"] == 2 * wins - 1
    assert desk.post(f"{at}/draw/").json()["best_of"] == 2 * wins - 1
    matches = desk.get(f"{at}/rounds/1/").json()["matches"]
    assert {one["wins_needed"] for one in matches} == {wins}


@pytest.mark.parametrize("wins", [0, 10, "4", 4.0, True, None])
def test_T1_no_match_is_of_no_game_or_of_more_than_nine(desk, entry, wins):
    answer = desk.patch(f"/tournaments/{entry.slug}/", {"settings": {"games_to_win": wins}})
    assert answer.status_code == 400
    ((field, message),) = [(one["path"], one["message"]) for one in answer.json()["errors"]]
    assert field == "settings.games_to_win"
    assert message == "Give a whole number from 1 to 9."


def test_T1_all_games_are_played_instead_of_games_to_win(desk, entry):
    at = f"/tournaments/{entry.slug}"
    for settings, message in (
        ({"games_all_played": 10}, "Give a whole number from 1 to 9."),
        ({"games_all_played": 4}, "or choose groups, a league or Swiss."),
        ({"games_all_played": 3, "games_to_win": 2}, "give one of the two."),
        ({"crowded_above": 16}, "both or neither."),
        ({"late_match": 10, "late_first_game": 20}, "give at least 20 minutes."),
    ):
        refused = desk.patch(f"{at}/", {"settings": settings}).json()["errors"]
        assert [one["path"] for one in refused] == [f"settings.{next(iter(settings))}"]
        assert refused[0]["message"].endswith(message)
    desk.patch(f"{at}/", {"settings": {"games_all_played": 3}})
    assert desk.post(f"{at}/draw/").json()["best_of"] == 3
    (first, *_others) = desk.get(f"{at}/rounds/1/").json()["matches"]
    assert first["all_played"] is True
    report = f"{at}/matches/{first['id']}/result/"
    assert codes(desk.post(report, {"games": [2, 0]})) == ["not_a_result"]
    assert desk.post(report, {"games": [3, 0]}).status_code == 200


@pytest.fixture
def beaten(drawn: Tournament) -> Tournament:
    """Two pairs beaten in round 1."""
    play.play_round(drawn, 1)
    return drawn


def test_t3_beaten_pairs_are_proposed_and_paired(desk, anyone, at, beaten):
    proposal = desk.get(f"{at}/consolation/proposal/").json()
    pairings = [[m["pair_a"]["number"], m["pair_b"]["number"]] for m in proposal["matches"]]
    assert len(pairings) == 1
    made = desk.post(f"{at}/consolation/", {"pairings": pairings, "best_of": 1})
    assert made.status_code == 201
    assert [m["best_of"] for m in made.json()] == [1]
    assert anyone.get(f"{at}/consolation/").json() == made.json()
    cancel = f"{at}/consolation/{made.json()[0]['id']}/cancel/"
    why = {"reason": "They went home."}
    stale = desk.post(cancel, {**why, "expected_version": made.json()[0]["version"] + 1})
    assert (stale.status_code, codes(stale)) == (409, ["changed_meanwhile"])
    off = desk.post(cancel, {**why, "expected_version": stale.json()["current"]["version"]})
    assert off.json()["status"] == "finished"


def test_a_pair_still_in_the_championship_is_not_paired(desk, at):
    answer = desk.post(f"{at}/consolation/", {"pairings": [[1, 2]]})
    assert answer.status_code == 400
    assert set(codes(answer)) == {"pair_not_free"}


@pytest.mark.parametrize(
    "pairings", [[], [[1]], [[1, 2, 3]], [["1", "2"]], [[1, True]], "1-2", [[1, 2]] * 600]
)
def test_pairings_that_are_not_understood_are_named(desk, at, pairings):
    answer = desk.post(f"{at}/consolation/", {"pairings": pairings})
    assert answer.status_code == 400
    assert paths(answer)[0].startswith("pairings")


def test_the_standings_are_read_by_anybody(anyone, at, beaten):
    assert anyone.get(f"{at}/consolation/standings/").json() is not None
    play.play_round(beaten, 2)
    rows = anyone.get(f"{at}/standings/").json()
    assert (rows[0]["place"], rows[0]["title"]) == (1, "champion")
    assert anyone.get(f"/tournaments/{beaten.slug}/").json()["champion"] == rows[0]["pair"]


@pytest.mark.parametrize("pairs", [2, 8])
def test_the_standings_take_three_queries_however_long(
    anyone, db, django_assert_num_queries, pairs
):
    slug = play.tournament(entered=pairs, drawn=True).slug
    with django_assert_num_queries(3):
        assert len(anyone.get(f"/tournaments/{slug}/standings/").json()) == pairs


def test_a_round_just_drawn_is_changed_by_hand_and_changed_back(desk, anyone, organizer):
    cup = play.tournament(entered=4, drawn=True, owner=organizer, format="fresh_draw")
    at = f"/tournaments/{cup.slug}/rounds"
    assert desk.get(f"{at}/by-hand/").json() == []
    cup = play.tournament(entered=8, drawn=True, owner=organizer, format="swiss")
    at = f"/tournaments/{cup.slug}/rounds"
    play.play_round(cup, 1)
    (found,) = desk.get(f"{at}/by-hand/").json()
    (a, b), (c, d), *rest = found["matches"]
    assert (found["round"], found["own"], found["is_changed"]) == (2, found["matches"], False)
    asked = {"matches": [[a, d], [b, c], *rest]}
    warned = desk.post(f"{at}/by-hand/preview/", asked).json()
    asked |= {"reason": "a bus", "instead_of": found["own"], "despite_warnings": bool(warned)}
    changed = desk.post(f"{at}/by-hand/", asked)
    assert (changed.status_code, changed.json()["is_changed"]) == (200, True)
    assert anyone.get(f"{at}/2/").json()["by_hand"] == "a bus"
    assert codes(desk.post(f"{at}/by-hand/", asked)) == ["changed_meanwhile"]
    assert codes(desk.post(f"{at}/by-hand/undo/", {"reason": "no bus"})) == ["gone"]
    number = Event.objects.get(kind="round.paired_by_hand").number
    desk.post(f"/tournaments/{cup.slug}/acts/{number}/undo/", {"reason": "no bus"})
    (back,) = desk.get(f"{at}/by-hand/").json()
    assert (back["matches"], back["is_changed"]) == (found["own"], False)
