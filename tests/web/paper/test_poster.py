"""The championship on one sheet: who is named as champion, what is joined by lines, how large."""

import re

import pytest

from tests.tournament import play
from tournament.championship.queries.tournaments import tournament_detail
from tournament.championship.services import prizes
from tournament.entries.models import Pair
from tournament.matches.models import Match
from tournament.matches.queries.matches import bracket
from web.paper import poster
from web.paper.letters import PLAIN, width
from web.paper.names import shortened
from web.paper.pen import GOLD, Pen
from web.paper.sizes import sheet_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(monkeypatch):
    """Draws the poster of a tournament; returns the texts on it and how many ways join matches."""

    def draw(cup):
        texts, ways = [], []
        write, way = Pen.text, poster._way
        monkeypatch.setattr(
            Pen, "text", lambda pen, x, y, text, **how: texts.append((y, str(text), how))
            or write(pen, x, y, text, **how),
        )  # fmt: skip
        monkeypatch.setattr(poster, "_way", lambda *at, **how: ways.append(at) or way(*at, **how))
        poster.poster(
            tournament_detail(tournament_id=cup.pk),
            bracket(tournament_id=cup.pk),
            address="https://mus.example/",
        )
        return texts, ways

    return draw


def play_all(cup, rounds=99):
    for _round in range(rounds):
        for one in Match.objects.filter(tournament=cup, kind="championship", status="ready"):
            play.win(one, "B" if one.slot == 0 else "A")
    cup.refresh_from_db()


def named_champion(texts):
    """The text under the word in gold."""
    gold = next(n for n, (_y, _text, how) in enumerate(texts) if how.get("colour") is GOLD)
    return texts[gold + 1][1]


@pytest.mark.long
def test_the_champion_of_a_league_is_not_whoever_won_a_match_of_its_last_round(sheet):
    cup = play.tournament(entered=8, drawn=True, format="round_robin")
    play_all(cup, rounds=7)
    first_of_last = play.match(cup, 7, 0)
    assert first_of_last.pair_b != cup.champion

    texts, ways = sheet(cup)

    assert named_champion(texts) == cup.champion.name
    assert ways == []


def test_before_the_end_nobody_is_named_champion(sheet):
    cup = play.tournament(entered=8, drawn=True, format="swiss")
    play_all(cup, rounds=1)
    assert cup.champion is None

    assert named_champion(sheet(cup)[0]) == ""


def test_only_the_bracket_behind_groups_is_joined_by_lines(sheet):
    cup = play.tournament(entered=8, drawn=True, format="groups")
    play_all(cup, rounds=9)

    texts, ways = sheet(cup)

    assert named_champion(texts) == cup.champion.name
    assert len(ways) == 2  # from both semi-finals to the final


def test_each_match_has_its_number_for_those_that_name_it(sheet):
    cup = play.tournament(entered=4, drawn=True)
    texts = [text for _y, text, _how in sheet(cup)[0]]
    assert {"1.1", "1.2", "2.1"} <= set(texts)


def test_the_match_for_the_third_place_stands_apart_from_the_final(sheet):
    cup = play.tournament(entered=4, drawn=True, format_options={"third_place": True})
    play_all(cup)

    texts, _ways = sheet(cup)

    third = play.match(cup, 2, 1)
    final = play.match(cup, 2, 0)
    lowest = min(y for y, text, _how in texts if final.pair_a.name in text)
    assert any("Tercer" in text or "Third" in text for _y, text, _how in texts)
    assert all(
        min(y for y, text, _how in texts if text == f"{one.number}. {one.name}") < lowest
        for one in (third.pair_a, third.pair_b)
    )


@pytest.mark.parametrize(
    ("pairs", "format", "size"),
    [(0, "knockout", "A3"), (32, "knockout", "A3"), (33, "knockout", "A2"),
     (65, "knockout", "A1"), (129, "knockout", "A0"), (12, "round_robin", "A2")],
)  # fmt: skip
def test_a_bracket_has_a_sheet_on_which_its_names_can_be_read(pairs, format, size):
    cup = play.tournament(entered=pairs, drawn=pairs > 0, format=format)

    assert sheet_for(bracket(tournament_id=cup.pk)).name == size


def test_every_name_of_a_draw_of_200_is_at_least_as_large_as_print(sheet, monkeypatch):
    cup = play.tournament(entered=200, drawn=True)
    texts, _ways = sheet(cup)
    sizes = [how["size"] for _y, text, how in texts if re.match(r"\d+\. ", text)]
    assert len(sizes) >= 200
    assert min(sizes) > 4.5


LONG = ("José Luis Hondarribia Goikoetxea Olabarri", "Maialen Getaria Arrizabalaga de Mendizaba")


def test_names_of_40_letters_and_32_pairs_are_readable_on_a3(sheet):
    cup = play.tournament(entered=32, drawn=True)
    Pair.objects.filter(tournament=cup).update(player_1=LONG[0], player_2=LONG[1])
    assert sheet_for(bracket(tournament_id=cup.pk)).name == "A3"
    texts, _ways = sheet(cup)
    names = [
        (text, how) for _y, text, how in texts if text.endswith((" Olabarri", " de Mendizaba"))
    ]
    assert len(names) == 64
    assert all("Goikoetxea" in text or "Arrizabalaga" in text for text, _how in names)
    assert min(how["size"] for _text, how in names) > 7


@pytest.mark.parametrize(
    ("player", "shorter"),
    [
        ("José Luis Getaria Olano", ["J. Luis Getaria Olano", "J. L. Getaria Olano"]),
        ("Ane de la Fuente", ["A. de la Fuente"]),
        ("Getaria Olano, José Luis", ["Getaria Olano, J. Luis", "Getaria Olano, J. L."]),
        ("Getaria", []),
    ],
)
def test_first_names_are_shortened_and_surnames_stay(player, shorter):
    for text in [player, *shorter]:
        assert shortened(player, PLAIN, 8, width(text, PLAIN, 8)) == text
    assert shortened(player, PLAIN, 8, 1) == (shorter or [player])[-1]


def test_short_names_on_a_sheet_with_room_are_written_larger(sheet):
    texts, _ways = sheet(play.tournament(entered=16, drawn=True))
    sizes = {how["size"] for _y, text, how in texts if re.match(r"\d+\. Getaria", text)}
    assert sizes == {14}


def test_a_poster_before_the_draw_has_prizes_hours_and_the_text_beside_them(sheet):
    cup = play.tournament(entered=4)
    prizes.set_prizes(
        tournament_id=cup.pk, actor=play.PROGRAM,
        places=[{"first": 1, "last": 1, "prize": "600 €"}],
        text="Given by the Kaia club\n\nDinner for everybody",
        timetable=[{"day": 1, "time": "09:30", "what": "Breakfast"}],
    )  # fmt: skip
    texts, _ways = sheet(cup)
    said = [text for _y, text, _how in texts]
    for line in ("1: 600 €", "09:30 Breakfast", "Given by the Kaia club", "Dinner for everybody"):
        assert line in said
