"""Ends a tournament before its last match: what has been played by then decides."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.formats.registry import is_individual
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.services import bracket
from tournament.seatings.models import SeatedRound
from tournament.seatings.services import crown
from tournament.standings.queries import standings

MOST_NAMED = 3
"""Matches named in a refusal."""


@transaction.atomic
def end_early(*, tournament_id: int, actor: Actor, reason: str) -> Tournament:
    """Ends the tournament as it stands (`formats.early` says what that is in each format): a title
    that several pairs share is nobody's alone. The undo of the act lets it go on.

    Raises NotFound, NotAllowed, Refusal (not_drawn, finished, called_off, match_playing,
    nothing_played, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    _must_be_running(tournament)
    why = rights.given_reason(reason)
    tournament.ended_early = True
    tournament.save(update_fields=["ended_early"])
    if is_individual(tournament):
        champion, status = crown(tournament)
        followed: dict[str, Any] = {
            "champion": events.pair_ref(champion), "tournament_status": status,
        }  # fmt: skip
    else:
        followed = bracket.update(tournament=tournament).to_json()
    first = [
        line.pair for line in standings(tournament_id=tournament.pk) if line.title == "champion"
    ]
    events.append(
        tournament,
        actor,
        "tournament.ended_early",
        {
            "ended_early": True,
            "was": {"ended_early": False},
            "reason": why,
            "champions": [{"number": pair.number, "name": pair.name} for pair in first],
            **followed,
        },
    )
    return tournament


def _must_be_running(tournament: Tournament) -> None:
    refusals = {
        "not_drawn": (
            tournament.status == Tournament.Status.ENTRY,
            _("No draw has been made yet. Call the tournament off instead."),
        ),
        "finished": (
            tournament.status == Tournament.Status.FINISHED,
            _("It has ended already. A result that is wrong is corrected at its match."),
        ),
        "called_off": (
            tournament.is_called_off,
            _("It is called off already. If it takes place after all, undo that first."),
        ),
    }
    for code, (is_so, message) in refusals.items():
        if is_so:
            raise Refusal.one("tournament", code, message)
    matches = Match.objects.filter(tournament=tournament, kind="championship")
    playing = [match.label for match in matches.filter(status="playing").order_by("round", "slot")]
    if playing:
        raise Refusal.one(
            "tournament",
            "match_playing",
            _(
                "Being played: %(matches)s. Enter each result, also one of fewer games, or take "
                "the start back; then end the tournament."
            ),
            matches=", ".join(playing[:MOST_NAMED]) + ("…" if playing[MOST_NAMED:] else ""),
        )
    is_played = any(match.to_rules().is_fact for match in matches)
    rounds = SeatedRound.objects.filter(tournament=tournament).values_list("tables", flat=True)
    if not is_played and not any(table.get("order") for tables in rounds for table in tables):
        raise Refusal.one(
            "tournament",
            "nothing_played",
            _("Nothing has been played, so nothing stands. Call the tournament off instead."),
        )
