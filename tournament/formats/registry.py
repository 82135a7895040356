"""Every format, and the format of a tournament."""

from collections.abc import Collection, Mapping
from typing import Protocol

from mus import FalseWords
from tournament.formats.bouts import Place
from tournament.formats.early import ended_early
from tournament.formats.groups import Groups
from tournament.formats.individuals import Individuals
from tournament.formats.knockout import Knockout
from tournament.formats.league import RoundRobin
from tournament.formats.protocol import Format
from tournament.formats.regulations import (
    AT_THE_END,
    IN_GROUPS,
    OF_PAIRS,
    OTHER_BRACKETS,
    REGULATIONS,
    THIRD_PLACE,
    clubs_enter,
    games_of,
)
from tournament.formats.rounds.lives import FreshDraw, Repesca, ThreeLosses
from tournament.formats.rounds.swiss import Swiss
from tournament.formats.setting import GROUP_SIZE, NOTHING_DECIDED, Setting

FORMATS: Mapping[str, type[Format]] = {
    "knockout": Knockout,
    "repesca": Repesca,
    "three_losses": ThreeLosses,
    "groups": Groups,
    "swiss": Swiss,
    "round_robin": RoundRobin,
    "fresh_draw": FreshDraw,
}
"""The formats of matches between two pairs."""
EVERY_FORMAT: Mapping[str, type[Format]] = {
    **FORMATS,
    Individuals.key: Individuals,
}
"""These, and the day of individuals, which has no matches."""


class Named(Protocol):
    """The fields that name a tournament's format. `format`: a key of EVERY_FORMAT; empty: the
    regulation's format."""

    regulation: str
    format: str


class Played(Named, Protocol):
    """The fields of a tournament that say how it is played."""

    settings: dict[str, object]
    format_options: dict[str, object]
    draw_seed: str | None
    drawn_pairs: int | None


def key_of(*, regulation: str, format: str) -> str:
    """The format's key: `format`, or the regulation's when empty. Raises KeyError for an unknown
    regulation."""
    return format or REGULATIONS[regulation].format


def format_of(
    tournament: Played,
    *,
    recipe: str = "",
    by_hand: tuple[int, ...] | None = None,
    byes: Collection[Place] = (),
) -> Format:
    """The format of a tournament, made for it. `recipe`: that of a draw promised before it is
    made; otherwise that of the draw that stands, where one is known. `by_hand`: the rounds taken
    as changed by hand, in place of those that are. `byes`: as in `Setting`. Raises KeyError for an
    unknown regulation or format."""
    regulation = REGULATIONS[tournament.regulation]
    key = tournament.format or regulation.format
    setting = Setting(
        tournament.format_options,
        tournament.draw_seed or "",
        tournament.drawn_pairs or 0,
        recipe or getattr(tournament, "draw_recipe", ""),
        tuple(getattr(tournament, "rounds_by_hand", ())) if by_hand is None else by_hand,
        regulation.points(tournament.settings),
        byes,
        getattr(tournament, "ended_early", False),
        getattr(tournament, "decided", NOTHING_DECIDED),
        regulation.games_of_a_win(tournament.drawn_pairs or 0, tournament.settings),
    )
    return made(key, setting)


def made(key: str, setting: Setting) -> Format:
    """The format of this key, made for a tournament; as it ends before its last match where that
    was decided. Raises KeyError for an unknown key."""
    kind = EVERY_FORMAT[key]
    is_early = setting.ended_early and kind is not Individuals
    return (ended_early(kind) if is_early else kind)(setting)


def is_individual(tournament: Named) -> bool:
    """Whether everybody plays for himself, at tables of several (`individuals`)."""
    return (tournament.format or REGULATIONS[tournament.regulation].format) == Individuals.key


def individuals_of(tournament: Played) -> Individuals:
    """The format of a day of individuals. Raises TypeError for any other day."""
    return individuals(format_of(tournament))


def individuals(format_: Format) -> Individuals:
    """The format, if it is that of a day of individuals. Raises TypeError for any other."""
    if not isinstance(format_, Individuals):
        raise TypeError(f"{format_.key} is no day of individuals")
    return format_


def enters_alone(tournament: Played) -> bool:
    """Whether one name may enter: a club or bar without players, or a player for himself."""
    return clubs_enter(tournament.settings) or is_individual(tournament)


def without_effect(
    *,
    regulation: str,
    settings: Mapping[str, object],
    format: str,
    options: Mapping[str, object],
) -> dict[str, str]:
    """Settings and options that are chosen and change nothing: name → why. "of_other_formats": this
    format does not know it; "no_final": it has no last match that is known as such; "nobody_comes":
    no substitute may come; "not_flat": a false declaration costs no fixed number of stones;
    "all_go_on": nobody goes out in the groups; "no_such_bracket": there are fewer brackets;
    "no_third": there is no match for third place; "never_level": somebody wins every match;
    "one_game": no match has more than one game; "no_time_limit": matches have none; "no_game_lost":
    a late pair loses no game first; "no_crowd": one length whatever the number of pairs."""
    key = key_of(regulation=regulation, format=format)
    format_ = made_for(key, options)
    reasons = {
        name: "of_other_formats"
        for name, value in options.items()
        if name not in format_.options and value not in (False, None, [])
    }
    if format_.is_league:
        at_the_end = set(map(games_of, AT_THE_END))
        reasons |= dict.fromkeys(at_the_end & settings.keys(), "no_final")
    if settings.get("substitutes") == 0 and "substitutes_until" in settings:
        reasons["substitutes_until"] = "nobody_comes"
    rules = REGULATIONS[regulation]
    usual = rules.ruleset.false_words
    if "false_word_stones" in settings and settings.get("false_words", usual) != FalseWords.FLAT:
        reasons["false_word_stones"] = "not_flat"
    brackets = Setting(options).number("brackets", 1) if "brackets" in format_.options else 1
    if "consolation" in format_.options and "consolation" in options:
        brackets = 2
    beyond = {games_of(one) for number, one in OTHER_BRACKETS.items() if number > brackets}
    reasons |= dict.fromkeys(beyond & settings.keys(), "no_such_bracket")
    if "group_size" not in format_.options:
        reasons |= dict.fromkeys({games_of(IN_GROUPS)} & settings.keys(), "of_other_formats")
    if not (options.get("third_place") or options.get("third_places")):
        reasons |= dict.fromkeys({games_of(THIRD_PLACE)} & settings.keys(), "no_third")
    late = rules.late_rule(settings)
    needs = {
        "when_time_is_up": ("no_time_limit", rules.time_limit(settings)[0]),
        "late_next_game": ("no_game_lost", late and late.first),
        "crowded_games_to_win": ("no_crowd", settings.get("crowded_above")),
    }
    reasons |= {name: why for name, (why, of) in needs.items() if name in settings and not of}
    lengths = [value for name, value in settings.items() if name.endswith("games_to_win")]
    lengths.append(rules.final_games_to_win)
    is_longer = any(isinstance(length, int) and length > 1 for length in lengths)
    if "last_game_stones" in settings and settings.get("games_to_win") == 1 and not is_longer:
        reasons["last_game_stones"] = "one_game"
    if key == Individuals.key:
        reasons |= dict.fromkeys(OF_PAIRS & settings.keys(), "of_other_formats")
    if rules.points(settings).level is None and "points_level" in options:
        reasons.setdefault("points_level", "never_level")
    group = options.get("group_size", GROUP_SIZE)
    if "qualifiers" in format_.options and options.get("qualifiers") == group:
        reasons["qualifiers"] = "all_go_on"
    return reasons


def made_for(key: str, options: Mapping[str, object]) -> Format:
    """A format without a seed and pairs, for pages that show before the draw what it would be."""
    return EVERY_FORMAT[key](Setting(options))
