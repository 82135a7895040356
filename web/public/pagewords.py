"""What the public pages of a tournament are called where they are shared, and what they are about.

A page of a match, a hand or a pair says so by itself.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.errors import StrOrPromise

ABOUT: Mapping[str, tuple[StrOrPromise, StrOrPromise]] = {
    "standings.html": (
        _("Standings"),
        _("Who is where, with matches and games won and lost."),
    ),
    "now.html": (_("Today"), _("Every table with its score now, and who is called next.")),
    "consolation.html": (
        _("Consolation"),
        _("The matches of those who were beaten early, and their standings."),
    ),
    "pairs.html": ("", _("Everybody who plays.")),
    "statistics.html": (
        _("Statistics"),
        _("Órdagos, bets, comebacks and the best hands."),
    ),
    "rules.html": (
        pgettext_lazy("of a tournament", "Rules"),
        _("What is played by, clause by clause."),
    ),
    "log.html": (_("Log"), _("Everything that happened, in order, for everybody to check.")),
    "event.html": (_("Log"), _("One event of the log, with what it says.")),
    "draw.html": (_("Draw"), _("How the draw was made, and how to make it again.")),
    "prizes.html": (_("Prizes and timetable"), _("What there is to win, and when.")),
    "match_days.html": (_("Match days"), _("When who plays whom, match day by match day.")),
    "proof.html": (_("Check it yourself"), _("How to check that nothing was changed afterwards.")),
    "share.html": (_("Share"), _("Links, codes and pictures for elsewhere.")),
    "share_match.html": (_("Share"), _("A match to be shown elsewhere.")),
}
"""Template → the name of its page, "" where its view names it, and a sentence about it."""
