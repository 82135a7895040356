"""The terms of the sign-up page, the sign-ups, and the fees paid."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.entries.models import name_of_both


class Terms(models.Model):
    """The terms on which pairs sign up. No row: sign-up is closed. `cap`: the most pairs
    entered."""

    tournament = models.OneToOneField(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="sign_up_terms"
    )
    is_open = models.BooleanField(default=False)
    cap = models.PositiveSmallIntegerField(null=True, blank=True)
    fee = models.CharField(max_length=60, blank=True)
    note = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(cap__isnull=True) | Q(cap__gte=2), name="sign_up_cap_for_a_draw"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.is_open}"


class SignUp(models.Model):
    """A pair that signed up by itself. `pair`: the entered pair; null while it is on the waiting
    list.

    `email` and `wants_mail` are for the organizers and for notices that the pair agreed to;
    `contact_2` says how to reach the second player. They are never in the log and can be erased. A
    new `link_version` changes the pair's own link.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("on the waiting list")
        IN = "in", _("in")
        LEFT = "left", _("withdrawn")

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="sign_ups"
    )
    pair = models.OneToOneField(
        "tournament.Pair", null=True, blank=True, on_delete=models.PROTECT, related_name="sign_up"
    )
    player_1 = models.CharField(max_length=80)
    player_2 = models.CharField(max_length=80)
    club = models.CharField(max_length=80, blank=True)
    phone = models.CharField(max_length=60, blank=True)
    email = models.EmailField(max_length=120, blank=True)
    contact_2 = models.CharField(max_length=200, blank=True, default="", db_default="")
    wants_mail = models.BooleanField(default=False)
    language = models.CharField(max_length=8, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    link_version = models.PositiveSmallIntegerField(default=1)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="in", pair__isnull=False)
                | Q(state="waiting", pair__isnull=True)
                | Q(state="left"),
                name="sign_up_in_with_a_pair",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.state})"

    @property
    def name(self) -> str:
        return name_of_both(self.player_1, self.player_2)


class Single(models.Model):
    """Somebody without a partner. Name, club and note stand on the sign-up page; telephone and
    e-mail are for the organizers, and for the partner once both have agreed.

    `asks`: whom this one would like to play with; `sign_up`: the pair that came of it.
    """

    class State(models.TextChoices):
        LOOKING = "looking"
        FOUND = "found"
        LEFT = "left"

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="singles"
    )
    player = models.CharField(max_length=80)
    club = models.CharField(max_length=80, blank=True)
    note = models.CharField(max_length=200, blank=True)
    phone = models.CharField(max_length=60, blank=True)
    email = models.EmailField(max_length=120, blank=True)
    wants_mail = models.BooleanField(default=False)
    language = models.CharField(max_length=8, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.LOOKING)
    asks = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="asked_by"
    )
    sign_up = models.ForeignKey(
        SignUp, null=True, blank=True, on_delete=models.PROTECT, related_name="singles"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="found", sign_up__isnull=False)
                | Q(state__in=["looking", "left"], sign_up__isnull=True),
                name="single_found_in_a_sign_up",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.state})"


class Payment(models.Model):
    """A fee that was paid. Only the pair and the desk know of payments; the log never does."""

    pair = models.OneToOneField("tournament.Pair", on_delete=models.PROTECT, related_name="payment")
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    def __str__(self) -> str:
        return f"{self.pair} {self.at}"
