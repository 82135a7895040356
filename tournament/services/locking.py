"""The one locking pattern: a writer first takes the row of its tournament.

Writers of one tournament queue there, so event numbers have no gaps and each writer reads what
the one before it left. Writers of different tournaments do not meet. docs/decisions/ says why.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import NotFound
from tournament.models import Match, Pair, Tournament


def lock(*, tournament_id: int) -> Tournament:
    """The tournament, locked until the caller's transaction ends.

    Opens no transaction: outside one it raises RuntimeError. Raises NotFound.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("lock() holds only inside transaction.atomic")
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).order_by().first()
    if tournament is None:
        raise NotFound.one(
            "tournament",
            "no_such_tournament",
            _("There is no such tournament. Choose one from the list."),
        )
    return tournament


def lock_match(*, match_id: int) -> tuple[Tournament, Match]:
    """A match with its pairs and table, read after its tournament is locked. Raises NotFound."""
    owner = Match.objects.filter(pk=match_id).values_list("tournament_id", flat=True).first()
    if owner is None:
        raise NotFound.one(
            "match", "no_such_match", _("There is no such match. Choose one from the bracket.")
        )
    tournament = lock(tournament_id=owner)
    match = Match.objects.select_related("pair_a", "pair_b", "table").get(pk=match_id)
    match.tournament = tournament
    return tournament, match


def lock_pair(*, pair_id: int) -> tuple[Tournament, Pair]:
    """A pair, read after its tournament is locked. Raises NotFound."""
    owner = Pair.objects.filter(pk=pair_id).values_list("tournament_id", flat=True).first()
    if owner is None:
        raise NotFound.one(
            "pair", "no_such_pair", _("There is no such pair. Choose one from the entry list.")
        )
    tournament = lock(tournament_id=owner)
    pair = Pair.objects.get(pk=pair_id)
    pair.tournament = tournament
    return tournament, pair
