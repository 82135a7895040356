"""A championship in which every kind of event happens, act by act."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from scoring.course.models import Game
from scoring.hands.services import corrections, hands
from scoring.matchdays.services import appointments, schedule
from scoring.matchfiles.queries.notation import match_file
from scoring.matchfiles.services import import_match
from scoring.outbox.services import actions, calls, outbox
from scoring.proof.services import erasing
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import appeals, cascades, games, rulings, taking_back, tribunal
from scoring.statements import services as statements
from scoring.statements.queries import link_of as result_link_of
from scoring.undoing.queries import later_acts
from scoring.undoing.services.undo import undo
from tests.scoring import table
from tests.tournament import play
from tournament.arrivals import services as arrivals
from tournament.championship.models import Tournament
from tournament.championship.services import life, organizers, prizes, tournaments
from tournament.championship.services.afterwards import enter_afterwards
from tournament.clock import services as clock
from tournament.clock.queries import last_reduction
from tournament.commitment import services as commitment
from tournament.consolation import services as consolation
from tournament.draw import services as draw
from tournament.entries.services import departures, latecomers, pairs
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.pairing import to_change
from tournament.matches.services import matches, pairing, results
from tournament.memory.models import ActMemory
from tournament.memory.services import desk_act
from tournament.pauses import services as pauses
from tournament.pauses.models import Pause
from tournament.referees import services as referees
from tournament.screens import services as screens
from tournament.seatings import services as seatings
from tournament.seatings.models import SeatedRound
from tournament.signup.queries import link_of
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import sign_ups
from tournament.standings import services as endings
from tournament.standings.queries import open_ties
from tournament.tables.models import Table
from tournament.tables.queries import DeviceIdentity, authenticate, join_token
from tournament.tables.services import devices, tables

BY = play.PROGRAM
PAIRS = 8
MEETING = timezone.now().replace(microsecond=0) + timedelta(days=3)


def days(number: int) -> datetime:
    """So many days after the meeting."""
    return MEETING + timedelta(days=number)


class Story:
    """One championship; what an act needs of an earlier one."""

    def __init__(self) -> None:
        self.tournament = tournaments.create(
            actor=BY,
            owner=None,
            name="Zarautz Cup",
            starts_at=play.NOON,
            tables=4,
            place="Zarautz",
        )
        self.device: DeviceIdentity
        self.links: list[str] = []
        self.away: list[int] = []

    @property
    def id(self) -> int:
        return self.tournament.pk

    def match(self, slot: int) -> Match:
        return table.read(play.match(self.tournament, 1, slot))

    def pair(self, number: int) -> int:
        return play.pair(self.tournament, number).pk

    def join(self, number: int) -> DeviceIdentity:
        at = Table.objects.get(tournament=self.tournament, number=number)
        return authenticate(devices.join(token=join_token(at))[1])


Act = Callable[[Story], Any]


def _now(verb: Callable[..., Any]) -> Callable[..., Any]:
    """The service of that name when the act is done: tests put others in their place."""
    return getattr(sys.modules[verb.__module__], verb.__name__)


def of(verb: Callable[..., Any], **fields: Any) -> Act:
    """An act on the tournament."""
    return lambda story: _now(verb)(tournament_id=story.id, actor=BY, **fields)


def of_match(verb: Callable[..., Any], slot: int = 0, **fields: Any) -> Act:
    """An act on a match of round 1."""
    return lambda story: _now(verb)(match_id=story.match(slot).pk, actor=BY, **fields)


def of_pair(verb: Callable[..., Any], side: str = "a", **fields: Any) -> Act:
    """An act on a pair of the last match of round 1."""
    return lambda story: _now(verb)(
        pair_id=getattr(story.match(3), f"pair_{side}_id"), actor=BY, **fields
    )


def of_link(verb: Callable[..., Any], slot: int = 2, side: str = "a", **fields: Any) -> Act:
    """What a pair does by its link, in a match of round 1."""

    def act(story: Story) -> Any:
        match = story.match(slot)
        link = result_link_of(pair_id=getattr(match, f"pair_{side}_id"))
        return _now(verb)(link=link, match_id=match.pk, **fields)

    return act


def of_ruling(verb: Callable[..., Any], kind: str, **fields: Any) -> Act:
    """An act on the question of a kind."""
    return lambda _story: _now(verb)(ruling_id=Ruling.objects.get(kind=kind).pk, actor=BY, **fields)


def of_pause(verb: Callable[..., Any], **fields: Any) -> Act:
    """An act on the newest pause."""
    return lambda _story: _now(verb)(pause_id=Pause.objects.latest("pk").pk, actor=BY, **fields)


def recorded(hand: dict[str, Any]) -> Act:
    return lambda story: table.record(story.match(0), hand)


def _created(story: Story) -> None:
    assert Tournament.objects.filter(pk=story.id).exists()


def _list_entered(story: Story) -> None:
    lines = [f"Getaria {n}, Orio {n}, Club {n}" for n in range(2, PAIRS + 1)]
    pairs.enter_list(tournament_id=story.id, text="\n".join(lines), actor=BY)


def _pair_changed(story: Story) -> None:
    pairs.change(pair_id=story.pair(1), actor=BY, player_1="Ane Miren", club="Kaia")


def _substituted(story: Story) -> None:
    pairs.substitute(pair_id=story.pair(1), out=2, player="Maddi", reason="ill", actor=BY)


def _changed(story: Story) -> None:
    later = play.NOON + timedelta(hours=1)
    tournaments.change(tournament_id=story.id, actor=BY, name="Getaria Cup", starts_at=later)


def _organizer_added(story: Story) -> None:
    for name in ("orio", "deba"):
        get_user_model().objects.create_user(name, password="unused")
        organizers.add(tournament_id=story.id, username=name, actor=BY)


def _drawn(story: Story) -> None:
    draw.make(tournament_id=story.id, actor=BY, seed="s")
    clock.reduce_games(tournament_id=story.id, best_of=3, actor=BY, reason="a short day")


def _drawn_afresh(story: Story) -> None:
    """Rounds drawn one by one, the first ended without a match by pairs that leave: the draw can
    still be undone."""
    tournaments.change(tournament_id=story.id, actor=BY, format="fresh_draw")
    draw.make(tournament_id=story.id, actor=BY, seed="s")
    _those_on_side_b_leave(story)


def _those_on_side_b_leave(story: Story) -> None:
    first = Match.objects.filter(tournament=story.tournament, pair_b__isnull=False)
    story.away = list(first.values_list("pair_b_id", flat=True))
    for pair in story.away:
        departures.withdraw(pair_id=pair, reason="ill", actor=BY)


def _table_drawn(story: Story) -> None:
    """One round whose table decides, ended without a match: who won by it is tied."""
    tournaments.change(
        tournament_id=story.id, actor=BY, format="swiss", format_options={"swiss_rounds": 1}
    )
    draw.make(tournament_id=story.id, actor=BY, seed="s")
    _those_on_side_b_leave(story)


def _points_given(story: Story) -> None:
    endings.give_points(pair_id=story.away[0], points=-1, reason="came late", actor=BY)


def _tie_decided(story: Story) -> None:
    (tie,) = [one for one in open_ties(tournament_id=story.id) if one.decides]
    endings.decide_tie(
        tournament_id=story.id, how="lot", order=tie.numbers, reason="drawn from a hat", actor=BY
    )


def _paired_by_hand(story: Story) -> None:
    (a, b), (c, d), *rest = to_change(tournament_id=story.id).own
    pairing.pair_by_hand(
        tournament_id=story.id, matches=[(a, c), (b, d), *rest], despite_warnings=True,
        reason="one bus", actor=BY,
    )  # fmt: skip


def _entered_afterwards(story: Story) -> None:
    match = story.match(3)
    line = f"{match.pair_a.number} - {match.pair_b.number}: 2-0"
    enter_afterwards(tournament_id=story.id, results_text=line, reason="on paper", actor=BY)


def _swapped(story: Story) -> None:
    """Two pairs whose matches have not begun."""
    numbers = [story.match(n).pair_a.number for n in (2, 3)]
    draw.swap(
        tournament_id=story.id, first=numbers[0], second=numbers[1], reason="one car", actor=BY
    )


def _draw_afresh_undone(story: Story) -> None:
    draw.undo(tournament_id=story.id, actor=BY, reason="a pair was missing")
    for pair in story.away:
        departures.reinstate(pair_id=pair, reason="well again", actor=BY)
    tournaments.change(tournament_id=story.id, actor=BY, format="")


def _individuals_drawn(story: Story) -> None:
    tournaments.change(
        tournament_id=story.id, actor=BY, format="individuals", format_options={"rounds": 1}
    )
    draw.make(tournament_id=story.id, actor=BY, seed="s")


def _seated(story: Story) -> None:
    with desk_act():
        seatings.seat(tournament_id=story.id, actor=BY)


def _order(story: Story, *, backwards: bool = False, **more: Any) -> None:
    seats = SeatedRound.objects.get(tournament=story.tournament).tables[0]["seats"]
    order = [[player] for player in (reversed(seats) if backwards else seats)]
    given = {"number": 1, "table": 1, "order": order, "actor": BY}
    with desk_act():
        seatings.enter_order(tournament_id=story.id, **given, **more)


def _order_corrected(story: Story) -> None:
    seen = SeatedRound.objects.get(tournament=story.tournament).tables[0]["order"]
    _order(story, backwards=True, seen=seen, reason="read wrongly")


def _seating_undone(story: Story) -> None:
    """The round, with what was entered since at its table."""
    memory = ActMemory.objects.get(tournament=story.tournament, kind="round.seated")
    given = {"event": memory.last, "reason": "one is missing", "actor": BY}
    undo(tournament_id=story.id, together=sorted(later_acts(memory)), **given)


def _individuals_undone(story: Story) -> None:
    draw.undo(tournament_id=story.id, actor=BY, reason="they play in pairs")
    tournaments.change(tournament_id=story.id, actor=BY, format="", format_options={})


def _joined(story: Story) -> None:
    story.device = story.join(1)


def _revoked(story: Story) -> None:
    devices.revoke(device_id=story.join(1).id, actor=BY)


def _named(story: Story) -> None:
    devices.name(device_id=story.device.id, label="the club's tablet", actor=BY)


def _started(story: Story) -> None:
    play.start(story.match(0))


def _results_by_pairs(story: Story) -> None:
    statements.set_terms(tournament_id=story.id, entered_by="both", minutes=20, actor=BY)
    statements.set_terms(tournament_id=story.id, entered_by="both", minutes=15, actor=BY)


def _agreed(story: Story) -> None:
    match = story.match(2)
    a, b = (result_link_of(pair_id=pair) for pair in (match.pair_a_id, match.pair_b_id))
    later = {"match_id": match.pk, "at": days(1), "venue": "Casino"}
    appointments.propose(link=a, **later)
    appointments.accept(link=b, **later)


def _called(story: Story) -> None:
    calls.raise_call(
        match_id=story.match(0).pk,
        actor=story.device.actor,
        message="Come, please",
        about="rule",
        key="call",
    )


def _sent_in_vain(story: Story) -> None:
    action = {
        "key": "late", "kind": "hand.record", "match": story.match(0).pk, "game": 1, "hand": 9,
        "record": table.quick(2, 1),
    }  # fmt: skip
    outbox.apply(device=story.device, actions=[action])


def _discarded(story: Story) -> None:
    action = {"key": "gone", "kind": "attention.discard", "of": ["late"]}
    outbox.apply(device=story.device, actions=[action])


def _ruled(story: Story) -> None:
    table.record(story.match(0), table.plain(claim=[9, 9]))
    rulings.decide_claim(
        ruling_id=Ruling.objects.get(kind="claim").pk, actor=BY, stands="engine", reason="counted"
    )


def _game_confirmed(story: Story) -> None:
    game = Game.objects.get(match=story.match(0), number=1)
    actions.confirm(
        match_id=story.match(0).pk, by=["A", "B"], game=1, actor=story.device.actor, key="game",
        score=[game.score_a, game.score_b],
    )  # fmt: skip


def _game_decided(story: Story) -> None:
    table.record(story.match(0), table.plain())
    games.rule(match_id=story.match(0).pk, game=2, winner="B", actor=BY, reason="marked cards")


def _match_confirmed(story: Story) -> None:
    actions.confirm(
        match_id=story.match(0).pk, by=["A"], score=[2, 0], actor=story.device.actor, key="end"
    )


def _imported(story: Story) -> None:
    file = match_file(match_id=story.match(0).pk)
    import_match(match_id=story.match(1).pk, text=file.text, actor=BY, sides="AB", reason="paper")


def _replaced(story: Story) -> None:
    results.record_result(match_id=story.match(2).pk, games=(2, 0), actor=BY)
    results.replace_result(match_id=story.match(2).pk, games=(1, 2), actor=BY, reason="misread")


def _questions_followed(story: Story) -> None:
    """A match that is given away settles what was asked in it; reopened, it is asked again."""
    if story.match(2).status == "ready":
        play.start(story.match(2))
    table.record(story.match(2), table.plain(claim=[9, 9]))
    results.walkover(match_id=story.match(2).pk, winner="A", reason="they left", actor=BY)
    results.reopen(match_id=story.match(2).pk, actor=BY, reason="they are back")


def _cascade_undone(story: Story) -> None:
    later = play.start(play.match(story.tournament, 2, 0))
    results.reopen(match_id=story.match(1).pk, actor=BY, reason="a mistake", sets_aside=[later.pk])
    cascade = Cascade.objects.latest("pk")
    cascades.take_back(cascade_id=cascade.pk, actor=BY, reason="it was none")


def _heard(story: Story) -> None:
    """A third false claim in the final goes to the Tribunal."""
    final = play.match(story.tournament, 2, 0)
    lie = table.plain(infractions=[{"kind": "false_claim", "seat": 0}])
    for _time in range(3):
        hands.record(match_id=final.pk, record=lie, actor=BY)
        asked = Ruling.objects.filter(match=final, kind="repetition", status="open").first()
        if asked is not None:
            rulings.confirm(ruling_id=asked.pk, actor=BY)
    tribunal.hear(case_id=TribunalCase.objects.get().pk, note="they deny it", actor=BY)


def _judged(_story: Story) -> None:
    case = TribunalCase.objects.get()
    tribunal.judge(case_id=case.pk, verdict="warned", reason="once more", actor=BY)


def _verdict_taken_back(story: Story) -> None:
    case = TribunalCase.objects.get()
    tribunal.take_back(case_id=case.pk, tournament_id=story.id, reason="not heard", actor=BY)


def _pause_announced(story: Story) -> None:
    pauses.announce(tournament_id=story.id, minutes=40, reason="lunch", actor=BY)


def _pause_called_off(story: Story) -> None:
    _pause_announced(story)
    of_pause(pauses.call_off)(story)


def _took_place(story: Story) -> None:
    """The place of a pair that withdrew, in the draw that is undone afterwards."""
    left = story.match(0).pair_b
    departures.withdraw(pair_id=left.pk, reason="ill", actor=BY)
    latecomers.take_place(
        match_id=story.match(0).pk, side="B", player_1="Lezo", player_2="Ondarroa", reason="late",
        actor=BY,
    )  # fmt: skip
    draw.undo(tournament_id=story.id, reason="a rehearsal", actor=BY)
    departures.withdraw(pair_id=play.pair(story.tournament, 10).pk, reason="again", actor=BY)
    departures.reinstate(pair_id=left.pk, reason="well", actor=BY)
    draw.make(tournament_id=story.id, actor=BY, seed="s")


def _waits(story: Story) -> None:
    """The ninth pair is in, the tenth waits."""
    for n in (1, 2):
        made = sign_ups.sign_up(
            tournament_id=story.id, player_1=f"Mendaro {n}", player_2=f"Elgoibar {n}", phone="600"
        )
        story.links.append(link_of(made))


def _left(story: Story) -> None:
    for link in reversed(story.links):
        sign_ups.withdraw(link=link)


def _ruling_taken_back(story: Story) -> None:
    ruling = Ruling.objects.get(kind="claim")
    taking_back.take_back(ruling_id=ruling.pk, actor=BY, reason="counted wrongly")
    rulings.decide_claim(ruling_id=ruling.pk, actor=BY, stands="engine", reason="counted")


def _act_undone(story: Story) -> None:
    """Fewer games at the desk, undone by what is remembered of it."""
    clock.take_back_reduction(
        tournament_id=story.id, event=last_reduction(tournament_id=story.id), reason="no", actor=BY
    )
    with desk_act():
        clock.reduce_games(tournament_id=story.id, best_of=1, reason="late", actor=BY)
    memory = ActMemory.objects.get(tournament=story.tournament, kind="tournament.games_reduced")
    undo(tournament_id=story.id, event=memory.last, reason="no", actor=BY)


def _ended_early(story: Story) -> None:
    """Ended as it stands, and undone: it goes on."""
    with desk_act():
        endings.end_early(tournament_id=story.id, reason="rain", actor=BY)
    memory = ActMemory.objects.get(tournament=story.tournament, kind="tournament.ended_early")
    undo(tournament_id=story.id, event=memory.last, reason="sun", actor=BY)


def _consolation_ended(story: Story) -> None:
    """Ended, and undone: it goes on."""
    with desk_act():
        consolation.end(tournament_id=story.id, actor=BY)
    memory = ActMemory.objects.get(tournament=story.tournament, kind="consolation.ended")
    undo(tournament_id=story.id, event=memory.last, actor=BY)


def _tournament_called_off(story: Story) -> None:
    """Called off, and undone: it goes on."""
    with desk_act():
        life.call_off(tournament_id=story.id, reason="flood", actor=BY)
    memory = ActMemory.objects.get(tournament=story.tournament, kind="tournament.called_off")
    undo(tournament_id=story.id, event=memory.last, reason="it fell", actor=BY)


def _consolation(story: Story) -> None:
    beaten = [story.match(slot).pair_b.number for slot in (0, 1)]
    consolation.create_matches(
        tournament_id=story.id, pairings=[(beaten[0], beaten[1])], actor=BY, best_of=3
    )


def _called_off(story: Story) -> None:
    made = Match.objects.get(tournament=story.tournament, kind="consolation")
    consolation.cancel(match_id=made.pk, actor=BY, reason="they went home")


def _reduction_taken_back(story: Story) -> None:
    event = last_reduction(tournament_id=story.id)
    clock.take_back_reduction(tournament_id=story.id, event=event, actor=BY, reason="too early")


def _names_erased(story: Story) -> None:
    words = [play.pair(story.tournament, 3).player_1]
    erasing.erase(tournament_id=story.id, words=words, asked_by="person", reason="asked", actor=BY)


PROPOSED = of_link(appointments.propose, at=MEETING, venue="Bar Bonberenea")
ACTS: tuple[tuple[str, Act], ...] = (
    ("tournament.created", _created),
    ("pair.entered", of(pairs.enter, player_1="Ane", player_2="Mikel")),
    ("pairs.entered", _list_entered),
    ("pair.changed", _pair_changed),
    ("pair.substituted", _substituted),
    ("tournament.changed", _changed),
    ("tournament.postponed", of(life.postpone, starts_at=days(4), place="Orio", reason="snow")),
    ("tournament.hidden", of(life.hide, reason="a trial")),
    ("tournament.shown", of(life.show, reason="no trial")),
    ("tournament.called_off", _tournament_called_off),
    ("organizer.added", _organizer_added),
    ("organizer.removed", of(organizers.remove, username="orio")),
    ("organizer.role_set", of(organizers.set_role, username="deba", role="owner")),
    ("tables.count_set", of(tables.set_count, count=5)),
    (
        "signup.terms_set",
        of(sign_up_desk.set_terms, is_open=True, cap=9, fee="20 €", note="bring cards"),
    ),
    ("signup.waits", _waits),
    ("signup.left", _left),
    ("contacts.erased", of(sign_up_desk.erase_contacts)),
    ("draw.made", _drawn),
    (
        "prizes.set",
        of(
            prizes.set_prizes,
            places=[{"first": 1, "last": 1, "prize": "600 € and a txapela"}],
            timetable=[{"day": 1, "time": "16:30", "what": "Round 1"}],
        ),
    ),
    ("screen.steered", of(screens.steer, panels=["tables", "bracket"], seconds=20, shown="draw")),
    ("pause.announced", _pause_announced),
    ("pause.changed", of_pause(pauses.change, minutes=30)),
    ("pause.ended", of_pause(pauses.end)),
    ("pause.called_off", _pause_called_off),
    ("pairs.arrived", of(arrivals.arrive, numbers=[1, 2])),
    ("pair.arrival_taken_back", of(arrivals.take_back, number=2)),
    ("pair.took_place", _took_place),
    ("draw.swapped", _swapped),
    ("draw.undone", of(draw.undo, reason="a pair was missing")),
    ("draw.made", _drawn_afresh),
    ("round.paired_by_hand", _paired_by_hand),
    ("draw.undone", _draw_afresh_undone),
    ("draw.made", _table_drawn),
    ("pair.points_given", _points_given),
    ("tie.decided", _tie_decided),
    ("draw.undone", _draw_afresh_undone),
    ("draw.made", _individuals_drawn),
    ("round.seated", _seated),
    ("round.order_entered", _order),
    ("round.order_corrected", _order_corrected),
    ("tournament.ended_early", _ended_early),
    ("act.undone", _seating_undone),
    ("draw.undone", _individuals_undone),
    ("draw.committed", of(commitment.commit)),
    ("draw.words_added", of(commitment.add_words, words="seven kings")),
    ("draw.commitment_cancelled", of(commitment.cancel, reason="a pair came late")),
    ("draw.made", _drawn),
    ("match.table_assigned", of_match(matches.assign_table, table_number=1)),
    ("tables.assigned", of(matches.assign_free_tables)),
    ("table.arranged", of(tables.arrange, number=4, name="Terrace", kept_for=3)),
    ("referee.added", of(referees.add, name="Arrasate")),
    ("tables.handed_over", of(referees.hand_over, tables=[1, 2], to=1)),
    ("referee.removed", of(referees.remove, number=1)),
    ("table.link_renewed", of(tables.rotate, number=2)),
    ("device.joined", _joined),
    ("device.revoked", _revoked),
    ("device.named", _named),
    ("results.terms_set", _results_by_pairs),
    ("result.link_renewed", of_pair(statements.renew_link)),
    ("result.link_revoked", of_pair(statements.revoke_link, "b")),
    ("result.said", of_link(statements.say, 3, games=(2, 0))),
    ("result.taken_back", of_link(statements.take_back, 3)),
    ("matchdays.set", of(schedule.set_days, days=[days(7), days(14), days(21)])),
    ("match.postponed", of_match(schedule.postpone, 3, until=days(10), reason="snow")),
    ("appointment.proposed", PROPOSED),
    ("appointment.declined", of_link(appointments.decline, side="b")),
    ("appointment.agreed", _agreed),
    ("appointment.changed", of_link(appointments.call_off)),
    (
        "appointment.changed",
        of_match(appointments.appoint, 2, at=days(2), venue="Casino", reason="they asked"),
    ),
    ("appointment.proposed", PROPOSED),
    ("match.started", _started),
    ("match.start_undone", of_match(matches.undo_start, reason="the wrong table")),
    ("match.started", _started),
    ("hand.recorded", recorded(table.plain())),
    (
        "hand.corrected",
        of_match(
            corrections.correct,
            game=1,
            number=1,
            reason="miscounted",
            record=table.plain(bets=table.seen("grande", 2, by="B")),
        ),
    ),
    ("hand.undone", of_match(corrections.undo, reason="misdealt")),
    ("call.raised", _called),
    ("call.answered", of_ruling(calls.answer, "call")),
    ("call.closed", of_ruling(calls.close, "call", reason="answered")),
    ("attention.raised", _sent_in_vain),
    ("attention.closed", _discarded),
    ("ruling.made", _ruled),
    ("ruling.taken_back", _ruling_taken_back),
    ("appeal.entered", of_match(appeals.enter, side="B", reason="it was not seen")),
    ("appeal.withdrawn", of_ruling(appeals.withdraw, "appeal", reason="they let it be")),
    ("match.games", recorded(table.win_for_a())),
    ("game.confirmed", _game_confirmed),
    ("game.decided", _game_decided),
    ("game.decision_taken_back", of_match(games.take_back, game=2, reason="they were not")),
    ("appeals.window_set", of(appeals.set_window, minutes=20)),
    ("match.finished", recorded(table.win_for_a())),
    ("match.confirmed", _match_confirmed),
    ("results.entered_afterwards", _entered_afterwards),
    ("match.imported", _imported),
    ("match.replaced", _replaced),
    ("match.reopened", of_match(results.reopen, slot=2, reason="a mistake")),
    ("questions.followed", _questions_followed),
    ("cascade.undone", _cascade_undone),
    ("tribunal.heard", _heard),
    ("tribunal.decided", _judged),
    ("tribunal.taken_back", _verdict_taken_back),
    ("tribunal.decided", _judged),
    ("pair.withdrawn", of_pair(departures.withdraw, reason="ill")),
    ("pair.reinstated", of_pair(departures.reinstate, reason="well again")),
    ("pair.disqualified", of_pair(departures.disqualify, "b", reason="marked cards")),
    ("consolation.opted_out", of(consolation.opt_out, number=1)),
    ("consolation.opted_in", of(consolation.opt_in, number=1)),
    ("consolation.paired", _consolation),
    ("consolation.called_off", _called_off),
    ("consolation.ended", _consolation_ended),
    ("tournament.games_reduced", of(clock.reduce_games, best_of=1, reason="late")),
    ("tournament.reduction_taken_back", _reduction_taken_back),
    ("tournament.games_reduced", of(clock.reduce_games, best_of=1, reason="late")),
    ("act.undone", _act_undone),
    ("tournament.games_reduced", of(clock.reduce_games, best_of=1, reason="late")),
    ("texts.erased", _names_erased),
)
