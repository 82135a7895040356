"""A tournament is checked whole; whatever is changed behind its back is named."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from jobs.registry import scheduled
from mus.version import RULES_VERSION
from operations.removal.services import remove_tournament
from scoring.course.models import Game, Hand, Penalty
from scoring.outbox.services.actions import confirm
from scoring.proof.queries import verify
from scoring.proof.queries.verify import CHECKS, verify_tournament
from scoring.proof.rules.following import signature_faults
from scoring.proof.rules.replay import Replay
from scoring.proof.services import checking
from scoring.proof.services.checking import check_all
from scoring.proof.tasks import check_every_tournament
from scoring.rulings.models import Ruling
from scoring.rulings.services import games
from tests.scoring import copies, signing, table
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.formats.regulations import REGULATIONS, evidence
from tournament.log.models import Event
from tournament.log.queries.log import entries_of
from tournament.log.rules.events import LogEntry, sealed
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db

PLAYED = pytest.StashKey[copies.Rows]()


@pytest.fixture
def cup(request: pytest.FixtureRequest) -> Tournament:
    """A championship played out by bots, with rulings. Played once; then its rows come back."""
    played = request.session.stash.get(PLAYED, None)
    if played is None:
        call_command("simulate", "--pairs", "4", "--seed", "5", stdout=StringIO())
        request.session.stash[PLAYED] = copies.taken()
    else:
        copies.put(played)
    return Tournament.objects.get()


def test_a_championship_that_nobody_touched_holds(cup):
    report = verify_tournament(tournament_id=cup.pk)
    assert report.ok, report.first
    assert [check.name for check in report.checks] == list(CHECKS[:-1])
    idle = [check.name for check in report.checks if not check.count]
    assert idle == ["agreements"], "bots agree to nothing"


def test_a_day_on_which_the_clock_was_set_back_holds(monkeypatch):
    ahead, real = timedelta(days=1), timezone.now
    monkeypatch.setattr("django.utils.timezone.now", lambda: real() + ahead)
    cup = play.tournament(entered=4, drawn=True)
    first, second = (play.start(play.match(cup, 1, slot), table_number=slot + 1) for slot in (0, 1))
    table.record(first, table.plain())
    play.win(second)
    ahead = timedelta()  # what follows lies before what came
    table.record(first, table.plain())
    matches.reopen(match_id=second.pk, reason="miscounted", actor=play.PROGRAM)
    play.win(second)
    report = verify_tournament(tournament_id=cup.pk)
    assert report.ok, report.first


@pytest.mark.long
def test_the_second_engine_settles_every_hand_alike(cup):
    report = verify_tournament(tournament_id=cup.pk, with_twin=True)
    assert report.ok, report.first
    if verify.settled([]) is None:
        assert report.left_out == ("twin",)
    else:
        assert report.checks[-1].name == "twin"
        assert report.checks[-1].count > 50


def test_a_hand_that_the_second_engine_settles_otherwise_is_named(cup, monkeypatch):
    def otherwise(records: list[Any]) -> list[Any]:
        told = Replay().apply_events(entries_of(tournament=cup))
        found = [
            hand["settlement"]
            for hands in told.hands.values()
            for hand in hands.values()
            if hand["verified"] and hand["settlement"].get("ok") is not False
        ]
        assert len(found) == len(records)
        return [*found[:-1], {**found[-1], "stones": [39, 0]}]

    monkeypatch.setattr(verify, "settled", otherwise)
    report = verify_tournament(tournament_id=cup.pk, with_twin=True)
    assert [check.name for check in report.checks if check.fault] == ["twin"]
    assert report.first is not None
    assert report.first.where.endswith("settlement")
    assert report.first.event


def test_every_night_each_tournament_is_checked_and_a_wrong_one_fails_by_name(
    cup, monkeypatch, caplog
):
    monkeypatch.setattr(verify, "settled", lambda _records: None)
    assert any(spec.name == "proof.check_all" and spec.daily_at for spec in scheduled())
    assert check_every_tournament() == "1 tournaments hold"
    Pair.objects.filter(number=1).update(player_2="Zumaia")
    with pytest.raises(RuntimeError, match=f"{cup.slug}: pairs › 1 › player_2"):
        check_every_tournament()
    [said] = [one.getMessage() for one in caplog.records if one.name == checking.__name__]
    assert said.startswith(f"tournament {cup.slug} does not hold: pairs › 1 › player_2"), said


def _stones(hand: Hand) -> None:
    hand.stones_a += 1
    hand.score_a += 1
    hand.save()


def _cards(hand: Hand) -> None:
    cards = hand.record["cards"]
    cards[0], cards[1] = cards[1], cards[0]
    hand.save()


EDITS: dict[str, tuple[Callable[[Tournament], Any], str, str]] = {
    "a stone in a hand": (
        lambda cup: _stones(Hand.objects.filter(verified=True).earliest("pk")), "rows", "hands "),
    "the cards of a hand": (
        lambda cup: _cards(Hand.objects.filter(verified=True).earliest("pk")), "rows", "record"),
    "the score of a game": (
        lambda cup: Game.objects.filter(number=1).update(score_a=39), "rows", "score"),
    "the winner of a match": (
        lambda cup: _other_winner(Match.objects.filter(ended_by="games").first()),
        "rows", "winner"),
    "the name of a player": (
        lambda cup: Pair.objects.filter(number=2).update(player_1="Zumaia"), "rows", "player_1"),
    "a pair's status": (
        lambda cup: Pair.objects.filter(number=2).update(status="withdrawn"), "rows", "status"),
    "the champion": (
        lambda cup: Tournament.objects.update(champion=Pair.objects.exclude(
            pk=cup.champion_id).first()), "rows", "champion"),
    "the seed": (lambda cup: Tournament.objects.update(draw_seed="mine"), "rows", "draw_seed"),
    "how many were drawn": (
        lambda cup: Tournament.objects.update(drawn_pairs=5), "rows", "drawn_pairs"),
    "a setting": (lambda cup: Tournament.objects.update(settings={"kings": 4}), "rows", "settings"),
    "a hand that is gone": (lambda cup: _last_hand().delete(), "rows", "hands "),
    "a hand that is shown no more": (
        lambda cup: Hand.objects.filter(pk=_last_hand().pk).update(is_current=False),
        "rows", "current"),
    "how many hands of a game count": (
        lambda cup: Game.objects.filter(number=1).update(hand_count=1), "rows", "hands"),
    "the highest number of a hand": (
        lambda cup: Game.objects.filter(number=1).update(last_number=99), "rows", "hands"),
    "who was mano in a game": (
        lambda cup: Game.objects.filter(number=1).update(mano=5), "rows", "mano"),
    "a decided ruling that is gone": (
        lambda cup: _first_decided().delete(), "rulings", "ruling "),
    "a false word that counts no more": (
        lambda cup: Penalty.objects.filter(counts=True).update(counts=False),
        "rulings", "penalties"),
    "a false word put on record": (
        lambda cup: Penalty.objects.create(
            hand=_last_hand(), pair=Pair.objects.first(), clause="G0", seat=0, counts=True),
        "rulings", "penalties"),
}  # fmt: skip


def _first_decided() -> Ruling:
    decided = Ruling.objects.filter(status="confirmed", case=None)
    return decided.earliest("pk")


def _last_hand() -> Hand:
    return Hand.objects.filter(penalties=None, rulings=None, next=None).latest("pk")


def _other_winner(match: Match | None) -> None:
    assert match is not None
    match.winner = "A" if match.winner == "B" else "B"
    match.save()


def test_an_edited_row_is_found_and_named(cup):
    for what, (edit, check, where) in EDITS.items():
        with transaction.atomic():
            edit(cup)
            report = verify_tournament(tournament_id=cup.pk)
            transaction.set_rollback(True)
        wrong = next((one for one in report.checks if one.fault), None)
        assert wrong is not None, what
        assert wrong.fault is not None
        assert (wrong.name, where in wrong.fault.where) == (check, True), (what, wrong)
        assert check == "rulings" or wrong.fault.event, what
    assert verify_tournament(tournament_id=cup.pk).ok


def test_the_outcome_of_a_ruling_cannot_be_rewritten(cup):
    decided = Ruling.objects.exclude(decided_at=None).exclude(outcome={"superseded": True})
    ruling = decided.exclude(kind__in=["call", "attention"]).first()
    assert ruling is not None, "the simulation decides some"
    Ruling.objects.filter(pk=ruling.pk).update(reason="another one")
    first = verify_tournament(tournament_id=cup.pk).first
    assert first is not None
    assert first.where == f"ruling {ruling.pk}"


def test_an_edited_event_is_found_by_the_chain(cup):
    event = cup.events.filter(kind="hand.recorded").first()
    assert event is not None
    Event.objects.filter(pk=event.pk).update(sealed={**event.sealed, "void": True})
    report = verify_tournament(tournament_id=cup.pk)
    assert report.checks[0].fault is not None
    assert report.checks[0].fault.event == event.number
    assert len(report.checks) == 1


def reseal(cup: Tournament, change: Callable[[Event], None]) -> None:
    """The whole log sealed anew after `change`, as somebody could who owns the machine."""
    previous = "0" * 64
    for event in cup.events.order_by("number"):
        change(event)
        entry = sealed(
            tournament=cup.slug, number=event.number, kind=event.kind,
            actor=Actor(event.actor_kind, event.actor_id, event.actor_label), at=event.at,
            data=event.data, previous=previous,
        )  # fmt: skip
        event.previous_hash, event.hash = previous, entry.hash
        event.sealed, event.texts = entry.data, entry.texts
        event.save()
        previous = entry.hash
    Tournament.objects.filter(pk=cup.pk).update(event_hash=previous)


def test_a_log_sealed_anew_around_other_stones_does_not_settle(cup):
    changed = []

    def more_stones(event: Event) -> None:
        if event.kind == "hand.recorded" and not changed and event.data["hand"]["verified"]:
            event.sealed["hand"]["settlement"]["stones"][0] += 1
            hand = event.sealed["hand"]
            changed.append(event.number)
            Hand.objects.filter(
                game__match_id=event.data["match"]["id"], number=hand["number"], version=1,
                game__number=hand["game"],
            ).update(settlement=hand["settlement"])  # fmt: skip

    reseal(cup, more_stones)
    report = verify_tournament(tournament_id=cup.pk)
    wrong = next(one for one in report.checks if one.fault)
    assert wrong.name == "hands"
    assert wrong.fault is not None
    assert wrong.fault.event == changed[0]


def test_a_log_sealed_anew_around_another_draw_does_not_follow_from_its_seed(cup):
    def other_places(event: Event) -> None:
        if event.kind == "draw.made":
            event.sealed["matches"].reverse()

    reseal(cup, other_places)
    wrong = next(one for one in verify_tournament(tournament_id=cup.pk).checks if one.fault)
    assert wrong.name == "draw"


def test_an_event_that_makes_no_sense_is_named_and_breaks_nothing(cup):
    def nonsense(event: Event) -> None:
        if event.number == 5:
            event.sealed = {"match": {"kind": "championship"}, "hand": 3}

    reseal(cup, nonsense)
    cup.refresh_from_db()
    first = verify_tournament(tournament_id=cup.pk).first
    assert first is not None
    assert first.event == 5


def test_the_command_says_what_holds_and_fails_when_something_does_not(cup):
    out = StringIO()
    call_command("verify_tournament", cup.slug, "--without-twin", stdout=out)
    assert "✗" not in out.getvalue()
    Pair.objects.filter(number=1).update(player_2="Zumaia")
    with pytest.raises(CommandError, match=cup.slug):
        call_command("verify_tournament", "--without-twin", stdout=out)
    assert "pairs › 1 › player_2" in out.getvalue()
    with pytest.raises(CommandError):
        call_command("verify_tournament", "nowhere", stdout=out)


def test_every_tournament_is_checked_in_one_go_and_none_is_changed(cup):
    before = _everything()
    assert [report.slug for report in check_all()] == [cup.slug]
    assert _everything() == before


def test_nobody_who_writes_waits_for_a_check_unless_something_looks_wrong(cup, monkeypatch):
    locked = []
    monkeypatch.setattr(checking, "lock", lambda *, tournament_id: locked.append(tournament_id))
    assert [report.ok for report in check_all()] == [True]
    assert locked == []
    Pair.objects.filter(number=1).update(player_2="Zumaia")
    assert [report.ok for report in check_all()] == [False]
    assert locked == [cup.pk], "it may have been half of a change"


def test_what_looks_wrong_is_checked_again_by_the_second_engine_too(cup, monkeypatch):
    monkeypatch.setattr(verify, "settled", lambda _records: None)
    Pair.objects.filter(number=1).update(player_2="Zumaia")
    found = {asked: next(iter(check_all(with_twin=asked))) for asked in (True, False)}
    assert [found[asked].ok for asked in (True, False)] == [False, False]
    assert "twin" in found[True].left_out, "it was asked, and there is none here"
    assert "twin" not in found[False].left_out


@pytest.mark.long
def test_a_tournament_that_is_removed_meanwhile_is_passed_by(cup):
    other, last = play.tournament(name="Orio"), play.tournament(name="Getaria")
    checked = check_all()
    found = [next(checked).slug]
    remove_tournament(tournament_id=other.pk, slug=other.slug)
    assert [*found, *(report.slug for report in checked)] == [cup.slug, last.slug]


def _everything() -> str:
    with connection.cursor() as cursor:
        rows = [
            cursor.execute(f"select * from {table}").fetchall()
            if connection.vendor == "sqlite" else []
            for table in ("scoring_hand", "tournament_event", "tournament_match")
        ]  # fmt: skip
    return json.dumps(rows, default=str)


def test_the_log_says_by_which_rules_it_was_played(cup):
    made = cup.events.get(kind="draw.made").data["rules"]
    assert made == evidence(cup.regulation, cup.settings)
    assert evidence("nabo", {})["sha256"] != evidence("nabo", {"kings": 8})["sha256"]
    hand = cup.events.filter(kind="hand.recorded").first()
    assert hand is not None
    assert hand.data["engine"] == RULES_VERSION == made["engine"]


def test_other_rules_since_then_are_told_and_are_no_fault(cup, monkeypatch):
    other = replace(REGULATIONS[cup.regulation], courtesy_minutes=1)
    regulations = {**REGULATIONS, cup.regulation: other}
    monkeypatch.setattr("tournament.formats.regulations.REGULATIONS", regulations)
    report = verify_tournament(tournament_id=cup.pk)
    assert report.ok
    assert any(cup.regulation in said for said in report.left_out)


def test_a_tournament_from_before_the_pairs_drawn_were_stored_holds(cup):
    Tournament.objects.update(drawn_pairs=None)
    assert verify_tournament(tournament_id=cup.pk).ok


@pytest.fixture
def agreed() -> Event:
    """An agreement of both pairs that their tablet has signed."""
    match = play.match(play.tournament(entered=4, drawn=True), 1, 0)
    matches.assign_table(match_id=match.pk, table_number=1, actor=play.PROGRAM)
    match = table.read(play.start(match))
    table.record(match, table.quick(0, 0, game_winner="A"))
    said = {"match": match.pk, "game": 1, "score": [40, 0], "by": ["A", "B"], "hands": 1}
    mark = signing.signed(slug=match.tournament.slug, **said)
    match_id = said.pop("match")
    confirm(match_id=match_id, actor=table.a_device(match), signed=mark, key="s", **said)
    return Event.objects.latest("number")


def test_a_signed_agreement_holds(agreed):
    report = verify_tournament(tournament_id=agreed.tournament_id)
    assert report.ok, report.first
    assert {check.name: check.count for check in report.checks}["agreements"] == 1


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data.update(score=[40, 39]),
        lambda data: data.update(by=["A"]),
        lambda data: data["match"].update(id=data["match"]["id"] + 1),
        lambda data: data["signed"].update(hands=2),
        lambda data: data["signed"].update(key=signing.key(2)),
        lambda data: data["signed"].update(signature="AAAA"),
        lambda data: data.update(signed={"key": 5}),
        lambda data: data.update(signed="x"),
    ],
)
@pytest.mark.sampled(3)
def test_another_score_in_a_log_sealed_anew_is_not_what_the_pairs_signed(agreed, edit):
    def change(event: Event) -> None:
        if event.number == agreed.number:
            edit(event.sealed)

    reseal(Tournament.objects.get(), change)
    report = verify_tournament(tournament_id=agreed.tournament_id)
    assert report.first is not None
    assert [check.name for check in report.checks if check.fault] == ["agreements"]


def test_a_tablet_that_signs_with_another_key_than_it_joined_with_is_named():
    keys = [signing.key(), signing.key(2)]
    joined = entry(1, "device.joined", {"table": 1, "device": 3, "key": keys[0]})
    said = {"match": 7, "game": 1, "score": [40, 0], "by": ["A"], "hands": 4}
    mark = {**signing.signed(slug="cup", seed=2, **said), "hands": said.pop("hands")}
    given = entry(2, "game.confirmed", {**said, "match": {"id": 7}, "signed": mark})
    assert list(signature_faults([given])) == []
    (fault,) = signature_faults([joined, given])
    assert (fault.where, fault.event) == ("event 2", 2)


def entry(number: int, kind: str, data: dict[str, Any]) -> LogEntry:
    by = Actor("device", 3, "table 1 device 3")
    return LogEntry("cup", number, kind, by, play.NOON, data, "", "")


def test_a_decision_of_a_game_that_is_gone_is_named_with_its_event():
    match = play.start(play.tournament(entered=2, drawn=True).matches.get())
    table.record(match, table.plain())
    games.rule(match_id=match.pk, game=1, winner="A", actor=play.PROGRAM, reason="late")
    assert verify_tournament(tournament_id=match.tournament_id).ok
    Ruling.objects.get(kind="overrule", hand=None).delete()
    first = verify_tournament(tournament_id=match.tournament_id).first
    assert first is not None
    assert first.where == f"decisions of match {match.pk} game 1"
    told = match.tournament.events.get(kind="game.decided")
    assert first.event == told.number
