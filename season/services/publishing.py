"""A ranking is published: dated and numbered, from then on as it was."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from season.models import PublishedRanking
from season.queries.circuits import CircuitView, get_public
from season.queries.known import Known
from season.queries.published import latest_published
from season.services.acting import append, lock
from tournament.errors import Refusal
from tournament.log.rules.roles import Actor


@transaction.atomic
def publish_ranking(*, circuit_id: int, actor: Actor) -> PublishedRanking:
    """Publishes the ranking as it stands, under the next number. There is no way back: a published
    ranking stays, and the next one shows what has changed.

    Raises NotFound, NotAllowed, Refusal (nobody_ranked, published_already).
    """
    circuit = lock(circuit_id, actor)
    view = get_public(slug=circuit.slug)
    known = Known(view)
    ranked = known.ranked()
    if not ranked:
        raise Refusal.one(
            "circuit",
            "nobody_ranked",
            _("Nobody is in the ranking yet. Finish a tournament of the circuit first."),
        )
    lines = [
        [one.rank, int(one.shared), one.points, one.counted, *known.named_entry(one.person)]
        for one in ranked
    ]
    tournaments = [one.pk for one in known.tournaments.values() if one.status == "finished"]
    last = circuit.published.order_by("-number").first()
    if last and last.tournaments == tournaments and not _has_changed(view):
        raise Refusal.one(
            "circuit",
            "published_already",
            _("This is the ranking as it was published last. Nothing has changed since."),
        )
    number = last.number + 1 if last else 1
    row = PublishedRanking.objects.create(
        circuit=circuit,
        number=number,
        at=timezone.now(),
        lines=lines,
        tournaments=tournaments,
        event_number=circuit.event_number,
    )
    append(circuit, actor, "ranking.published", ranking=number, lines=len(lines))
    return row


def _has_changed(view: CircuitView) -> bool:
    last = latest_published(circuit=view, for_everybody=False)
    return last is None or bool(last.changes)
