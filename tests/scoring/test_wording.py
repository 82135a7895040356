"""Every code of the rules has words, and the words can be filled with what the rules give."""

import pytest
from django.utils.translation import override

from mus import LANCES, TEMPLATES, Clause, LedgerKind, RuleSet, parse
from mus.faults import Fault, RecordRefused
from mus.notation import NOTATION_TEMPLATES, NotationRefused, read_match
from mus.quick import QUICK
from scoring.wording import (
    FAULTS,
    PAYMENT_KINDS,
    PENALTIES,
    lance_name,
    penalty_sentence,
    place,
    problem,
)
from scoring.wording.faults import NOTATION, notation_problem

OWN = {
    "bad_quick", "quick_nothing_taken", "quick_winner_unclear", "quick_stands_alone",
    "too_many_stones",
}  # fmt: skip


def placeholders(text: str) -> set[str]:
    class Seen(dict[str, str]):
        def __missing__(self, key: str) -> str:
            self[key] = ""
            return ""

    seen = Seen()
    _filled = text % seen
    return set(seen)


def test_every_code_of_the_rules_and_no_other_has_a_wording():
    assert set(FAULTS) == set(TEMPLATES) | OWN


@pytest.mark.parametrize("code", sorted(TEMPLATES))
def test_a_wording_asks_for_nothing_the_rules_do_not_give(code):
    with override("en"):
        asked = placeholders(str(FAULTS[code])) - {"place"}

    assert asked <= placeholders(TEMPLATES[code])


@pytest.mark.parametrize("clause", list(Clause))
def test_every_clause_is_one_sentence_about_a_player(clause):
    with override("en"):
        said = str(
            penalty_sentence(clause, player="Getaria Iparra", lance="pares", rules=RuleSet())
        )

    assert "%" not in said
    assert "Getaria Iparra" in said


def test_every_kind_of_payment_has_a_name():
    assert set(PAYMENT_KINDS) == {str(kind) for kind in LedgerKind} | {QUICK}
    assert set(PENALTIES) == {str(clause) for clause in Clause}


def test_every_lance_has_a_name_and_juego_may_be_punto():
    with override("en"):
        names = [str(lance_name(lance)) for lance in LANCES]
        assert names == ["Grande", "Chica", "Pares", "Juego"]
        assert str(lance_name("juego", punto=True)) == "Punto"
        assert str(lance_name(None)) == ""


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("bets.grande[1]", "Grande, call 2"),
        ("bets.chica", "Chica"),
        ("cards[2][0]", "Seat 2, card 1"),
        ("cards[3]", "Cards of seat 3"),
        ("declared.pares", "Pares, what was declared"),
        ("", "The record"),
        ("quick.stones", "Quick mode"),
        ("surprise", "surprise"),
    ],
)
def test_a_path_is_shown_as_people_would_point_at_it(path, shown):
    with override("en"):
        assert str(place(path)) == shown


def test_a_problem_keeps_the_path_for_programs():
    found = problem(Fault("bet_unanswered", "bets.grande", {"path": "bets.grande"}))

    assert (found.field, found.code) == ("bets.grande", "bet_unanswered")


@pytest.mark.parametrize("nasty", ["%", "%(x)s", "%s", "{}", "<b>", "\u202e"])
def test_what_was_typed_breaks_no_sentence(nasty):
    with pytest.raises(RecordRefused) as refused:
        parse({"mano": 0, "cards": [[nasty, "A", "A", "A"]] * 4, nasty: 1})

    assert all(str(problem(fault).message) for fault in refused.value.faults)


def test_the_notation_has_the_same_words_as_the_library_in_english():
    with override("en"):
        assert {code: str(text) for code, text in NOTATION.items()} == NOTATION_TEMPLATES


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_fault_of_a_text_can_be_said_at_its_line(language):
    top = '[Format "mus-match/2"]\n[A "%"]\n[B "%(x)s"]\n[Ruleset "%s"]\n[BestOf "2"]\n[A "b"]\n'
    hands = "Game 2\n% %s {}\n0 0-0 * GA2 CAn ~x !z\n0 0-0 Q0-0\nDecided C\n0 0-0 Q1-0 ~50-50"
    with pytest.raises(NotationRefused) as refused:
        read_match(top + hands)

    with override(language):
        problems = [notation_problem(fault) for fault in refused.value.faults]
        assert {problem.field for problem in problems} >= {"lines[1]", "lines[8]", "lines[9]"}
        assert all(str(problem.message) for problem in problems)
