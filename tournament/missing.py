"""The NotFound for a tournament, a match or a pair that does not exist."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.errors import NotFound


def no_such_tournament() -> NotFound:
    """The NotFound for an address or a number that no tournament has."""
    return NotFound.one(
        "tournament",
        "no_such_tournament",
        _("There is no such tournament. Choose one from the list."),
    )


def no_such_match() -> NotFound:
    """The NotFound for a number that no match has."""
    return NotFound.one(
        "match", "no_such_match", _("There is no such match. Choose one from the bracket.")
    )


def no_such_pair() -> NotFound:
    """The NotFound for a number that no pair has."""
    return NotFound.one(
        "pair", "no_such_pair", _("There is no such pair. Choose one from the entry list.")
    )
