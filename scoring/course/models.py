"""A game: one race to the target, inside a match."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.log.models import Compact


class Game(models.Model):
    """A game of a match: its first mano, its score now, and how it ended.

    When a correction makes all hands of a game void, the row stays without score and winner, and
    the game is played again under the same number. `hand_count`: how many of its hands count;
    `last_number`: the highest number of any hand, void hands included.
    """

    class EndedBy(models.TextChoices):
        HANDS = "hands", _("stones won")
        FORFEIT = "forfeit", _("game forfeited")
        RULING = "ruling", _("ruling")

    match = models.ForeignKey(
        "tournament.Match", on_delete=models.PROTECT, related_name="played_games"
    )
    number = models.PositiveSmallIntegerField()
    mano = models.PositiveSmallIntegerField()
    score_a = models.PositiveIntegerField(default=0)
    score_b = models.PositiveIntegerField(default=0)
    winner = models.CharField(max_length=1, blank=True, default="")
    ended_by = models.CharField(max_length=8, choices=EndedBy, blank=True, default="")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    # Kept up to date by `scoring.course.services.versions`, so that entering a hand needs no count.
    hand_count = models.PositiveIntegerField(default=0, db_default=0)
    last_number = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="game_number_from_1"),
            models.CheckConstraint(condition=Q(mano__lte=5), name="game_mano_is_a_seat"),
            models.CheckConstraint(
                condition=Q(hand_count__lte=F("last_number")), name="game_counts_its_hands"
            ),
            models.CheckConstraint(
                condition=Q(winner="", ended_by="", finished_at__isnull=True)
                | Q(
                    winner__in=["A", "B"],
                    ended_by__in=["hands", "forfeit", "ruling"],
                    finished_at__isnull=False,
                ),
                name="game_winner_when_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number}"

    @property
    def has_void(self) -> bool:
        """Whether there are void hands after the hands that count."""
        return self.last_number > self.hand_count

    @property
    def is_decided_by_an_official(self) -> bool:
        """Whether an official decided the winner (G1, D7), and not the stones of the hands."""
        return self.ended_by in (self.EndedBy.FORFEIT, self.EndedBy.RULING)


# Hands. A row is never changed: a correction adds a new version.


class Hand(models.Model):
    """One version of one hand.

    `record`: what the table entered, with the rule set, mano and score it was settled under;
    `settlement`: what the rules paid; `ruled`: what an official decided instead, if so (D7). `key`:
    the key under which its device sent it; `digest`: of the content sent, to recognize the same
    content sent again. Stones, score after the hand and game winner are those in effect. When a
    hand is taken back its current version is void: it does not count and stays readable.
    """

    game = models.ForeignKey(
        "scoring.Game",
        on_delete=models.PROTECT,
        related_name="hands",
        db_index=False,  # `hand_version_once` begins with it
    )
    number = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField(default=1)
    previous = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="next"
    )
    is_current = models.BooleanField(default=True)
    is_void = models.BooleanField(default=False)
    key = models.CharField(max_length=80, blank=True)
    digest = models.CharField(max_length=32, blank=True, default="", db_default="")
    record = models.JSONField(encoder=Compact)
    settlement = models.JSONField(encoder=Compact)
    ruled = models.JSONField(null=True, blank=True)
    stones_a = models.PositiveIntegerField()
    stones_b = models.PositiveIntegerField()
    score_a = models.PositiveIntegerField()
    score_b = models.PositiveIntegerField()
    game_winner = models.CharField(max_length=1, blank=True, default="")
    verified = models.BooleanField(default=True)
    reason = models.CharField(max_length=500, blank=True)
    actor_kind = models.CharField(max_length=10)
    actor_id = models.BigIntegerField(null=True, blank=True)
    actor_label = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number", "version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number", "version"], name="hand_version_once"),
            models.UniqueConstraint(
                fields=["game", "number"],
                condition=Q(is_current=True),
                name="hand_one_current_version",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="hand_number_from_1"),
            models.CheckConstraint(
                condition=Q(version=1, previous__isnull=True)
                | Q(version__gt=1, previous__isnull=False),
                name="hand_previous_from_version_2",
            ),
            models.CheckConstraint(
                condition=Q(is_void=False) | (Q(version__gt=1) & ~Q(reason="")),
                name="hand_void_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(game_winner__in=["", "A", "B"]), name="hand_game_winner_is_a_side"
            ),
            models.CheckConstraint(
                condition=Q(score_a__gte=F("stones_a"), score_b__gte=F("stones_b")),
                name="hand_score_holds_its_stones",
            ),
        ]
        indexes = [
            models.Index(fields=["key"], condition=~Q(digest=""), name="hand_recorded_by_key")
        ]

    def __str__(self) -> str:
        return f"hand {self.number} (version {self.version})"

    @property
    def counts(self) -> bool:
        return self.is_current and not self.is_void

    @property
    def stones(self) -> tuple[int, int]:
        return self.stones_a, self.stones_b

    @property
    def score(self) -> tuple[int, int]:
        """The score after the hand."""
        return self.score_a, self.score_b


# Penalties: false words of a pair.


class Penalty(models.Model):
    """A penalty of one version of a hand. `counts` marks a false claim (G0, counted by G1)."""

    hand = models.ForeignKey("scoring.Hand", on_delete=models.PROTECT, related_name="penalties")
    pair = models.ForeignKey("tournament.Pair", on_delete=models.PROTECT, related_name="penalties")
    clause = models.CharField(max_length=4)
    lance = models.CharField(max_length=8, blank=True)
    seat = models.PositiveSmallIntegerField()
    counts = models.BooleanField(default=False)

    class Meta:
        ordering = ["hand", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["hand", "clause", "lance", "seat"], name="penalty_once_a_hand"
            ),
            models.CheckConstraint(
                condition=Q(counts=False) | Q(clause="G0"), name="penalty_false_claims_count"
            ),
        ]
        indexes = [
            models.Index(fields=["pair"], condition=Q(counts=True), name="penalty_false_claims")
        ]

    def __str__(self) -> str:
        return f"{self.clause} seat {self.seat}"


# Answers to keyed requests, kept so that a retry gets the same answer.


class Submission(models.Model):
    """One request that was carried out. `scope`: its sender; `key`: made by the sender."""

    scope = models.CharField(max_length=40)
    key = models.CharField(max_length=80)
    body_hash = models.CharField(max_length=64)
    answer = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="submission_once")]

    def __str__(self) -> str:
        return f"{self.scope} {self.key}"
