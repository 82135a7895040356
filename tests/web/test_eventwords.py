"""What an event was about, in one short line."""

from types import SimpleNamespace

import pytest
from django.utils import translation

from web.templatetags.eventwords import event_detail

BEST_OF = SimpleNamespace(all_played=False, vaca=1)
MATCH = {"id": 9, "kind": "championship", "round": 2, "slot": 0}


@pytest.fixture(autouse=True)
def _reads_english(in_english):
    with translation.override("en"):
        yield


def about(**data):
    return event_detail(SimpleNamespace(kind="", data=data), BEST_OF)


def test_a_hand_says_where_and_what_it_paid():
    hand = {"game": 1, "number": 4, "stones": [7, 1]}
    assert about(match=MATCH, hand=hand) == "match 2.1 · game 1, hand 4: +7 +1"


def test_a_match_says_who_played_and_how_it_stands():
    pairs = [{"number": 1, "name": "Getaria"}, {"number": 2, "name": "Orio"}]
    assert (
        about(match=MATCH, pairs=pairs, games=[2, 1]) == "match 2.1 · Getaria against Orio · 2 – 1"
    )


def test_a_correction_shows_no_inside_of_the_program():
    games = [{"ended_by": None, "number": n, "score": [15, 11]} for n in (1, 2)]
    target = {"game": 1, "number": 2}
    said = about(match=MATCH, target=target, games=games, hands=[{}], reason="misheard")
    assert said == "match 2.1 · game 1, hand 2 · misheard"


def test_a_pair_says_its_number_and_players_and_why():
    pair = {"number": 3, "player_1": "Lezo", "player_2": "Orio"}
    assert about(pair=pair, reason="ill") == "3. Lezo – Orio · ill"


def test_a_ruling_says_its_hand_and_reason():
    assert about(match=MATCH, game=3, number=2, reason="counted again") == (
        "match 2.1 · game 3, hand 2 · counted again"
    )


def test_what_a_table_sent_in_vain_says_what_became_of_it():
    assert about(match=MATCH, game=3, number=2, became="discarded") == (
        "match 2.1 · game 3, hand 2 · discarded at the table"
    )
    assert about(match=MATCH, became="eaten") == "match 2.1"
    assert about(match=MATCH, became=["x"]) == "match 2.1"


def test_a_list_says_how_many():
    assert about(pairs=[{}, {}, {}]) == "3 pairs"
    for entrants in ("players", "clubs"):
        of_others = SimpleNamespace(entrants=entrants)
        said = event_detail(SimpleNamespace(kind="", data={"pairs": [{}, {}]}), of_others)
        assert said == f"2 {entrants}"


@pytest.mark.parametrize("strange", [{}, {"match": None}, {"match": {"round": "x"}}, {"hand": 7}])
def test_data_of_another_shape_just_says_less(strange):
    assert event_detail(SimpleNamespace(kind="", data=strange), BEST_OF) == ""


def test_a_consolation_match_has_a_number_of_its_own():
    match = {"id": 9, "kind": "consolation", "round": 3, "slot": 2}
    assert about(match=match) == "consolation C3.3"


def test_a_reason_that_the_program_gives_is_said_in_the_readers_language():
    assert about(match=MATCH, reason="", because="at_the_table") == (
        "match 2.1 · at the table, before the first hand"
    )
    with translation.override("es"):
        said = about(match=MATCH, reason="", because="at_the_table")
    assert said == "partida 2.1 · en la mesa, antes de la primera mano"
    assert about(match=MATCH, because="unknown") == about(match=MATCH, because=["x"]) == "match 2.1"


def test_tables_put_away_name_the_matches_that_had_them():
    assert about(tables=2, was=3, freed=[MATCH]) == "without a table: 2.1"


def test_an_agreement_says_whether_the_tablet_has_signed_it():
    told = {"match": MATCH, "game": 1, "score": [40, 12], "by": ["A"]}
    assert about(**told, signed={"key": "k"}) == "match 2.1 · signed by the tablet"
    assert about(**told, signed=None) == "match 2.1 · not signed"
    assert about(**told) == "match 2.1", "from before tablets signed"


@pytest.mark.parametrize(
    ("all_played", "vaca", "words"),
    [
        (False, 1, ["1 game", "From round 3 on: best of 3"]),
        (True, 1, ["1 game", "From round 3 on: 3 games, all played"]),
        (False, 2, ["One vaca to 2 games", "From round 3 on: best of 3 vacas to 2 games"]),
    ],
)
def test_T5_a_reduction_names_the_length_as_the_tournament_plays_it(all_played, vaca, words):
    of = SimpleNamespace(all_played=all_played, vaca=vaca)
    shorter = [{"best_of": 1, "from_round": 1}, {"best_of": 3, "from_round": 3}]
    assert [event_detail(SimpleNamespace(kind="", data=data), of) for data in shorter] == words
