"""One championship."""

from __future__ import annotations

from django.conf import settings as django_settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.rules.events import GENESIS


class Tournament(models.Model):
    """A championship from its entry list to its trophy, and the head of its event log."""

    class Status(models.TextChoices):
        ENTRY = "entry", _("open for entry")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    starts_at = models.DateTimeField()
    regulation = models.CharField(max_length=40, default="brisbane-2024")
    settings = models.JSONField(default=dict, blank=True)
    tables_count = models.PositiveSmallIntegerField(default=1)
    courtesy_minutes = models.PositiveSmallIntegerField(default=15)
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.ENTRY)
    draw_seed = models.TextField(null=True, blank=True)
    champion = models.ForeignKey(
        "tournament.Pair", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    organizers = models.ManyToManyField(
        django_settings.AUTH_USER_MODEL, related_name="tournaments", blank=True
    )
    is_rehearsal = models.BooleanField(default=False)
    event_number = models.PositiveIntegerField(default=0)
    event_hash = models.CharField(max_length=64, default=GENESIS)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["entry", "running", "finished"]),
                name="tournament_status_known",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="tournament_name_given"),
            models.CheckConstraint(
                condition=Q(best_of__isnull=True) | Q(best_of__in=[1, 3, 5, 7, 9]),
                name="tournament_best_of_odd",
            ),
            models.CheckConstraint(
                condition=Q(status="entry", best_of__isnull=True, draw_seed__isnull=True)
                | Q(
                    status__in=["running", "finished"],
                    best_of__isnull=False,
                    draw_seed__isnull=False,
                ),
                name="tournament_drawn_when_running",
            ),
            models.CheckConstraint(
                condition=Q(champion__isnull=True) | Q(status="finished"),
                name="tournament_champion_at_the_end",
            ),
            models.CheckConstraint(condition=Q(tables_count__gte=1), name="tournament_has_a_table"),
        ]

    def __str__(self) -> str:
        return self.name
