"""A championship in which everything has happened, for whoever tampers with it."""

from __future__ import annotations

import pytest

from tests.delivery.story import ACTS, BY, Story
from tests.scoring import copies
from tournament.championship.models import Role, Tournament
from tournament.consolation import services as consolation
from tournament.referees import services as referees

TOLD = pytest.StashKey[copies.Rows]()


@pytest.fixture
def everything(request: pytest.FixtureRequest, db: None) -> Tournament:
    """The whole story up to the erasure of a name, with a pair that plays no more and a referee
    at two tables. Played once; then its rows come back."""
    told = request.session.stash.get(TOLD, None)
    if told is None:
        _play()
        request.session.stash[TOLD] = copies.taken()
    else:
        copies.put(told)
    return Tournament.objects.get()


def _play() -> None:
    story = Story()
    for kind, act in ACTS:
        if kind == "texts.erased":
            break
        act(story)
    room = {"tournament_id": story.id, "actor": BY}
    consolation.opt_out(number=2, **room)
    referees.add(name="Arrasate", **room)
    referees.hand_over(tables=[1, 2], to=2, **room)
    # Accounts are no rows of a tournament.
    Role.objects.all().delete()
    story.tournament.organizers.clear()
