"""Who is entered twice."""

from tournament.entries.rules.lists import Entry
from tournament.entries.rules.repeats import CONFIRMABLE, repeated

HAVE = [(7, Entry(0, "Getaria", "Orio"))]


def faults(*found):
    return [(fault.field, fault.code, dict(fault.params)) for fault in repeated(found, HAVE)]


def test_the_same_two_players_are_one_fault_with_the_number_of_their_pair():
    assert faults(Entry(0, "ORIÓ", "getaria")) == [("player_1", "duplicate_pair", {"number": 7})]


def test_a_player_of_another_pair_is_named_at_its_own_field():
    assert faults(Entry(3, "Deba", "orio")) == [
        ("lines[3].player_2", "player_twice", {"player": "orio", "number": 7})
    ]


def test_a_player_on_two_lines_is_named_with_the_first_of_them():
    assert faults(
        Entry(1, "Aia", "Deba"), Entry(4, "Bera", "Sara"), Entry(5, "Deba", "Zumaia")
    ) == [("lines[5].player_1", "player_on_line", {"player": "Deba", "line": 1})]


def test_other_people_are_no_fault():
    assert faults(Entry(1, "Aia", "Deba"), Entry(2, "Bera", "Sara")) == []


def test_all_of_it_may_be_confirmed():
    found = [Entry(1, "Getaria", "Orio"), Entry(2, "Orio", "Aia"), Entry(3, "Aia", "Deba")]
    codes = {fault.code for fault in repeated(found, HAVE)}
    assert codes == CONFIRMABLE
