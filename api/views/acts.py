"""Undo of any act at the desk."""

from typing import Any

from rest_framework import serializers

from api.base import SignedIn, actor_of, for_organizers
from api.fields import Input, Listing, Whole, reason
from api.shapes import shape_of
from scoring.undoing.services import previews
from scoring.undoing.services.undo import undo
from tournament.championship.queries.tournaments import TournamentView
from tournament.log.queries.log import view_of

WhatUndoChanges = shape_of(previews.UndoPreview)


class UndoneAct(serializers.Serializer[Any]):
    """The event of an undo. Its own address undoes it: the first act stands again."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    data = serializers.JSONField()


class UndoAct(Input):
    """A reason is needed where the act itself had one."""

    reason = reason(required=False)
    together = Listing(
        child=Whole(min_value=1),
        required=False,
        max_length=1_000,
        help_text="The later acts that are undone too, the newest first: just the events in "
        "`together` of the preview, or in `later` of the refusal `changed_since`.",
    )


class ActViewSet(SignedIn):
    tag = "acts"

    @for_organizers(UndoneAct, body=UndoAct, conflict=True)
    def undo(self, tournament: TournamentView, event: int, **arguments: Any) -> object:
        """Undo the act at the desk that an event belongs to: all it changed is as before.

        `changed_since`: later acts on the same matches or pairs are named in `current.later`, to be
        undone with it (`together`). `played_since`: a table has played on; correct it at the match.
        `own_way_back`: hands, a draw or a link changed with it, and have an address of their own.
        """
        return view_of(undo(tournament_id=tournament.id, event=event, **arguments))

    @for_organizers(WhatUndoChanges)
    def preview(self, tournament: TournamentView, event: int) -> object:
        """Preview what undoing an act changes: matches, pairs and questions. Saves nothing."""
        return previews.preview(
            tournament_id=tournament.id, event=event, actor=actor_of(self.request)
        )
