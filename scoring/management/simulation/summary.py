"""Figures of a simulated championship."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import QuerySet

from scoring.course.models import Game, Hand, Penalty
from scoring.management.simulation.day import Day
from tournament.matches.models import BYE, Match
from tournament.matches.queries.matches import bracket
from tournament.seatings.queries import rounds_of


@dataclass(frozen=True, slots=True)
class SimulatedResult:
    """A finished match. `games`: those of each side; `scores`: the stones of each game, none for a
    match that was entered as a result."""

    kind: str
    round: int
    slot: int
    best_of: int
    pairs: tuple[str, str]
    games: tuple[int, int]
    winner: str
    scores: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A championship in figures. Everything but `slug` and `seconds` is determined by plan and
    seed.

    `rounds`: of the championship; `finished_rounds`: rounds without a match left; `matches`:
    championship matches finished at a table, or tables of individuals; `penalties`: by clause;
    `results`: every match finished at a table, in order.
    """

    slug: str
    seed: int
    preset: str
    status: str
    pairs: int
    rounds: int
    finished_rounds: int
    matches: int
    byes: int
    consolation_matches: int
    playing: int
    games: int
    hands: int
    penalties: dict[str, int]
    discrepancies: int
    rulings: int
    corrections: int
    undone: int
    champion: str
    results: tuple[SimulatedResult, ...]
    seconds: float

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def lines(self) -> Iterator[str]:
        """The summary for people."""
        clauses = ", ".join(f"{clause} ×{n}" for clause, n in self.penalties.items()) or "none"
        yield f"{self.pairs} pairs, {self.preset}, seed {self.seed}: {self.status}"
        yield f"  rounds         {self.finished_rounds} of {self.rounds}"
        yield f"  matches        {self.matches}, {self.byes} byes, {self.playing} being played"
        yield f"  consolation    {self.consolation_matches}"
        yield f"  games, hands   {self.games}, {self.hands}"
        yield f"  penalties      {clauses}"
        yield f"  discrepancies  {self.discrepancies}"
        yield f"  rulings        {self.rulings}"
        yield f"  corrections    {self.corrections}, {self.undone} hands taken back"
        yield f"  champion       {self.champion or '—'}"
        yield f"  seconds        {self.seconds:.1f}"
        yield f"  address        /t/{self.slug}/"


def summary_of(day: Day, *, seconds: float) -> Summary:
    """The figures of a day that has been played."""
    tournament = day.tournament
    matches = Match.objects.filter(tournament=tournament)
    at_tables = matches.filter(status="finished").exclude(BYE)
    rounds = bracket(tournament_id=tournament.pk).rounds
    seated = rounds_of(tournament_id=tournament.pk)
    counting = {"hand__is_current": True, "hand__is_void": False}
    clauses = Penalty.objects.filter(pair__tournament=tournament, **counting)
    games = Game.objects.filter(match__tournament=tournament)
    hands = Hand.objects.filter(game__match__tournament=tournament, is_current=True, is_void=False)
    return Summary(
        slug=tournament.slug,
        seed=day.plan.seed,
        preset=day.plan.preset,
        status=tournament.status,
        pairs=day.plan.pairs,
        rounds=len(rounds) + len(seated),
        finished_rounds=sum(
            all(match.status == "finished" for match in round_.matches) for round_ in rounds
        )
        + sum(all(table.order for table in tables) for tables in seated),
        matches=at_tables.filter(kind="championship").count() + sum(map(len, seated)),
        byes=matches.filter(BYE).exclude(winner="").count(),
        consolation_matches=at_tables.filter(kind="consolation").count(),
        playing=matches.filter(status="playing").count(),
        games=games.exclude(winner="").count(),
        hands=hands.count(),
        penalties=dict(sorted(Counter(clauses.values_list("clause", flat=True)).items())),
        discrepancies=day.counted.discrepancies,
        rulings=day.counted.rulings,
        corrections=day.counted.corrections,
        undone=day.counted.undone,
        champion=tournament.champion.name if tournament.champion else "",
        results=tuple(map(_result, _in_order(at_tables))),
        seconds=round(seconds, 2),
    )


def _in_order(matches: QuerySet[Match]) -> QuerySet[Match]:
    rows = matches.select_related("pair_a", "pair_b").prefetch_related("played_games")
    return rows.order_by("kind", "round", "slot", "pk")


def _result(match: Match) -> SimulatedResult:
    return SimulatedResult(
        kind=match.kind,
        round=match.round,
        slot=match.slot,
        best_of=match.best_of,
        pairs=(str(match.pair_a.name), str(match.pair_b.name)),  # type: ignore[union-attr]
        games=(match.games_a, match.games_b),
        winner=match.winner,
        scores=tuple((game.score_a, game.score_b) for game in match.played_games.all()),
    )
