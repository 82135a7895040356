"""The settings of a rule set in plain words, for the people who choose them (rules §10).

`SETTINGS` lists, in the order of the pages: the setting, its question, its clause, and for each
value what changes at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from mus import PRESETS, RuleSet, ruleset_from
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import StrOrPromise
from tournament.formats.regulations import DAY_SETTINGS, Regulation, of_hands
from tournament.formats.regulations import REGULATIONS as KNOWN


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    name: StrOrPromise
    means: StrOrPromise


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `choices` is empty for a number typed in, between `least` and `most`."""

    key: str
    title: StrOrPromise
    clause: str
    choices: tuple[Choice, ...]
    means: StrOrPromise = ""
    least: int = 0
    most: int = 0


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "kings",
        _("Kings"),
        "C2 C3",
        (
            Choice("8", _("Eight kings"), _("A 3 counts as a king and a 2 as an ace, always.")),
            Choice("4", _("Four kings"), _("3 and 2 are themselves and worth 3 and 2.")),
        ),
    ),
    Setting(
        "target",
        _("Stones to win a game"),
        "S7",
        (),
        _("40 mostly; 30 in the Basque championship. Five before it a pair is inside."),
        5,
        100,
    ),
    Setting(
        "refused_raise",
        _("When a raise is refused"),
        "E5",
        (
            Choice(
                "previous",
                _("The bet that stood before it"),
                _("Envido 2, raised to 5, refused: the raiser takes 2 stones."),
            ),
            Choice(
                "one",
                _("One stone"),
                _("Envido 2, raised to 5, refused: the raiser takes 1 stone."),
            ),
        ),
    ),
    Setting(
        "juego_real",
        _("Juego real: a 31 that beats every other 31"),
        "§10",
        (
            Choice("none", _("None"), _("Among 31s the one nearest to the mano wins.")),
            Choice(
                "three_sevens",
                _("Three sevens and a ten-point card"),
                _("7 7 7 with any king, knight or jack beats every other 31. Still worth 3."),
            ),
            Choice(
                "sota_oros",
                _("Three sevens and the jack of coins"),
                _("7 7 7 with the jack of coins beats every other 31. Suits must be noted."),
            ),
            Choice(
                "fourth_suit",
                _("Three sevens and the jack of the fourth suit"),
                _("Sevens of three suits and the jack of the fourth. Suits must be noted."),
            ),
        ),
    ),
    Setting(
        "jokers",
        _("Ten kings (jokers)"),
        "§10",
        (
            Choice("false", _("No"), _("Every card is what it is.")),
            Choice(
                "true",
                _("Yes"),
                _("The jacks of cups and coins stand for a king or an ace, as their holder says."),
            ),
        ),
    ),
    Setting(
        "deal_again_4567",
        _("Dealt 4-5-6-7"),
        "§10",
        (
            Choice("false", _("Play on"), _("Who is dealt 4-5-6-7 plays them.")),
            Choice(
                "true",
                _("May be dealt again"),
                _("Who is dealt 4-5-6-7 may show them before mus and get four new cards."),
            ),
        ),
    ),
    Setting(
        "mus_visto",
        _("A card seen while dealing"),
        "H6",
        (
            Choice(
                "obligatory",
                _("Mus visto"),
                _("Everybody may discard, nobody has to."),
            ),
            Choice("off", _("Nothing happens"), _("The deal goes on as if it had not been seen.")),
        ),
    ),
    Setting(
        "first_hand",
        _("First hand of each game"),
        "H4",
        (
            Choice(
                "corrida",
                _("Running mus, no signals"),
                _("The deck moves on to whoever wants mus; who cuts mus is mano for that hand."),
            ),
            Choice("plain", _("Like any other"), _("The seat whose turn it is is mano.")),
        ),
    ),
    Setting(
        "substitutes",
        _("Substitutes in one pair"),
        "T6",
        (),
        _("How many people may come into a pair once the draw is made; 0 for nobody."),
        most=8,
    ),
    Setting(
        "substitutes_until",
        _("Last round in which a substitute may come"),
        "T6",
        (),
        _("0: only until the pair begins its first match."),
        most=20,
    ),
)

BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}

# Regulation → its name and what it is, for organizers who choose one.
REGULATIONS: Mapping[str, tuple[StrOrPromise, StrOrPromise]] = {
    "brisbane-2024": (
        _("Brisbane 2024"),
        _(
            "Eight kings, 40 stones. Best of 5 games, best of 3 above 8 pairs. Two pairs may agree "
            "on four kings for their match. Made for up to 32 pairs and a day of six hours."
        ),
    ),
    "pagat": (
        _("Pagat"),
        _("Eight kings, 40 stones, best of 3 games, as in the general description of the game."),
    ),
    "euskal-herria": (
        _("Euskal Herria"),
        _("Four kings, 30 stones, best of 5 games, as in the Basque championship."),
    ),
    "nabo": (
        _("NABO"),
        _("Four kings, 40 stones, best of 3 games, as in the North American Basque clubs."),
    ),
}


@dataclass(frozen=True, slots=True)
class SettingInForce:
    """A setting with its value in a tournament. `differs`: the value is not the regulation's."""

    setting: Setting
    value: StrOrPromise
    means: StrOrPromise
    differs: bool


def ruleset_of(tournament: TournamentView) -> RuleSet:
    """The rule set of the tournament's matches. Matches played with four kings by agreement differ
    in that."""
    return ruleset_from(
        PRESETS[tournament.regulation.key].to_json() | of_hands(tournament.settings)
    )


def settings_of(tournament: TournamentView) -> tuple[SettingInForce, ...]:
    """Every setting of a tournament, in plain words."""
    usual = {name: getattr(tournament.regulation, name) for name in DAY_SETTINGS}
    ruleset = PRESETS[tournament.regulation.key].to_json() | usual | dict(tournament.settings)
    return tuple(
        SettingInForce(
            setting,
            said(setting.key, ruleset[setting.key]),
            _meaning(setting, ruleset[setting.key]),
            setting.key in tournament.settings,
        )
        for setting in SETTINGS
    )


def _meaning(setting: Setting, value: object) -> StrOrPromise:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return next((c.means for c in setting.choices if c.value == text), setting.means)


def said(key: str, value: object) -> StrOrPromise:
    """The name of a setting's value; numbers stand for themselves, None for no limit."""
    if value is None:
        return _("no limit")
    text = str(value).lower() if isinstance(value, bool) else str(value)
    setting = BY_KEY.get(key)
    for choice in setting.choices if setting else ():
        if choice.value == text:
            return choice.name
    return text


def value_of(key: str, text: str) -> object:
    """The value of a form's text: a number, true or false, or the text itself."""
    if key in ("kings", "target", *DAY_SETTINGS):
        return int(text)
    if key in ("jokers", "deal_again_4567"):
        return text == "true"
    return text


def regulation_name(regulation: Regulation) -> StrOrPromise:
    known = REGULATIONS.get(regulation.key)
    return known[0] if known else regulation.name


def regulations() -> list[dict[str, object]]:
    """Every regulation for the page of rules."""
    return [
        {
            "name": regulation_name(regulation),
            "means": REGULATIONS.get(regulation.key, ("", ""))[1],
            "kings": regulation.kings,
            "by_agreement": regulation.four_kings_by_agreement,
            "target": regulation.target,
            "games": regulation.games,
            "games_when_crowded": regulation.games_when_crowded,
            "crowded_above": regulation.crowded_above,
        }
        for regulation in KNOWN.values()
    ]


ASKED_BY: Mapping[str, StrOrPromise] = {
    "person": _("the person named"),
    "family": _("their family"),
    "organizers": _("the organizers"),
    "authority": _("an authority"),
    "term": _("the term for names"),
}
"""Who may ask for erasing names. The last one cannot be chosen in the form."""
