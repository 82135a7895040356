"""Results are read with their pairs in whatever form they are written, never a wrong name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.entries.rules.results import Named, ordinal_of, read_past

NAMES = ("Lezo", "Orio", "Deba", "Mutriku", "Getaria", "Zumaia Garmendia", "San Sebastián", "Aia")
JOINED = st.sampled_from([" / ", "/", " y ", " eta ", " & ", " et "])
OPPOSED = st.sampled_from([" - ", " – ", " vs ", " vs. ", " contra "])
DASHES = st.sampled_from(["-", " - ", "–"])
BEFORE_SCORE = st.sampled_from([" ", ": ", ", ", "  ", " : "])
HEADINGS = st.sampled_from(
    ["", "", "Semifinales", "Ronda 1", "Final", "2. txanda", "Tercer puesto"]
)
PAIRS = st.permutations(NAMES).map(lambda names: ((names[0], names[1]), (names[2], names[3])))
MATCHES = st.lists(st.tuples(PAIRS, st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=6)


def read(text):
    past = read_past(text)
    assert past.faults == ()
    return [
        (result.pairs[0].players, result.pairs[1].players, *result.games) for result in past.results
    ]


@given(MATCHES, st.data())
def test_sentences_of_any_form_say_the_pairs_that_were_written(matches, data):
    lines = []
    for (a, b), *games in matches:
        joined = data.draw(JOINED)
        lines += [data.draw(HEADINGS)]
        score = f"{data.draw(BEFORE_SCORE)}{games[0]}{data.draw(DASHES)}{games[1]}"
        lines += [f"{joined.join(a)}{data.draw(OPPOSED)}{joined.join(b)}{score}"]
    assert read("\n".join(lines)) == [(a, b, *games) for (a, b), *games in matches]


@given(MATCHES, st.data())
def test_columns_in_any_order_say_the_pairs_that_were_written(matches, data):
    mark = data.draw(st.sampled_from("\t;"))
    apart = data.draw(st.booleans())
    names = [
        "Pareja 1",
        "Pareja 2",
        *(["Juegos 1", "Juegos 2"] if apart else ["Resultado"]),
        "Ronda",
    ]
    order = data.draw(st.permutations(range(len(names))))
    rows = [names]
    for (a, b), *games in matches:
        score = [str(one) for one in games] if apart else [f"{games[0]}-{games[1]}"]
        rows.append([" y ".join(a), " / ".join(b), *score, "Cuartos"])
    text = "\n".join(mark.join(row[at] for at in order) for row in rows)
    assert read(text) == [(a, b, *games) for (a, b), *games in matches]


@pytest.mark.parametrize(
    ("line", "rests"),
    [("5", Named(5)), ("5.", Named(5)), ("Lezo / Orio;exento", Named(players=("Lezo", "Orio")))],
)
def test_a_pair_that_rests_stands_alone(line, rests):
    (_first, result) = read_past(f"Deba / Aia;Bera / Orio;3;1\n{line}").results
    assert result.pairs == (rests, None)


def test_what_stands_before_the_first_result_is_a_list_with_its_lines_where_they_stood():
    past = read_past("Parejas\n\n3. Lezo / Orio (Kaia)\nDeba, Aia\n\nRonda 1\n1 - 2: 3-1")
    assert past.list_text.split("\n") == ["", "", "3. Lezo / Orio (Kaia)", "Deba, Aia"]
    assert [ordinal_of(line) for line in past.list_text.split("\n")] == [None, None, 3, None]


@pytest.mark.parametrize(
    "line",
    ["who won?", "Lezo / Orio 3-1", "Lezo - Orio - Deba 3-1", "3-1", "Lezo / Orio / Aia - x 3-1"],
)
def test_what_is_no_result_is_named_with_its_line(line):
    past = read_past(f"1 - 2: 3-1\n{line}")
    assert [(fault.field, fault.code) for fault in past.faults] == [("lines[2]", "bad_line")]


@pytest.mark.parametrize("row", ["who won?", "who won?;", "Lezo;;3-1", ";;3-1", "Lezo;Orio;Deba"])
def test_a_row_below_names_of_columns_that_is_no_result_is_named(row):
    past = read_past(f"Pareja 1;Pareja 2;Resultado\nLezo / Orio;Deba / Aia;3-1\n{row}")
    assert [(fault.field, fault.code) for fault in past.faults] == [("lines[3]", "bad_line")]


@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(text):
    read_past(f"1 - 2: 3-1\n{text}")
    read_past(text)
