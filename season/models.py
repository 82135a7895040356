"""Circuits, the tournaments that count for them, which pairs are the same people, and the log.

No name of a player is stored here: people are named by the pair of a tournament in which they
played, so that an erased name is gone here too. No ranking is stored either: it follows from the
tournaments' standings.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.log.models import Compact
from tournament.log.rules.events import GENESIS


class Circuit(models.Model):
    """Several tournaments with one ranking.

    `points`: {"places": [[first, last, points], …], "taking_part": points} (`rules.points`).
    `best_of`: how many results of each count; None: all.
    `same_names`: when two entries of equal names are one person without anybody's word.
    `event_number` and `event_hash`: the head of its log.
    """

    class CarriedBy(models.TextChoices):
        PAIR = "pair", _("the pair")
        PLAYER = "player", _("each player")

    class SameNames(models.TextChoices):
        ALL = "all", _("always")
        CLUB = "club", _("where the club is the same too")
        ASK = "ask", _("only when those who run the circuit say so")

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    carried_by = models.CharField(max_length=6, choices=CarriedBy, default=CarriedBy.PAIR)
    same_names = models.CharField(
        max_length=4, choices=SameNames, default=SameNames.CLUB, db_default=SameNames.CLUB
    )
    points = models.JSONField(default=dict)
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    runners = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="circuits", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    event_number = models.PositiveIntegerField(default=0, db_default=0)
    event_hash = models.CharField(max_length=64, default=GENESIS, db_default=GENESIS)

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="circuit_name_given"),
            models.CheckConstraint(
                condition=Q(carried_by__in=["pair", "player"]), name="circuit_carried_by_known"
            ),
            models.CheckConstraint(
                condition=Q(same_names__in=["all", "club", "ask"]),
                name="circuit_same_names_known",
            ),
            models.CheckConstraint(
                condition=Q(best_of__isnull=True) | Q(best_of__gte=1), name="circuit_best_of_from_1"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class CircuitTournament(models.Model):
    """A tournament that was offered to a circuit, or counts for it."""

    class Status(models.TextChoices):
        OFFERED = "offered"
        IN = "in"

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="entries")
    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, related_name="+"
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.OFFERED)

    class Meta:
        ordering = ["circuit", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["circuit", "tournament"], name="circuit_tournament_once"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["offered", "in"]), name="circuit_tournament_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.status}"


class Merge(models.Model):
    """A runner's word that people with different names are the same."""

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="merges")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"merge {self.pk}"


class MergedEntry(models.Model):
    """One of the people of a merge: a pair (`seat` 0) or a player (1 or 2) of a tournament."""

    merge = models.ForeignKey(Merge, on_delete=models.CASCADE, related_name="merged")
    pair = models.ForeignKey("tournament.Pair", on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["merge", "pair", "seat"], name="merged_entry_once"),
            models.CheckConstraint(condition=Q(seat__in=[0, 1, 2]), name="merged_entry_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.pair_id}.{self.seat}"


class Difference(models.Model):
    """A runner's word that people of equal names are different: no name joins its sides."""

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="differences")
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"difference {self.pk}"


class DifferentEntry(models.Model):
    """An entry of one of the people of a difference. `side`: which of them, from 0; `seat`: as in
    a merge."""

    difference = models.ForeignKey(Difference, on_delete=models.CASCADE, related_name="entries")
    side = models.PositiveSmallIntegerField()
    pair = models.ForeignKey("tournament.Pair", on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["difference", "pair", "seat"], name="different_entry_once"
            ),
            models.CheckConstraint(condition=Q(seat__in=[0, 1, 2]), name="different_entry_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.side}: {self.pair_id}.{self.seat}"


class CircuitEvent(models.Model):
    """What was done in a circuit, chained by hash to the event before it (`season.rules.log`).

    `sealed` names tournaments by their logs, people by number and seat, and accounts by commitments
    alone; `texts`: commitment → salt and name of an account, or null once it was removed.
    """

    circuit = models.ForeignKey(
        Circuit,
        on_delete=models.PROTECT,
        related_name="events",
        db_index=False,  # `circuit_event_number_once` begins with it
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    actor_kind = models.CharField(max_length=10)
    actor_label = models.CharField(max_length=120)
    at = models.DateTimeField()
    sealed = models.JSONField(default=dict, encoder=Compact)
    texts = models.JSONField(default=dict, encoder=Compact)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "number"], name="circuit_event_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="circuit_event_number_from_1"),
            models.CheckConstraint(
                condition=Q(actor_kind__in=["user", "program"]), name="circuit_event_actor_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class Claim(models.Model):
    """An account says which player of a pair it is; whoever runs the circuit confirms it.

    `is_private`: the circuit names this player to nobody but those who run it; this stays when the
    confirmation is taken back. Without a `user`: a seat of a private player, by a circuit's file or
    another claim.
    `since`: when the player was named as who sits there; a later substitute is somebody else.
    """

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="claims"
    )
    pair = models.ForeignKey("tournament.Pair", on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    since = models.DateTimeField(default=timezone.now, db_default=Now())
    confirmed_at = models.DateTimeField(null=True, blank=True)
    is_private = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "user"], name="claim_one_an_account"),
            models.CheckConstraint(condition=Q(seat__in=[1, 2]), name="claim_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pair_id}.{self.seat}"


class Final(models.Model):
    """A tournament to which the first of a ranking are invited. `places`: for how many pairs."""

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="finals")
    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, related_name="+"
    )
    places = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "tournament"], name="final_once"),
            models.CheckConstraint(condition=Q(places__gte=1), name="final_places_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.places}"


class FinalInvitation(models.Model):
    """Somebody on the list of a final, in the order of the ranking when the list was made.

    Who is invited and who is a reserve follows from the answers (`season.rules.invitations`).
    `pair`, `seat`: a person by one entry, as in a merge; `partner`, `partner_seat`: with whom a
    player comes.
    """

    class Answer(models.TextChoices):
        NONE = "", _("no answer yet")
        ACCEPTED = "accepted", pgettext_lazy("invitation", "accepted")
        DECLINED = "declined", pgettext_lazy("invitation", "declined")

    final = models.ForeignKey(
        Final,
        on_delete=models.CASCADE,
        related_name="invitations",
        db_index=False,  # `invitation_order_once` begins with it
    )
    order = models.PositiveSmallIntegerField()
    pair = models.ForeignKey("tournament.Pair", on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(default=0)
    partner = models.ForeignKey(
        "tournament.Pair", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    partner_seat = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=8, choices=Answer, blank=True, default="")

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["final", "order"], name="invitation_order_once"),
            models.CheckConstraint(
                condition=Q(seat__in=[0, 1, 2], partner_seat__in=[0, 1, 2]),
                name="invitation_seat",
            ),
            models.CheckConstraint(
                condition=Q(answer__in=["", "accepted", "declined"]), name="invitation_answer_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.order}: {self.pair_id}.{self.seat} {self.answer}"


class RegistryEntry(models.Model):
    """What somebody who runs the circuit noted about a person, by one entry, as in a merge.

    `is_name`: the person is named as in this entry, and not as in the latest one. `licence`: a
    licence or number, for those who run the circuit alone.
    """

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="registry")
    pair = models.ForeignKey("tournament.Pair", on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(default=0)
    is_name = models.BooleanField(default=False)
    licence = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "pair", "seat"], name="registry_entry_once"),
            models.CheckConstraint(condition=Q(seat__in=[0, 1, 2]), name="registry_entry_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.pair_id}.{self.seat}"


class Erasure(models.Model):
    """A name that the organizers of a tournament are asked to erase: that of a player, by the pair
    and the seat. It goes when it was erased."""

    circuit = models.ForeignKey(Circuit, on_delete=models.CASCADE, related_name="erasures")
    pair = models.ForeignKey("tournament.Pair", on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    asked_by = models.CharField(max_length=12)
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "pair", "seat"], name="erasure_once"),
            models.CheckConstraint(condition=Q(seat__in=[1, 2]), name="erasure_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.pair_id}.{self.seat}"


class PublishedRanking(models.Model):
    """A ranking as it was published: it does not change any more.

    `lines`: [rank, is shared, points, how many results count, pair's id, seat], in order; people by
    one entry, so that an erased name is gone here too. `tournaments`: the ids of those that
    counted; `event_number`: of the circuit's log when it was published; `told`: of which difference
    organizers were told by mail last, "" of none.
    """

    circuit = models.ForeignKey(
        Circuit,
        on_delete=models.CASCADE,
        related_name="published",
        db_index=False,  # `published_number_once` begins with it
    )
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    lines = models.JSONField(default=list)
    tournaments = models.JSONField(default=list)
    event_number = models.PositiveIntegerField()
    told = models.CharField(max_length=16, blank=True, default="", db_default="")

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["circuit", "number"], name="published_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="published_number_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"
