"""Two players, entered together; or a club or bar alone, whose players may change."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def name_of_both(player_1: str, player_2: str) -> str:
    """The name of a pair, or of a club that plays alone."""
    return f"{player_1} – {player_2}" if player_2 else player_1


def players_of(player_1: str, player_2: str) -> tuple[str, str]:
    """The names of the two at the table; of a club alone its name with 1 and 2."""
    return (player_1, player_2) if player_2 else (f"{player_1} 1", f"{player_1} 2")


class Pair(models.Model):
    """Two partners; or, with `player_2` empty, a club or bar, by its name in `player_1`, where the
    tournament's settings allow it (`entrants`).

    Forms, entry lists, the API, exports, the log and its check derive their fields from this
    class. A field that is not in `NOT_ENTERED` is a text that people enter; one that is not in
    `PUBLIC` is seen by organizers alone: it is on no public page, not in the log, and in files only
    on request.
    """

    NOT_ENTERED = ("id", "tournament", "number", "status", "place_stays_empty")
    PUBLIC = ("number", "player_1", "player_2", "club", "status", "place_stays_empty")

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="pairs"
    )
    number = models.PositiveSmallIntegerField()
    player_1 = models.CharField(_("Player 1"), max_length=80)
    player_2 = models.CharField(_("Player 2"), max_length=80)
    club = models.CharField(_("Club"), max_length=80, blank=True)
    contact = models.CharField(_("Contact"), max_length=400, blank=True)
    status = models.CharField(_("Status"), max_length=12, choices=Status, default=Status.ENTERED)
    # Of a pair disqualified after its last match (T8): those behind it do not move up.
    place_stays_empty = models.BooleanField(
        _("Its place stays empty"), default=False, db_default=False
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="pair_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="pair_number_from_1"),
            models.CheckConstraint(condition=~Q(player_1=""), name="pair_players_named"),
            models.CheckConstraint(
                condition=Q(status__in=["entered", "withdrawn", "disqualified"]),
                name="pair_status_known",
            ),
            models.CheckConstraint(
                condition=Q(place_stays_empty=False) | Q(status="disqualified"),
                name="pair_place_empty_when_out",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"

    @property
    def name(self) -> str:
        return name_of_both(self.player_1, self.player_2)

    @property
    def players(self) -> tuple[str, str]:
        """The names of the two at the table; of a club alone its name with 1 and 2."""
        return players_of(self.player_1, self.player_2)

    @property
    def is_in(self) -> bool:
        return self.status == self.Status.ENTERED


class ListInBox(models.Model):
    """A list of pairs that an organizer has not entered yet, as its page keeps it: on every device
    of this organizer, whatever becomes of a session. It may hold contacts and goes with them."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, related_name="+"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    sheet = models.JSONField()
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="list_in_box_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.user_id}"


def _texts(*, without: tuple[str, ...]) -> tuple[models.CharField[str, str], ...]:
    fields = (field for field in Pair._meta.fields if field.name not in without)
    return tuple(field for field in fields if isinstance(field, models.CharField))


ENTERED = _texts(without=Pair.NOT_ENTERED)
"""The fields that people enter, in order."""
PRIVATE = tuple(field.name for field in _texts(without=Pair.PUBLIC))
"""The names of the fields that only organizers see."""
