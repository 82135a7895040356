"""What rules a regulation or a tournament has, in the reader's language."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from mus import FalseWords, RuleSet, ruleset_from
from mus.ruleset import RefusedRaiseIn
from mus.signals import Signal
from mus.signals import signals_of as signals_in
from scoring.wording.penalties import clauses_in_words
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import StrOrPromise
from tournament.formats.registry import without_effect
from tournament.formats.regulations import (
    AT_THE_END,
    BY_NUMBER,
    DAY_SETTINGS,
    IN_GROUPS,
    OF_SUBSTITUTES,
    OTHER_BRACKETS,
    THIRD_PLACE,
    Regulation,
    games_of,
    wins_of,
)
from tournament.formats.regulations import REGULATIONS as KNOWN
from tournament.formats.setting import Setting
from tournament.standings.queries import tie_break
from web.formatwords import IN_VACAS, TIE_BREAKS, in_words, points_said
from web.settingsentences import meaning
from web.settingwords import (
    BY_KEY,
    OF_ROUNDS,
    OF_THE_DRAW,
    SETTINGS,
    UNSET,
    SettingWords,
    group_of,
    value_name,
)

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


VACAS_TO_WIN = _("Vacas to win a match")
ADDED = ("ninth_king", "ninth_ace")
"""What few places play: named only where it is set."""
_KINGS_WITHOUT_TWOS: Mapping[str, StrOrPromise] = {
    "8": _("A 3 counts as a king and a 4 as an ace, always."),
    "4": _("A 3 is itself and worth 3."),
}


@dataclass(frozen=True, slots=True)
class SettingInForce:
    """A setting with its value in a tournament. `means`: what it says, as a sentence; `usual`: the
    regulation's value, or the length that a round would have here without its own; `differs`:
    whether the tournament's own is another."""

    setting: SettingWords
    value: StrOrPromise
    means: StrOrPromise
    usual: StrOrPromise
    differs: bool


def ruleset_of(tournament: TournamentView) -> RuleSet:
    """The rule set of the tournament's matches. Matches played with four kings by agreement differ
    in that."""
    return ruleset_from(tournament.regulation.ruleset_name(tournament.settings))


def settings_of(tournament: TournamentView) -> tuple[SettingInForce, ...]:
    """Every setting that a tournament has, in plain words. What changes nothing is not named: a
    round as long as the others, nor after the draw what depended on the number of pairs."""
    regulation, settings = tournament.regulation, tournament.settings
    pairs, best_of = tournament.pairs_count, tournament.best_of
    alone = tournament.is_individual
    lines = in_force(regulation, settings, pairs=pairs, best_of=best_of, alone=alone)
    usual_length = best_of or regulation.best_of(pairs, settings)
    values = _values(regulation, settings, usual_length)
    passed_over = {key for key in OF_ROUNDS if values[key] == wins_of(usual_length)}
    passed_over |= {key for key, value in values.items() if value == RefusedRaiseIn.AS_ELSEWHERE}
    passed_over |= {key for key in OF_SUBSTITUTES if values[key] is None}
    passed_over |= {key for key, value in values.items() if value == "unsaid"}
    passed_over |= {key for key in ADDED if values[key] == "none"}
    passed_over -= {line.setting.key for line in lines if line.differs}
    passed_over |= OF_THE_DRAW if best_of else set()
    passed_over |= without_effect(
        regulation=regulation.key,
        settings=values,
        format=tournament.format,
        options=tournament.format_options,
    ).keys()
    return tuple(
        line for line in lines if line.value != UNSET and line.setting.key not in passed_over
    )


def in_force(
    regulation: Regulation,
    settings: Mapping[str, object],
    *,
    pairs: int = 0,
    best_of: int | None = None,
    alone: bool = False,
) -> tuple[SettingInForce, ...]:
    """Every setting as it is with these `settings` under a regulation, in plain words. `best_of`:
    the length of the draw that stands; `alone`: on a day of individuals."""
    here = _values(regulation, settings, best_of or regulation.best_of(pairs, settings))
    usual = _values(regulation, {}, regulation.best_of(pairs, {}))
    # A round without a length of its own is as long as the others here, not as the regulation's.
    usual |= {key: here[key] for key in OF_ROUNDS}
    for key in settings.keys() & set(OF_ROUNDS):
        others = {name: value for name, value in settings.items() if name != key}
        length = best_of or regulation.best_of(pairs, others)
        usual[key] = _values(regulation, others, length)[key]
    all_played, vaca = regulation.plays_all(settings), regulation.vaca(settings)
    return tuple(
        SettingInForce(
            replace(setting, title=VACAS_TO_WIN)
            if setting.key == "games_to_win" and vaca > 1
            else setting,
            value_name(setting.key, here[setting.key]),
            _KINGS_WITHOUT_TWOS[str(here["kings"])]
            if setting.key == "kings" and here["without_twos"]
            else meaning(setting, here[setting.key], all_played=all_played, vaca=vaca, alone=alone),
            value_name(setting.key, usual[setting.key]),
            setting.key in settings and here[setting.key] != usual[setting.key],
        )
        for setting in SETTINGS
    )


def _values(
    regulation: Regulation, settings: Mapping[str, object], best_of: int
) -> dict[str, object]:
    wins, may_be_level = wins_of(best_of), bool(regulation.points(settings).level)
    all_played = may_be_level or regulation.plays_all(settings)
    usual = {name: getattr(regulation, name) for name in OF_SUBSTITUTES}
    usual["games_to_win"] = None if all_played else wins
    usual["games_all_played"] = best_of if all_played else None
    late: object = wins
    numbered = None if may_be_level else wins
    usual |= dict.fromkeys(map(games_of, (IN_GROUPS, *BY_NUMBER.values())), numbered)
    for name in map(games_of, AT_THE_END):
        usual[name], late = late, settings.get(name, late)
    usual[games_of(THIRD_PLACE)] = late
    others = regulation.other_brackets_games_to_win or wins
    usual |= dict.fromkeys(map(games_of, OTHER_BRACKETS.values()), others)
    own_length = {"games_to_win", "games_all_played"} & settings.keys()
    above = None if own_length else regulation.crowded_above
    fewer = None if above is None else wins_of(regulation.games_when_crowded)
    usual |= {"crowded_above": above, "crowded_games_to_win": fewer}
    usual["match_minutes"], rule = regulation.time_limit(settings)
    usual["when_time_is_up"] = rule if usual["match_minutes"] else None
    usual["last_game_stones"] = regulation.last_game_stones
    usual["vaca_games"] = regulation.vaca_games
    usual["late_first_game"] = regulation.late_first_game
    usual |= dict.fromkeys(("late_next_game", "late_match", "least_pairs", "most_pairs"))
    if regulation.final_games_to_win is not None:
        usual["final_games_to_win"] = regulation.final_games_to_win
    of_people = ("entrants", "first_mano_by", "signals", "consulted", "day_hours", "days")
    usual |= {name: DAY_SETTINGS[name].default for name in of_people}
    usual |= regulation.customs
    hands = regulation.ruleset.to_json()
    if settings.get("false_words", hands["false_words"]) != FalseWords.FLAT:
        hands["false_word_stones"] = None
    return {**hands, **usual, **settings}


def ninth_cards(rules: RuleSet) -> list[tuple[str, str]]:
    """The settings by which one more card counts as a king or an ace, with its rank."""
    return [(k, r) for k in ("ninth_king", "ninth_ace") if (r := getattr(rules, k)) != "none"]


def regulation_name(regulation: Regulation) -> StrOrPromise:
    known = REGULATIONS.get(regulation.key)
    return known[0] if known else regulation.name


_OF_SIGNALS = (
    gettext_noop("Bite the lower lip"),
    gettext_noop("Bite the lower lip to one side"),
    gettext_noop("Bite the lower lip twice"),
    gettext_noop("Show the tip of the tongue"),
    gettext_noop("Show the tip of the tongue to one side"),
    gettext_noop("Show the tip of the tongue twice"),
    gettext_noop("Twist the lips a little, pressed to one side"),
    gettext_noop("Twist the mouth to one side"),
    gettext_noop("Raise the eyebrows"),
    gettext_noop("Raise both eyebrows"),
    gettext_noop("Wink"),
    gettext_noop("Wink once pares has been played"),
    gettext_noop("Close or lower both eyes"),
    gettext_noop("Two kings, for grande"),
    gettext_noop("Three kings, for grande"),
    gettext_noop("Two aces, for chica"),
    gettext_noop("Three aces, for chica"),
    gettext_noop("Two kings"),
    gettext_noop("Four kings"),
    gettext_noop("Two aces"),
    gettext_noop("Four aces"),
    gettext_noop("Medias"),
    gettext_noop("Duples"),
    gettext_noop("Juego of 31"),
    gettext_noop("Thirty, for punto"),
    gettext_noop("Bad cards (ciego)"),
)
"""The engine's words for signals, repeated here so that they are translated where a template shows
them."""


def signals_of(tournament: TournamentView) -> Sequence[Signal]:
    """The signals that partners may make (H8); none where nobody has a partner, where they are
    forbidden, or where the regulation starts from the rule set of another, whose signals are not
    its own."""
    if tournament.regulation.preset or tournament.settings.get("signals") is False:
        return ()
    if tournament.is_individual:
        return ()
    return signals_in(tournament.regulation.ruleset)


def clauses_of(tournament: TournamentView) -> list[tuple[list[str], str]]:
    """The clauses by which false declarations are paid: those of a row that say the same, and what
    they say."""
    each = clauses_in_words(ruleset_of(tournament), alone=tournament.is_individual)
    rows = groupby(each, key=lambda one: str(one[1]))
    return [([clause for clause, _words in row], sentence) for sentence, row in rows]


def tie_breaks_of(tournament: TournamentView) -> list[StrOrPromise]:
    """What parts pairs that are level in the standings, in order."""
    return tie_breaks(
        tournament.format,
        tournament.format_options,
        regulation=tournament.regulation,
        settings=tournament.settings,
        by_lot=tournament.ties_by_lot,
    )


def tie_breaks(
    format: str,
    options: Mapping[str, object],
    *,
    regulation: Regulation,
    settings: Mapping[str, object],
    by_lot: bool = False,
) -> list[StrOrPromise]:
    """As `tie_breaks_of`, for a format with its options. `by_lot`: the lot of the draw is last."""
    vaca = regulation.vaca(settings)
    words = dict(IN_VACAS if vaca > 1 else TIE_BREAKS)
    brings = Setting(options, points=regulation.points(settings)).brings
    words["points"] = points_said(brings, vaca=vaca)
    keys = [
        "lot" if by_lot and one.startswith("by_") else one
        for one in tie_break(format=format, options=options)
    ]
    return [words[one] for one in keys]


def courtesy_words(tournament: TournamentView) -> tuple[str, str, str] | None:
    """How long a called pair is waited for: title, value, what it means (T7); None where a rule of
    lateness says it, nothing is granted, or nobody plays matches."""
    minutes = tournament.courtesy_minutes
    if tournament.is_individual or tournament.late_rule or not minutes:
        return None
    return (
        gettext("Courtesy for a late pair"),
        ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes},
        gettext("After that the organizers may give the match to the other pair."),
    )


def appeal_words(minutes: int) -> str:
    """How long a result can be appealed."""
    if not minutes:
        return gettext("Results are final at once")
    return ngettext("%(n)s minute after a match", "%(n)s minutes after a match", minutes) % {
        "n": minutes
    }


HANDS_ALONE = _(
    "Nobody plays matches on a day of individuals: of the regulation, the rules of a hand apply."
)


def regulation_means(regulation: Regulation) -> StrOrPromise:
    """What a regulation is, in a few sentences: its own words, or what its data says."""
    known = REGULATIONS.get(regulation.key)
    return known[1] if known else " ".join(_sentences(regulation))


def customs(regulation: Regulation) -> str:
    """What a regulation says of hands and pairs beside `regulation_means`, where it is not as in
    the general description of the game."""
    plain, here = (
        in_force(one, {}, alone=regulation.format == "individuals")
        for one in (KNOWN["pagat"], regulation)
    )
    said = ("kings", "without_twos", *ADDED)
    rules = [
        f"{line.setting.title}: {line.value}."
        for line, usual in zip(here, plain, strict=True)
        if line.value not in (usual.value, UNSET)
        and group_of(line.setting.key) in ("hand", "lances", "false_words", "pairs")
        and line.setting.key not in said
    ]
    return " ".join(map(str, rules))


def at_a_glance(regulation: Regulation) -> str:
    """Kings, stones, length of a match and format: by these it is told from other regulations."""
    format_ = gettext("Format: %(format)s.") % {"format": in_words(regulation).name}
    return " ".join((*_of_a_match(regulation), format_))


def _sentences(regulation: Regulation) -> Iterator[str]:
    format_ = in_words(regulation)
    yield at_a_glance(regulation)
    if regulation.ruleset.without_twos:
        yield str(BY_KEY["without_twos"].choices[1].means)
    yield from (f"{value_name(key, rank)}." for key, rank in ninth_cards(regulation.ruleset))
    if regulation.last_game_stones is not None:
        setting = BY_KEY["last_game_stones"]
        yield str(meaning(setting, regulation.last_game_stones, all_played=False, vaca=1))
    if regulation.format_options:
        yield str(format_.means)
    of_matches = {"games"} if regulation.format == "individuals" else set()
    if unsaid := [name for name in regulation.unsaid if name not in of_matches]:
        names = ", ".join(str(UNSAID[name]) for name in unsaid)
        sentence = gettext("Check with your sheet: %(names)s. Its published text does not say.")
        if not regulation.source:
            sentence = gettext(
                "Check with your sheet: %(names)s. Its official text was not available."
            )
        yield sentence % {"names": names}


def _of_a_match(regulation: Regulation) -> Iterator[str]:
    kings = value_name("kings", regulation.kings)
    yield gettext("%(kings)s, %(stones)s stones.") % {"kings": kings, "stones": regulation.target}
    if regulation.format == "individuals":
        return  # nobody plays matches
    if regulation.games_all_played:
        line = BY_KEY["games_all_played"]
        yield str(meaning(line, regulation.games, all_played=True, vaca=regulation.vaca({})))
    else:
        yield gettext("Games to win a match: %(games)s.") % {"games": wins_of(regulation.games)}
    if regulation.crowded_above is not None:
        fewer = wins_of(regulation.games_when_crowded)
        yield gettext("With more than %(pairs)s pairs: %(games)s.") % {
            "pairs": regulation.crowded_above,
            "games": fewer,
        }
    if regulation.final_games_to_win is not None:
        yield gettext("Games to win the final: %(games)s.") % {
            "games": regulation.final_games_to_win
        }


UNSAID: Mapping[str, StrOrPromise] = {
    "games": _("games to win"),
    "kings": _("kings"),
    "target": _("stones"),
    "format": _("format"),
    "time_is_up": _("what decides when the time is up"),
}
"""What the published text of a regulation may leave open."""


def regulations() -> list[tuple[Regulation, StrOrPromise, StrOrPromise]]:
    """Every regulation with its name and what it is."""
    return [(one, regulation_name(one), regulation_means(one)) for one in KNOWN.values()]


ASKED_BY: Mapping[str, StrOrPromise] = {
    "person": _("the person named"),
    "family": _("their family"),
    "organizers": _("the organizers"),
    "authority": _("an authority"),
    "term": _("the term for names"),
}
"""Who may ask for erasing names. The last one cannot be chosen in the form."""


PANEL_NAMES: Mapping[str, StrOrPromise] = {
    "tables": _("Live tables"),
    "called": _("Called matches"),
    "bracket": _("Bracket"),
    "round": _("The round being played"),
    "clock": _("Clock"),
    "prizes": _("Prizes and timetable"),
    "consolation": _("Consolation"),
    "ordagos": _("The last órdagos"),
    "draw": _("The draw, slot by slot"),
}
