"""One championship."""

from zoneinfo import ZoneInfo

from django.conf import settings as django_settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.clock.rules import Lengths
from tournament.formats.regulations import LENGTHS, REGULATIONS
from tournament.formats.setting import Decisions
from tournament.log.rules.events import GENESIS


class Tournament(models.Model):
    """A championship from its entry list to its trophy, and the head of its event log."""

    class Status(models.TextChoices):
        ENTRY = "entry", _("open for entry")
        RUNNING = "running", _("running")
        FINISHED = "finished", pgettext_lazy("tournament", "finished")

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    starts_at = models.DateTimeField()
    # An IANA name. Empty: the server's time zone.
    time_zone = models.CharField(max_length=64, blank=True, default="", db_default="")
    regulation = models.CharField(max_length=40, default="brisbane-2024")
    settings = models.JSONField(default=dict, blank=True)
    # A key of formats.registry.FORMATS. Empty: the format of the regulation.
    format = models.CharField(max_length=20, blank=True, default="", db_default="")
    format_options = models.JSONField(default=dict, db_default={}, blank=True)
    drawn_pairs = models.PositiveSmallIntegerField(null=True, blank=True, default=None)
    # The recipe of the draw that stands, by which later rounds are drawn too. Empty before it.
    draw_recipe = models.CharField(max_length=40, blank=True, default="", db_default="")
    # Round → best of how many games from that round on; "left_n" → once at most n pairs are left: a
    # final of its own length (T1), and games reduced (T5).
    games_by_round = models.JSONField(default=dict, db_default={}, blank=True)
    # The rounds drawn one by one whose matches an official has changed; the log has the reason.
    rounds_by_hand = models.JSONField(default=list, db_default=[], blank=True)
    tables_count = models.PositiveSmallIntegerField(default=1)
    courtesy_minutes = models.PositiveSmallIntegerField(default=15)
    # The club's own name for its rules. Empty: the regulation's.
    rules_name = models.CharField(max_length=80, blank=True, default="", db_default="")
    # What the club asks besides the rules of play, a clause a line: shown, never applied.
    house_rules = models.TextField(blank=True, default="", db_default="")
    # What there is to win and when what begins (`championship.rules.Prizes`); empty: not announced.
    prizes = models.JSONField(default=dict, db_default={}, blank=True)
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.ENTRY)
    # Called off: nobody enters, nothing is drawn, no match begins.
    is_called_off = models.BooleanField(default=False, db_default=False)
    # Ended before its last match: what had been played by then decides (formats/early.py).
    ended_early = models.BooleanField(default=False, db_default=False)
    # The consolation has ended (T3): no more matches are made there, and its first place wins it.
    consolation_ended = models.BooleanField(default=False, db_default=False)
    # The ties that somebody decided (T9), in order: {"pairs": numbers, "how": …}. None: drawn by a
    # version in which the lot of the draw parted pairs that were equal.
    ties = models.JSONField(null=True, blank=True, default=None)
    # Number of a pair → points that officials gave to it in its table, or took off.
    points_given = models.JSONField(default=dict, db_default={}, blank=True)
    # Number of a pair that has left a league → what becomes of its results (T10), where that was
    # said when it left.
    results_of_gone = models.JSONField(default=dict, db_default={}, blank=True)
    entered_afterwards = models.BooleanField(default=False, db_default=False)
    # Hidden: whoever has the address reads it; no list and no search engine names it.
    is_hidden = models.BooleanField(default=False, db_default=False)
    # The start before it was postponed, for the first time if it was several times.
    postponed_from = models.DateTimeField(null=True, blank=True)
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
                condition=Q(best_of__isnull=True) | Q(best_of__in=LENGTHS),
                name="tournament_best_of_known",
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

    @property
    def lengths(self) -> Lengths:
        """How many games the championship's matches have."""
        return Lengths(self.best_of, self.games_by_round, self.drawn_pairs or 0)

    @property
    def decided(self) -> Decisions:
        """What officials have decided about its tables, by the primary keys of pairs. One query,
        where they have decided anything."""
        ties = self.ties if self.draw_seed is not None else []
        if not ties and not self.points_given and not self.results_of_gone:
            return Decisions(None if ties is None else ())
        pairs = dict(self.pairs.values_list("number", "pk"))
        given, left = self.points_given, self.results_of_gone
        return Decisions.from_json(ties, given, left, pairs.__getitem__)

    @property
    def time_limit(self) -> tuple[int | None, str]:
        """The minutes of a match, None for no limit; and what is played when they are up (T5)."""
        return REGULATIONS[self.regulation].time_limit(self.settings)

    @property
    def target(self) -> int:
        """The stones that win a game."""
        return int(self.settings.get("target", REGULATIONS[self.regulation].target))

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the place where the championship is played."""
        return ZoneInfo(self.time_zone or django_settings.TIME_ZONE)


class Role(models.Model):
    """The role of an organizer. An organizer without a row is an owner."""

    class Name(models.TextChoices):
        OWNER = "owner", _("owner")
        DESK = "desk", _("desk")
        REFEREE = "referee", _("head referee")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        django_settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    role = models.CharField(max_length=8, choices=Name)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="role_one_a_person"),
            models.CheckConstraint(
                condition=Q(role__in=["owner", "desk", "referee"]), name="role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.role}"
