"""Lists as people write them: every name enters as it is, and what is no pair is never ready."""

from pathlib import Path

import pytest

from tests.tournament.entries.written import read
from tournament.entries.rules.cleaning import is_as_typed
from tournament.entries.rules.entry import line_of

LISTS = Path(__file__).parent / "lists"


def told(name):
    """What `lists/<name>.pairs` says that the list holds: pairs, and lines that are asked about,
    as "? line code"."""
    lines = (LISTS / f"{name}.pairs").read_text(encoding="utf-8").splitlines()
    pairs = [tuple(line.split("|")) for line in lines if not line.startswith("?")]
    asked = [tuple(line.split(" ")[1:]) for line in lines if line.startswith("?")]
    return pairs, [(int(line), code) for line, code in asked]


@pytest.mark.parametrize(
    "name", sorted(path.name for path in LISTS.iterdir() if path.suffix != ".pairs")
)
def test_a_list_as_people_write_it_enters_with_no_name_changed(name):
    found = read((LISTS / name).read_bytes().decode())
    fields = ("player_1", "player_2", "club", "contact")
    pairs, asked = told(name)
    assert [tuple(one.texts[field] for field in fields) for one in found.entries] == pairs
    assert [(line_of(fault), fault.code) for fault in found.faults] == asked


@pytest.mark.parametrize(
    "line",
    [
        "Torneo de mus - San Fermín",
        "Lista: Parejas y reservas",
        "Bikoteak / Taldeak",
        "Inscritos, domingo",
        "Suplentes:",
    ],
)
def test_a_line_that_looks_like_a_title_is_never_ready(line):
    found = read(f"{line}\nGetaria / Orio")
    assert [(fault.field, fault.code) for fault in found.faults] == [("lines[1]", "heading")]
    assert len(found.entries) == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Getaria / Orio PAGADO", "remark"),
        ("Getaria y Orio, pagado", "remark"),
        ("Getaria / Orio (reserva: Lezo)", "reserve"),
        ("Getaria / Orio (suplente)", "reserve"),
        ("Mesa 1: Getaria / Orio", "remark"),
        ("Getaria / Orio (baja)", "cancelled"),
        ("Getaria / Orio BAJA", "cancelled"),
        ("❌ Getaria / Orio", "cancelled"),
        ("Geta\ufffcria / Orio", "odd_letters"),
        ("Getaria\ufffd / Orio", "odd_letters"),
        ("Getaria / Orio - anulada", "cancelled"),
    ],
)
def test_a_remark_is_asked_about_and_never_public_by_accident(line, code):
    found = read(line)
    assert [(fault.field, fault.code) for fault in found.faults] == [("lines[1]", code)]
    assert found.entries == ()

    ticked = read(line, looked_at=[1])
    assert [(one.player_1, one.player_2) for one in ticked.entries] == [("Getaria", "Orio")]
    assert ticked.entries[0].is_paid == ("PAGADO" in line.upper())
    assert ticked.faults == ()


@pytest.mark.parametrize("name", ["Getаria", "Gεtaria", "Οrio"])
def test_a_word_of_two_alphabets_is_asked_about_and_enters_once_it_was_looked_at(name):
    found = read(f"{name} / Zumaia")
    assert [(fault.field, fault.code) for fault in found.faults] == [("lines[1]", "odd_letters")]
    assert found.entries == ()
    ticked = read(f"{name} / Zumaia", looked_at=[1])
    assert [(one.player_1, one.player_2) for one in ticked.entries] == [(name, "Zumaia")]


@pytest.mark.parametrize("name", ["Иванов", "Παπαδόπουλος", "Ibañez Иванов", "Žarautz", "Ørsted"])
def test_a_word_of_one_alphabet_is_a_name(name):
    assert [one.player_1 for one in read(f"{name} / Zumaia").entries] == [name]


def test_a_club_before_a_remark_that_was_looked_at_is_still_the_club():
    (found,) = read("Getaria / Orio (Kaia) - PAGADO!", looked_at=[1]).entries
    assert (found.player_2, found.texts["club"]) == ("Orio", "Kaia")


def test_a_title_above_the_names_of_the_columns_is_skipped():
    found = read("Torneo de mus de Getaria\t\t\n\t\t\nJugador 1\tJugador 2\tClub\nOrio\tLezo\tKaia")
    assert [(one.player_1, one.player_2) for one in found.entries] == [("Orio", "Lezo")]
    assert found.faults == ()


@pytest.mark.parametrize(
    ("line", "pair"),
    [
        ("Getaria\u00a0/\u00a0Orio", ("Getaria", "Orio")),
        ("Get\u200baria / Orio", ("Getaria", "Orio")),
        ("Getaria (la de Kaia) / Orio", ("Getaria (la de Kaia)", "Orio")),
        ("Getaria & Orio", ("Getaria", "Orio")),
        ("1- Getaria / Orio", ("Getaria", "Orio")),
        ("1️⃣ Getaria y Orio", ("Getaria", "Orio")),
        ("* *Getaria* y *Orio*", ("Getaria", "Orio")),
        ("Getaria / Orio (Kaia) tel. 600 11 22 33", ("Getaria", "Orio")),
        ("Getaria - Orio - Tfno: 600 11 22 33", ("Getaria", "Orio")),
    ],
)
def test_what_only_chats_and_spreadsheets_put_there_is_no_part_of_a_name(line, pair):
    (found,) = read(line).entries
    assert (found.player_1, found.player_2) == pair


def test_commas_are_surname_and_name_only_where_the_whole_list_says_so():
    found = read("Club, Pareja, Nota\nKaia, Getaria / Zarautz, Lezo")
    assert [one.texts["club"] for one in found.entries] == ["Kaia"]
    assert found.entries[0].players == read("Getaria / Zarautz").entries[0].players


def test_a_telephone_number_behind_each_name_is_no_part_of_it():
    (found,) = read("Getaria 600 11 22 33 / Orio 600445566").entries
    assert (found.player_1, found.player_2) == ("Getaria", "Orio")
    assert found.texts["contact"] == "600 11 22 33 600445566"


def test_an_address_after_the_names_is_their_contact_and_not_public():
    (found,) = read("Getaria / Orio aia@orio.example").entries
    assert (found.player_2, found.texts["contact"]) == ("Orio", "aia@orio.example")


@pytest.mark.parametrize(
    ("line", "player"),
    [
        ("GarcÃ\u00ada LÃ³pez / Orio", "García López"),
        ("MARÃ\u008dA NUÃ‘EZ / Orio", "MARÍA NUÑEZ"),
        ("Iñurritza IÃ±aki / Orio", "Iñurritza Iñaki"),
        ("Âge São / Orio", "Âge São"),
    ],
)
def test_letters_that_were_decoded_wrongly_are_put_right_one_by_one(line, player):
    (found,) = read(line).entries
    assert found.player_1 == player


def test_every_column_is_read_as_a_person_says():
    text = "Kaia,600 11 22 33,Getaria Agirre,Zarautz Olano,cabeza"
    meanings = ["club", "contact", "player_1", "player_2", "unknown"]
    (found,) = read(text, meanings=meanings).entries
    assert dict(found.texts) == {
        "player_1": "Getaria Agirre",
        "player_2": "Zarautz Olano",
        "club": "Kaia",
        "contact": "600 11 22 33",
    }
    assert [column.meaning for column in read(text, meanings=meanings).columns] == meanings


def test_meanings_for_another_number_of_columns_say_nothing():
    (found,) = read("Getaria, Orio", meanings=["player_2", "player_1", "club"]).entries
    assert (found.player_1, found.player_2) == ("Getaria", "Orio")


@pytest.mark.parametrize(
    ("text", "guesses"),
    [
        ("Getaria / Orio", "pair"),
        ("Getaria, Orio", "player_1 player_2"),
        ("Getaria / Orio; Kaia\nDeba / Aia; Kaia", "pair club"),
        ("1; Getaria; Orio; Kaia", "number player_1 player_2 club"),
        ("Nombre 1;Apellidos 1;Nombre 2;Apellidos 2\na;b;c;d", "first_1 last_1 first_2 last_2"),
        ("Nom 1;Prénom 1;Nom 2;Prénom 2\na;b;c;d", "last_1 first_1 last_2 first_2"),
        ("Jugador 1;Jugador 2;Cuota\na;b;c", "player_1 player_2 paid"),
        ("1er jugador;2º jugador\na;b", "player_1 player_2"),
        ("Jugador/a 1;Jugador/a 2;Sociedad/Club\na;b;c", "player_1 player_2 club"),
        ("Pareja nº;Nombre de la pareja;Pagado (sí/no)\n1;a / b;c", "number pair paid"),
        ("1. jokalariaren izena;2. jokalariaren izena\na;b", "player_1 player_2"),
        ("Nom du joueur 1;Nom du joueur 2;Club du joueur 2\na;b;c", "player_1 player_2 unknown"),
        ("Player 1 name;Player 2 name;Phone number\na;b;c", "player_1 player_2 contact"),
        (
            "Nombre jugador 1;Apellidos jugador 1;Nombre jugador 2;Apellidos jugador 2\na;b;c;d",
            "first_1 last_1 first_2 last_2",
        ),
        (
            "Nombre 1;Primer apellido 1;Segundo apellido 1;Jugador 2\na;b;c;d",
            "first_1 last_1 last_1 player_2",
        ),
    ],
)
def test_what_a_column_holds_is_guessed(text, guesses):
    columns = read(text).columns
    assert " ".join(column.guess for column in columns) == guesses
    assert [column.meaning for column in columns] == guesses.split()


def test_a_surname_before_a_name_is_put_after_it():
    (found,) = read("Nom 1;Prénom 1;Nom 2;Prénom 2\nAgirre;Getaria;Olano;Orio").entries
    assert (found.player_1, found.player_2) == ("Getaria Agirre", "Orio Olano")


def test_two_surnames_in_columns_of_their_own_are_put_together():
    text = "Nombre 1;Primer apellido 1;Segundo apellido 1;Jugador 2\nGetaria;Agirre;Olano;Orio"
    assert read(text).entries[0].player_1 == "Getaria Agirre Olano"


def test_lines_that_are_left_out_are_neither_read_nor_wrong():
    found = read("Suplentes:\nGetaria, Orio\nDeba", ignored=[1, 3])
    assert ([entry.line for entry in found.entries], found.faults) == ([2], ())


@pytest.mark.parametrize(
    ("cell", "is_paid"),
    [
        ("sí", True),
        ("✓", True),
        ("20 €", True),
        ("", False),
        ("no", False),
        ("Ez", False),
        ("–", False),
    ],
)
def test_a_column_of_fees_is_read(cell, is_paid):
    (found,) = read(f"Jugador 1;Jugador 2;Pagado\nGetaria;Orio;{cell}").entries
    assert found.is_paid is is_paid


@pytest.mark.parametrize(
    ("cells", "seeds"),
    [
        (["2", "", "1"], [2, 0, 1]),
        (["x", "no", "7."], [2, 0, 1]),
        (["²", "1º", "①"], [2, 1, 3]),  # ticks: digits to Unicode, and no numbers
        (["1", "2", "3"], [0, 0, 0]),  # only the order of the list, as programs write it
    ],
)
def test_a_column_of_seeds_is_read(cells, seeds):
    names = ["Getaria;Orio", "Deba;Aia", "Lezo;Pasaia"]
    lines = [f"{both};{cell}" for both, cell in zip(names, cells, strict=True)]
    found = read("\n".join(["Jugador 1;Jugador 2;Cabeza de serie", *lines]))
    assert [one.seed for one in found.entries] == seeds
    assert found.faults == ()


@pytest.mark.parametrize(
    ("text", "typed", "is_same"),
    [
        ("Getaria", "Getaria / Orio", True),
        ("Getaria", "1. Getaria / Orio", False),
        ("Getaria Agirre", "Getaria; Agirre; Orio", True),
        ("Getaria Agirre", "Agirre, Getaria / Olano, Orio", False),
        ("Iñaki", "IÃ±aki y Orio", False),
        ("", "Getaria / Orio", True),
    ],
)
def test_a_text_that_was_cleaned_is_told_from_one_as_it_was_typed(text, typed, is_same):
    assert is_as_typed(text, typed) is is_same


def test_a_column_in_doubt_is_read_once_somebody_has_said_what_it_holds():
    text = "Jugador 1;Club;Jugador 2;Club\nGetaria;Kaia;Zarautz;Gora"
    assert read(text).entries == ()
    (found,) = read(text, meanings=["player_1", "club", "player_2", "unknown"]).entries
    assert (found.player_2, found.texts["club"]) == ("Zarautz", "Kaia")
    (found,) = read(text, meanings=["player_1", "club", "player_2", "club"]).entries
    assert found.texts["club"] == "Kaia Gora"


def test_pairs_a_line_in_groups_of_two_are_no_players_a_line():
    text = "Getaria y Zarautz\nDeba y Aia\n\nOrio y Lezo\nTolosa y Ordizia"
    assert len(read(text).entries) == 4


def test_a_line_that_was_looked_at_enters_as_it_is():
    text = "Getaria y Zarautz\nHondarribia y su hijo\nTolosa y Ordizia"
    assert [one.player_2 for one in read(text, looked_at=[2]).entries] == [
        "Zarautz", "su hijo", "Ordizia",
    ]  # fmt: skip
