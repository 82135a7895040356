"""Pair against pair: one slot of the bracket, or one match of the consolation."""

from collections.abc import Iterable
from typing import cast

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from mus.course import match_outcome, match_results
from mus.sides import LEVEL, BySide, Outcome, Side
from tournament.formats.bouts import ENDINGS, Bout, Place, Status, label
from tournament.formats.regulations import LENGTHS, REGULATIONS

# Endings that can leave a match without a winner: both pairs have left, the match was called off,
# or it was set aside while it was played.
ENDINGS_WITHOUT_WINNER = [key for key, ending in ENDINGS.items() if ending.without_winner]

EVEN = [length for length in LENGTHS if length % 2 == 0]

EMPTY = Q(pair_a__isnull=True, pair_b__isnull=True)
BYE = Q(status="finished") & (
    ~Q(winner="") & (Q(pair_a__isnull=True) | Q(pair_b__isnull=True)) | EMPTY
)
"""Matches in which a pair went on without an opponent (`Bout.is_bye`), or to which nobody came."""
HAS_BEGUN = Q(started_at__isnull=False) | Q(ended_by="games")
"""Matches that have begun. A result that the desk wrote down ended one that nobody had started."""
LEVEL_MATCH = Q(ended_by="games", winner="")
"""Matches that ended level (`Bout.is_level`)."""


class Match(models.Model):
    """Best of `best_of` games. The tournament's format says what `round` and `slot` lead to.

    A match that was set aside has lost its slot, because the result of an earlier match changed. It
    is kept as it was played, with its hands; `cascade` says why.
    """

    class Kind(models.TextChoices):
        CHAMPIONSHIP = "championship", _("championship")
        CONSOLATION = "consolation", _("consolation")
        SET_ASIDE = "set_aside", _("set aside")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for its pairs")
        READY = "ready", _("ready to play")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", pgettext_lazy("match", "finished")

    class EndedBy(models.TextChoices):
        """The keys of `formats.endings`, which explains each of them."""

        GAMES = "games"
        BYE = "bye"
        WALKOVER = "walkover"
        WITHDRAWAL = "withdrawal"
        DISQUALIFICATION = "disqualification"
        RULING = "ruling"
        UNDONE = "undone"
        UNPLAYED = "unplayed"
        UNPLAYED_POINT = "unplayed_point"

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="matches"
    )
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.CHAMPIONSHIP)
    round = models.PositiveSmallIntegerField()
    slot = models.PositiveSmallIntegerField()
    pair_a = models.ForeignKey(
        "tournament.Pair", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    pair_b = models.ForeignKey(
        "tournament.Pair", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    best_of = models.PositiveSmallIntegerField()
    four_kings = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    winner = models.CharField(max_length=1, blank=True, default="")
    ended_by = models.CharField(max_length=16, choices=EndedBy, blank=True, default="")
    games_a = models.PositiveSmallIntegerField(default=0)
    games_b = models.PositiveSmallIntegerField(default=0)
    table = models.ForeignKey(
        "tournament.Table",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="matches",
    )
    seating = models.JSONField(null=True, blank=True)
    first_mano = models.PositiveSmallIntegerField(null=True, blank=True)
    # Who plays for a club that entered alone: two names of A and two of B, or none of a side.
    names = models.JSONField(default=list, db_default=[], blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    cascade = models.ForeignKey(
        "tournament.Cascade",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="set_aside",
    )

    class Meta:
        ordering = ["kind", "round", "slot"]
        indexes = [
            models.Index(fields=["tournament", "status"], name="match_by_status"),
            models.Index(fields=["finished_at"], name="match_by_end"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "round", "slot"],
                condition=~Q(kind="set_aside"),
                name="match_slot_once",
            ),
            models.UniqueConstraint(
                fields=["table"], condition=Q(status="playing"), name="match_one_playing_a_table"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["championship", "consolation"], cascade__isnull=True)
                | Q(kind="set_aside", cascade__isnull=False, status="finished"),
                name="match_kind_known",
            ),
            # Round 0: preliminary matches of late pairs.
            models.CheckConstraint(
                condition=Q(round__gte=1) | Q(round=0, kind__in=["championship", "set_aside"]),
                name="match_round_from_1",
            ),
            models.CheckConstraint(condition=Q(best_of__in=LENGTHS), name="match_best_of_known"),
            models.CheckConstraint(
                condition=Q(pair_a__isnull=True) | Q(pair_b__isnull=True) | ~Q(pair_a=F("pair_b")),
                name="match_two_different_pairs",
            ),
            models.CheckConstraint(
                condition=Q(status="waiting")
                | Q(status="finished")
                | Q(status__in=["ready", "playing"], pair_a__isnull=False, pair_b__isnull=False),
                name="match_pairs_known_to_play",
            ),
            models.CheckConstraint(
                condition=Q(status="finished", ended_by__in=list(ENDINGS))
                | (~Q(status="finished") & Q(ended_by="", winner="")),
                name="match_ending_when_finished",
            ),
            models.CheckConstraint(
                condition=Q(winner="")
                | Q(winner="A", pair_a__isnull=False)
                | Q(winner="B", pair_b__isnull=False),
                name="match_winner_is_a_pair",
            ),
            models.CheckConstraint(
                condition=~Q(winner="")
                | Q(ended_by="")
                | Q(ended_by__in=ENDINGS_WITHOUT_WINNER)
                | Q(ended_by="games", games_a=F("games_b"), best_of__in=EVEN),  # level (T1)
                name="match_winner_when_won",
            ),
            models.CheckConstraint(
                condition=~Q(status="playing") | Q(started_at__isnull=False),
                name="match_started_when_playing",
            ),
            models.CheckConstraint(
                condition=Q(first_mano__isnull=True) | Q(first_mano__in=[0, 1, 2, 3]),
                name="match_mano_is_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.round}.{self.slot}"

    @property
    def label(self) -> str:
        return label(self.kind, self.round, self.slot)

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1

    @property
    def all_played(self) -> bool:
        """Whether every game is played, even when one pair cannot be caught (T1)."""
        tournament = self.tournament
        is_even = self.best_of % 2 == 0
        return is_even or REGULATIONS[tournament.regulation].plays_all(tournament.settings)

    @property
    def vaca(self) -> int:
        """The games that win a vaca, as in `Regulation.vaca` (T1)."""
        return REGULATIONS[self.tournament.regulation].vaca(self.tournament.settings)

    def stones_of_game(self, number: int) -> int:
        """The stones that win a game of this number which has not begun (S7)."""
        regulation, settings = REGULATIONS[self.tournament.regulation], self.tournament.settings
        return regulation.stones_of_game(number, settings, best_of=self.best_of)

    def outcome_with(self, games: Iterable[int]) -> Outcome | None:
        """How the match ends with these games of A and B: who has won, or level (T1); None while
        it goes on."""
        return match_outcome(tuple(games), best_of=self.best_of, all_played=self.all_played)

    @property
    def results(self) -> tuple[tuple[int, int], ...]:
        """Every result that it can end with by games: of A and of B, those that A wins first, a
        level one last. Where all games are played, no game that was played is left out, although
        fewer are asked for since (T5)."""
        games = max(self.best_of, sum(self.games)) if self.all_played else self.best_of
        if games > self.best_of and self.outcome_with(self.games) is None:
            games += 1  # one more decides
        found = match_results(best_of=games, all_played=self.all_played)
        return tuple(result for result in found if self.best_of % 2 == 0 or len({*result}) == 2)

    @property
    def games(self) -> BySide[int]:
        return BySide(self.games_a, self.games_b)

    @property
    def pairs(self) -> BySide[int | None]:
        """The pairs' primary keys, by side."""
        return BySide(self.pair_a_id, self.pair_b_id)

    def players(self, side: Side) -> tuple[str, str]:
        """The two players of a side, as this match names them; empty while no pair is known."""
        own = (self.names[side == Side.B] if self.names else ()) or ("", "")
        pair = self.pair_a if side == Side.A else self.pair_b
        first, second = pair.players if pair else ("", "")
        return own[0] or first, own[1] or second

    @property
    def is_championship(self) -> bool:
        return self.kind == self.Kind.CHAMPIONSHIP

    @property
    def is_set_aside(self) -> bool:
        return self.kind == self.Kind.SET_ASIDE

    @property
    def is_level(self) -> bool:
        """Whether it has ended level (`Bout.is_level`)."""
        return self.outcome == LEVEL

    @property
    def outcome(self) -> str:
        """The side that has won, "level", or "" where nobody has or it goes on."""
        is_level = self.ended_by == self.EndedBy.GAMES and not self.winner
        return LEVEL if is_level else self.winner

    @property
    def winner_id(self) -> int | None:
        """Primary key of the pair that won, if any."""
        return self.pairs[Side(self.winner)] if self.winner else None

    def to_rules(self) -> Bout:
        """The match as formats and standings need it, pairs by primary key."""
        return Bout(
            place=Place(self.round, self.slot),
            pairs=self.pairs,
            status=cast(Status, self.status),
            winner=Side(self.winner) if self.winner else None,
            ended_by=self.ended_by,
            begun=self.started_at is not None,
            games=self.games,
        )


# A cascade: a change in one match that affected later matches.


class Cascade(models.Model):
    """The state before and after a change, so that the whole change can be taken back.

    `what`: the kind of the change's event; `event_number`: its number. `before`: the rows of
    matches and pairs before the change; `after`: the changed match after it and, in `matches`, the
    rows of all that changed with it; `play`: what the hands (`scoring`) need to take the change
    back.
    """

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="cascades"
    )
    match = models.ForeignKey(
        "tournament.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    pair = models.ForeignKey(
        "tournament.Pair", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    what = models.CharField(max_length=40)
    event_number = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500)
    actor_label = models.CharField(max_length=120)
    at = models.DateTimeField()
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    play = models.JSONField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="cascade_for_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.what} ({self.event_number})"

    @property
    def pair_ids(self) -> tuple[int, ...]:
        """Primary keys of the pairs that left or came back with the change."""
        return tuple(int(pk) for pk in self.before.get("pairs", {}))
