"""The presets of rules of record §9."""

import pytest

from tournament.formats.regulations import (
    HAND_SETTINGS,
    REGULATIONS,
    allowed_setting,
    evidence,
    of_hands,
)


@pytest.mark.parametrize(
    ("key", "pairs", "best_of"),
    [
        ("brisbane-2024", 2, 5),
        ("brisbane-2024", 8, 5),
        ("brisbane-2024", 9, 3),
        ("brisbane-2024", 32, 3),
        ("pagat", 2, 3),
        ("euskal-herria", 64, 5),
        ("nabo", 9, 3),
    ],
)
def test_T1_best_of_as_the_regulation_says(key, pairs, best_of):
    assert REGULATIONS[key].best_of(pairs, {}) == best_of


def test_T1_only_brisbane_warns_above_32_pairs():
    caps = {key: regulation.cap_warning for key, regulation in REGULATIONS.items()}
    assert caps == {"brisbane-2024": 32, "pagat": None, "euskal-herria": None, "nabo": None}


def test_T4_four_kings_by_agreement_is_brisbanes():
    offered = [key for key, one in REGULATIONS.items() if one.four_kings_by_agreement]
    assert offered == ["brisbane-2024"]


def test_T7_fifteen_minutes_of_courtesy_by_default():
    assert {one.courtesy_minutes for one in REGULATIONS.values()} == {15}


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("target", 30, True),
        ("target", 4, False),
        ("target", 101, False),
        ("target", True, False),
        ("target", "30", False),
        ("target", 30.0, False),
        ("kings", 4, True),
        ("kings", 5, False),
        ("jokers", True, True),
        ("jokers", 1, False),
        ("refused_raise", "one", True),
        ("refused_raise", ["one"], False),
        ("seats", 6, False),
        ("nonsense", 1, False),
    ],
)
def test_a_setting_is_one_of_section_10_with_one_of_its_values(name, value, allowed):
    assert allowed_setting(name, value) is allowed


def test_the_engine_knows_every_regulation_and_every_setting():
    from mus import PRESETS, ruleset_from

    assert set(REGULATIONS) == set(PRESETS)
    for key, regulation in REGULATIONS.items():
        assert (PRESETS[key].kings, PRESETS[key].target) == (regulation.kings, regulation.target)
    for name, setting in HAND_SETTINGS.items():
        for value in setting.choices:
            assert getattr(ruleset_from({"preset": "pagat", name: value}), name) == value


def test_what_is_said_of_substitutes_is_of_the_day_and_settles_no_hand():
    assert allowed_setting("substitutes", 0)
    assert not allowed_setting("substitutes_until", -1)
    assert of_hands({"kings": 4, "substitutes": 1, "substitutes_until": 2}) == {"kings": 4}


def test_a_regulation_that_says_nothing_of_substitutes_is_told_as_before_they_could_be_limited():
    assert evidence("pagat", {})["sha256"].startswith("f0d8629298c349ee")
