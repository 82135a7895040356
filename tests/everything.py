"""A day on which there is one of everything, and what the addresses of its things are made of."""

from typing import Any

from django.utils import timezone

from jobs import products
from jobs.models import Job, JobState
from scoring.course.models import Hand
from scoring.rulings.models import Ruling, TribunalCase
from scoring.statements import services as statements
from scoring.statements.queries import link_of
from season.models import PublishedRanking
from tests.scoring import table
from tests.season.seasons import circuit
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Cascade
from tournament.matches.services.bracket import match_row
from tournament.memory.services import desk_act
from tournament.paper import BOUND
from tournament.pauses.models import Pause
from tournament.signup.models import Single
from tournament.signup.queries import single_link_of


def parts_of(drawn: Tournament, owner: Any) -> dict[str, Any]:
    """The parts of addresses of this drawn tournament, in which a hand is played, a question asked,
    a case opened, paper made, and of a circuit of `owner` in which it is."""
    match = play.start(play.match(drawn, 1, 0), table_number=1)
    table.record(match, table.plain())
    hand = Hand.objects.get(game__match=match)
    row = match_row(match)
    cascade = Cascade.objects.create(
        tournament=drawn, match=match, what="match.reopened", reason="miscounted",
        actor_label="organizer zarautz", at=timezone.now(),
        before={"matches": {str(match.pk): row}, "pairs": {}}, after=row,
    )  # fmt: skip
    ruling = Ruling.objects.create(
        match=match, pair=match.pair_a, kind="repetition", proposed={"loser": "A", "time": 2},
        game=hand.game, hand=hand,
        raised_by="table 1", raised_at=timezone.now(),
    )  # fmt: skip
    case = TribunalCase.objects.create(
        ruling=ruling, pair=ruling.pair, opened_by="organizer zarautz", opened_at=timezone.now()
    )
    pause = Pause.objects.create(
        tournament=drawn, starts_at=timezone.now(), ends_at=timezone.now(), reason="lunch"
    )
    job = products.ask(
        BOUND, {}, file_name="paper.pdf", key="paper", tournament_id=drawn.pk
    )  # fmt: skip
    Job.objects.filter(pk=job).update(state=JobState.DONE)
    products.deliver(BOUND, "paper", b"%PDF")
    with desk_act() as recorder:
        statements.set_terms(tournament_id=drawn.pk, entered_by="both", actor=play.PROGRAM)
    assert recorder.memory is not None
    single = Single.objects.create(tournament=drawn, player="Deba", at=timezone.now())
    made = circuit(owner, drawn)
    PublishedRanking.objects.create(circuit=made, number=1, at=timezone.now(), event_number=1)
    return {
        "slug": drawn.slug,
        "link": link_of(pair_id=match.pair_b_id),
        "job_id": job,
        "pair_id": play.pair(drawn, 1).pk,
        "person_id": owner.pk,
        "match_id": match.pk,
        "number": 1,
        "table": 1,
        "game": 1,
        "ruling_id": 1,
        "token_id": 1,
        "device_id": 1,
        "cascade_id": cascade.pk,
        "case_id": case.pk,
        "pause_id": pause.pk,
        "event": recorder.memory.last,
        "circuit": made.slug,
        "claim_id": 1,
        "erasure_id": 1,
        "merge_id": 1,
        "invitation_id": 1,
        "difference_id": 1,
        "user_id": 1,
        "single_id": single.pk,
        "single": single_link_of(single),
    }
