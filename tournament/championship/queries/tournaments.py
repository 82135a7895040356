"""Tournaments: lists, single ones, and whether a user may see or run one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, Func, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Role, Tournament
from tournament.championship.rules import Prizes, prizes_from
from tournament.entries.models import Pair
from tournament.errors import (
    NotAllowed,
    Problem,
    lazy_text,
    no_such_match,
    no_such_pair,
    no_such_tournament,
)
from tournament.fields import same_fields
from tournament.formats.registry import key_of, made_for
from tournament.formats.regulations import (
    REGULATIONS,
    LateRule,
    Regulation,
    clubs_enter,
    whole_length,
)
from tournament.formats.setting import BY_HAND
from tournament.log.rules.roles import OWNER
from tournament.log.rules.text import folded
from tournament.matches.models import HAS_BEGUN, Match
from tournament.matches.queries.matches import PairName, name_of
from tournament.standings.queries import standings

User = AbstractBaseUser | AnonymousUser
LONGEST_SLUG = 80


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament with its counts: pairs entered, and those that have withdrawn or were
    disqualified after the draw. `time_zone`: an IANA name. `format`: the key of its format;
    `format_options`: the options chosen. `lengths`: those that the draw gave to the matches, in
    games, the shortest first. `champions`: the champion, or those who share the title. `has_begun`:
    whether a match has. `entered_afterwards`: results of it were played elsewhere or written on
    paper. `is_hidden`: no list names it, and whoever has its address reads it. `postponed_from`:
    its start before it was postponed. `consolation_ended`: no more matches are made there (T3).
    `ties_by_lot`: the lot of its draw parts pairs that are equal, as when it was drawn.
    `warnings` are remarks for the organizers; they refuse nothing."""

    id: int
    slug: str
    name: str
    place: str
    starts_at: datetime
    time_zone: str
    regulation: Regulation
    settings: Mapping[str, Any]
    format: str
    format_options: Mapping[str, Any]
    tables_count: int
    courtesy_minutes: int
    rules_name: str
    house_rules: str
    prizes: Prizes
    best_of: int | None
    lengths: tuple[int, ...]
    status: Literal["entry", "running", "finished"]
    is_called_off: bool
    ended_early: bool
    consolation_ended: bool
    ties_by_lot: bool
    entered_afterwards: bool
    is_hidden: bool
    postponed_from: datetime | None
    has_begun: bool
    draw_seed: str | None
    draw_recipe: str
    champion: PairName | None
    champions: tuple[PairName, ...]
    is_rehearsal: bool
    event_number: int
    event_hash: str
    pairs_count: int
    withdrawn_count: int
    disqualified_count: int
    warnings: tuple[Problem, ...]

    @property
    def ends_at(self) -> datetime:
        """When the last day of play ends (T5), whatever is still to be played."""
        return self.starts_at + whole_length(self.settings)

    @property
    def pairs_in_all(self) -> int:
        """The pairs that are in, and those that left after the draw."""
        return self.pairs_count + self.withdrawn_count + self.disqualified_count

    @property
    def is_drawn_by_hand(self) -> bool:
        """Whether round 1 was drawn by hand."""
        return self.draw_recipe.startswith(BY_HAND)

    @property
    def is_drawn(self) -> bool:
        return self.status != "entry"

    @property
    def stage(self) -> Literal["called_off", "entry", "drawn", "running", "finished"]:
        """How far it is. A drawn one runs once a match has begun; one of individuals at once."""
        if self.is_called_off:
            return "called_off"
        if self.status == "running" and not (self.has_begun or self.is_individual):
            return "drawn"
        return self.status

    @property
    def all_played(self) -> bool:
        """As `Regulation.plays_all`."""
        return self.regulation.plays_all(self.settings)

    @property
    def may_be_level(self) -> bool:
        """Whether the matches of its table may end level (T1)."""
        return bool(self.regulation.points(self.settings).level)

    @property
    def has_table(self) -> bool:
        """Whether pairs meet in a table, alone or before brackets."""
        return "points_win" in made_for(self.format, {}).options

    @property
    def vaca(self) -> int:
        """The games that win a vaca; 1 where a match is played in games alone (T1)."""
        return self.regulation.vaca(self.settings)

    @property
    def match_minutes(self) -> int | None:
        """The minutes of a match; None for no limit (T5)."""
        return self.regulation.time_limit(self.settings)[0]

    @property
    def late_rule(self) -> LateRule | None:
        """What a late pair loses (T7); None where the officials alone say."""
        return self.regulation.late_rule(self.settings)

    @property
    def minutes_of_grace(self) -> int:
        """The minutes that a called pair is waited for: those of its rule of lateness, otherwise
        the courtesy (T7)."""
        return self.late_rule.grace if self.late_rule else self.courtesy_minutes

    @property
    def clubs_enter(self) -> bool:
        """Whether a club or bar may enter by its name alone."""
        return clubs_enter(self.settings) and not self.is_individual

    @property
    def is_individual(self) -> bool:
        """Whether everybody plays for himself, at tables of several."""
        return self.format == "individuals"

    @property
    def entrants(self) -> Literal["pairs", "clubs", "players"]:
        """Who enters: pairs; clubs or bars by their name alone, too; or players."""
        return "players" if self.is_individual else "clubs" if self.clubs_enter else "pairs"

    @property
    def has_seeds(self) -> bool:
        """Whether its format keeps seeded pairs apart."""
        return "seeds" in made_for(self.format, {}).options

    @property
    def best_of_if_drawn_now(self) -> int | None:
        """Best of how many games if the draw were made now (T1); None under two pairs."""
        if self.pairs_count < 2:
            return None
        return self.regulation.best_of(self.pairs_count, self.settings)


def tournament_list(*, with_rehearsals: bool = False) -> tuple[TournamentView, ...]:
    """Every tournament that is not hidden, latest start first. One query."""
    tournaments = _counted().filter(is_hidden=False)
    if not with_rehearsals:
        tournaments = tournaments.filter(is_rehearsal=False)
    return tuple(map(_view, tournaments.order_by("-starts_at", "-id")))


def tournaments_of(*, user: User) -> tuple[TournamentView, ...]:
    """The tournaments this user organizes (all, for a superuser). One query."""
    if not user.is_authenticated:
        return ()
    tournaments = _counted()
    if not getattr(user, "is_superuser", False):
        mine = Tournament.objects.filter(organizers=user.pk).values("pk")
        tournaments = tournaments.filter(pk__in=mine)
    return tuple(map(_view, tournaments.order_by("-starts_at", "-id")))


def tournament_detail(*, tournament_id: int) -> TournamentView:
    """One tournament by its key. Raises NotFound."""
    return _must_exist(_counted().filter(pk=tournament_id).first())


def which(*, slug: str) -> int | None:
    """The primary key of the tournament with this slug: another tournament may have had the slug
    before. None when there is none. One query."""
    return Tournament.objects.filter(slug=slug).order_by().values_list("pk", flat=True).first()


def get_public(*, slug: str) -> TournamentView:
    """The tournament anybody may look at. Raises NotFound."""
    return _must_exist(_by_slug(slug))


def public_where(*, fits: Q) -> tuple[TournamentView, ...]:
    """The tournaments that fit, earliest start first. One query."""
    return tuple(map(_view, _counted().filter(fits).order_by("starts_at", "id")))


def get_for_organizer(*, user: User, slug: str) -> TournamentView:
    """The tournament, for one of its organizers or a superuser. Raises NotFound, NotAllowed."""
    tournament = _must_exist(_by_slug(slug))
    if not may_organize(user=user, tournament_id=tournament.id):
        raise _not_an_organizer()
    return tournament


def must_organize(user: User, slug: str, *, match_id: int | None = None, pair_id: int = 0) -> int:
    """Checks that the match or pair is in this tournament, and the user an organizer of it or a
    superuser; returns the tournament's primary key.

    Two queries, however large the tournament. Raises NotFound (no_such_tournament, no_such_match,
    no_such_pair), NotAllowed (not_an_organizer).
    """
    model, pk = (Pair, pair_id) if match_id is None else (Match, match_id)
    rows = model._default_manager.filter(pk=pk).order_by()
    row = rows.values_list("tournament_id", "tournament__slug").first()
    if row is None or row[1] != slug:
        get_for_organizer(user=user, slug=slug)
        raise no_such_pair() if match_id is None else no_such_match()
    tournament_id: int = row[0]
    if not may_organize(user=user, tournament_id=tournament_id):
        raise _not_an_organizer()
    return tournament_id


def _not_an_organizer() -> NotAllowed:
    return NotAllowed.one(
        "user",
        "not_an_organizer",
        _("Only the organizers of this tournament may do this. Log in as one of them."),
    )


def may_organize(*, user: User, tournament_id: int) -> bool:
    """Whether the user is an organizer of the tournament, or a superuser."""
    if not user.is_authenticated or not user.is_active:
        return False
    if getattr(user, "is_superuser", False):
        return True
    return Tournament.organizers.through.objects.filter(
        tournament_id=tournament_id, user_id=user.pk
    ).exists()


def zone_of(*, tournament_id: int) -> ZoneInfo:
    """The time zone of the tournament's place. Raises NotFound."""
    tournament = Tournament.objects.filter(pk=tournament_id).only("time_zone").first()
    if tournament is None:
        raise no_such_tournament()
    return tournament.zone


def _by_slug(slug: str) -> Tournament | None:
    if not isinstance(slug, str) or len(slug) > LONGEST_SLUG or "\x00" in slug:
        return None
    return _counted().filter(slug=slug).first()


@cache
def _counted() -> QuerySet[Tournament]:
    """Composed once: every page begins with it, and composing takes longer than asking."""
    own = Q(pair_a=OuterRef("pk")) | Q(pair_b=OuterRef("pk"))
    # A drawn day without matches is one of individuals, where everybody is in the draw.
    is_drawn = Q(tournament__drawn_pairs__isnull=False)
    matches = Match.objects.filter(tournament=OuterRef("tournament"))
    of_draw = Exists(Match.objects.filter(own)) | (is_drawn & ~Exists(matches))
    return Tournament.objects.select_related("champion").annotate(
        pairs_count=_pairs(status="entered"),
        withdrawn_count=_pairs(of_draw, status="withdrawn"),
        disqualified_count=_pairs(of_draw, status="disqualified"),
        has_begun=Exists(Match.objects.filter(HAS_BEGUN, tournament=OuterRef("pk"))),
    )


def _pairs(*where: Exists | Q, status: str) -> Subquery:
    # A subquery, because a count over a join is grouped by every column of both tables.
    pairs = Pair.objects.filter(*where, tournament=OuterRef("pk"), status=status).order_by()
    count = pairs.annotate(count=Func("pk", function="COUNT")).values("count")
    return Subquery(count, output_field=IntegerField())


def _must_exist(tournament: Tournament | None) -> TournamentView:
    if tournament is None:
        raise no_such_tournament()
    return _view(tournament)


def _view(tournament: Any) -> TournamentView:
    regulation = REGULATIONS[tournament.regulation]
    own = {
        "regulation": regulation,
        "time_zone": tournament.zone.key,
        "format": key_of(regulation=tournament.regulation, format=tournament.format),
        "lengths": _lengths(tournament),
        "champion": name_of(tournament.champion),
        "ties_by_lot": tournament.draw_seed is not None and tournament.ties is None,
        "champions": _champions(tournament),
        "prizes": prizes_from(tournament.prizes),
        "warnings": _warnings(regulation, tournament.pairs_count),
    }
    return TournamentView(**same_fields(tournament, TournamentView) | own)


def _champions(tournament: Any) -> tuple[PairName, ...]:
    """The champion, or those who share the title; none while it is played. No query but for a
    finished tournament without a champion."""
    champion = name_of(tournament.champion)
    if champion is not None:
        return (champion,)
    if tournament.status != Tournament.Status.FINISHED:
        return ()
    lines = standings(tournament_id=tournament.pk)
    return tuple(line.pair for line in lines if line.title == "champion")


def _lengths(tournament: Any) -> tuple[int, ...]:
    best_of = [] if tournament.best_of is None else [tournament.best_of]
    return tuple(sorted({*best_of, *tournament.games_by_round.values()}))


def _warnings(regulation: Regulation, pairs: int) -> tuple[Problem, ...]:
    cap = regulation.cap_warning
    if cap is None or pairs <= cap:
        return ()
    message = lazy_text(
        _(
            "This regulation foresees %(cap)s pairs at most and %(pairs)s are entered. The "
            "tournament can be played, with one round more."
        ),
        cap=cap,
        pairs=pairs,
    )
    return (Problem("pairs", "over_the_cap", message),)


# The organizers of a tournament.


@dataclass(frozen=True, slots=True)
class OrganizerView:
    """One organizer, by login name."""

    id: int
    username: str
    role: str = OWNER


def organizers_of(*, tournament_id: int) -> tuple[OrganizerView, ...]:
    """The tournament's organizers by name, for organizers. Two queries."""
    roles = dict(Role.objects.filter(tournament_id=tournament_id).values_list("user_id", "role"))
    users = get_user_model()._default_manager.filter(tournaments=tournament_id)
    return tuple(
        OrganizerView(user.pk, user.get_username(), roles.get(user.pk, OWNER))
        for user in users.order_by(get_user_model().USERNAME_FIELD)
    )


# Editions: the tournaments of a place, and the tournaments in which a club played.


@dataclass(frozen=True, slots=True)
class Edition:
    """A tournament. `pairs`: the club's pairs in it, when a club was asked for."""

    tournament: TournamentView
    pairs: tuple[PairName, ...] = ()


@dataclass(frozen=True, slots=True)
class Editions:
    """The name of the place or club as last written, and the tournaments, latest first."""

    name: str
    editions: tuple[Edition, ...]


def of_place(*, key: str) -> Editions | None:
    """The tournaments at the place with this address (its slug); None when nobody played there."""
    here = [
        tournament
        for tournament in tournament_list()
        if tournament.place and slugify(tournament.place) == key
    ]
    return Editions(here[0].place, tuple(map(Edition, here))) if here else None


def of_club(*, key: str) -> Editions | None:
    """The tournaments in which pairs of the club with this address (its slug) were entered; None
    when there is no such club."""
    everything = tournament_list()
    clubs = Pair.objects.exclude(club="").values_list("club", flat=True).distinct().order_by()
    spellings = {name for name in clubs if slugify(name) == key}
    if not spellings:
        return None
    pairs: dict[int, list[PairName]] = {}
    entered = Pair.objects.filter(club__in=spellings, tournament__is_rehearsal=False)
    for pair in entered.order_by("tournament_id", "number"):
        name = name_of(pair)
        if name is not None:
            pairs.setdefault(pair.tournament_id, []).append(name)
    editions = [Edition(one, tuple(pairs[one.id])) for one in everything if one.id in pairs]
    return Editions(editions[0].pairs[0].club, tuple(editions)) if editions else None


# Search over tournaments and their pairs, whatever the case, accents and hyphens of a name.
#
# Names are compared in Python, because SQLite and PostgreSQL fold letters differently.


_ORDER = ("running", "entry", "finished")


@dataclass(frozen=True, slots=True)
class FoundPair:
    """A pair in one tournament."""

    pair: PairName
    tournament: TournamentView


@dataclass(frozen=True, slots=True)
class Found:
    """The pairs that match, those of running tournaments first; and the tournaments that match by
    name or place or have such a pair, latest start first."""

    pairs: tuple[FoundPair, ...]
    tournaments: tuple[TournamentView, ...]


def search(*, text: str) -> Found:
    """What has every word of `text`: in a pair's names and club, or in a tournament's name and
    place. Rehearsals are left out. Two queries."""
    everything = tournament_list()
    here = {one.id: one for one in everything}
    pairs = []
    for pair in Pair.objects.filter(tournament__is_rehearsal=False).order_by("number"):
        name = name_of(pair)
        if name and pair.tournament_id in here and has(text, name.name, name.club):
            pairs.append(FoundPair(name, here[pair.tournament_id]))
    order = {one.id: place for place, one in enumerate(everything)}
    pairs.sort(key=lambda pair: (_ORDER.index(pair.tournament.status), order[pair.tournament.id]))
    of_pairs = {pair.tournament.id for pair in pairs}
    return Found(
        tuple(pairs),
        tuple(one for one in everything if one.id in of_pairs or has(text, one.name, one.place)),
    )


def has(text: str, *names: str) -> bool:
    """Whether the names together contain every word of `text`. A text without a letter or digit is
    in no name."""
    words = folded(text).split()
    inside = folded(" ".join(names))
    return bool(words) and all(word in inside for word in words)
