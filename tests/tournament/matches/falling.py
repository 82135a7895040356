"""Acts with which later matches fall, and what stands when they are taken back."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.rulings.services import cascades
from tests.previews import if_taken_back
from tests.tournament.play import PROGRAM, must_hold
from tournament.championship.models import Tournament
from tournament.errors import Unseen
from tournament.matches.models import Cascade, Match

WHY: dict[str, Any] = {"reason": "looked at again", "actor": PROGRAM}


def falls_with(act: Callable[..., object]) -> tuple[int, ...]:
    """The matches that fall with the act, which waits until that is agreed to."""
    with pytest.raises(Unseen) as unseen:
        act(**WHY)
    assert unseen.value.codes == ("later_match_begun",)
    return tuple(unseen.value.current["cascade"]["sets_aside"])


def agreed(act: Callable[..., object], **given: Any) -> None:
    """Does it, with all that falls with it, if anything does."""
    try:
        act(**given, **WHY)
    except Unseen as unseen:
        act(**given, **WHY, sets_aside=unseen.current["cascade"]["sets_aside"])


def taken_back(cascade: Cascade) -> None:
    foretold = if_taken_back(cascade_id=cascade.pk).sets_aside
    cascades.take_back(cascade_id=cascade.pk, **WHY, sets_aside=foretold)
    must_hold(cascade.tournament)


def rows(cup: Tournament) -> list[tuple[Any, ...]]:
    """The matches that hold their slots."""
    found = Match.objects.filter(tournament=cup, kind="championship").order_by("round", "slot")
    names = ("pk", "round", "slot", "pair_a", "pair_b", "status", "winner", "ended_by")
    start = ("started_at", "seating", "first_mano", "four_kings")
    return list(found.values_list(*names, "games_a", "games_b", *start))
