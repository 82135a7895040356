"""Lists as people write them: every name enters as it is, and what is no pair is never ready."""

from pathlib import Path

import pytest

from tests.tournament.entries.written import read

LISTS = Path(__file__).parent / "lists"

PAIRS = {
    "chat.txt": [
        ("Getaria", "Zarautz", "", ""),
        ("Hondarribia", "Pasaia", "", "600 11 22 33"),
        ("Tolosa", "Ordizia", "", ""),
        ("Azpeitia", "Azkoitia", "", ""),
    ],
    "numbered.txt": [
        ("Getaria", "Zarautz", "Kaia", ""),
        ("Hondarribia", "Pasaia", "", ""),
        ("Tolosa", "Ordizia", "", ""),
        ("Azpeitia", "Azkoitia", "", ""),
        ("Zumaia", "Deba", "Txoko", ""),
        ("Mutriku", "Eibar", "", ""),
    ],
    "surnames.txt": [
        ("Getaria Agirre", "Zarautz Etxeberria", "", ""),
        ("Hondarribia Goia Handi", "Pasaia Olano", "", ""),
        ("Tolosa", "Ordizia", "Kaia", ""),
    ],
    "program.csv": [
        ("Getaria", "Zarautz", "", "600 11 22 33"),
        ("Hondarribia", "Pasaia", "", ""),
        ("Tolosa", "Ordizia", "", "600 44 55 66"),
    ],
    "challonge.csv": [
        ("Getaria", "Zarautz", "", ""),
        ("Hondarribia", "Pasaia", "", ""),
        ("Iruña", "Oñati", "", ""),
    ],
}
HEADINGS = {"chat.txt": [1, 7]}


@pytest.mark.parametrize("name", sorted(path.name for path in LISTS.iterdir()))
def test_a_list_as_people_write_it_enters_with_no_name_changed(name: str) -> None:
    found = read((LISTS / name).read_text(encoding="utf-8"))
    fields = ("player_1", "player_2", "club", "contact")
    assert [tuple(one.texts[field] for field in fields) for one in found.entries] == PAIRS[name]
    assert [(fault.field, fault.code) for fault in found.faults] == [
        (f"lines[{line}]", "heading") for line in HEADINGS.get(name, [])
    ]


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
def test_a_line_that_looks_like_a_title_is_never_ready(line: str) -> None:
    found = read(f"{line}\nGetaria / Orio")
    assert [(fault.field, fault.code) for fault in found.faults] == [("lines[1]", "heading")]
    assert len(found.entries) == 1


@pytest.mark.parametrize(
    "line",
    [
        "Getaria / Orio PAGADO",
        "Getaria y Orio, pagado",
        "Getaria / Orio (reserva: Lezo)",
        "Mesa 1: Getaria / Orio",
    ],
)
def test_a_remark_is_asked_about_and_never_public_by_accident(line: str) -> None:
    found = read(line)
    assert [(fault.field, fault.code) for fault in found.faults] == [("lines[1]", "remark")]
    assert found.entries == ()


def test_a_title_above_the_names_of_the_columns_is_skipped() -> None:
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
    ],
)
def test_what_only_chats_and_spreadsheets_put_there_is_no_part_of_a_name(
    line: str, pair: tuple[str, str]
) -> None:
    (found,) = read(line).entries
    assert (found.player_1, found.player_2) == pair


def test_commas_are_surname_and_name_only_where_the_whole_list_says_so() -> None:
    found = read("Club, Pareja, Nota\nKaia, Getaria / Zarautz, Lezo")
    assert [one.texts["club"] for one in found.entries] == ["Kaia"]
    assert found.entries[0].players == read("Getaria / Zarautz").entries[0].players


def test_an_address_after_the_names_is_their_contact_and_not_public() -> None:
    (found,) = read("Getaria / Orio aia@orio.example").entries
    assert (found.player_2, found.texts["contact"]) == ("Orio", "aia@orio.example")
