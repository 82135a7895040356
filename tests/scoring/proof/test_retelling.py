"""Rows that follow from the log alone: made anew from it, and refused where they cannot follow."""

from typing import Any

import pytest

from scoring.proof.queries.tables import FROM_THE_LOG, tournament_file
from scoring.proof.queries.verify import verify_tournament
from scoring.proof.rules.beside import AuxiliaryTables
from scoring.proof.rules.following import draw_faults
from scoring.proof.rules.lines import BrokenFile
from scoring.proof.rules.replay import LogTellsNonsense, Replay
from scoring.proof.services.files import rebuild, retell
from tests.scoring.proof.compared import OF_OTHER_DAYS
from tests.tampering.trials import forget_everything
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.commitment import services as commitment
from tournament.commitment.models import DrawCommitment
from tournament.errors import Refusal
from tournament.log.queries.log import entries_of
from tournament.pauses import services as pauses
from tournament.pauses.models import Pause
from tournament.referees.models import Referee


def beside_rows(cup: Tournament) -> dict[str, list[Any]]:
    """Every such row, without the numbers that are a machine's own."""
    return {
        kept.name: [
            tuple(row.values())
            for row in kept.model._default_manager.filter(**{kept.of: cup.pk})
            .order_by(kept.key or "pk")
            .values(*({kept.key} - {"", "id"}), *kept.lookups)
        ]
        for kept in FROM_THE_LOG
    }


@pytest.mark.django_db
def test_pauses_arrivals_referees_and_the_like_are_made_anew_from_the_log(everything):
    before, made = beside_rows(everything), tournament_file(tournament_id=everything.pk)
    of_this_day = {name: rows for name, rows in before.items() if name not in OF_OTHER_DAYS}
    assert all(of_this_day.values()), "there is something of each"
    numbers = list(Pause.objects.order_by("pk").values_list("pk", flat=True))
    forget_everything()
    rebuilt = rebuild(content=made)
    assert beside_rows(rebuilt) == before
    assert list(Pause.objects.order_by("pk").values_list("pk", flat=True)) == numbers
    assert Referee.objects.get(number=2).name == "2", "names stay with the organizers"
    assert tournament_file(tournament_id=rebuilt.pk) == made
    assert b"Arrasate" not in made


@pytest.mark.django_db
def test_a_draw_that_is_prepared_stays_so_elsewhere_and_its_secret_at_home():
    cup = play.tournament(entered=4)
    prepared = commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    commitment.add_words(tournament_id=cup.pk, words="seven kings", actor=play.PROGRAM)
    made = tournament_file(tournament_id=cup.pk, contacts=True)
    assert prepared.secret.encode() not in made
    assert verify_tournament(tournament_id=cup.pk).left_out == ()
    forget_everything()

    rebuilt = rebuild(content=made)
    report = verify_tournament(tournament_id=rebuilt.pk)
    assert (report.first, report.left_out) == (None, ("secret",))
    with pytest.raises(Refusal, match="secret_elsewhere"):
        commitment.reveal(tournament_id=rebuilt.pk, actor=play.PROGRAM)
    commitment.cancel(tournament_id=rebuilt.pk, reason="it is there", actor=play.PROGRAM)
    assert verify_tournament(tournament_id=rebuilt.pk).first is None


@pytest.mark.django_db
def test_a_secret_that_does_not_open_its_print_is_found_before_it_is_opened():
    cup = play.tournament(entered=4)
    kept = commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    DrawCommitment.objects.update(secret="0" * 64)
    first = verify_tournament(tournament_id=cup.pk).first
    assert first is not None
    assert (first.where, first.event) == (
        f"prepared › {kept.event_number} › secret", kept.event_number,
    )  # fmt: skip


@pytest.mark.django_db
def test_a_draw_given_up_with_another_secret_or_prepared_on_another_list_is_named():
    cup = play.tournament(entered=4)
    kept = commitment.commit(tournament_id=cup.pk, actor=play.PROGRAM)
    commitment.cancel(tournament_id=cup.pk, reason="late", actor=play.PROGRAM)
    entries = list(entries_of(tournament=Tournament.objects.get(pk=cup.pk)))
    assert list(draw_faults(Replay().apply_events(entries))) == []
    for kind, other, where in (
        ("draw.commitment_cancelled", {"secret": "0" * 64}, "draw › secret"),
        ("draw.committed", {"head": "0" * 64}, "draw › head"),
    ):
        told = Replay()
        for entry in entries:
            changed = other if entry.kind == kind else {}
            told.apply_event(
                number=entry.number, kind=entry.kind, data={**entry.data_with_texts, **changed}
            )
            told.head = entry.hash
        fault = next(draw_faults(told))
        assert (fault.where, fault.event) == (where, kept.event_number + 1)


@pytest.mark.django_db
def test_a_pause_whose_number_is_taken_or_that_cannot_be_is_refused_with_its_line():
    cup = play.tournament(entered=2)
    made = pauses.announce(tournament_id=cup.pk, minutes=30, reason="lunch", actor=play.PROGRAM)
    entries, number = list(entries_of(tournament=Tournament.objects.get())), made.pk
    made.delete()
    span = {"starts_at": play.NOON, "ends_at": play.NOON, "reason": "siesta"}
    Pause.objects.create(pk=number, tournament=play.tournament(), **span)
    told = Replay().apply_events(entries)
    with pytest.raises(BrokenFile, match="numbers_taken") as refused:
        retell(tournament=play.tournament(), auxiliary=told.auxiliary)
    assert refused.value.line == len(entries) + 1
    Pause.objects.update(id=number + 1)
    retell(tournament=play.tournament(), auxiliary=told.auxiliary)
    assert sorted(Pause.objects.values_list("pk", flat=True)) == [number, number + 1]
    Pause.objects.all().delete()
    told.auxiliary.rows["pause"][number]["starts_at"] = "noon"
    with pytest.raises(BrokenFile, match="bad_row") as refused:
        retell(tournament=play.tournament(), auxiliary=told.auxiliary)
    assert refused.value.line == len(entries) + 1


def heard(*events: tuple[str, dict[str, Any]]) -> AuxiliaryTables:
    told = AuxiliaryTables()
    for number, (kind, data) in enumerate(events, start=1):
        told.apply_event(number, kind, data, play.NOON)
    return told


ONE = {"number": 1}
PAUSE = {"pause": 1, "starts_at": "a", "ends_at": "b", "reason": "lunch"}
PRINT = {"recipe": "mus-commit/2", "commitment": "c", "algorithm": "mus-draw/1", "numbers": [1, 2],
         "head": "h"}  # fmt: skip
NONSENSE: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "a pair that comes twice": [("pairs.arrived", {"pairs": [ONE]})] * 2,
    "a pair that goes and never came": [("pair.arrival_taken_back", {"pair": ONE})],
    "a pair that opts out twice": [("consolation.opted_out", {"pair": ONE})] * 2,
    "a pair that opts in and was never out": [("consolation.opted_in", {"pair": ONE})],
    "a pause announced twice": [("pause.announced", PAUSE)] * 2,
    "a pause that nobody announced": [("pause.changed", PAUSE)],
    "a pause that goes on once it was called off": [
        ("pause.announced", PAUSE), ("pause.called_off", PAUSE), ("pause.ended", PAUSE)],
    "two draws prepared at once": [("draw.committed", PRINT)] * 2,
    "words for no draw": [("draw.words_added", {"commitment": "c", "place": 1, "words": "w"})],
    "words out of turn": [
        ("draw.committed", PRINT),
        ("draw.words_added", {"commitment": "c", "place": 2, "words": "w"})],
    "a draw given up with other words": [
        ("draw.committed", PRINT),
        ("draw.commitment_cancelled", {"commitment": "c", "words": ["w"], "secret": "s"})],
    "a draw past the one that is prepared": [("draw.committed", PRINT), ("draw.made", {})],
    "a draw opened that was not prepared": [
        ("draw.made", {"commitment": {"hash": "c", "secret": "s"}})],
    "a referee added twice": [("referee.added", {"referee": 1})] * 2,
    "a referee who leaves twice": [
        ("referee.added", {"referee": 1}), *[("referee.removed", {"referee": 1})] * 2],
    "a table for a referee who has left": [
        ("referee.added", {"referee": 1}), ("referee.removed", {"referee": 1}),
        ("tables.handed_over", {"tables": [1], "to": 1})],
    "a table taken from nobody": [("tables.handed_over", {"tables": [1], "to": None})],
}  # fmt: skip


@pytest.mark.parametrize("what", NONSENSE)
def test_what_cannot_follow_from_the_events_before_it_is_refused(what):
    *before, _last = NONSENSE[what]
    heard(*before)
    with pytest.raises((KeyError, ValueError)):
        heard(*NONSENSE[what])


@pytest.mark.django_db
def test_such_an_event_is_named_by_its_number():
    told = Replay()
    created = {"tables": 2, "tells": 2}
    told.apply_event(number=1, kind="tournament.created", data=created)
    with pytest.raises(LogTellsNonsense, match="event 2"):
        told.apply_event(number=2, kind="consolation.opted_in", data={"pair": ONE})


def test_an_older_log_that_does_not_tell_whether_a_pause_stops_the_clock_accuses_nobody():
    told = heard(("pause.announced", PAUSE)).rows["pause"][1]
    assert "stops_clock" not in told
    newer = heard(("pause.announced", {**PAUSE, "stops_clock": True})).rows["pause"][1]
    assert newer["stops_clock"] is True


def test_who_leaves_the_team_leaves_the_tables_too():
    told = heard(
        ("referee.added", {"referee": 1}),
        ("tables.handed_over", {"tables": [1, 2], "to": 1}),
        ("tables.handed_over", {"tables": [1], "to": None}),
        ("referee.removed", {"referee": 1}),
    )
    assert told.rows["post"] == {}
    assert told.by["post", 2] == 4
