"""Other words that sheets use for the fields of a tournament's form: its search finds them by
these. They are never shown, and each language has its own, in any form and order."""

from collections.abc import Mapping

from django.utils.translation import pgettext_lazy

from tournament.errors import StrOrPromise

_LATE = pgettext_lazy("other words for a rule", "late delay absent no-show punctual courtesy")
_LOSERS = pgettext_lazy("other words for a rule", "consolation losers plate second chance beaten")
_GO_ON = pgettext_lazy("other words for a rule", "qualify advance pool through")
_THIRD = pgettext_lazy("other words for a rule", "third fourth bronze small final")

FOUND_BY: Mapping[str, StrOrPromise] = {
    "games_to_win": pgettext_lazy("other words for a rule", "best of length of a match"),
    "games_all_played": pgettext_lazy("other words for a rule", "fixed number of games"),
    "target": pgettext_lazy("other words for a rule", "points score"),
    "kings": pgettext_lazy("other words for a rule", "threes twos"),
    "match_minutes": pgettext_lazy(
        "other words for a rule", "duration clock limit playing time is up one more last hand"
    ),
    "when_time_is_up": pgettext_lazy("other words for a rule", "last hand extra time clock"),
    "group_games_to_win": pgettext_lazy("other words for a rule", "pool round robin"),
    "third_place_games_to_win": _THIRD,
    "third_place": _THIRD,
    "third_places": _THIRD,
    "bracket_b_games_to_win": _LOSERS,
    "consolation": _LOSERS,
    "brackets": _LOSERS,
    "last_game_stones": pgettext_lazy("other words for a rule", "decider deciding game"),
    "crowded_above": pgettext_lazy("other words for a rule", "entries number of pairs"),
    "first_hand": pgettext_lazy("other words for a rule", "mus corrido"),
    "first_mano_by": pgettext_lazy(
        "other words for a rule", "dealer deals cut draw for deal high low card"
    ),
    "signals": pgettext_lazy("other words for a rule", "signs gestures winks"),
    "consulted": pgettext_lazy("other words for a rule", "consult discuss talk bets partner"),
    "refused_raise": pgettext_lazy("other words for a rule", "deje refusal declined"),
    "juego_real": pgettext_lazy("other words for a rule", "royal 31 real three sevens"),
    "false_words": pgettext_lazy(
        "other words for a rule", "mistake wrong declaration penalty jury falsely"
    ),
    "substitutes": pgettext_lazy("other words for a rule", "replacement reserve player"),
    "substitutes_until": pgettext_lazy("other words for a rule", "replacement reserve player"),
    "entrants": pgettext_lazy("other words for a rule", "team club bar name"),
    "late_first_game": _LATE,
    "late_next_game": _LATE,
    "late_match": _LATE,
    "courtesy_minutes": _LATE,
    "group_size": pgettext_lazy("other words for a rule", "pool round robin"),
    "qualifiers": _GO_ON,
    "best_next": _GO_ON,
    "best_of_all": _GO_ON,
    "ties": pgettext_lazy("other words for a rule", "tiebreak opponents level equal"),
    "lives": pgettext_lazy("other words for a rule", "double elimination defeats"),
    "safe_rounds": pgettext_lazy("other words for a rule", "eliminated nobody out"),
    "byes_by_lot": pgettext_lazy("other words for a rule", "bye rest exempt"),
    "appeal_minutes": pgettext_lazy("other words for a rule", "complaint protest claim"),
    "entered_by": pgettext_lazy("other words for a rule", "score sheet enter results"),
    "house_rules": pgettext_lazy("other words for a rule", "smoking phone alcohol jury"),
}
"""Field → its other words."""
