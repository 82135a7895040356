"""What every drawing can count on: letters of the alphabets that the paper has, and no boxes."""

import re

import pytest

from tests.tournament import play
from tournament.championship.queries.tournaments import tournament_detail
from tournament.entries.services import pairs
from web.drawing.pen import drawn
from web.legible import legible
from web.public.pictures import TITLE, drawing_of_match, drawing_of_whole


def picture_of(text: str) -> bytes:
    return drawn(
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="90">'
        '<rect width="200" height="90" fill="#fff"/>'
        f'<text x="9" y="70" font-family="MusDisplay" font-size="60">{text}</text></svg>'
    )


def test_letters_that_the_house_fonts_lack_are_letters_and_no_boxes():
    assert len({picture_of(letter) for letter in "ŁČĞ"}) == 3


@pytest.mark.parametrize(
    ("name", "drawn_as"),
    [("דוד", "Dvd"), ("علي", "`ly"), ("王伟", "WangWei"), ("さくら", "Sakura")],
)
def test_letters_that_no_font_has_are_drawn_as_latin_ones(name, drawn_as):
    assert picture_of(name) == picture_of(drawn_as)


def test_a_sign_that_becomes_one_of_the_drawings_own_is_escaped():
    assert legible("\u06fd") == "&"
    assert picture_of("\u06fd") == picture_of("&amp;")


def test_an_emoji_is_left_out():
    assert picture_of("Ane 👩‍👧🎉") == picture_of("Ane ")


@pytest.mark.django_db
def test_names_that_grow_in_latin_letters_keep_to_their_lines():
    cup = play.play_out(play.tournament(entered=2, drawn=True, name="麻雀" * 30))
    pair = play.match(cup, 1, 0).pair_a
    pairs.change(pair_id=pair.pk, player_1="王伟" * 20, reason="the right name", actor=play.PROGRAM)
    tournament = tournament_detail(tournament_id=cup.pk)
    for drawing in (
        drawing_of_match(tournament, play.match(cup, 1, 0).pk),
        drawing_of_whole(tournament),
    ):
        assert "王" not in drawing
        found = re.findall(r"<tspan[^>]*>([^<]*)<", drawing)
        assert found
        assert max(map(len, found)) <= TITLE + len("… –"), found


@pytest.mark.django_db
def test_a_long_name_of_a_tournament_keeps_off_what_stands_beside_it():
    long = "Campeonato Nacional de Mus de las Sociedades Gastronómicas, trofeo Zarautz"
    cup = play.play_out(play.tournament(entered=2, drawn=True, name=long))
    tournament = tournament_detail(tournament_id=cup.pk)

    for drawing in (
        drawing_of_match(tournament, play.match(cup, 1, 0).pk),
        drawing_of_whole(tournament),
    ):
        assert long[:25] in drawing
        assert long[:45] not in drawing
