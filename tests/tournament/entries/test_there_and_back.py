"""Lists made from pairs, by any columns, separators, numbers and dirt, are read back as they are;
and reading costs little whatever the letters."""

import csv
import io
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.entries.written import read
from tournament.entries.rules import cutting, lists
from tournament.log.rules import text as texts

PLACES = [
    "Getaria", "Orio Behea", "Vitoria-Gasteiz", "L’Hôpital", "Peñón de Ifach", "Ávila", "Ust-Kut",
    "Saint-Jean-de-Luz", "O Grove", "Zarautz Olano Goia", "Ñeembucú", "A Coruña", "Lekeitio", "Us",
]  # fmt: skip
CLUBS = ["", "Kaia", "12 de Octubre", "3 Puertas", "Sociedad 1897", "Bar 7", "Ur-Kirolak (Orio)"]
CONTACTS = ["", "600 11 22 33", "+34 600112233", "kaia@orio.example"]
HEADERS = {
    "number": ["#", "Nº", "No.", "Número", "Zk.", "N°"],
    "player_1": ["Player 1", "Jugador 1", "1. jokalaria", "Joueur 1", "Nombre jugador 1"],
    "player_2": ["Player 2", "Jugador 2", "2. jokalaria", "Joueur 2", "Nombre jugador 2"],
    "pair": ["Pair", "Pareja", "Bikotea", "Équipe"],
    "club": ["Club", "Sociedad", "Kluba"],
    "contact": ["Contact", "Teléfono", "Correo electrónico"],
    "unknown": ["Notas", "Hora", ""],
}
DIRT = ["", "", " ", "\u00a0", "\u200b", "\u200e", "\u2068", "\ufeff"]
ORDINALS = ["{n}. ", "{n}.- ", "{n}) ", "{n} - ", "{n} ", "✔ ", "• ", "{n}.", "#{n} ", ""]


@st.composite
def made(draw, *, with_header):
    """A list of pairs as somebody may write it: its text, and what stands in it."""
    one_of = lambda these: draw(st.sampled_from(these))  # noqa: E731
    players = draw(st.permutations(PLACES))
    rows = [
        {"player_1": a, "player_2": b, "club": one_of(CLUBS), "contact": one_of(CONTACTS)}
        for a, b in zip(players[::2], players[1::2], strict=True)
    ]
    names = ["pair"] if draw(st.booleans()) else ["player_1", "player_2"]
    if with_header:
        more = draw(st.sets(st.sampled_from(["number", "club", "contact", "unknown"])))
        columns = draw(st.permutations([*names, *sorted(more)]))
    else:
        columns = [*one_of([[], ["number"]]), *names, *one_of([[], ["club"], ["club", "contact"]])]
    if columns == ["pair"]:
        columns.append("contact")
    mark, ordinal, joiner = one_of("\t;,"), one_of(ORDINALS), one_of([" / ", " - ", "/", " – "])
    first_name = next(name for name in columns if name not in ("number", "club", "contact"))
    out = io.StringIO()
    table = csv.writer(out, delimiter=mark, lineterminator=one_of(["\n", "\r\n", "\r", "\n\n"]))
    if with_header:
        table.writerow([one_of(HEADERS[column]) for column in columns])
    for number, row in enumerate(rows, start=1):
        cells = row | {
            "number": one_of(["{n}", "{n}.", "{n}º", "{n}.-"]).format(n=number),
            "pair": joiner.join((row["player_1"], row["player_2"])),
            "unknown": one_of(["", "20:30", "7 de mayo", "✔"]),
        }
        if "number" not in columns and first_name in ("player_1", "pair"):
            cells[first_name] = ordinal.format(n=number) + cells[first_name]
        table.writerow([one_of(DIRT) + cells[column] + one_of(DIRT) for column in columns])
    told = [name for name in ("club", "contact") if name in columns]
    return (
        out.getvalue(),
        [(row["player_1"], row["player_2"], *(row[name] for name in told)) for row in rows],
        told,
    )


def both(text, told):
    found = read(text)
    assert found.faults == ()
    names = ("player_1", "player_2", *told)
    return [tuple(entry.texts[name] for name in names) for entry in found.entries]


@given(made(with_header=True))
def test_a_list_with_names_of_columns_is_read_as_the_pairs_it_was_made_of(made_list):
    text, pairs, told = made_list
    assert both(text, told) == pairs


@given(made(with_header=False))
def test_a_list_without_names_of_columns_is_read_as_the_pairs_it_was_made_of(made_list):
    text, pairs, told = made_list
    assert both(text, told) == pairs


@given(made(with_header=True) | made(with_header=False))
def test_what_is_no_part_of_a_text_stands_beside_it(made_list):
    text, _pairs, _told = made_list
    for entry in read(text).entries:
        (row,) = cutting.cut([(entry.line, cutting.lines_of(text)[entry.line - 1])])[0]
        said = " ".join([*entry.texts.values(), entry.dropped])
        for cell in row.cells:
            words = [word for word in cell.split() if word.isalpha() and len(word) > 2]
            assert all(word in said for word in words if word not in ("mayo",))


@pytest.mark.parametrize("name", ["#", "Nº", "Zk."])
def test_a_column_of_numbers_before_the_names_is_left_out_and_nothing_else(name):
    found = read(f"{name}\tPlayer 1\tPlayer 2\tClub\n1\tLekeitio\tOndarroa\tGora")
    (entry,) = found.entries
    assert found.faults == ()
    assert list(entry.texts.values())[:3] == ["Lekeitio", "Ondarroa", "Gora"]
    assert entry.dropped == ""


@pytest.mark.parametrize(
    ("line", "dropped"),
    [
        ("3. Getaria y Orio", "3"),
        ("✅ Getaria / Orio (Kaia) tel. 600 11 22 33", "✅ tel"),
        ("[25/11/26, 9:14] Deba: Getaria y Orio", "25 11 26 9 14 Deba"),
        ("Getaria / Orio", ""),
        ("7\tGetaria\tOrio", ""),
    ],
)
def test_what_was_dropped_from_a_line_is_said(line, dropped):
    (entry,) = read(line).entries
    assert (entry.player_1, entry.player_2) == ("Getaria", "Orio")
    assert entry.dropped == dropped


LETTERS = ["ﷺ", "㍿", "ﬃ", "½", "İ", "각", "é", "✔", "1", "a", "　", ";ﷺ", ", ﷺ", "\tﷺ", "/ﷺ", "(ﷺ"]


@pytest.mark.parametrize("letter", LETTERS)
@pytest.mark.parametrize("length", [60, 198])
def test_two_thousand_lines_of_any_letter_are_folded_twice_at_most(letter, length, monkeypatch):
    folded, decomposed = [], []

    class Counting:
        @staticmethod
        def normalize(form, text):
            decomposed.extend([len(text)] if form == "NFKD" else [])
            return unicodedata.normalize(form, text)

        def __getattr__(self, name):
            return getattr(unicodedata, name)

    def counting(name, fold=texts.folded):
        folded.append(len(name))
        return fold(name)

    monkeypatch.setattr(texts, "unicodedata", Counting())
    monkeypatch.setattr(texts, "folded", counting)
    text = "\n".join([(letter * length)[:length]] * lists.MOST_PAIRS)
    read(text)
    assert sum(folded) <= 2 * len(text)
    # One letter can stand for eighteen: only letters are decomposed, each once.
    assert set(decomposed) <= {1}
    assert len(decomposed) <= len(set(text))


@given(st.text())
def test_folding_letter_by_letter_is_folding_the_text(text):
    plain = unicodedata.normalize("NFKD", text).casefold()
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    assert texts.folded(text) == " ".join(re.split(r"[\W_]+", letters)).strip()
