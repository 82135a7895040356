"""Who is entered twice."""

from tests.tournament.entries.written import written
from tournament.entries.rules.lists import CONFIRMABLE, repeated

HAVE = [(7, written(0, "Getaria", "Orio"))]


def faults(*found):
    return [(fault.field, fault.code, dict(fault.params)) for fault in repeated(found, HAVE)]


def test_the_same_two_players_are_one_fault_with_the_number_of_their_pair():
    assert faults(written(0, "ORIÓ", "getaria")) == [("player_1", "duplicate_pair", {"number": 7})]


def test_a_player_of_another_pair_is_named_at_its_own_field():
    assert faults(written(3, "Deba", "orio")) == [
        ("lines[3].player_2", "player_twice", {"player": "orio", "number": 7})
    ]


def test_a_player_on_two_lines_is_named_with_the_first_of_them():
    assert faults(
        written(1, "Aia", "Deba"), written(4, "Bera", "Sara"), written(5, "Deba", "Zumaia")
    ) == [("lines[5].player_1", "player_on_line", {"player": "Deba", "line": 1})]


def test_other_people_are_no_fault():
    assert faults(written(1, "Aia", "Deba"), written(2, "Bera", "Sara")) == []


def test_all_of_it_may_be_confirmed():
    found = [written(1, "Getaria", "Orio"), written(2, "Orio", "Aia"), written(3, "Aia", "Deba")]
    codes = {fault.code for fault in repeated(found, HAVE)}
    assert codes == CONFIRMABLE
