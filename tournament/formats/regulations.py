"""The regulations a tournament can be played under (rules of record §9), as data.

A new regulation is one more entry in `REGULATIONS`; docs/regulations.md says how to add it.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any

import mus
from mus import RULES_VERSION, RuleSet, Setting
from tournament.formats.setting import MAY_BE_LEVEL, SOMEBODY_WINS, Points

GAMES_TO_WIN = range(1, 10)
MOST_PAIRS = 2048


@dataclass(frozen=True, slots=True)
class LateRule:
    """What a late pair loses (T7), in minutes since its call: the first game, each next one, the
    match; None where it loses none so."""

    first: int | None
    each: int | None
    match: int | None

    @property
    def grace(self) -> int:
        """The minutes after which something is lost."""
        return min(one for one in (self.first, self.match) if one is not None)

    def loses(self, minutes: int, *, wins_needed: int) -> int:
        """The games lost after so many minutes; as many as win a match where it is lost."""
        if self.match is not None and minutes >= self.match:
            return wins_needed
        if self.first is None or minutes < self.first:
            return 0
        more = (minutes - self.first) // self.each if self.each else 0
        return min(1 + more, wins_needed)


@dataclass(frozen=True, slots=True)
class Regulation:
    """How a championship is run. `games`: best of how many (T1); `cap_warning`: in pairs.

    `source` and `dated`: where it was published and when, as read; `unsaid`: what that text, as far
    as it was at hand, leaves open, so that the value is this program's default. A regulation that
    tournaments were played by is never changed: a version with another key follows it (`newer`).
    """

    key: str
    name: str
    games: int
    games_when_crowded: int
    crowded_above: int | None
    cap_warning: int | None
    kings: int = field(init=False)  # this and `target`: of the engine's preset of this key
    four_kings_by_agreement: bool
    target: int = field(init=False)
    courtesy_minutes: int = 15
    format: str = "knockout"  # a key of `registry.FORMATS`
    substitutes: int | None = None  # most in one pair once drawn; None: as many as needed
    substitutes_until: int | None = None  # the last round in which one may come; None: the last
    preset: str = ""  # the engine's rule set that it starts from; empty: the one of its key
    settings: Mapping[str, object] = field(default_factory=dict)  # those that differ from it (§10)
    vaca_games: int | None = None  # games that win a vaca; None: a match has no vacas
    last_game_stones: int | None = None  # of the last game that a match can have; None: as others
    late_first_game: int | None = None  # minutes after which a late pair loses a game (T7)
    match_minutes: int | None = None  # the time of a match; None for no limit
    when_time_is_up: str = ""  # as the setting; empty: its default
    final_games_to_win: int | None = None  # None: as in the other matches
    other_brackets_games_to_win: int | None = None  # in brackets B, C and D; None: likewise
    games_all_played: bool = False  # every game of a match is played, even when it is decided
    format_options: Mapping[str, object] = field(default_factory=dict)
    customs: Mapping[str, object] = field(default_factory=dict)  # settings that only people apply
    source: str = ""
    dated: str = ""
    unsaid: tuple[str, ...] = ()
    newer: str = ""  # the key of the version that is offered in its place

    def __post_init__(self) -> None:
        for name in ("kings", "target"):
            object.__setattr__(self, name, getattr(self.ruleset, name))

    @property
    def ruleset(self) -> RuleSet:
        """The rule set of its hands."""
        return mus.ruleset_from({"preset": self.preset or self.key, **self.settings})

    def ruleset_name(self, settings: Mapping[str, object], **agreed: object) -> object:
        """Its rule set with the settings of a tournament, as a hand's record names it: those that
        decide how hands are settled, and what the pairs of a match have `agreed`."""
        of_hands = {name: value for name, value in settings.items() if name not in DAY_SETTINGS}
        settings = {**self.settings, **of_hands, **agreed}
        preset = self.preset or self.key
        return {"preset": preset, **settings} if settings else preset

    def best_of(self, pairs: int, settings: Mapping[str, object]) -> int:
        """Games of a match when `pairs` pairs enter a tournament with these settings (T1)."""
        above, fewer = (settings.get(name) for name in OF_A_CROWD)
        if isinstance(above, int) and isinstance(fewer, int) and pairs > above:
            return best_of_wins(fewer)
        played = settings.get("games_all_played")
        if isinstance(played, int):
            return played
        wins = settings.get("games_to_win")
        if isinstance(wins, int):
            return best_of_wins(wins)
        if self.crowded_above is not None and pairs > self.crowded_above:
            return self.games_when_crowded
        return self.games

    def plays_all(self, settings: Mapping[str, object]) -> bool:
        """Whether an odd number of games is played in full, even when one pair cannot be caught
        (T1). An even number always is; where the matches of a table have one, odd ones are not."""
        all_played = self._all_played(settings)
        return all_played is not None and all_played % 2 == 1

    def points(self, settings: Mapping[str, object]) -> Points:
        """What a match of a table brings; one of an even number of games may end level (T1)."""
        all_played = self._all_played(settings)
        return SOMEBODY_WINS if all_played is None or all_played % 2 else MAY_BE_LEVEL

    def games_of_a_win(self, pairs: int, settings: Mapping[str, object]) -> int:
        """The games of a match that is won without losing one, where `pairs` enter."""
        length = self.best_of(pairs, settings)
        return length if self._all_played(settings) is not None else wins_of(length)

    def _all_played(self, settings: Mapping[str, object]) -> int | None:
        """How many games are all played; None where a match ends with the game that wins it."""
        usual = self.games if self.games_all_played and "games_to_win" not in settings else None
        games = settings.get("games_all_played", usual)
        return games if isinstance(games, int) else None

    def vaca(self, settings: Mapping[str, object]) -> int:
        """The games that win a vaca (T1); 1 where a match is played in games alone. With vacas,
        everything that counts the games of a match counts its vacas."""
        games = settings.get("vaca_games", self.vaca_games)
        return games if isinstance(games, int) else 1

    def stones_of_game(self, number: int, settings: Mapping[str, object], *, best_of: int) -> int:
        """The stones that win game `number` of a match: the last that it can have may be played
        to a number of its own, unless it is the only one (S7)."""
        last, target = self.last_game(settings), settings.get("target", self.target)
        assert isinstance(target, int)
        return target if last is None or not 1 < number == best_of else last

    def last_game(self, settings: Mapping[str, object]) -> int | None:
        """The stones of a match's last game, where it has its own (S7). With vacas nobody knows
        which game will be the last."""
        stones = settings.get("last_game_stones", self.last_game_stones)
        return stones if isinstance(stones, int) and self.vaca(settings) == 1 else None

    def time_limit(self, settings: Mapping[str, object]) -> tuple[int | None, str]:
        """The minutes of a match, None for no limit; and what is played when they are up (T5)."""
        minutes = settings.get("match_minutes", self.match_minutes)
        usual = self.when_time_is_up or DAY_SETTINGS["when_time_is_up"].default
        rule = settings.get("when_time_is_up", usual)
        return (minutes if isinstance(minutes, int) else None), str(rule)

    def late_rule(self, settings: Mapping[str, object]) -> LateRule | None:
        """What a late pair loses (T7); None where the officials alone say."""
        first = settings.get("late_first_game", self.late_first_game)
        values = (first, *(settings.get(name) for name in ("late_next_game", "late_match")))
        rule = LateRule(*(one if isinstance(one, int) else None for one in values))
        return None if rule.first is None and rule.match is None else rule

    def offers_four_kings(self, settings: Mapping[str, object]) -> bool:
        """Whether two pairs may agree on four kings for their match (T4): only where eight is the
        rule."""
        return self.four_kings_by_agreement and settings.get("kings", self.kings) != 4


def _published(
    key: str, name: str, games: int, *,
    preset: str = "pagat", crowded: tuple[int, int] | None = None, **more: Any,
) -> Regulation:  # fmt: skip
    """A regulation as its source has it; without `source`, as far as others tell of it. `crowded`:
    best of how many above how many pairs."""
    fewer, above = crowded or (games, None)
    return Regulation(key, name, games, fewer, above, None, False, preset=preset, **more)


COLMENAR_VIEJO: Mapping[str, Any] = {
    "name": "Colmenar Viejo", "games": 7, "format": "three_losses", "match_minutes": 90,
    "unsaid": ("kings", "time_is_up"), "dated": "2018, 2025-07-08",
    "source": "https://colmenarviejo.com/comunicacion/noticias/el-xxxiv-campeonato-de-mus-"
    "2018virgen-de-los-remedios2019-se-celebrara-del-11-al-26-de-agosto",
}  # fmt: skip
AEIT: Mapping[str, Any] = {
    "name": "AEIT", "games": 3, "format": "groups", "final_games_to_win": 3, "unsaid": ("kings",),
    "source": "https://aeit.es/noticias/la-aeit-celebra-la-1a-edicion-de-su-torneo-de-mus",
}  # fmt: skip

EL_CORREO: Mapping[str, Any] = {
    "name": "El Correo", "games": 5, "settings": {"first_hand": "corrida"},
    "source": "https://studylib.es/doc/4702728/reglamento---el-correo",
}  # fmt: skip
VALDEGASTEA: Mapping[str, Any] = {
    "name": "Valdegastea", "games": 7, "crowded": (3, 15), "dated": "2022-05-15",
    "settings": {"kings": 4, "target": 25, "first_hand": "corrida"},
    "source": "https://www.valdegastea.org/fiestas-2022/torneo-de-mus-reglas-del-juego",
}  # fmt: skip

REGULATIONS: Mapping[str, Regulation] = {
    regulation.key: regulation
    for regulation in (
        Regulation("brisbane-2024", "Brisbane 2024", 5, 3, 8, 32, True),
        Regulation("pagat", "Pagat", 3, 3, None, None, False),
        Regulation("euskal-herria", "Euskal Herria", 5, 5, None, None, False),
        Regulation("nabo", "NABO", 3, 3, None, None, False),
        _published("fem", "Federación Española de Mus", 7, unsaid=("kings", "target", "format")),
        _published("colmenar-viejo", newer="colmenar-viejo-2", **COLMENAR_VIEJO),
        _published("colmenar-viejo-2", last_game_stones=20, **COLMENAR_VIEJO),
        _published("el-correo", newer="el-correo-2", **EL_CORREO),
        _published("el-correo-2", customs={"first_mano_by": "lowest"}, **EL_CORREO),
        _published(
            "france", "Fédération française de mus", 5, settings={"kings": 4}, dated="2011-01",
            source="http://federation-mus.fr/regl_comp_fr.html", unsaid=("kings",),
        ),
        _published("valdegastea", newer="valdegastea-2", **VALDEGASTEA),
        _published(
            "valdegastea-2", format_options={"consolation": "first_round"},
            customs={"signals": False, "consulted": "ordagos"}, **VALDEGASTEA,
        ),
        _published(
            "ribafrecha", "Ribafrecha", 9, settings={"without_twos": True}, dated="2013",
            source="https://kipdf.com/i-campeonato-de-mus-fiestas-reliquias-2013_"
            "5ab40af91723dd419ce52a3b.html",
        ),
        _published(
            "villorejo", "Villorejo", 7, settings={"target": 35},
            source="https://villorejo.com/wordpress/?p=3285",
        ),
        _published(
            "villaviciosa", "Villaviciosa de Odón", 5, format="three_losses", unsaid=("kings",),
            dated="2022",
            source="https://www.periodicosierramadrid.es/index.php/item/5651-villaviciosa-de-odon-"
            "el-ayuntamiento-vuelve-a-organizar-el-tradicional-campeonato-de-mus-tras-dos-anos-"
            "debido-a-la-pandemia",
        ),
        _published(
            "blas-de-otero", "Blas de Otero", 3, format="groups", dated="2009",
            format_options={"qualifiers": 2, "third_place": True},
            source="http://www.blasdeotero.org/61146/9690.html",
            unsaid=("games", "kings", "target"),
        ),
        _published(
            "interservice", "Interservice", 3, format="fresh_draw",
            source="https://1library.co/document/y93d07jy-reglamento-de-juego-introduccion.html",
            unsaid=("games", "kings", "target"),
        ),
        _published(
            "torneomus", "TorneoMus", 3, format_options={"safe_rounds": 2},
            unsaid=("games", "kings", "target"),
        ),
        _published(
            "barcelona", "Barcelona Mus Club", 3, courtesy_minutes=10, late_first_game=10,
            source="https://barcelonamus.com/club/reglamento",
            unsaid=("games", "kings", "target", "format"),
        ),
        _published(
            "short-rules", "Reglas de mus, individual", 1, format="individuals",
            source="https://www.reglasde.org/juego-cartas-mus/", unsaid=("games", "format"),
        ),
        _published("aeit", newer="aeit-2", **AEIT),
        _published(
            "aeit-2", other_brackets_games_to_win=3,
            format_options={"group_matches": 3, "best_of_all": 8, "brackets": 2}, **AEIT,
        ),
    )
}  # fmt: skip


def evidence(regulation: str, settings: Mapping[str, object]) -> dict[str, str]:
    """The rules of a tournament, for its log: the regulation's name, the hash of the regulation
    with the tournament's settings, and the version of the rules that settle hands."""
    fields = asdict(REGULATIONS[regulation])
    # As logs had it before a regulation could say more; where it was published decides nothing.
    fields = {
        name: value for name, value in fields.items()
        if name not in ABOUT and not (name in LATER and value in (None, "", {}, False))
    }  # fmt: skip
    data = {"regulation": fields, "settings": dict(settings)}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {"regulation": regulation, "sha256": digest, "engine": RULES_VERSION}


AT_THE_END = (
    "round_of_64", "round_of_32", "round_of_16", "quarter_final", "semi_final", "final",
)  # fmt: skip
"""The stages that may have a length of their own, in order."""
FROM_THE_FINAL = {1 + place - len(AT_THE_END): stage for place, stage in enumerate(AT_THE_END)}
"""The same by their place, counted back from the final: 0, -1 …"""

BY_NUMBER = {number: f"round_{number}" for number in range(1, 9)} | {1: "first_round"}
"""The rounds that may have a length of their own by their number."""

OTHER_BRACKETS = {2: "bracket_b", 3: "bracket_c", 4: "bracket_d"}
"""The brackets after groups that are not the first, each with a length of its own."""


IN_GROUPS = "group"
"""The matches of groups, which may have a length of their own."""

THIRD_PLACE = "third_place"
"""The match for third place in every bracket that has one; without a length of its own it is as
long as the final."""
FOR_THIRD = "third_"
"""Begins the key of its length: "third_4" for the one played in round 4."""


def for_third(number: int) -> str:
    """The key of the length of the match for third place that is played in this round."""
    return f"{FOR_THIRD}{number}"


LEFT = "left_"
"""Begins the key of a length that holds once so few pairs are left: "left_2" for the final."""


def with_left(pairs: int) -> str:
    """The key of the length of a match drawn when at most so many pairs are left."""
    return f"{LEFT}{pairs}"


def is_by_left(key: str) -> bool:
    """Whether the length of this key holds by the pairs that are left."""
    return key.startswith(LEFT)


OWN_LENGTHS = (
    IN_GROUPS, *BY_NUMBER.values(), *AT_THE_END, THIRD_PLACE, *OTHER_BRACKETS.values(),
)  # fmt: skip
"""The matches that may have a length of their own."""


def games_of(stage: str) -> str:
    """The setting with the games that win a match of this stage."""
    return f"{stage}_games_to_win"


# What an organizer may change for a whole tournament: the settings of the hand that the engine
# declares (§10), without six seats, since matches are between pairs ...
HAND_SETTINGS: Mapping[str, Setting] = {
    name: setting for name, setting in mus.SETTINGS.items() if name != "seats"
}

# ... and those of the day, on which no hand depends. The default of each is the regulation's.
DAY_SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("games_to_win", None, GAMES_TO_WIN, "T1"),
        # With an odd number all played, the other lengths are of as many games too. With an even
        # one a match may end level: only where a table counts points.
        Setting("games_all_played", None, range(1, 10), "T1"),
        Setting("crowded_above", None, range(2, 513), "T1"),
        Setting("crowded_games_to_win", None, GAMES_TO_WIN, "T1"),
        *(Setting(games_of(stage), None, GAMES_TO_WIN, "T1") for stage in OWN_LENGTHS),
        Setting("vaca_games", None, range(2, 10), "T1"),
        Setting("last_game_stones", None, mus.SETTINGS["target"].choices, "S7"),
        Setting("match_minutes", None, range(10, 241), "T5"),
        Setting("when_time_is_up", "leader", ("leader", "one_more_hand", "one_more_game"), "T5"),
        Setting("late_first_game", None, range(1, 121), "T7"),
        Setting("late_next_game", None, range(1, 121), "T7"),
        Setting("late_match", None, range(1, 241), "T7"),
        Setting("substitutes", None, range(9), "T6"),
        Setting("substitutes_until", None, range(21), "T6"),
        Setting("least_pairs", None, range(3, 513), "T1"),
        Setting("most_pairs", None, range(2, 513), "T1"),
        Setting("entrants", "pairs", ("pairs", "clubs"), "T6"),
        Setting(
            "first_mano_by",
            "highest",
            ("highest", "lowest", "highest_deals", "lowest_deals", "suit", "agreed"),
            "H1",
        ),
        Setting("signals", True, (True, False), "H8"),
        Setting("consulted", "unsaid", ("unsaid", "everything", "ordagos", "nothing"), "H8"),
        Setting("day_hours", 6, range(1, 25), "T5"),
        Setting("days", 1, range(1, 32), "T5"),
    )
}
SETTINGS: Mapping[str, Setting] = {**HAND_SETTINGS, **DAY_SETTINGS}

OF_SUBSTITUTES = ("substitutes", "substitutes_until")
OF_A_CROWD = ("crowded_above", "crowded_games_to_win")
OF_PAIRS = frozenset(DAY_SETTINGS) - {"first_mano_by", "day_hours", "days"} | {
    "false_words",
    "false_word_stones",
}
"""The settings that say nothing on a day of individuals, who play no match and have no partner."""
ABOUT = ("source", "dated", "unsaid", "newer")
LATER = (
    *OF_SUBSTITUTES, "preset", "settings", "final_games_to_win", "format_options",
    "games_all_played", "match_minutes", "when_time_is_up", "late_first_game",
    "last_game_stones", "vaca_games", "other_brackets_games_to_win", "customs",
)  # fmt: skip


def best_of_wins(wins: int) -> int:
    """The length of a match that `wins` games win: best of how many."""
    return 2 * wins - 1


def wins_of(best_of: int) -> int:
    """The games that win a match of this length."""
    return best_of // 2 + 1


def decisive(best_of: int) -> int:
    """The length of a match that somebody must win, where others are of this length: with an even
    number, as many games win it."""
    return best_of_wins(wins_of(best_of))


BEST_OF = tuple(best_of_wins(wins) for wins in GAMES_TO_WIN)
"""Every length that a match which somebody must win may have, in games."""
LENGTHS = tuple(sorted({*BEST_OF, *DAY_SETTINGS["games_all_played"].choices}))
"""Every length that a match may have."""


def lengths_like(best_of: int) -> tuple[int, ...]:
    """The lengths that are odd, or even, as this one is."""
    return tuple(length for length in LENGTHS if (length - best_of) % 2 == 0)


def clubs_enter(settings: Mapping[str, object]) -> bool:
    """Whether a club or bar may enter by its name alone, without players."""
    return settings.get("entrants") == "clubs"


def hours_of_day(settings: Mapping[str, object]) -> timedelta:
    """How long a day of play is, from its start (T5)."""
    return timedelta(hours=_number(settings, "day_hours"))


def whole_length(settings: Mapping[str, object]) -> timedelta:
    """From the start of the first day to the end of the last one (T5)."""
    return timedelta(days=_number(settings, "days") - 1) + hours_of_day(settings)


def _number(settings: Mapping[str, object], name: str) -> int:
    number = settings.get(name, DAY_SETTINGS[name].default)
    assert isinstance(number, int)
    return number


def allowed_setting(name: str, value: object) -> bool:
    """Whether `name` is a setting and `value` one of its values, of the same type: 40.0 is not
    stored as a number of stones."""
    setting = SETTINGS.get(name)
    if setting is None or isinstance(value, float):
        return False
    return setting.match(value) is not None
