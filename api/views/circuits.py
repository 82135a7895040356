"""Circuits: listed, and one with its ranking and its ratings."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.cache import patch_cache_control
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Open, respond
from api.schema import described
from api.shapes import shape_of
from season.queries.circuits import CircuitView, circuit_list, get_public
from season.queries.known import CountedTournament, RankingLine, RatingLine
from season.queries.ranking import ranking, ratings
from season.rules.ratings import CalibrationLine


@dataclass(frozen=True, slots=True)
class CircuitDetail:
    """A circuit with its ranking and its ratings, as its tournaments now stand. `calibration`: how
    often the favourites of the ratings won; `even`: matches without a favourite."""

    circuit: CircuitView
    tournaments: tuple[CountedTournament, ...]
    ranking: tuple[RankingLine, ...]
    ratings: tuple[RatingLine, ...]
    calibration: tuple[CalibrationLine, ...]
    even: int


Circuit = shape_of(CircuitView)
Detail = shape_of(CircuitDetail)


class CircuitViewSet(Open):
    tag = "circuits"

    @described(Circuit(many=True), auth=None, operation_id="circuits.index.get")
    def index(self, request: Request) -> Response:
        """List circuits by name."""
        return _revalidated(respond(Circuit, circuit_list()))

    @described(Detail, auth=None, operation_id="circuits.detail.get")
    def read(self, request: Request, circuit: str) -> Response:
        """Read a circuit: its tournaments, ranking and ratings.

        All of it is computed from the tournaments' standings and matches. The places of a
        tournament count once it is finished; every match that was played to its end is rated.
        """
        found = get_public(slug=circuit)
        ranked, rated = ranking(circuit=found), ratings(circuit=found)
        whole = CircuitDetail(
            circuit=found,
            tournaments=ranked.tournaments,
            ranking=ranked.lines,
            ratings=rated.lines,
            calibration=rated.calibration,
            even=rated.even,
        )
        return _revalidated(respond(Detail, whole))


def _revalidated(answer: Response) -> Response:
    """The answer, to be asked for again each time: it changes with any of several tournaments."""
    patch_cache_control(answer, no_cache=True, public=True)
    return answer
