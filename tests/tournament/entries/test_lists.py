"""Reading entry lists."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.entries.written import check, read, written
from tournament.entries.queries import columns
from tournament.entries.rules import lists
from tournament.entries.rules.cutting import decode, without
from tournament.entries.rules.entry import both_players
from tournament.entries.rules.lists import faultless


def players(text):
    result = read(text)
    assert result.faults == ()
    return [(entry.player_1, entry.player_2) for entry in result.entries]


def faults(text):
    return [(fault.field, fault.code) for fault in read(text).faults]


@pytest.mark.parametrize(
    "line",
    [
        "Getaria, Orio",
        "Getaria; Orio",
        "Getaria\tOrio",
        "Getaria - Orio",
        "Getaria – Orio",
        "Getaria—Orio",
        "Getaria / Orio",
        "Getaria/Orio",
        "Getaria y Orio",
        "Getaria eta Orio",
        "Getaria ETA Orio",
        "Getaria and Orio",
        "Getaria & Orio",
        "1. Getaria - Orio",
        "12) Getaria / Orio",
        "3 - Getaria - Orio",
        "- Getaria / Orio",
        "• Getaria / Orio",
        '"Getaria","Orio"',
        "\ufeffGetaria, Orio",
        "  Getaria ,  Orio  ",
        "Getaria, Orio,,",
        "1, Getaria, Orio",
    ],
)
def test_both_players_are_read_however_they_are_parted(line):
    assert players(line) == [("Getaria", "Orio")]


def test_all_four_columns_are_read():
    (entry,) = read("Getaria; Orio; Kofradia; 600 11 22 33").entries
    assert entry == written(1, "Getaria", "Orio", "Kofradia", "600 11 22 33")


def test_a_pair_in_one_cell_may_have_club_and_contact_after_it():
    (entry,) = read("Getaria / Orio, Kofradia, 600").entries
    assert entry == written(1, "Getaria", "Orio", "Kofradia", "600")


def test_a_column_of_pairs_with_y_is_a_column_of_pairs():
    assert players("Getaria y Orio, Kofradia\nMutriku et Deba, Kofradia\nAia, Itziar, Kaia") == [
        ("Getaria", "Orio"),
        ("Mutriku", "Deba"),
        ("Aia", "Itziar"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Aia y Itziar, Orio",
        "Aia eta Itziar, Orio, Kofradia",
        "Aia et Itziar, Orio, Kofradia, 600 11 22 33",
        "Orio, Aia and Itziar",
        "Orio, Aia e Itziar, Kofradia",
    ],
)
def test_a_word_that_may_join_two_players_or_belong_to_one_is_not_guessed_at(line):
    assert faults(f"Mutriku, Deba\n{line}") == [("lines[2]", "joined_names")]
    assert faults(line) == [("lines[1]", "joined_names")]


def test_a_mark_says_which_player_such_a_word_belongs_to():
    assert players("Aia y Itziar / Orio, Kofradia") == [("Aia y Itziar", "Orio")]
    assert players("Orio - Aia y Itziar") == [("Orio", "Aia y Itziar")]


def test_a_telephone_number_says_that_both_players_stand_before_it():
    text = "Mutriku, Deba\nAia Goia eta Orio Behea, Bilbao, 0400 000 000"
    assert read(text).entries[1] == written(2, "Aia Goia", "Orio Behea", "Bilbao", "0400 000 000")
    assert faults(text + ", extra") == [("lines[2]", "too_many_columns")]


@pytest.mark.parametrize("line", ["Kaia, Getaria / Orio", "Getaria - Orio / Kaia"])
def test_a_mark_too_many_makes_more_than_two_players(line):
    assert faults(line) == [("lines[1]", "too_many_players")]


@pytest.mark.parametrize("contact", ["600 11 22 33", "+34 600-11-22-33", "aia@orio.example"])
def test_a_contact_in_the_place_of_the_club_is_the_contact(contact):
    (found,) = read(f"Getaria, Orio, {contact}").entries
    assert found == written(1, "Getaria", "Orio", "", contact)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("Getaria, 0400 000 000", "player_2"),
        ("aia@orio.example, Orio", "player_1"),
        ("Getaria, Orio, Tel. (07) 3333 4444, Kaia", "club"),
        ("Getaria, Orio, Kaia 600112233, 600", "club"),
    ],
)
def test_a_contact_where_everybody_could_read_it_is_refused(line, field):
    assert faults(line) == [(f"lines[1].{field}", "contact_in_public")]


def test_a_club_may_have_its_years_in_its_name():
    (entry,) = read("Getaria, Orio, Kaia 1897-1997").entries
    assert entry.texts["club"] == "Kaia 1897-1997"


def test_each_line_is_parted_by_its_own_separator():
    assert players("Aia;Orio;Kofradia\nDeba, Mutriku, Kaia\nZumaia\tGetaria\nSara / Bera;") == [
        ("Aia", "Orio"),
        ("Deba", "Mutriku"),
        ("Zumaia", "Getaria"),
        ("Sara", "Bera"),
    ]
    assert players("Player 1;Player 2;Club\nDeba, Mutriku, Kaia") == [("Deba", "Mutriku")]


def test_commas_in_a_list_of_semicolons_belong_to_the_names():
    surnames_first = "Lezo, Iparra; Lezo, Hegoa; Hernani"
    assert players(surnames_first) == [("Lezo, Iparra", "Lezo, Hegoa")]
    result = read(f"{surnames_first}\nAia, Orio")
    assert [(fault.field, fault.code) for fault in result.faults] == [
        ("lines[2]", "other_separator")
    ]
    assert result.faults[0].params == {"line": 1, "mark": ";"}


def test_a_semicolon_in_a_list_of_commas_may_stand_in_a_club_but_in_no_name():
    (_first, entry) = read("Aia, Orio\nDeba, Mutriku, Kaia; Zumaia").entries
    assert entry.texts["club"] == "Kaia; Zumaia"
    result = read("Aia, Orio\nLasa, Iparra; Lezo, Hegoa; Hernani")
    assert result.faults[0].code == "other_separator"
    assert result.faults[0].params == {"line": 1, "mark": ","}


@pytest.mark.parametrize(
    "header",
    [
        "Player 1,Player 2,Club,Contact",
        "Jugador 1,Jugador 2,Club,Contacto",
        "JUGADOR 1 , jugador 2, Peña, Teléfono",
        "1. jokalaria,2. jokalaria,Kluba,Kontaktua",
        "Joueur 1,Joueuse 2,Club,Téléphone",
    ],
)
def test_a_header_in_four_languages_is_no_pair(header):
    assert read(header + "\nGetaria,Orio,Kofradia,600").entries == (
        written(2, "Getaria", "Orio", "Kofradia", "600"),
    )


def test_a_header_may_put_the_columns_in_another_order():
    (entry,) = read("Nº;Club;Jugador 2;Notas;Jugador 1\n7;Kofradia;Orio;x;Getaria").entries
    assert (entry.player_1, entry.player_2, entry.texts["club"]) == ("Getaria", "Orio", "Kofradia")


def test_a_column_without_a_name_may_hold_anything():
    (entry,) = read("Jugador 1;Jugador 2;;Club\nGetaria;Orio;late;Kaia").entries
    assert (entry.player_1, entry.texts["club"]) == ("Getaria", "Kaia")


def test_a_header_may_have_one_column_for_the_pair():
    (entry,) = read("Pareja;Club\nGetaria y Orio;Kofradia").entries
    assert (entry.player_1, entry.player_2, entry.texts["club"]) == ("Getaria", "Orio", "Kofradia")


HEADER = "Jugador 1;Jugador 2;Club;Contacto"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("García López, José / Núñez Peña", "unlike_header"),
        ("García López, José; Núñez / Peña; Kaia", "too_many_players"),
        ("Getaria / Orio; Kaia", "too_many_players"),
        ("García López, José", "unlike_header"),
        ("García López, José, Núñez Peña, Ana", "unlike_header"),
        ("Getaria\tOrio\tKaia", "unlike_header"),
        ("Getaria", "one_player"),
        ("Getaria;Orio;Kaia;600;x", "too_many_columns"),
    ],
)
def test_a_line_of_another_shape_than_the_header_is_not_guessed_at(line, code):
    assert faults(f"{HEADER}\nDeba;Mutriku\n{line}") == [("lines[3]", code)]


def test_a_line_of_another_shape_is_told_what_the_header_asks_for():
    (fault,) = read(f"\n{HEADER}\nGarcía López, José / Núñez Peña").faults
    assert fault.params == {"line": 2, "mark": ";"}


def test_under_a_header_a_line_that_leaves_no_doubt_is_read():
    assert players(f"{HEADER}\nGetaria / Orio\nDeba, Mutriku, Kaia, 600 11 22 33\n3. Aia;Lezo") == [
        ("Getaria", "Orio"),
        ("Deba", "Mutriku"),
        ("Aia", "Lezo"),
    ]


def test_a_column_of_numbers_holds_numbers_or_the_columns_are_moved():
    assert faults("Nº;Jugador 1;Jugador 2\nGetaria;Orio;Kaia") == [("lines[2]", "unlike_header")]
    assert players("Nº;Jugador 1;Jugador 2\n3.;Getaria;Orio\n;Aia;Lezo") == [
        ("Getaria", "Orio"),
        ("Aia", "Lezo"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Aia;Lezo\nJugador 1;Jugador 2;Club",
        "Aia;Lezo\nJugador A;Jugador B;Club;Contacto",
    ],
)
def test_a_line_that_names_columns_is_never_a_pair(text):
    assert faults(text) == [("lines[2]", "stray_header")]


def test_the_good_lines_can_be_parted_from_those_that_have_a_fault():
    result = read("Getaria, Orio\nMutriku\nDeba, Aia")
    assert [entry.line for entry in faultless(result, result.faults)] == [1, 3]
    assert without("a\r\n\nb\rc\nd", {1, 4}) == "b\nd"


def test_blank_lines_are_skipped_but_counted():
    assert [entry.line for entry in read("\n\nGetaria/Orio\n , ,\nMutriku/Deba\n").entries] == [
        3,
        5,
    ]


def test_windows_and_old_mac_line_ends_are_understood():
    assert len(read("Getaria/Orio\r\nMutriku/Deba\rZumaia/Aia").entries) == 3


@pytest.mark.parametrize(
    "line",
    [
        '"Lezo, Iparra","Lezo, Hegoa",Hernani',
        '"Lezo, Iparra", "Lezo, Hegoa", Hernani',
        '  "Lezo, Iparra" , "Lezo, Hegoa" , "Hernani" ',
        '1. "Lezo, Iparra", "Lezo, Hegoa", Hernani',
        '- "Lezo, Iparra", "Lezo, Hegoa", Hernani',
        "“Lezo, Iparra”, «Lezo, Hegoa», Hernani",
    ],
)
def test_quotes_keep_the_separator(line):
    assert read(line).entries == (written(1, "Lezo, Iparra", "Lezo, Hegoa", "Hernani"),)


def test_a_nickname_keeps_its_quotes():
    assert players('Iparra "Txato" Lezo, Hegoa «Beltza» Lezo') == [
        ('Iparra "Txato" Lezo', "Hegoa «Beltza» Lezo")
    ]


def test_every_fault_is_found_with_its_line():
    text = "Getaria, Orio\nMutriku\n,Deba\nZumaia, " + "x" * 81 + "\nA/B/C\n1,2,3,4,5,6"
    assert faults(text) == [
        ("lines[2]", "one_player"),
        ("lines[3].player_1", "required"),
        ("lines[4].player_2", "too_long"),
        ("lines[5]", "too_many_players"),
        ("lines[6]", "too_many_columns"),
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Getaria, \x07Orio", "bad_characters"),
        ("Getaria, Or\x00io", "bad_characters"),
        ("Getaria, \u202eoirO", "bad_characters"),
        ("Getaria, ...", "no_letter"),
        ("Getaria, getaria", "same_player"),
        ("Getaria, GETÁRIA", "same_player"),
    ],
)
def test_a_name_that_cannot_stand_is_refused(line, code):
    assert faults(line) == [("lines[1].player_2", code)]


def test_the_same_pair_twice_is_named_with_the_line_it_first_stands_on():
    result = read("Getaria, Orio\nMutriku, Deba\nORIÓ, getaria")
    assert faults("Getaria, Orio\nMutriku, Deba\nORIÓ, getaria") == [
        ("lines[3].player_1", "duplicate_line")
    ]
    assert result.faults[0].params == {"line": 1}


@pytest.mark.parametrize(
    "line", ['"Getaria, Orio', "Getaria, “Orio", 'Iparra", Orio', '"Iparra" Aia, Orio']
)
def test_quotes_that_do_not_close_spoil_only_their_own_line(line):
    assert faults(f"{line}\nMutriku, Deba") == [("lines[1]", "bad_quotes")]


@pytest.mark.parametrize("text", ["", "\n\n", " ,;\t", "\ufeff", "Player 1,Player 2"])
def test_nothing_to_enter_is_said(text):
    assert faults(text) == [("text", "nothing_to_enter")]


@pytest.mark.parametrize(
    "line",
    [
        "a" + " " * 390_000 + "b",
        "1" + "." * 390_000,
        "a -" * 130_000,
        "a" + "\t" * 390_000 + "b",
        "„" * 390_000,
        ' "' * 195_000,
        "a/b," + "1 " * 195_000,
        "a/b," + "@." * 195_000 + " ",
    ],
)
def test_a_line_made_to_take_long_is_answered_at_once(line):
    began = process_time()
    read(line)
    assert process_time() - began < 20


def test_too_much_text_is_refused_unread():
    assert faults("x" * 400_001) == [("text", "too_long")]
    assert faults("a/b\n" * 3000) == [("text", "too_many_pairs")]


@pytest.mark.parametrize("value", [None, 5, [], {}, b"Getaria/Orio"])
def test_what_is_not_text_is_refused(value):
    assert faults(value) == [("text", "not_text")]


@given(st.text())
def test_any_text_gives_entries_or_faults(text):
    result = read(text)
    assert result.entries or result.faults
    for entry in result.entries:
        again, wrong = check({"player_1": entry.player_1, "player_2": entry.player_2})
        assert not wrong
        assert again.players == entry.players


@given(st.binary())
def test_any_file_can_be_decoded(raw):
    assert isinstance(decode(raw), str)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "mac_roman"]
)
def test_files_in_the_usual_encodings_keep_their_accents(encoding):
    assert decode("Iñurrieta, Peñón".encode(encoding)) == "Iñurrieta, Peñón"


def test_case_accents_hyphens_and_order_do_not_make_another_pair():
    assert both_players("Peñón-Aia", "Orio") == both_players("ORIO", "penon aia")
    assert both_players("Getaria", "Orio") != both_players("Getaria", "Aia")


@pytest.mark.parametrize("line", ['"\n', "a\n", "\n", "\r"])
def test_a_text_of_countless_lines_is_refused_before_any_is_read(line):
    assert faults(line * 100_000) == [("text", "too_many_pairs")]


def test_columns_without_players_wait_until_somebody_says_where_they_are():
    text = "Nº\tQuiénes\tClub\n1\tLezo / Orio\tKaia\n2\tDeba / Aia\tGora"
    assert [fault.code for fault in read(text).faults] == ["players_not_named"]
    chosen = read(text, meanings=["number", "pair", "club"])
    assert [(one.player_1, one.player_2) for one in chosen.entries] == [
        ("Lezo", "Orio"),
        ("Deba", "Aia"),
    ]


def test_players_who_enter_alone_have_a_row_each():
    text = "Jugador;Club\nLezo;Kaia\nOrio;Gora"
    alone = lists.read(text, columns=columns(alone=True))
    assert [(one.player_1, one.texts["club"]) for one in alone.entries] == [
        ("Lezo", "Kaia"),
        ("Orio", "Gora"),
    ]
