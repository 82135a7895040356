"""The sentence that a setting makes with its value, for the pages and papers of the rules."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from mus import Setting
from tournament.errors import StrOrPromise
from tournament.errors import lazy_text as filled
from tournament.formats.regulations import BY_NUMBER, best_of_wins, games_of
from web.settingwords import OF_ROUNDS, OF_VACAS, SettingWords

_SENTENCES: Mapping[str, StrOrPromise] = {
    "games_to_win": ngettext_lazy(
        "The pair that first wins %(number)s game wins the match.",
        "The pair that first wins %(number)s games wins the match.",
        "number",
    ),
    "games_all_played": _("All %(number)s games are played, and the pair with more games wins."),
    "group_games_to_win": ngettext_lazy(
        "A match of a group goes to the pair that first wins %(number)s game.",
        "A match of a group goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "first_round_games_to_win": ngettext_lazy(
        "A match of round 1 goes to the pair that first wins %(number)s game.",
        "A match of round 1 goes to the pair that first wins %(number)s games.",
        "number",
    ),
    **{
        games_of(BY_NUMBER[number]): filled(
            _("In round %(round)s a match goes to the pair that first wins %(number)s."),
            round=number,
            number="%(number)s",
        )
        for number in list(BY_NUMBER)[1:]
    },
    "round_of_64_games_to_win": ngettext_lazy(
        "With 64 pairs left, a match goes to the pair that first wins %(number)s game.",
        "With 64 pairs left, a match goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "round_of_32_games_to_win": ngettext_lazy(
        "With 32 pairs left, a match goes to the pair that first wins %(number)s game.",
        "With 32 pairs left, a match goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "round_of_16_games_to_win": ngettext_lazy(
        "With 16 pairs left, a match goes to the pair that first wins %(number)s game.",
        "With 16 pairs left, a match goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "quarter_final_games_to_win": ngettext_lazy(
        "A quarter-final goes to the pair that first wins %(number)s game.",
        "A quarter-final goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "semi_final_games_to_win": ngettext_lazy(
        "A semi-final goes to the pair that first wins %(number)s game.",
        "A semi-final goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "final_games_to_win": ngettext_lazy(
        "The final goes to the pair that first wins %(number)s game.",
        "The final goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "third_place_games_to_win": ngettext_lazy(
        "The match for third place goes to the pair that first wins %(number)s game.",
        "The match for third place goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "bracket_b_games_to_win": ngettext_lazy(
        "A match of bracket B goes to the pair that first wins %(number)s game.",
        "A match of bracket B goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "bracket_c_games_to_win": ngettext_lazy(
        "A match of bracket C goes to the pair that first wins %(number)s game.",
        "A match of bracket C goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "bracket_d_games_to_win": ngettext_lazy(
        "A match of bracket D goes to the pair that first wins %(number)s game.",
        "A match of bracket D goes to the pair that first wins %(number)s games.",
        "number",
    ),
    "target": _(
        "The pair that first has %(number)s stones wins the game. A pair that needs five or fewer "
        "is “inside”."
    ),
    "false_word_stones": ngettext_lazy(
        "A false declaration costs %(number)s stone.",
        "A false declaration costs %(number)s stones.",
        "number",
    ),
    "vaca_games": _(
        "A match is played in vacas: each goes to the pair that first wins %(number)s games, and "
        "the vacas decide the match."
    ),
    "least_pairs": _("With fewer than %(number)s pairs no draw is made."),
    "most_pairs": _("With more than %(number)s pairs no draw is made."),
    "crowded_above": _("With more than %(number)s pairs, matches have another length."),
    "crowded_games_to_win": ngettext_lazy(
        "Then the pair that first wins %(number)s game wins the match.",
        "Then the pair that first wins %(number)s games wins the match.",
        "number",
    ),
    "substitutes": ngettext_lazy(
        "After the draw, %(number)s substitute may join a pair.",
        "After the draw, %(number)s substitutes may join a pair.",
        "number",
    ),
    "substitutes_until": _("No substitute may join a pair after round %(number)s."),
    "last_game_stones": _("The last game that a match can have is to %(number)s stones."),
    "match_minutes": _("After %(number)s minutes the organizers can end the match."),
    "late_first_game": _("A pair that is %(number)s minutes late loses its first game."),
    "late_next_game": _("Every %(number)s minutes after that cost one game more."),
    "late_match": _("A pair that is %(number)s minutes late loses the match."),
}
"""Setting that is a number → the sentence that it makes, by that number."""
_TARGET_OF_PLAYERS = _("The player who first has %(number)s stones wins the game.")
_AT_NOUGHT: Mapping[str, StrOrPromise] = {
    "substitutes": _("No substitute may join a pair after the draw."),
    "substitutes_until": _("No substitute may join a pair once it has begun to play."),
}
"""What the number 0 says where it says something else than other numbers."""
_VACAS = _("Counted in vacas: won by the pair that first wins %(number)s.")
_ALL_VACAS = _("All %(number)s vacas are played, and the pair with more of them wins.")
_LEVEL = _(
    "If both win as many games, the match is tied: one point for each pair, and two for a "
    "match won. Every match of a bracket has a winner."
)


def meaning(
    setting: SettingWords, value: object, *, all_played: bool, vaca: int, alone: bool = False
) -> StrOrPromise:
    """What a setting with this value says. `alone`: on a day of individuals."""
    if alone and setting.key == "target":
        return _TARGET_OF_PLAYERS % {"number": value}
    if setting.key == "games_all_played" and isinstance(value, int) and value % 2 == 0:
        words = _ALL_VACAS if vaca > 1 else _SENTENCES["games_all_played"]
        return f"{words % {'number': value}} {_LEVEL}"
    if vaca > 1 and setting.key in OF_VACAS and isinstance(value, int):
        words = _ALL_VACAS if all_played else _VACAS
        number = best_of_wins(value) if all_played and setting.key in OF_ROUNDS else value
        return words % {"number": number}
    if all_played and setting.key in OF_ROUNDS and isinstance(value, int):
        return _SENTENCES["games_all_played"] % {"number": best_of_wins(value)}
    sentence = _SENTENCES.get(setting.key)
    if value == 0 and type(value) is int and setting.key in _AT_NOUGHT:
        return _AT_NOUGHT[setting.key]
    if sentence is not None and isinstance(value, int):
        words = str(sentence % {"number": value})
        if value == 1 or not setting.key.endswith("games_to_win"):
            return words
        # Posters say "best of 3" where a form asks for the games to win.
        best_of = _("best of %(n)s") % {"n": best_of_wins(value)}
        return f"{words.removesuffix('.')} ({best_of})."
    text = Setting.to_text(value)
    return next((c.means for c in setting.choices if c.value == text), setting.means)
