"""The entry list."""

import re
from io import BytesIO

import pytest
from django.test import Client

from tests.season.seasons import circuit, cup
from tests.tournament import play
from tests.tournament.entries.test_sheets import cell, ods, packed, xlsx
from tests.tournament.play import PROGRAM
from tournament.championship.models import Tournament
from tournament.entries.models import ListInBox, Pair
from tournament.entries.services import pairs
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.signup.queries import paid_numbers, sum_of_fees
from tournament.signup.services import desk as sign_up_desk

TWO = {"player_1": "Lezo", "player_2": "Orio", "club": "Kaia", "contact": "600"}


def test_an_empty_list_says_how_to_begin(desk, at, empty):
    html = desk.get(at("entries", empty.slug)).text
    assert "No entries yet" in html
    assert "data-focus" in html


def test_a_pair_typed_in_is_entered_and_the_first_field_waits_for_the_next(desk, at, empty):
    response = desk.post(at("enter_pair", empty.slug), TWO)
    assert response.url == at("entries", empty.slug) + "?just=1"
    html = desk.get(response.url).text
    assert "Lezo – Orio is in, with number 1." in html
    assert "1 pair entered" in html
    assert 'id="pair-1" class="is-marked"' in html


def test_a_refused_pair_keeps_what_was_typed(desk, at, empty):
    response = desk.post(at("enter_pair", empty.slug), {**TWO, "player_2": "lezo"})
    html = response.text
    assert response.status_code == 400
    assert "Both players have the same name" in html
    assert 'value="lezo"' in html
    assert 'value="Kaia"' in html
    assert not Pair.objects.exists()


def test_a_pair_entered_already_is_entered_again_only_when_confirmed(desk, at, entered):
    same = {"player_1": "Zarautz", "player_2": "Getaria"}
    response = desk.post(at("enter_pair", entered.slug), same)
    assert response.status_code == 400
    assert "already entered as number 1" in response.text
    assert 'name="allow_duplicate"' in response.text
    desk.post(at("enter_pair", entered.slug), {**same, "allow_duplicate": "on"})
    assert Pair.objects.count() == 6


def test_a_name_that_is_too_long_is_refused_and_not_cut(desk, at, empty):
    assert "maxlength" not in desk.get(at("entries", empty.slug)).text
    response = desk.post(at("enter_pair", empty.slug), {**TWO, "player_2": "W" * 81})
    html = response.text
    assert response.status_code == 400
    assert "at most 80 characters" in html
    assert f'value="{"W" * 81}"' in html


def test_after_the_draw_no_pair_can_be_entered(desk, at, drawn):
    assert 'id="enter"' not in desk.get(at("entries", drawn.slug)).text
    assert desk.post(at("enter_pair", drawn.slug), TWO).status_code == 400


def test_t1_above_32_pairs_the_brisbane_list_warns_and_goes_on(desk, at, empty, actor):

    text = "\n".join(f"Town {n} A, Town {n} B" for n in range(33))
    pairs.enter_list(tournament_id=empty.id, text=text, actor=actor)
    html = desk.get(at("entries", empty.slug)).text
    assert "notice--warn" in html
    assert "33 are entered" in html
    assert 'id="enter"' in html


def test_contacts_are_on_the_desk_and_not_on_the_printed_list(desk, at, entered):
    assert "600 11 22 30" in desk.get(at("entries", entered.slug)).text
    printed = desk.get(at("print_pairs", entered.slug)).text
    assert "Getaria – Zarautz" in printed
    assert "600 11 22 30" not in printed


def test_a_printed_list_by_club_keeps_the_pairs_of_a_club_together(desk, at, entered):
    Pair.objects.update(club="Zumaia")
    Pair.objects.filter(number__in=[2, 4]).update(club="azpeitia")
    Pair.objects.filter(number=1).update(club="")
    printed = desk.get(at("print_pairs", entered.slug), {"list": "club"}).text
    assert re.findall(r'<td class="number">(\d+)</td>', printed) == ["2", "4", "3", "5", "1"]


def test_the_list_for_the_door_says_who_has_paid_and_how_many_owe(desk, at, entered):
    wall = desk.get(at("print_pairs", entered.slug)).text
    sign_up_desk.set_paid(pair_id=Pair.objects.get(number=3).pk, is_paid=True, actor=PROGRAM)
    door = desk.get(at("print_pairs", entered.slug), {"list": "door"}).text
    assert "pair has paid" not in wall
    assert "1 pair has paid · 4 pairs still owe" in " ".join(door.split())
    assert door.count("<td>✓</td>") == 1
    sign_up_desk.set_terms(
        tournament_id=entered.id, is_open=False, cap=None, fee="12,50 €", note="", actor=PROGRAM
    )
    door = desk.get(at("print_pairs", entered.slug), {"list": "door"}).text
    assert "has paid (12,50 €) · 4 pairs still owe (50,00 €)" in " ".join(door.split())


@pytest.mark.parametrize(
    ("fee", "total"), [("20 €", "60 €"), ("€7.5", "€22.5"), ("10 € a player", ""), ("free", "")]
)
def test_only_an_amount_has_a_sum(fee, total):
    assert sum_of_fees(fee, 3) == total


def test_a_printed_list_by_rating_begins_with_the_best_of_the_circuit(desk, at, entered, arizkun):
    where = at("print_pairs", entered.slug)
    assert "By rating" not in desk.get(where).text
    before = cup("Winter Cup", ("Pasaia, Hondarribia", "Ordizia, Tolosa"), day=-9)
    circuit(arizkun, before, Tournament.objects.get(pk=entered.id), same_names="all")
    html = desk.get(where, {"list": "rating"}).text
    best = before.champion.player_1
    first, second = ("2", "3") if best in ("Pasaia", "Hondarribia") else ("3", "2")
    numbers = re.findall(r'<td class="number">(\d+)</td>', html)
    assert numbers == [first, second, "1", "4", "5"]
    assert html.count(" ± ") == 2


def test_the_list_itself_prints_the_tournament_and_no_contact(desk, at, entered):
    html = desk.get(at("entries", entered.slug)).text
    head = re.search(r'<p class="only-print[^>]*>(.*?)</p>', html, re.DOTALL)[1]
    assert "Summer Cup · Getaria ·" in " ".join(head.split())
    assert str(entered.starts_at.year) in head
    cells = re.findall(r"<td([^>]*)>600 11 22 3\d</td>", html)
    assert len(cells) == 5
    assert all('class="no-print"' in cell for cell in cells)


def test_withdrawing_says_what_happens_and_asks_why(desk, at, entered):
    where = at("withdraw_pair", entered.slug, 2)
    assert "The draw leaves it out" in desk.get(where).text
    assert desk.post(where, {"reason": " "}).status_code == 400
    assert Pair.objects.get(number=2).status == "entered"
    assert desk.post(where, {"reason": "ill"}).url == at("entries", entered.slug)
    assert Pair.objects.get(number=2).status == "withdrawn"


def test_withdrawing_twice_is_refused_in_words(desk, at, entered):
    where = at("withdraw_pair", entered.slug, 2)
    desk.post(where, {"reason": "ill"})
    response = desk.post(where, {"reason": "ill again"})
    assert response.status_code == 400
    assert "has left already" in response.text
    assert "ill again" in response.text


def test_several_pairs_are_ticked_and_withdrawn_at_once(desk, at, entered):
    page = desk.get(at("entries", entered.slug)).text
    assert len(re.findall('name="number" value="[1-5]"', page)) == 5
    where = at("withdraw_pairs", entered.slug) + "?number=2&number=4"
    html = desk.get(where).text
    assert "Withdraw the ticked pairs" in html
    assert "<li>2. Hondarribia – Pasaia</li>" in html
    assert desk.post(where, {"reason": " "}).status_code == 400
    assert desk.post(where, {"reason": "pasted twice"}).url == at("entries", entered.slug)
    assert list(Pair.objects.filter(status="withdrawn").values_list("number", flat=True)) == [2, 4]
    assert "The withdrawal is recorded." in desk.get(at("entries", entered.slug)).text


def test_withdrawing_several_of_which_one_has_left_names_it_and_withdraws_none(desk, at, entered):
    where = at("withdraw_pairs", entered.slug) + "?number=2&number=4"
    desk.post(at("withdraw_pair", entered.slug, 4), {"reason": "ill"})
    response = desk.post(where, {"reason": "pasted twice"})
    assert response.status_code == 400
    assert "4. Azpeitia – Azkoitia has left already" in response.text
    assert "pasted twice" in response.text
    assert Pair.objects.get(number=2).status == "entered"


@pytest.mark.parametrize("ticked", ["", "?number=99", "?number=x"])
def test_withdrawing_no_pair_is_answered_on_the_list(desk, at, entered, ticked):
    response = desk.get(at("withdraw_pairs", entered.slug) + ticked, follow=True)
    assert "Nothing is ticked" in response.text


def test_after_the_draw_pairs_are_not_ticked(desk, at, drawn):
    assert 'name="number"' not in desk.get(at("entries", drawn.slug)).text
    response = desk.post(at("withdraw_pairs", drawn.slug) + "?number=1", {"reason": "home"})
    assert response.status_code == 400
    assert "one by one" in response.text


def test_a_disqualified_pair_loses_the_match_it_plays(desk, at, drawn, playing):
    number = playing.pair_a.number
    where = at("disqualify_pair", drawn.slug, number)
    assert "goes to the opponents" in desk.get(where).text
    to = "2.1" if playing.slot < 2 else "2.2"
    said = f"Match {playing.label} goes to {playing.pair_b.name}: it goes on to match {to}, against"
    assert said in desk.get(where).text
    assert said in desk.post(where, {"reason": "third false claim"}, follow=True).text
    match = Match.objects.get(pk=playing.id)
    assert (match.winner, match.ended_by) == ("B", "disqualification")


class TestImport:
    GOOD = "Lezo, Orio\nTolosa y Ordizia\n"

    @pytest.fixture
    def where(self, at, empty):
        return at("import_pairs", empty.slug)

    def test_looking_first_enters_nothing(self, where, desk):
        response = desk.post(where, {"text": self.GOOD, "step": "look"})
        html = response.text
        assert response.status_code == 200
        assert "2 lines understood" in html
        assert "Enter these 2 pairs" in html
        assert not Pair.objects.exists()

    @pytest.mark.parametrize("step", ["look", "enter"])
    def test_every_wrong_line_is_named_and_nothing_is_lost(self, where, desk, step):
        text = "Lezo, Orio\nonly one\nTolosa, Tolosa"
        response = desk.post(where, {"text": text, "step": step})
        html = response.text
        assert response.status_code == 400
        assert "Line 2" in html
        assert "<code>only one</code>" in html
        assert "Line 3" in html
        assert "Tolosa, Tolosa</textarea>" in html
        assert not Pair.objects.exists()

    def test_what_is_missing_is_named_by_its_column_in_the_order_of_the_lines(
        self, desk, at, entered
    ):
        text = "Getaria, Zarautz\nLezo;;Kaia\nonly one"
        html = desk.post(at("import_pairs", entered.slug), {"text": text}).text
        assert "Player 2: This is empty. Fill it in." in " ".join(html.split())
        assert "Player 1: These two players" not in html
        assert html.index("Line 1") < html.index("Line 2") < html.index("Line 3")
        assert "3 lines need fixing" in html

    def test_two_faults_of_a_line_are_one_line_to_mend(self, where, desk):
        text = "...; 0400 000 000"
        html = desk.post(where, {"text": text}).text
        assert "1 line needs fixing" in html
        assert "Player 1: This has no letter in it" in " ".join(html.split())
        assert "Player 2: This looks like a phone number" in " ".join(html.split())

    def test_people_with_the_same_names_are_entered_only_when_confirmed(self, desk, at, entered):
        given = {"text": "Getaria, Zarautz\nLezo, Pasaia\nBera, Lezo", "step": "enter"}
        html = desk.post(at("import_pairs", entered.slug), given).text
        assert "already entered as number 1" in html
        assert "Pasaia plays in pair 2 already" in html
        assert "Lezo is already on line 2" in html
        assert 'name="allow_duplicates"' in html
        assert Pair.objects.count() == 5
        given["allow_duplicates"] = "on"
        looked = desk.post(at("import_pairs", entered.slug), {**given, "step": "look"})
        assert looked.status_code == 200
        assert "Lezo is already on line 2" in looked.text
        assert 'name="allow_duplicates" checked' in looked.text
        desk.post(at("import_pairs", entered.slug), given)
        assert Pair.objects.count() == 8

    def test_a_confirmation_of_names_does_not_cover_other_faults(self, desk, at, entered):
        given = {"text": "Getaria, Zarautz\nonly one", "allow_duplicates": "on", "step": "enter"}
        response = desk.post(at("import_pairs", entered.slug), given)
        assert response.status_code == 400
        assert "1 line needs fixing" in response.text
        assert Pair.objects.count() == 5

    MIXED = (
        "Jugador 1;Jugador 2;Club;Contacto\nLezo;Orio\nGarcía López, José / Núñez Peña\nAia;Bera\n"
    )

    def test_a_header_above_a_line_of_another_shape_makes_no_wrong_players(self, where, desk):
        html = desk.post(where, {"text": self.MIXED, "step": "enter"}).text
        assert "Line 3" in html
        assert "the columns that line 1 names" in html
        assert not Pair.objects.exists()

    def test_the_lines_are_numbered_beside_the_box_and_the_wrong_ones_marked(self, where, desk):
        html = desk.post(where, {"text": self.MIXED}).text
        assert '<li>2</li> <li class="is-wrong">▸3</li> <li>4</li>' in " ".join(html.split())

    def test_the_good_lines_are_taken_and_the_others_wait_in_the_box(self, where, desk):
        looked = desk.post(where, {"text": self.MIXED, "step": "look"}).text
        assert "Enter these 2 pairs and let the rest wait" in " ".join(looked.split())
        assert desk.post(where, {"text": self.MIXED, "step": "good"}).url == where
        html = desk.get(where).text
        assert "2 pairs are in." in html
        assert "1 line stays in the box" in html
        assert (
            "Jugador 1;Jugador 2;Club;Contacto\nGarcía López, José / Núñez Peña</textarea>" in html
        )
        assert [pair.name for pair in Pair.objects.order_by("number")] == [
            "Lezo – Orio",
            "Aia – Bera",
        ]
        assert Event.objects.filter(kind="pairs.entered").count() == 1

    def test_lines_in_doubt_wait_with_the_wrong_ones(self, desk, at, entered):
        given = {"text": "Getaria, Zarautz\nLezo, Aia\nonly one", "step": "good"}
        response = desk.post(at("import_pairs", entered.slug), given, follow=True)
        assert "Getaria, Zarautz\nonly one</textarea>" in response.text
        assert Pair.objects.count() == 6

    def test_what_waits_is_there_on_the_next_visit_until_it_is_entered(
        self, where, desk, at, empty
    ):
        desk.post(where, {"text": self.MIXED, "step": "good"})
        desk.get(at("entries", empty.slug))
        html = desk.get(where).text
        assert "1 line stays in the box to be corrected." in html
        assert "Núñez Peña</textarea>" in html
        desk.post(where, {"text": "Getaria, Pasaia", "step": "enter"})
        assert "</textarea>" in desk.get(where).text
        assert "stays in the box" not in desk.get(where).text

    def test_a_list_that_was_looked_at_waits_too_until_the_box_is_emptied(self, where, desk):
        desk.post(where, {"text": self.GOOD, "step": "look"})
        assert "Enter these 2 pairs" in desk.get(where).text
        desk.post(where, {"text": self.GOOD, "step": "empty"})
        assert "Lezo, Orio" not in desk.get(where).text
        assert not Pair.objects.exists()

    def test_the_box_of_one_tournament_is_not_that_of_another(self, where, desk, at, arizkun):
        other = play.tournament(name="Winter Cup", owner=arizkun)
        desk.post(where, {"text": "Bera, Goizueta", "step": "look"})
        assert "Bera, Goizueta" in desk.get(where).text
        assert "Bera, Goizueta" not in desk.get(at("import_pairs", other.slug)).text

    NAMELESS = "Getaria,Agirre,Zarautz,Olano,Kaia\nDeba,Goia,Orio,Etxeberria,\n"

    def test_a_menu_for_each_column_says_what_it_holds(self, where, desk):
        html = desk.post(where, {"text": "Pareja;Club;Cuota\nLezo / Orio;Kaia;si"}).text
        chosen = re.findall(r'<option value="(\w+)" selected>', html)
        assert chosen == ["pair", "club", "paid"]
        assert "<q>Cuota</q>" in html

    def test_first_and_last_names_apart_are_put_together(self, where, desk):
        looked = desk.post(where, {"text": self.NAMELESS}).text
        guess = re.search(r'name="guess" value="([^"]*)"', looked)[1]
        given = {
            "text": self.NAMELESS,
            "guess": guess,
            "column": ["first_1", "last_1", "first_2", "last_2", "club"],
        }
        assert "Getaria Agirre" in desk.post(where, given).text
        kept = desk.get(where).text
        assert re.findall(r'<option value="(\w+)" selected>', kept) == given["column"]
        desk.post(where, {**given, "step": "enter", "ready": "2"})
        assert [(p.name, p.club) for p in Pair.objects.order_by("number")] == [
            ("Getaria Agirre – Zarautz Olano", "Kaia"),
            ("Deba Goia – Orio Etxeberria", ""),
        ]

    def test_menus_chosen_for_another_list_say_nothing_of_this_one(self, where, desk):
        old = {"guess": "player_1 player_2", "column": ["player_2", "unknown", "player_1"]}
        desk.post(where, {"text": "Lezo,Orio,Kaia", **old, "step": "enter"})
        assert Pair.objects.get().name == "Lezo – Orio"

    SEEDED = "Jugador 1;Jugador 2;Cabeza\nUrnieta;Usurbil;2\nErrezil;Andoain;\nLasarte;Aduna;1\n"

    def test_a_column_of_seeds_adds_to_the_seeded_pairs(self, desk, at, entered):
        given = {"text": self.SEEDED, "step": "enter"}
        looked = desk.post(at("import_pairs", entered.slug), {**given, "step": "look"})
        assert 'data-label="Seeding">' in looked.text
        desk.post(at("import_pairs", entered.slug), given)
        assert Tournament.objects.get(pk=entered.id).format_options["seeds"] == [8, 6]

    def test_seeds_of_a_format_without_them_are_said_to_be_left_out(self, desk, at, arizkun):
        league = play.tournament(name="League", owner=arizkun, format="round_robin")
        where = at("import_pairs", league.slug)
        html = desk.post(where, {"text": self.SEEDED}).text
        assert "This format has no seeding" in " ".join(html.split())
        desk.post(where, {"text": self.SEEDED, "step": "enter"})
        league.refresh_from_db()
        assert (Pair.objects.count(), league.format_options) == (3, {})

    def test_a_remark_waits_until_it_is_ticked_as_looked_at(self, where, desk, empty):
        given = {"text": "Lezo / Orio; PAGADO\nBera / Aia"}
        html = desk.post(where, given).text
        assert "Enter this 1 pair" in html
        assert re.search(r'name="looked_at"\s+value="1 Lezo / Orio; PAGADO"\s*>', html)
        given["looked_at"] = "1 Lezo / Orio; PAGADO"
        html = desk.post(where, given).text
        assert re.search(r'value="1 Lezo / Orio; PAGADO"\s+checked', html)
        assert "Enter these 2 pairs" in html
        assert re.search(r'value="1 Lezo / Orio; PAGADO"\s+checked', desk.get(where).text)
        desk.post(where, {**given, "step": "enter", "ready": "2"})
        assert [pair.name for pair in Pair.objects.order_by("number")] == [
            "Lezo – Orio",
            "Bera – Aia",
        ]
        assert paid_numbers(tournament_id=empty.id) == {1}

    def test_what_was_cleaned_is_marked_beside_the_line_as_it_was_written(self, where, desk):
        text = "1. Getaria / Zarautz (Kaia)\nLezo / IÃ±urritza\nBera / Aia"
        html = desk.post(where, {"text": text}).text
        assert re.findall(r"<mark>(.*?)</mark>", html) == [
            "Getaria",
            "Zarautz",
            "Kaia",
            "Iñurritza",
        ]
        assert "1. Getaria / Zarautz (Kaia)</span>" in html
        assert "Left out: 1 </small>" in " ".join(html.split())

    def test_a_line_is_left_out_and_stays_so_when_lines_above_it_go(self, where, desk, at, empty):
        text = "Lezo, Orio\nSuplentes:\nBera, Aia"
        assert "1 line needs fixing" in desk.post(where, {"text": text}).text
        given = {"text": text, "left_out": ["2 Suplentes:"]}
        assert "Enter these 2 pairs" in desk.post(where, given).text
        kept = desk.get(where).text
        assert re.search(r'value="2 Suplentes:"\s+checked', kept)
        shorter = {"text": "Suplentes:\nBera, Aia", "left_out": ["2 Suplentes:"], "step": "enter"}
        assert desk.post(where, shorter).url == at("entries", empty.slug)
        assert Pair.objects.get().name == "Bera – Aia"

    def test_the_numbers_agree_and_the_main_button_is_the_next_step(self, desk, at, entered):
        def main(text, **more):
            where = at("import_pairs", entered.slug)
            html = " ".join(desk.post(where, {"text": text, **more}).text.split())
            understood = re.search(r"(\d+) lines? understood", html)
            primary = r'button--primary" name="step" value="(\w+)"\s*>\s*(.*?)\s*</button>'
            button = re.search(primary, html)
            return understood and understood[1], button[1], button[2]

        assert main("only one") == ("0", "look", "Look at it again")
        assert main("Getaria, Zarautz\nLezo, Aia") == (
            "1",
            "good",
            "Enter this 1 pair and let the rest wait",
        )
        names = {"allow_duplicates": "on"}
        assert main("Getaria, Zarautz\nLezo, Aia", **names) == (
            "2",
            "enter",
            "Enter these 2 pairs",
        )

    def test_a_button_enters_no_other_number_of_pairs_than_it_says(self, where, desk):
        given = {"text": self.GOOD + "Bera, Aia", "step": "enter", "ready": "2"}
        assert "Enter these 3 pairs" in desk.post(where, given).text
        assert not Pair.objects.exists()

    def test_a_file_is_read_into_the_text(self, where, desk):
        file = BytesIO("jugador 1;jugador 2;club\nÍñigo;Begoña;Kaia\n".encode("cp1252"))
        file.name = "pairs.csv"
        response = desk.post(where, {"file": file, "step": "look"})
        html = response.text
        assert "1 line understood" in html
        assert "Íñigo;Begoña;Kaia" in html

    def test_a_list_that_is_too_long_is_refused_and_not_cut(self, where, desk):
        assert "maxlength" not in desk.get(where).text
        response = desk.post(where, {"text": "x" * 400_001})
        assert response.status_code == 400
        assert "at most 400000 characters" in response.text

    def test_nothing_at_all_is_refused(self, where, desk):
        response = desk.post(where, {"text": " ", "step": "look"})
        assert response.status_code == 400
        assert "Paste the list here" in response.text

    def test_sent_twice_it_is_entered_once(self, where, desk, at, empty):
        shown = desk.post(where, {"text": self.GOOD}).text
        once = re.search(r'name="once" value="([^"]*)"', shown)[1]
        given = {"text": self.GOOD, "step": "enter", "once": once, "ready": "2"}
        desk.post(where, given)
        again = desk.post(where, given)
        assert again.url == at("entries", empty.slug)
        assert Pair.objects.count() == 2

    def test_after_the_draw_it_is_refused_in_words(self, desk, at, drawn):
        given = {"text": self.GOOD, "step": "enter"}
        response = desk.post(at("import_pairs", drawn.slug), given)
        assert response.status_code == 400
        assert "Let a late pair in instead" in response.text


def test_a_spreadsheet_is_looked_at_and_its_lines_can_be_mended(desk, at, empty):
    file = BytesIO(xlsx(["Deba", "Mutriku", "Kaia"], ["Eibar", "", "Kaia"]))
    file.name = "pairs.xlsx"
    assert "Deba\tMutriku\tKaia" in desk.post(at("import_pairs", empty.slug), {"file": file}).text
    assert not Pair.objects.exists()


def test_a_spreadsheet_that_ends_its_reader_ends_no_more(desk, at, empty):
    """A kilobyte that names the last row and column: its reader asks for 500 GB, and dies of it."""
    far = cell(0, 1, "Deba") + cell(0, 1, "Mutriku").replace('"A1"', '"XFD1048576"')
    file = BytesIO(packed(f'<row r="1">{far}</row>'))
    for content in (file.getvalue(), b"PK\x03\x04 broken"):
        file = BytesIO(content)
        file.name = "pairs.xlsx"
        response = desk.post(at("import_pairs", empty.slug), {"file": file})
        assert response.status_code == 400
        assert "This spreadsheet cannot be read" in response.text


def test_what_falls_when_a_pair_leaves_a_match_opened_again_is_shown_and_said_yes_to(
    desk, at, arizkun
):
    cup = play.tournament(entered=8, drawn=True, tables=8, owner=arizkun, format="swiss")
    for round_ in (1, 2):
        play.play_round(cup, round_)
    first = play.match(cup, 1, 0)
    matches.reopen(match_id=first.pk, reason="wrong", actor=play.PROGRAM)
    where = at("withdraw_pair", cup.slug, first.pair_a.number)

    page = desk.get(where).text
    named = [int(pk) for pk in re.findall(r'name="sets_aside" value="(\d+)"', page)]

    assert len(named) == 1
    assert "ends: one of its pairs is out of the tournament." in page
    blind = desk.post(where, {"reason": "A broken car."})
    assert (blind.status_code, "A broken car." in blind.text) == (400, True)
    desk.post(where, {"reason": "A broken car.", "sets_aside": named})
    assert not play.pair(cup, first.pair_a.number).is_in
    assert Match.objects.get(pk=named[0]).kind == "set_aside"
    its_page = desk.get(at("change_pair", cup.slug, first.pair_a.number)).text
    assert "Take the whole change back" in its_page


def test_of_a_file_with_two_sheets_the_other_one_is_offered(desk, at, empty):
    file = BytesIO(ods(Inscritos=[["Deba", "Mutriku"]], Reservas=[["Lezo", "Orio"]]))
    file.name = "list.ods"
    where = at("import_pairs", empty.slug)
    html = " ".join(desk.post(where, {"file": file}).text.split())
    assert "The sheet “Inscritos” was read. The file has others as well:" in html
    assert 'name="sheet" value="Reservas"' in html
    typed = {"text": "Deba\tMutriku\tKaia"}
    html = desk.post(where, {**typed, "sheet": "Reservas"}).text
    assert "Lezo\tOrio</textarea>" in html
    html = desk.post(where, {"text": "Lezo\tOrio", "sheet": "Inscritos"}).text
    assert "Deba\tMutriku\tKaia</textarea>" in html, "as it was left"
    assert "Deba\tMutriku\tKaia</textarea>" in desk.get(where).text
    assert desk.post(where, {**typed, "sheet": "Nowhere"}).status_code == 200


def test_a_pdf_is_named_as_what_it_is(desk, at, empty):
    file = BytesIO(b"%PDF-1.7")
    file.name = "list.pdf"
    response = desk.post(at("import_pairs", empty.slug), {"file": file})
    assert response.status_code == 400
    assert "This is a PDF." in response.text


def test_pairs_side_by_side_are_shown_each_on_its_own_line(desk, at, empty):
    text = "Pareja\tPareja\nLezo / Orio\tBera / Aia"
    html = desk.post(at("import_pairs", empty.slug), {"text": text}).text
    assert all(f">{name}<" in re.sub(r"\s+", "", html) for name in ("Lezo", "Orio", "Bera", "Aia"))


def test_a_line_is_answered_where_it_stands_and_the_answer_stays(desk, at, empty):
    where = at("import_pairs", empty.slug)
    asked = desk.post(where, {"text": "Lezo, Orio\nonly one\nTolosa"}).text
    assert re.findall(r'name="(was|line)-(\d)"', asked) == [
        ("was", "2"), ("line", "2"), ("was", "3"), ("line", "3"),
    ]  # fmt: skip
    answers = {"was-2": "only one", "line-2": "Bera, Aia", "was-3": "Tolosa", "line-3": "Tolosa"}
    html = desk.post(where, {"text": "Lezo, Orio\nonly one\nTolosa", **answers}).text
    assert "Lezo, Orio\nBera, Aia\nTolosa</textarea>" in html
    assert "Enter these 2 pairs" in html
    assert "Bera, Aia" in desk.get(where).text
    stale = {"was-1": "another line", "line-1": "Deba, Zumaia"}
    assert "Deba" not in desk.post(where, {"text": "Lezo, Orio", **stale}).text


class TestCorrecting:
    """Each line of a list is written where it stands, field by field."""

    TEXT = "Lezo, Orio, Kaia\nBera y Aia (baja)\nonly one"

    @pytest.fixture
    def where(self, at, empty):
        return at("import_pairs", empty.slug)

    @staticmethod
    def fields(html):
        """The fields that are open, by the number of the line and the name of the field."""
        name = r'name="corrected-(\d+)-(\w+)"\s+value="([^"]*)"'
        return {(int(line), field): text for line, field, text in re.findall(name, html)}

    def open(self, desk, where, line, **more):
        return desk.post(where, {"text": self.TEXT, "correct": line, **more}).text

    @pytest.mark.parametrize(
        ("line", "players"),
        [
            ("1 Lezo, Orio, Kaia", ["Lezo", "Orio", "Kaia"]),
            ("2 Bera y Aia (baja)", ["Bera", "Aia", ""]),
            ("3 only one", ["only one", "", ""]),
        ],
    )
    def test_a_line_is_opened_as_it_was_understood(self, desk, where, line, players):
        fields = self.fields(self.open(desk, where, line))
        assert list(fields.values()) == [*players, ""]
        assert {number for number, _field in fields} == {int(line[0])}

    def test_what_is_written_is_entered_as_it_stands_there(self, desk, where):
        corrected = {
            "corrected-1": "1 Lezo, Orio, Kaia",
            "corrected-1-player_1": "Lezo y Deba",
            "corrected-1-player_2": "3. Orio",
            "corrected-3": "3 only one",
            "corrected-3-player_1": "Zumaia",
            "corrected-3-player_2": "Getaria",
        }
        html = desk.post(where, {"text": self.TEXT, **corrected}).text
        assert "Enter these 2 pairs" in html
        given = {"text": self.TEXT, "step": "good", "ready": "2", **corrected}
        desk.post(where, given)
        assert [(pair.player_1, pair.player_2, pair.club) for pair in Pair.objects.all()] == [
            ("Lezo y Deba", "3. Orio", ""),
            ("Zumaia", "Getaria", ""),
        ]
        assert "Bera y Aia (baja)</textarea>" in desk.get(where).text

    def test_it_is_there_after_a_reload_on_another_device_and_beside_other_lines(
        self, desk, where, arizkun
    ):
        written = {"corrected-3": "3 only one", "corrected-3-player_1": "Zumaia"}
        fields = self.fields(self.open(desk, where, "1 Lezo, Orio, Kaia", **written))
        assert (fields[3, "player_1"], fields[1, "player_1"]) == ("Zumaia", "Lezo")
        other = Client()
        other.force_login(arizkun)
        desk.logout()
        assert self.fields(other.get(where).text) == fields

    def test_it_goes_with_its_line_and_back_to_the_list(self, desk, where):
        written = {
            "corrected-3": "3 only one",
            "corrected-3-player_1": "Zumaia",
            "corrected-3-player_2": "Deba",
        }
        moved = {"text": "A new line, above\n" + self.TEXT, **written}
        assert (4, "player_1") in self.fields(desk.post(where, moved).text)
        html = desk.post(where, {**moved, "as_in_list": "3 only one"}).text
        assert self.fields(html) == {}
        gone = {"text": "Lezo, Orio", **written}
        assert self.fields(desk.post(where, gone).text) == {}

    def test_a_column_of_fees_still_counts(self, desk, where):
        text = "Jugador 1;Jugador 2;Pagado\nLezo;Orio y Bera;si"
        written = {
            "corrected-2": "2 Lezo;Orio y Bera;si",
            "corrected-2-player_1": "Lezo",
            "corrected-2-player_2": "Orio",
        }
        desk.post(where, {"text": text, "step": "enter", **written})
        assert paid_numbers(tournament_id=Pair.objects.get().tournament_id) == {1}

    def test_pairs_side_by_side_are_corrected_in_the_text_alone(self, desk, where):
        text = "Pareja\tPareja\nLezo / Orio\tBera / Aia"
        each = "2 Lezo / Orio\tBera / Aia"
        assert 'name="correct"' not in desk.post(where, {"text": text}).text
        assert self.fields(desk.post(where, {"text": text, "correct": each}).text) == {}
        written = {"corrected-2": each, "corrected-2-player_1": "Deba"}
        assert "Enter these 2 pairs" in desk.post(where, {"text": text, **written}).text

    @pytest.mark.parametrize("bad", ["", "0 Lezo", "99999 x", "x", "1", "-1 Lezo", "1  "])
    def test_a_line_that_is_not_there_is_disregarded(self, desk, where, bad):
        html = self.open(desk, where, bad, **{"corrected-7": bad, "corrected-7-player_1": "Deba"})
        assert self.fields(html) == {}

    def test_a_draft_of_the_browser_is_given_up_when_the_box_has_it(self, desk, where):
        once = "a" * 16 + ".7fffffff"
        answer = desk.post(where, {"text": self.TEXT, "step": "look", "once": once})
        assert answer.cookies["accepted"].value == once


def test_what_waits_in_the_box_survives_the_session_and_is_there_on_another_device(
    desk, at, empty, arizkun
):
    where = at("import_pairs", empty.slug)
    desk.post(where, {"text": "Lezo, Orio, , 600 1\nonly one"})
    other = Client()
    other.force_login(arizkun)
    desk.logout()
    assert "Lezo, Orio, , 600 1\nonly one</textarea>" in other.get(where).text
    sign_up_desk.erase_contacts(tournament_id=empty.id, actor=play.PROGRAM)
    assert "Lezo" not in other.get(where).text
    assert not ListInBox.objects.exists()
