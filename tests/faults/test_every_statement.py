"""A service whose nth statement fails leaves every row of the database as it was."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from operations.removal import services as removal
from scoring.desk import services as rejected_hands
from scoring.hands.services import corrections, on_paper
from scoring.matchdays.services import schedule
from scoring.outbox.services import actions, outbox
from scoring.proof.services.files import rebuild, write_file
from scoring.rulings.models import Ruling
from scoring.rulings.services import appeals, endings, games, rulings
from scoring.statements import services as statements_services
from scoring.statements.queries import link_of as result_link_of
from season.models import Erasure
from season.queries import invitations
from season.queries.alike import alike
from season.queries.carrying import circuit_file
from season.queries.circuits import get_public
from season.queries.divisions import next_season
from season.queries.ranking import qualifiers
from season.services import (
    carrying,
    circuits,
    claims,
    entering,
    erasing,
    inviting,
    merging,
    publishing,
    registering,
)
from tests.delivery.story import ACTS, Story
from tests.faults.conftest import Fault, failing_at, taken_back
from tests.faults.public import public_services
from tests.scoring import signing, table
from tests.tournament import play
from tests.tournament.notices.test_notices import Browser
from tournament.arrivals import services as arrivals
from tournament.arrivals.queries import door_code
from tournament.championship.models import Tournament
from tournament.championship.services import organizers
from tournament.clock import services as clock
from tournament.commitment import services as commitment
from tournament.commitment.queries import words_code
from tournament.consolation import services as consolation
from tournament.entries.models import Pair
from tournament.entries.services import box, departures, latecomers, pairs
from tournament.log.rules.events import ERASED
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.services import matches, results, together
from tournament.notices import services as notices
from tournament.screens import services as screens
from tournament.signup.queries import link_of, single_link_of
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import partners, sign_ups
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db
ME = play.PROGRAM

NOT_HERE = {
    "scoring.course.services.submissions.claim": "runs inside the transaction of a page",
    "scoring.course.services.submissions.done": "runs inside the transaction of a page",
    # Previews run an act and roll it back:
    "scoring.course.services.refolding.match_preview": "keeps nothing",
    "scoring.hands.services.on_paper.preview": "keeps nothing",
    "scoring.undoing.services.previews.preview": "keeps nothing",
    "scoring.rulings.services.previews.letting_count": "keeps nothing",
    "scoring.rulings.services.previews.result_preview": "keeps nothing",
    "scoring.rulings.services.previews.verdict_preview": "keeps nothing",
    "tournament.championship.services.afterwards.preview_afterwards": "keeps nothing",
    "tournament.clock.services.preview_reductions": "keeps nothing",
    "tournament.clock.services.preview_taking_back": "keeps nothing",
    "tournament.matches.services.results.preview": "keeps nothing",
    "tournament.matches.services.results.try_out": "keeps nothing",
    "tournament.signup.services.desk.preview_list": "keeps nothing",
    "scoring.hands.services.previews.preview": "keeps nothing",
    "tournament.matches.services.pairing.preview_pairing": "keeps nothing",
    "scoring.proof.services.files.count_from": "moves counters, which no transaction takes back",
    "tournament.signup.services.mail.confirm": "sends",
    "tournament.signup.services.mail.tell_single": "sends",
    # Through many things, each in a transaction of its own, so that no tournament waits:
    "scoring.course.services.submissions.forget": "in pieces",
    "scoring.explain.services.count_chances": "in pieces",
    "scoring.explain.services.forget_changed": "in pieces",
    "scoring.proof.services.checking.check_all": "in pieces",
    "scoring.statements.services.close_due": "in pieces",
    "scoring.matchdays.services.mails.mail": "sends",
    "season.services.telling.mail_changed": "sends",
    "season.services.telling.tell_changed": "in pieces",
    "scoring.matchdays.services.mails.remind": "in pieces",
    "scoring.matchdays.services.mails.remind_week": "in pieces",
    "scoring.proof.services.checking.check_as_read": "asks",
    "scoring.proof.services.checking.check_one": "asks",
    "scoring.proof.services.erasing.erase_old_names": "in pieces",
    "tournament.notices.services.forget": "in pieces",
    "tournament.notices.services.tell": "in pieces",
    "tournament.notices.services.tell_day": "in pieces",
    "tournament.signup.services.desk.erase_old_contacts": "in pieces",
    "tournament.tables.services.tables.forget_idle": "in pieces",
}
"""Services of the day that the stories below do not call, and why."""


@pytest.fixture
def cup() -> Tournament:
    """A championship whose first match has one hand."""
    made = play.tournament(entered=8, drawn=True)
    table.record(play.start(play.match(made, 1, 0), table_number=1), table.plain())
    return made


@pytest.fixture
def entry() -> Tournament:
    """A championship before its draw."""
    return play.tournament(entered=5)


def test_a_service_of_the_day_is_done_whole_or_not_at_all(failing, cup, entry):
    with taken_back():
        story = Story()
        for _kind, act in ACTS:
            act(story)
    for further in STORIES:
        with taken_back():
            further(cup, entry)
    assert failing.left == []
    tried = failing.writing | failing.asking
    of_the_day = {
        one for one in public_services() if one.startswith(("scoring", "season", "tournament"))
    }
    assert of_the_day - tried <= NOT_HERE.keys()
    assert failing.asking <= {
        "scoring.proof.services.files.write_file",
        "scoring.rulings.services.decisions.read_outcome",
        "tournament.championship.services.tournaments.checked",
        "tournament.championship.services.tournaments.problems_of_playing",
        "tournament.memory.services.desk_act",  # a context: what is done in it writes
    }


def _of_matches(cup: Tournament, _entry: Tournament) -> None:
    ready = play.match(cup, 1, 1)
    with taken_back():
        departures.both_absent(match_id=ready.pk, reason="absent", actor=ME)
    with taken_back():
        over = [timezone.now() - timedelta(days=1)]
        schedule.set_days(tournament_id=cup.pk, days=over, actor=ME)
        schedule.not_played(match_id=ready.pk, loses="A", reason="absent", actor=ME)
    with taken_back():
        on_paper.enter(match_id=ready.pk, text="7 1\n" * 6, actor=ME)
    with taken_back():
        late = {"player_1": "Lezo", "player_2": "Aia", "reason": "the bus"}
        latecomers.join_late(tournament_id=cup.pk, into="consolation", actor=ME, **late)
    with taken_back():
        latecomers.join_late(tournament_id=cup.pk, into="preliminary", actor=ME, **late)
    with taken_back():
        drawn = play.tournament(entered=5, drawn=True)
        latecomers.take_place_by_lot(tournament_id=drawn.pk, actor=ME, **late)
    with taken_back():
        play.start(ready)
        matches.take_back_start(match_id=ready.pk, actor=ME)
        play.start(ready)
        matches.set_games(match_id=ready.pk, games=(ready.wins_needed, 0), actor=ME)
        results.finish(match_id=ready.pk, winner="A", actor=ME)
    with taken_back():
        clock.reduce_games(tournament_id=cup.pk, best_of=1, reason="late", actor=ME)
    matches.assign_free_tables(tournament_id=cup.pk, actor=ME)
    together.start_called(tournament_id=cup.pk, actor=ME)
    for slot in (1, 2):
        play.win(play.match(cup, 1, slot))
    beaten = [play.match(cup, 1, slot).pair_b for slot in (1, 2)]
    pairing = (beaten[0].number, beaten[1].number)
    with taken_back():
        (made,) = consolation.create_matches(tournament_id=cup.pk, pairings=[pairing], actor=ME)
        consolation.cancel(match_id=made.pk, reason="they went home", actor=ME)
        consolation.end(tournament_id=cup.pk, actor=ME)
    consolation.create_matches(tournament_id=cup.pk, pairings=[pairing], actor=ME)


def _of_screens(cup: Tournament, _entry: Tournament) -> None:
    day = {"tournament_id": cup.pk, "actor": ME}
    screens.steer(panels=["tables"], seconds=20, shown="draw", in_steps=True, **day)
    screens.reveal(step=1, **day)
    screens.hold(held="frozen", **day)


def _of_pairs(cup: Tournament, entry: Tournament) -> None:
    pair_id = play.match(cup, 1, 0).pair_a_id
    assert pair_id is not None
    watch = notices.watch(pair_id=pair_id, subscription=Browser().subscription, language="en")
    notices.unwatch(pair_id=pair_id, endpoint=watch.endpoint)
    departures.withdraw(pair_id=pair_id, reason="ill", actor=ME)
    departures.reinstate(pair_id=pair_id, reason="mistaken", actor=ME)
    departures.withdraw_several(tournament_id=entry.pk, numbers=[1, 2], reason="ill", actor=ME)
    sign_up_desk.enter_list(tournament_id=entry.pk, text="Lezo, Deba\nEibar, Bera", actor=ME)


def _of_rulings(cup: Tournament, _entry: Tournament) -> None:
    match = table.read(play.match(cup, 1, 0))
    with taken_back():
        corrections.correct(
            match_id=match.pk, game=1, number=1, record=table.quick(3, 2), reason="misread",
            actor=ME,
        )  # fmt: skip
        corrections.take_back(match_id=match.pk, reason="it was right", actor=ME)
    with taken_back():
        games.forfeit(match_id=match.pk, loser="A", reason="left", actor=ME)
    with taken_back():
        rulings.overrule(
            match_id=match.pk, game=1, number=1, stones=(0, 12), actor=ME, reason="cards shown"
        )
    with taken_back():
        appeals.set_window(tournament_id=cup.pk, minutes=20, actor=ME)
        asked = appeals.enter(
            match_id=match.pk, side="B", reason="unseen", actor=ME, game=1, number=1
        )
        with taken_back():
            appeals.reject(ruling_id=asked.pk, actor=ME, reason="seen")
        appeals.uphold(ruling_id=asked.pk, actor=ME, reason="unseen", stones=(0, 7))
    with taken_back():
        table.record(match, table.plain(claim=[9, 9]))
        claim = Ruling.objects.get(kind="claim", status="open")
        with taken_back():
            rulings.dismiss(ruling_id=claim.pk, actor=ME, reason="withdrawn")
        endings.decide(match_id=match.pk, winner="B", reason="gone", actor=ME)
    with taken_back(), patch.object(Tournament, "time_limit", (0, "leader")):
        table.record(match, table.plain())
        endings.end_by_time(match_id=match.pk, actor=ME)
    with taken_back():
        declared = {**table.DECLARED, "pares": [False, False, True, False]}
        table.record(match, table.plain(declared=declared))
        disputed = Ruling.objects.get(kind="needs_ruling", status="open")
        rulings.replace(ruling_id=disputed.pk, actor=ME, reason="misdeal", stones=(2, 2))
    for _time in range(3):
        table.record(match, table.plain(infractions=[{"kind": "false_claim", "seat": 0}]))
        repeated = Ruling.objects.filter(kind="repetition", status="open").first()
        if repeated is not None and not repeated.proposed["tribunal"]:
            rulings.confirm(ruling_id=repeated.pk, actor=ME)
    third = Ruling.objects.get(kind="repetition", status="open")
    with taken_back():
        rulings.pass_on(ruling_id=third.pk, actor=ME)
    departures.disqualify(pair_id=match.pair_a_id, reason="marked cards", actor=ME)


def _of_the_desk(cup: Tournament, _entry: Tournament) -> None:
    match = table.read(play.match(cup, 1, 0))
    device = table.joined(match)
    devices.signs_with(device_id=device.id, key=signing.key())
    with taken_back():
        statements_services.set_terms(tournament_id=cup.pk, entered_by="both", actor=ME)
        statements_services.join(link=result_link_of(pair_id=match.pair_a_id))
        statements_services.renew_link(pair_id=match.pair_a_id, actor=ME)
    action = {
        "key": "late", "kind": "hand.record", "match": match.pk, "game": 1, "hand": 9,
        "record": table.quick(2, 1),
    }  # fmt: skip
    actions.set_aside(action={**action, "key": "odd"}, actor=device.actor, key="aside")
    outbox.apply(device=device, actions=[action])
    late = Ruling.objects.filter(kind="attention").latest("pk")
    with taken_back():
        rejected_hands.enter(ruling_id=late.pk, record=table.plain(), actor=ME)
    rejected_hands.correct(
        ruling_id=late.pk, game=1, number=1, record=table.quick(4, 0), reason="miscounted",
        actor=ME,
    )  # fmt: skip


def _of_entry(_cup: Tournament, entry: Tournament) -> None:
    arrivals.arrive_by_door(
        tournament_id=entry.pk, number=1, code=door_code(tournament_id=entry.pk)
    )
    arrivals.arrive_all(tournament_id=entry.pk, actor=ME)
    with taken_back():
        pairs.enter_list(tournament_id=entry.pk, text="Irun, Bera\nEibar", only_good=True, actor=ME)
    sign_up_desk.set_paid(pair_id=play.pair(entry, 1).pk, is_paid=True, actor=ME)
    user = User.objects.create_user("deba")
    box.keep(tournament_id=entry.pk, user_id=user.pk, sheet={"text": "Lezo, Deba"})
    box.empty(tournament_id=entry.pk, user_id=user.pk)
    for username in ("deba", User.objects.create_user("orio").username):
        organizers.add(tournament_id=entry.pk, username=username, actor=ME)
    organizers.go(user=user, actor=ME)
    sign_up_desk.set_terms(tournament_id=entry.pk, is_open=True, cap=6, fee="", note="", actor=ME)
    for first, second in (("Lezo", "Deba"), ("Orio", "Zumaia")):
        signed_up = sign_ups.sign_up(
            tournament_id=entry.pk, player_1=first, player_2=second, phone="600"
        )
    link = link_of(signed_up)
    alone = [
        partners.look(tournament_id=entry.pk, player=name, phone="600")
        for name in ("Berriz", "Zaldibia", "Lazkao", "Ataun", "Zegama", "Segura")
    ]
    own = [single_link_of(one) for one in alone]
    partners.ask(link=own[0], whom=alone[1].pk)
    partners.answer(link=own[1], who=alone[0].pk, yes=True)
    partners.pair_up(tournament_id=entry.pk, first=alone[2].pk, second=alone[3].pk, actor=ME)
    partners.remove(tournament_id=entry.pk, who=alone[4].pk, actor=ME)
    partners.withdraw(link=own[5])
    sign_ups.change(link=link, player_1="Orio", player_2="Zarautz", phone="602")
    departures.withdraw(pair_id=play.pair(entry, 1).pk, reason="ill", actor=ME)
    departures.reinstate(pair_id=play.pair(entry, 1).pk, reason="well", actor=ME)
    departures.withdraw(pair_id=play.pair(entry, 1).pk, reason="ill", actor=ME)
    sign_up_desk.let_in(tournament_id=entry.pk, actor=ME)
    made = commitment.commit(tournament_id=entry.pk, actor=ME)
    code = words_code(commitment=made.commitment)
    commitment.add_words_by_code(tournament_id=entry.pk, words="geese", code=code)
    commitment.reveal(tournament_id=entry.pk, actor=ME)


def _of_files(cup: Tournament, entry: Tournament) -> None:
    content = write_file(tournament_id=cup.pk)
    for one in Tournament.objects.all():
        removal.remove_tournament(tournament_id=one.pk, slug=one.slug)
    rebuild(content=content)


def _of_circuits(cup: Tournament, entry: Tournament) -> None:
    first = play.pair(cup, 1)
    pairs.substitute(pair_id=first.pk, out=1, player="Ataun", reason="ill", actor=ME)
    owner = User.objects.create_user("lezo")
    made = circuits.create(actor=ME, owner=owner, name="Coast Circuit")
    for one in (cup, entry):
        entry_of = {"circuit_id": made.pk, "tournament_id": one.pk, "actor": ME}
        circuits.offer(**entry_of)
        circuits.take_out(**entry_of)
        with taken_back():
            circuits.withdraw_offer(**entry_of)
        circuits.take_in(**entry_of)
    of_circuit = {"circuit_id": made.pk, "actor": ME}
    settings = {"carried_by": "pair", "points": "1: 9", "taking_part": 1, "best_of": 2}
    circuits.change(**of_circuit, **settings, name="Coast", same_names="ask")
    proposed = alike(circuit=get_public(slug=made.slug))[0]
    with taken_back():
        merging.merge_alike(**of_circuit, seen="", keys=proposed.keys)
    difference = merging.part(**of_circuit, keys=proposed.keys)
    merging.rejoin(**of_circuit, difference_id=difference.pk)
    circuits.change(**of_circuit, **settings, name="Coast", same_names="all")
    with taken_back():
        person = proposed.people[0].key
        merging.set_apart(**of_circuit, person=person, entry=person)
    other = User.objects.create_user("bera")
    circuits.add_runner(**of_circuit, username="bera")
    with taken_back():
        circuits.remove_runner(**of_circuit, user_id=owner.pk)
    circuits.leave_all(user=other, actor=ME)
    late = pairs.enter(tournament_id=entry.pk, actor=ME, player_1="Lezo", player_2="Deba")
    wish = {"asked_by": "person", "reason": "asked", "name": play.pair(cup, 8).player_1}
    erasing.erase_name(circuit_id=made.pk, actor=Actor("user", owner.pk, "organizer lezo"), **wish)
    with taken_back():
        registering.register(
            circuit_id=made.pk, person=f"{play.pair(cup, 8).pk}-0", licence="1", actor=ME
        )
    asked = {"erasure_id": Erasure.objects.get().pk, "actor": ME}
    with taken_back():
        erasing.discard_erasure(**asked)
    with taken_back():
        erasing.erase_asked(**asked)
    keys = {"one": f"{play.pair(cup, 8).pk}-0", "other": f"{late.pk}-0"}
    with taken_back():
        merge = merging.merge(**of_circuit, **keys)
        merging.split(**of_circuit, merge_id=merge.pk)
    merging.merge(**of_circuit, **keys)
    with taken_back():
        circuits.lose(tournament_id=entry.pk, actor=ME)
    Pair.objects.filter(pk=late.pk).update(player_1=ERASED)
    merging.forget_erased()
    Pair.objects.filter(pk=late.pk).update(player_1=late.player_1)
    done = play.play_out(play.tournament(entered=2, drawn=True))
    circuits.offer(**of_circuit, tournament_id=done.pk)
    final = play.tournament(name="Final")
    seen = qualifiers(circuit=get_public(slug=made.slug), first=1, tournament_id=final.pk).keys
    entering.qualify(**of_circuit, tournament_id=final.pk, first=1, seen=seen)
    of_final = {**of_circuit, "tournament_id": final.pk}
    shown = invitations.proposed(
        circuit=get_public(slug=made.slug), tournament_id=final.pk, first=1
    )
    invited = inviting.invite(**of_final, first=1, seen=shown.seen)
    answered = {**of_circuit, "invitation_id": invited.lines[-1].id, "seen": invited.seen}
    inviting.answer_invitation(**answered, answer="declined")
    inviting.discard_invitations(**of_final)
    with taken_back():
        circuits.change(**of_circuit, **(settings | {"carried_by": "player"}), name="Coast")
        masters = play.tournament(name="Masters")
        to_masters = {**of_circuit, "tournament_id": masters.pk}
        of_players = get_public(slug=made.slug)
        shown = invitations.proposed(circuit=of_players, tournament_id=masters.pk, first=3)
        first, second, *_more = inviting.invite(**to_masters, first=3, seen=shown.seen).lines
        found = invitations.invitation_list(circuit=of_players, tournament_id=masters.pk)
        answered = {**of_circuit, "invitation_id": second.id, "seen": found.seen}
        inviting.answer_invitation(**answered, answer="declined")
        others = invitations.players_of(circuit=of_players, tournament_id=masters.pk)
        partner = next(key for key, name in others if name == second.player_1)
        inviting.choose_partner(**of_circuit, invitation_id=first.id, partner=partner)
        found = invitations.invitation_list(circuit=of_players, tournament_id=masters.pk)
        answered = {**of_circuit, "invitation_id": first.id, "seen": found.seen}
        inviting.answer_invitation(**answered, answer="accepted")
        found = invitations.invitation_list(circuit=of_players, tournament_id=masters.pk)
        entering_now = " ".join(str(one.id) for one in found.entering)
        inviting.enter_invited(**to_masters, seen=entering_now)
    publishing.publish_ranking(**of_circuit)
    coming = play.tournament(name="Next")
    which = {"last": [done.pk], "coming": [coming.pk], "moves": 1}
    entering.next_season(**which, seen=next_season(**which).keys, actor=ME)
    statements_services.set_terms(tournament_id=cup.pk, entered_by="pairs", actor=ME)
    link = result_link_of(pair_id=play.pair(cup, 1).pk)
    (mine,) = claims.claim(link=link, seat=1, user=other)
    with taken_back():
        claims.dismiss(**of_circuit, claim_id=mine.pk)
    claims.confirm(**of_circuit, claim_id=mine.pk)
    claims.set_private(claim_id=mine.pk, user=other, is_private=True)
    claims.take_back(**of_circuit, claim_id=mine.pk)
    claims.withdraw(claim_id=mine.pk, user=other)
    content = circuit_file(circuit=get_public(slug=made.slug))
    with taken_back():
        carrying.bring_in(content=content, actor=ME, owner=owner)
    for one in (cup, entry, done):
        circuits.take_out(**of_circuit, tournament_id=one.pk)
    circuits.remove(**of_circuit)


STORIES = (
    _of_matches, _of_screens, _of_pairs, _of_rulings, _of_the_desk, _of_entry, _of_files,
    _of_circuits,
)  # fmt: skip


def test_the_fault_is_brought_about_where_it_should_be():
    with failing_at(2) as statements:
        assert Match.objects.count() == 0
        with pytest.raises(Fault):
            Match.objects.count()
    assert len(statements) == 2


def test_what_a_service_leaves_behind_is_named(failing, cup):
    def in_two_transactions() -> None:
        Match.objects.update(version=7)
        Match.objects.update(version=8)

    failing.try_service("in_two", in_two_transactions)
    assert [name for name, _sql in failing.left] == ["in_two"]
