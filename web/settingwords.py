"""The settings of a tournament, each with its question and its choices: one form for every
language. The engine's are declared in `mus.RuleSet`, those of the day in
`tournament.formats.regulations`."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from mus import Setting
from tournament.errors import StrOrPromise
from tournament.errors import lazy_text as filled
from tournament.formats.regulations import (
    BY_NUMBER,
    IN_GROUPS,
    OF_A_CROWD,
    OF_SUBSTITUTES,
    OTHER_BRACKETS,
    THIRD_PLACE,
    games_of,
)
from tournament.formats.regulations import SETTINGS as DECLARED


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    name: StrOrPromise
    means: StrOrPromise


@dataclass(frozen=True, slots=True)
class SettingWords:
    """A declared setting in words. `choices` is empty for a number, which `means` explains."""

    declared: Setting
    title: StrOrPromise
    means: StrOrPromise
    choices: tuple[Choice, ...]

    @property
    def key(self) -> str:
        return self.declared.name

    @property
    def clause(self) -> str:
        return self.declared.clause

    @property
    def least(self) -> int:
        return min(self._numbers)

    @property
    def most(self) -> int:
        return max(self._numbers)

    @property
    def step(self) -> int:
        return self._numbers.step

    @property
    def _numbers(self) -> range:
        assert isinstance(self.declared.choices, range)
        return self.declared.choices


_OTHER_BRACKETS = _("From its first match to its final; empty: as in the other matches.")
_LATER_ROUNDS_TOO = _(
    "Later rounds too, unless they have their own. Not where the standings decide."
)
_REFUSED = {
    "previous": (
        _("The bet that stood before it"),
        _("Envido 2, raised to 5, refused: the raiser takes 2 stones."),
    ),
    "one": (_("One stone"), _("Envido 2, raised to 5, refused: the raiser takes 1 stone.")),
    "plus_one": (
        _("The bet that stood before it, and one more"),
        _("Envido 2, raised to 5, refused: the raiser takes 3 stones."),
    ),
}
_REFUSED_IN_A_LANCE = {
    "as_elsewhere": (_("As in the other lances"), _("What the rule above says.")),
    **_REFUSED,
}
_WRITTEN_SO = _("It is written as what it counts for; three of its rank are left.")


def _ninth(
    nobody: StrOrPromise, words: StrOrPromise
) -> Mapping[str, tuple[StrOrPromise, StrOrPromise]]:
    """The choices of a rank of which one card counts as another."""
    cards = {"C": _("knight"), "6": "6", "5": "5", "4": "4"}
    ranks = {rank: (filled(words, card=card), _WRITTEN_SO) for rank, card in cards.items()}
    return {"none": (nobody, ""), **ranks}


# Setting → its question, and what a number means or the name and meaning of each of its choices.
_WORDS: Mapping[
    str, tuple[StrOrPromise, StrOrPromise | Mapping[str, tuple[StrOrPromise, StrOrPromise]]]
] = {
    "games_to_win": (
        _("Games to win a match"),
        _(
            "The pair that first wins this many games wins the match: 2 is best of 3, 4 is best of "
            "7."
        ),
    ),
    "games_all_played": (
        _("Games of a match, all played"),
        _(
            "Every game is played, and the pair with more games wins. In place of the "
            "games to win. With an even number a match can end in a tie: only in groups, "
            "a league or Swiss."
        ),
    ),
    "least_pairs": (
        _("At least so many pairs"),
        _("With fewer no draw is made. Empty: two."),
    ),
    "most_pairs": (
        _("At most so many pairs"),
        _("With more no draw is made. Empty: any number."),
    ),
    "crowded_above": (
        _("Other games with more pairs than"),
        _("With more pairs than this, matches have the games of the next rule."),
    ),
    "crowded_games_to_win": (
        _("Games to win then"),
        _("Replaces the games to win a match; later rounds may still have their own."),
    ),
    "group_games_to_win": (
        _("Games to win a match of a group"),
        _("Every match of the groups; empty: as in the other matches."),
    ),
    "first_round_games_to_win": (
        _("Games to win in round 1"),
        _("In every format; empty: as in the other matches."),
    ),
    **{
        games_of(BY_NUMBER[number]): (
            filled(_("Games to win a match of round %(round)s"), round=number),
            _("This round alone; empty: as in the other matches."),
        )
        for number in list(BY_NUMBER)[1:]
    },
    "round_of_64_games_to_win": (_("Games to win with 64 pairs left"), _LATER_ROUNDS_TOO),
    "round_of_32_games_to_win": (_("Games to win with 32 pairs left"), _LATER_ROUNDS_TOO),
    "round_of_16_games_to_win": (_("Games to win with 16 pairs left"), _LATER_ROUNDS_TOO),
    "quarter_final_games_to_win": (_("Games to win a quarter-final"), _LATER_ROUNDS_TOO),
    "semi_final_games_to_win": (
        _("Games to win a semi-final"),
        _(
            "With four pairs left. The final too, unless it has its own. Not where the standings "
            "decide."
        ),
    ),
    "final_games_to_win": (
        _("Games to win the final"),
        _("With two pairs left; empty: as in the other matches. Not where the standings decide."),
    ),
    "third_place_games_to_win": (
        _("Games to win the match for third place"),
        _("In every bracket that has one; empty: as in its final."),
    ),
    "bracket_b_games_to_win": (_("Games to win a match of bracket B"), _OTHER_BRACKETS),
    "bracket_c_games_to_win": (_("Games to win a match of bracket C"), _OTHER_BRACKETS),
    "bracket_d_games_to_win": (_("Games to win a match of bracket D"), _OTHER_BRACKETS),
    "kings": (
        _("Kings"),
        {
            "8": (_("Eight kings"), _("A 3 counts as a king and a 2 as an ace, always.")),
            "4": (_("Four kings"), _("3 and 2 are themselves and worth 3 and 2.")),
        },
    ),
    "without_twos": (
        _("The pack"),
        {
            "false": (_("The forty cards"), _("Every card of the Spanish pack is played with.")),
            "true": (
                _("Without twos"),
                _("36 cards. With eight kings a 4 counts as an ace, as the 2 does otherwise."),
            ),
        },
    ),
    "ninth_king": (
        _("A ninth king"),
        _ninth(_("No other card counts as a king"), _("One %(card)s counts as a king")),
    ),
    "ninth_ace": (
        _("A ninth ace"),
        _ninth(_("No other card counts as an ace"), _("One %(card)s counts as an ace")),
    ),
    "target": (
        _("Stones to win a game"),
        _(
            "Usually 40; 30 in the Basque championship. A pair that needs five or fewer is "
            "“inside”."
        ),
    ),
    "vaca_games": (
        _("Games to win a vaca"),
        _("Empty: no vacas. With a number, the games to win a match (above) become vacas."),
    ),
    "last_game_stones": (
        _("Stones to win the last game of a match"),
        _("The seventh of a best of 7, say; empty: as many as in the others."),
    ),
    "refused_raise": (
        _("When a raise is refused"),
        {
            **_REFUSED,
            "nothing": (
                _("Nothing: no deje at all"),
                _("A refused first bet pays nothing either; pares, juego and punto still count."),
            ),
        },
    ),
    "refused_raise_in_grande": (_("When a raise is refused in grande"), _REFUSED_IN_A_LANCE),
    "refused_raise_in_chica": (_("When a raise is refused in chica"), _REFUSED_IN_A_LANCE),
    "refused_raise_in_pares": (_("When a raise is refused in pares"), _REFUSED_IN_A_LANCE),
    "refused_raise_in_juego": (
        _("When a raise is refused in juego or punto"),
        _REFUSED_IN_A_LANCE,
    ),
    "juego_real": (
        _("Juego real: a 31 that beats every other 31"),
        {
            "none": (_("None"), _("Among 31s the one nearest to the mano wins.")),
            "three_sevens": (
                _("Three sevens and a ten-point card"),
                _("7 7 7 with any king, knight or jack beats every other 31. Still worth 3."),
            ),
            "sota_oros": (
                _("Three sevens and the jack of coins"),
                _("7 7 7 with the jack of coins beats every other 31. Suits must be noted."),
            ),
            "fourth_suit": (
                _("Three sevens and the jack of the fourth suit"),
                _("Sevens of three suits and the jack of the fourth. Suits must be noted."),
            ),
        },
    ),
    "jokers": (
        _("Ten kings (jokers)"),
        {
            "false": (_("No"), _("Every card is what it is.")),
            "true": (
                _("Yes"),
                _("The jacks of cups and coins stand for a king or an ace, as their holder says."),
            ),
        },
    ),
    "deal_again_4567": (
        _("Dealt 4-5-6-7"),
        {
            "false": (_("Play on"), _("A player dealt 4-5-6-7 plays them.")),
            "true": (
                _("May be dealt again"),
                _("A player dealt 4-5-6-7 may show them before mus and get four new cards."),
            ),
        },
    ),
    "mus_visto": (
        _("A card seen while dealing"),
        {
            "obligatory": (_("Mus visto"), _("Everybody may discard, nobody has to.")),
            "off": (_("Nothing happens"), _("The deal goes on as if it had not been seen.")),
        },
    ),
    "false_words": (
        _("A false declaration of pares or juego"),
        {
            "table": (
                _("By the table of the rules"),
                _("The bets are void or stand, case by case; mostly 1 stone and the worth."),
            ),
            "two_stones": (
                _("By the table, with 2 stones instead of 1"),
                _("As by the table, but 2 stones instead of 1, as for a refused bet."),
            ),
            "flat": (
                _("Always as many stones"),
                _("The other pair takes the stones of the next rule, and nothing else is paid."),
            ),
            "game": (
                _("The game"),
                _("The other pair wins the game, once the organizers confirm it."),
            ),
            "judges": (
                _("The organizers decide"),
                _("The fault is noted and nothing of the lance is paid until they have decided."),
            ),
        },
    ),
    "false_word_stones": (
        _("Stones for a false declaration"),
        _("Only where a false declaration costs a number of stones."),
    ),
    "first_hand": (
        _("First hand of each game"),
        {
            "corrida": (
                _("Running mus, no signals"),
                _(
                    "While players want mus, the deck moves on; the player who cuts mus is mano "
                    "for that hand."
                ),
            ),
            "plain": (_("Like any other"), _("The seat whose turn it is is mano.")),
        },
    ),
    "match_minutes": (
        _("Time of a match, in minutes"),
        _("When it is up the desk can end the match, as the next rule says; empty: no limit."),
    ),
    "when_time_is_up": (
        _("When the time of a match is up"),
        {
            "leader": (
                _("The pair that leads wins"),
                _(
                    "By games, then by stones of the game in progress; if tied, the next "
                    "hand decides."
                ),
            ),
            "one_more_hand": (
                _("One more hand"),
                _("Then the pair that leads wins, by games, then by stones."),
            ),
            "one_more_game": (
                _("The game in progress to its end"),
                _("Then the pair with more games wins; if tied, one more game decides."),
            ),
        },
    ),
    "late_first_game": (
        _("Late: minutes to the first game lost"),
        _("Since the pairs were called. The organizers are told, and take the game."),
    ),
    "late_next_game": (
        _("Late: minutes to each next game lost"),
        _("After the first one; empty: no further game."),
    ),
    "late_match": (
        _("Late: minutes to the match lost"),
        _("Since the pairs were called; empty: once its games are lost."),
    ),
    "entrants": (
        _("Who enters"),
        {
            "pairs": (_("Pairs, by both names"), _("Both players of a pair are named.")),
            "clubs": (
                _("Clubs and bars too, by their name alone"),
                _(
                    "A club or bar may enter without players; who plays may change from match to "
                    "match. Their names can be noted when a match begins."
                ),
            ),
        },
    ),
    "first_mano_by": (
        _("Who deals first, and who is mano"),
        {
            "highest": (
                _("The highest card is mano"),
                _("Each draws a card; the highest is mano."),
            ),
            "lowest": (_("The lowest card is mano"), _("Each draws a card; the lowest is mano.")),
            "highest_deals": (
                _("The highest card deals"),
                _("Each draws a card; the highest deals, and the player at the right is mano."),
            ),
            "lowest_deals": (
                _("The lowest card deals"),
                _("Each draws a card; the lowest deals, and the player at the right is mano."),
            ),
            "suit": (
                _("The suit of the cut"),
                _(
                    "A player counts coins, cups, swords and batons from the right and cuts: the "
                    "suit turned up says who deals first."
                ),
            ),
            "agreed": (
                _("As agreed"),
                _("The pairs agree on the seats, or the organizers decide."),
            ),
        },
    ),
    "signals": (
        _("Signals between partners"),
        {
            "true": (_("Allowed"), _("Those of the regulation, and no others.")),
            "false": (_("Forbidden"), _("Partners make no signs to each other.")),
        },
    ),
    "consulted": (
        _("Talking a bet over with one's partner"),
        {
            "unsaid": (_("Not said"), _("The regulation says nothing about it.")),
            "everything": (_("Any bet"), _("Partners may talk over any bet before they answer.")),
            "ordagos": (
                _("Órdagos alone"),
                _("Partners may talk over an órdago and no other bet."),
            ),
            "nothing": (_("Never"), _("Partners may not talk over a bet.")),
        },
    ),
    "day_hours": (
        _("Hours of a day of play"),
        _("From the start; the clock at the desk, the calendar and the forecast go by it."),
    ),
    "days": (
        _("Days"),
        _("How many days in a row it lasts; the calendar shows them all."),
    ),
    "substitutes": (
        _("Substitutes in one pair"),
        _("How many people may join a pair after the draw; 0 for nobody."),
    ),
    "substitutes_until": (
        _("Last round in which a substitute may come"),
        _("0: only until the pair begins its first match."),
    ),
}


WHY_WITHOUT_EFFECT: Mapping[str, StrOrPromise] = {
    "of_other_formats": _("The chosen format does not use this: no effect."),
    "no_final": _("In this format the standings decide, not a final: no effect."),
    "nobody_comes": _("No substitute may come at all, so this has no effect."),
    "not_flat": _("Only where a false declaration costs a number of stones."),
    "all_go_on": _("Every pair of a group of this size goes on: the groups put nobody out."),
    "no_such_bracket": _(
        "There is no such bracket: no effect. Brackets are chosen with the format."
    ),
    "never_level": _(
        "Somebody wins every match: no effect. Choose an even number of games, all played."
    ),
    "no_third": _("There is no match for third place: no effect. Choose it with the format."),
    "one_game": _("Every match is a single game, so this has no effect."),
    "no_time_limit": _("Matches have no time limit: no effect."),
    "no_game_lost": _("No game is lost by being late: no effect."),
    "no_crowd": _("Matches are as long for any number of pairs: no effect."),
}


OF_ROUNDS = tuple(key for key in _WORDS if key.endswith("_games_to_win") and "crowded" not in key)
OF_VACAS = {*OF_ROUNDS, "games_to_win", "games_all_played", "crowded_games_to_win"}
OF_THE_DRAW = {"crowded_above", "crowded_games_to_win", "least_pairs", "most_pairs"}
UNSET = "—"
"""The value of a setting that is not there."""


def _in_words(setting: Setting) -> SettingWords:
    title, means = _WORDS[setting.name]
    if isinstance(setting.choices, range):
        assert not isinstance(means, Mapping)
        return SettingWords(setting, title, means, ())
    assert isinstance(means, Mapping)
    named = [
        (Setting.to_text(choice), *means[Setting.to_text(choice)]) for choice in setting.choices
    ]
    return SettingWords(setting, title, "", tuple(Choice(*words) for words in named))


SETTINGS = tuple(_in_words(setting) for setting in (DECLARED[name] for name in _WORDS))
"""Every setting a tournament may change, in the order of the pages."""
BY_KEY: Mapping[str, SettingWords] = {setting.key: setting for setting in SETTINGS}

GROUPS: Mapping[str, StrOrPromise] = {
    "match": _("The match"),
    "lengths": _("Semi-finals, final, bracket B and other lengths"),
    "rounds": _("Each round separately"),
    "hand": _("The hand"),
    "lances": _("A refused raise, lance by lance"),
    "false_words": _("False declarations"),
    "pairs": _("Pairs, substitutes and delays"),
}
"""The parts in which a form shows the rules, in order."""
_OF_THE_MATCH = ("games_to_win", "target", "kings", "match_minutes", "when_time_is_up")
OF_LENGTHS = (
    *map(games_of, (IN_GROUPS, "semi_final", "final", THIRD_PLACE, *OTHER_BRACKETS.values())),
    *OF_A_CROWD, "games_all_played", "vaca_games", "last_game_stones",
)  # fmt: skip
"""What a form asks for in that part, the most asked for first."""
OF_PAIRS = (
    "late_first_game", "late_match", "late_next_game", "entrants", "least_pairs", "most_pairs",
    *OF_SUBSTITUTES,
)  # fmt: skip

ORDER = {"lengths": OF_LENGTHS, "pairs": OF_PAIRS}
"""Part → its settings in the order of the form, where that is not the one of the pages."""


def group_of(key: str) -> str:
    """The part (`GROUPS`) in which a form shows this setting."""
    if key in OF_LENGTHS:
        return "lengths"
    if key in OF_ROUNDS:
        return "rounds"
    if key.startswith("refused_raise_in_"):
        return "lances"
    if key.startswith("false_word"):
        return "false_words"
    return "match" if key in _OF_THE_MATCH else "pairs" if key in OF_PAIRS else "hand"


def value_name(key: str, value: object) -> StrOrPromise:
    """The name of a setting's value; numbers stand for themselves."""
    if value is None:
        return _("no limit") if key in OF_SUBSTITUTES else UNSET
    text = Setting.to_text(value)
    setting = BY_KEY.get(key)
    for choice in setting.choices if setting else ():
        if choice.value == text:
            return choice.name
    return text
