"""The presets of rules of record §9."""

from dataclasses import replace

import pytest

from mus import PRESETS, ruleset_from
from tournament.formats.registry import made_for
from tournament.formats.regulations import (
    HAND_SETTINGS,
    REGULATIONS,
    allowed_setting,
    evidence,
)
from tournament.formats.setting import allowed_option


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


def test_T1_a_crowd_plays_as_many_games_as_the_tournament_says():
    crowded = {"crowded_above": 15, "crowded_games_to_win": 4, "games_to_win": 5}
    assert [REGULATIONS["pagat"].best_of(pairs, crowded) for pairs in (15, 16)] == [9, 7]
    assert not REGULATIONS["pagat"].plays_all(crowded)
    assert REGULATIONS["pagat"].plays_all({"games_all_played": 3})


def test_T7_a_late_pair_loses_games_and_then_the_match_as_the_settings_say():
    settings = {"late_first_game": 10, "late_next_game": 5, "late_match": 30}
    rule = REGULATIONS["pagat"].late_rule(settings)
    lost = [rule.loses(minutes, wins_needed=4) for minutes in (9, 10, 14, 15, 20, 29, 30)]
    assert lost == [0, 1, 1, 2, 3, 4, 4]
    assert REGULATIONS["pagat"].late_rule({}) is None
    assert REGULATIONS["barcelona"].late_rule({}).loses(60, wins_needed=2) == 1


def test_T1_only_brisbane_warns_above_32_pairs():
    caps = {key: regulation.cap_warning for key, regulation in REGULATIONS.items()}
    assert {key: cap for key, cap in caps.items() if cap} == {"brisbane-2024": 32}


def test_T4_four_kings_by_agreement_is_brisbanes():
    offered = [key for key, one in REGULATIONS.items() if one.four_kings_by_agreement]
    assert offered == ["brisbane-2024"]


def test_T7_fifteen_minutes_of_courtesy_unless_the_regulation_says_otherwise():
    courtesies = {key: one.courtesy_minutes for key, one in REGULATIONS.items()}
    assert {key for key, minutes in courtesies.items() if minutes != 15} == {"barcelona"}
    assert courtesies["barcelona"] == 10


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
    assert {one.preset or one.key for one in REGULATIONS.values()} <= set(PRESETS)
    assert set(PRESETS) <= set(REGULATIONS)
    for key, preset in PRESETS.items():
        assert REGULATIONS[key].ruleset == preset
    for name, setting in HAND_SETTINGS.items():
        for value in setting.choices:
            assert getattr(ruleset_from({"preset": "pagat", name: value}), name) == value


def test_what_is_said_of_substitutes_is_of_the_day_and_settles_no_hand():
    assert allowed_setting("substitutes", 0)
    assert not allowed_setting("substitutes_until", -1)
    settings = {"kings": 4, "substitutes": 1, "substitutes_until": 2}
    assert REGULATIONS["pagat"].ruleset_name(settings) == {"preset": "pagat", "kings": 4}


PUBLISHED = [key for key, regulation in REGULATIONS.items() if regulation.source]


@pytest.mark.parametrize(
    ("key", "pairs", "best_of", "kings", "target"),
    [
        ("fem", 32, 7, 8, 40),
        ("colmenar-viejo-2", 150, 7, 8, 40),
        ("el-correo-2", 16, 5, 8, 40),
        ("france", 50, 5, 4, 40),
        ("valdegastea-2", 15, 7, 4, 25),
        ("valdegastea-2", 16, 3, 4, 25),
        ("ribafrecha", 16, 9, 8, 40),
        ("villorejo", 8, 7, 8, 35),
        ("villaviciosa", 90, 5, 8, 40),
    ],
)
def test_T1_a_published_regulation_plays_as_its_text_says(key, pairs, best_of, kings, target):
    regulation = REGULATIONS[key]
    assert regulation.best_of(pairs, {}) == best_of
    assert (regulation.ruleset.kings, regulation.ruleset.target) == (kings, target)


def test_H8_what_people_apply_by_themselves_settles_no_hand():
    valdegastea, el_correo = REGULATIONS["valdegastea-2"], REGULATIONS["el-correo-2"]
    assert valdegastea.customs == {"signals": False, "consulted": "ordagos"}
    assert el_correo.customs == {"first_mano_by": "lowest"}
    for regulation in (valdegastea, el_correo):
        assert all(allowed_setting(name, value) for name, value in regulation.customs.items())
        before = next(one for one in REGULATIONS.values() if one.newer == regulation.key)
        assert regulation.ruleset_name({"signals": True}) == before.ruleset_name({})


def test_twelve_regulations_or_more_are_at_hand():
    assert len(REGULATIONS) >= 12
    ours, without_text = {"brisbane-2024", "pagat", "euskal-herria", "nabo"}, {"fem", "torneomus"}
    assert REGULATIONS.keys() - PUBLISHED == ours | without_text


@pytest.mark.parametrize("regulation", REGULATIONS.values(), ids=REGULATIONS)
def test_what_a_regulation_says_is_what_a_tournament_could_choose(regulation):
    assert all(allowed_setting(name, value) for name, value in regulation.settings.items())
    known = made_for(regulation.format, {}).options
    assert all(allowed_option(name, v, known) for name, v in regulation.format_options.items())
    assert regulation.games % 2 == regulation.games_when_crowded % 2 == 1


def test_where_a_regulation_was_published_is_no_part_of_its_evidence(monkeypatch):
    before = evidence("barcelona", {})
    regulation = REGULATIONS["barcelona"]
    monkeypatch.setitem(REGULATIONS, "barcelona", replace(regulation, source="", dated="2026"))
    assert evidence("barcelona", {}) == before
    monkeypatch.setitem(REGULATIONS, "barcelona", replace(regulation, settings={"target": 30}))
    assert evidence("barcelona", {}) != before


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("brisbane-2024", "159afdd783e4ce7d"),
        ("pagat", "f0d8629298c349ee"),
        ("colmenar-viejo", "5cceaa44e2769b41"),
        ("aeit", "bac07ee2d82c3bf2"),
        ("el-correo", "95846f36b2f2f33e"),
        ("valdegastea", "9c9a286bc80b7db7"),
    ],
)
def test_a_regulation_is_told_as_it_always_was(key, told):
    assert evidence(key, {})["sha256"].startswith(told)


@pytest.mark.parametrize("key", ["colmenar-viejo", "aeit", "el-correo", "valdegastea"])
def test_a_newer_version_of_a_regulation_has_its_name_and_is_the_newest(key):
    newer = REGULATIONS[REGULATIONS[key].newer]
    assert (newer.name, newer.newer) == (REGULATIONS[key].name, "")
