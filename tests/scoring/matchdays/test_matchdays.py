"""A league over weeks: match days, what pairs agree on, and what each can still reach."""

from datetime import datetime, timedelta
from functools import cache
from itertools import combinations, product
from random import Random
from typing import get_args

import pytest
from django.utils import timezone

from jobs.models import Job
from scoring.course.queries.statements import statements_in, statements_of
from scoring.explain.queries.account import match_account
from scoring.explain.queries.pages import match_page
from scoring.matchdays import tasks
from scoring.matchdays.models import Appointment
from scoring.matchdays.queries import calendar as queries
from scoring.matchdays.queries.messages import Word, messages_of
from scoring.matchdays.rules import MOST_EXACT, Lapse, Reach, reach
from scoring.matchdays.services import appointments, mails, schedule
from scoring.proof.services.checking import check_as_read
from scoring.proof.services.erasing import erase
from scoring.statements import services as statements
from scoring.statements.queries import MANY, link_of, result_page, unconfirmed, waiting_results
from tests.night import seed_of
from tests.refusals import refusal
from tests.tournament.play import PROGRAM, tournament
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.errors import NotAllowed, NotFound
from tournament.formats.setting import MAY_BE_LEVEL, SOMEBODY_WINS
from tournament.log.models import Event
from tournament.log.rules.kinds import APART, kind_of
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.queries.matches import next_up
from tournament.matches.services import matches, results
from tournament.signup.models import SignUp
from tournament.standings.queries import standings


@cache
def soon(days: float) -> datetime:
    """The same moment whenever it is asked for."""
    return timezone.now().replace(microsecond=0) + timedelta(days=days)


@pytest.fixture
def cup(db: None) -> Tournament:
    """Four pairs, three match days, in any order."""
    made = tournament(entered=4, format="round_robin", format_options={"any_order": True})
    draw.make(tournament_id=made.pk, actor=PROGRAM, seed="s")
    statements.set_terms(tournament_id=made.pk, entered_by="pairs", actor=PROGRAM)
    days = [soon(7), soon(14), soon(21)]
    schedule.set_days(tournament_id=made.pk, days=days, actor=PROGRAM)
    made.refresh_from_db()
    return made


def match_of(cup: Tournament, round: int) -> Match:
    return Match.objects.filter(tournament=cup, round=round).order_by("slot")[0]


def links(match: Match) -> tuple[str, str]:
    assert match.pair_a_id is not None
    assert match.pair_b_id is not None
    return link_of(pair_id=match.pair_a_id), link_of(pair_id=match.pair_b_id)


def meeting(match: Match) -> queries.Meeting:
    return queries.meetings_of(match_ids=[match.pk])[match.pk]


def test_of_all_that_could_be_played_the_desk_is_shown_one_match_a_pair(cup):
    assert Match.objects.filter(tournament=cup, status="ready").count() == 6
    assert [card.round for card in next_up(tournament_id=cup.pk)] == [1, 1]
    late = match_of(cup, 3)
    matches.assign_table(match_id=late.pk, table_number=1, actor=PROGRAM)
    shown = [card.label for card in next_up(tournament_id=cup.pk)]
    assert late.label in shown
    assert len(shown) == 2, "its pairs are called to one table"
    assert len(matches.assign_free_tables(tournament_id=cup.pk, actor=PROGRAM)) == 1
    matches.start(match_id=late.pk, actor=PROGRAM)
    called = [pair.id for one in next_up(tournament_id=cup.pk) for pair in (one.pair_a, one.pair_b)]
    assert not {late.pair_a_id, late.pair_b_id}.intersection(called), "they play already"
    again = Match.objects.filter(tournament=cup, status="ready", pair_a=late.pair_a).first()
    again = again or Match.objects.filter(tournament=cup, status="ready", pair_b=late.pair_a)[0]
    assert refusal(matches.start, match_id=again.pk, actor=PROGRAM) == ("pair_busy",)
    results.record_result(match_id=again.pk, games=(again.wins_needed, 0), actor=PROGRAM)
    assert not Match.objects.filter(tournament=cup, status="waiting").exists()


@pytest.mark.rows_by_hand
def test_two_pairs_agree_on_place_and_time_and_meet_in_any_order(cup):
    match = match_of(cup, 2)
    a, b = links(match)
    act = {"match_id": match.pk}
    appointments.propose(link=a, at=soon(3), venue="Bar Iruña", **act)
    appointments.propose(link=a, at=soon(3), venue="Bar Iruña", **act)
    assert Event.objects.filter(kind="appointment.proposed").count() == 1, "once is enough"
    assert refusal(appointments.accept, link=a, at=soon(3), venue="Bar Iruña", **act) == (
        "nothing_proposed",
    )
    appointments.propose(link=b, at=soon(4), venue="Casino", **act)
    assert refusal(appointments.accept, link=a, at=soon(3), venue="Bar Iruña", **act) == (
        "proposed_meanwhile",
    )
    seen = meeting(match)
    assert (seen.meets_at, seen.new_venue, seen.new_by) == (None, "Casino", "B")
    assert seen.new_at is not None
    appointments.accept(link=a, at=seen.new_at, venue="Casino", **act)
    appointments.propose(link=a, at=soon(5), venue="Casino", **act)
    appointments.decline(link=b, **act)
    agreed = meeting(match)
    assert (agreed.meets_at, agreed.venue, agreed.new_at) == (seen.new_at, "Casino", None)
    assert refusal(appointments.decline, link=b, **act) == ("nothing_proposed",)

    Appointment.objects.filter(match=match).update(meets_at=timezone.now())  # the day has come
    for link in (a, b):
        statements.say(link=link, games=(match.wins_needed, 0), **act)
    match.refresh_from_db()
    assert match.status == "finished", "its earlier match is still to be played"
    assert refusal(appointments.propose, link=a, at=soon(5), venue="Casino", **act) == (
        "match_finished",
    )
    erase(tournament_id=cup.pk, words=("Casino",), asked_by="person", reason="ours", actor=PROGRAM)
    assert Appointment.objects.get().venue == "[…]"


def test_what_was_agreed_is_called_off_by_a_pair_or_by_the_desk_and_agreed_anew(cup):
    match = match_of(cup, 2)
    a, b = links(match)
    act = {"match_id": match.pk}
    at_desk = {**act, "actor": PROGRAM, "reason": "they asked for it"}
    assert refusal(appointments.call_off, link=a, **act) == ("nothing_agreed",)
    assert refusal(appointments.appoint, at=None, **at_desk) == ("nothing_agreed",)
    appointments.propose(link=a, at=soon(4), venue="Casino", **act)
    appointments.accept(link=b, at=soon(4), venue="Casino", **act)
    appointments.propose(link=a, at=soon(5), venue="Casino", **act)
    appointments.call_off(link=b, **act)
    seen = meeting(match)
    assert (seen.meets_at, seen.venue, seen.new_at) == (None, "", soon(5)), "the proposal stands"
    appointments.accept(link=b, at=soon(5), venue="Casino", **act)
    appointments.appoint(at=soon(6), venue="Bar Iruña", **at_desk)
    appointments.appoint(at=soon(6), venue="Bar Iruña", **at_desk)
    assert (meeting(match).meets_at, meeting(match).venue) == (soon(6), "Bar Iruña")
    assert refusal(appointments.appoint, at=soon(30), venue="Casino", **at_desk) == (
        "beyond_match_day",
    )
    appointments.propose(link=a, at=soon(5), venue="Casino", **act)
    appointments.appoint(at=soon(6), venue="Bar Iruña", **at_desk)
    assert meeting(match).new_at is None, "an organizer's appointment closes the proposal"
    assert refusal(appointments.accept, link=b, at=soon(5), venue="Casino", **act) == (
        "nothing_proposed",
    )
    assert check_as_read(tournament_id=cup.pk).ok
    appointments.appoint(at=None, **at_desk)
    assert meeting(match).meets_at is None
    told = Event.objects.filter(kind="appointment.changed").order_by("number")
    assert [bool(event.data["meets_at"]) for event in told] == [False, True, True, False]
    with pytest.raises(NotAllowed):
        appointments.appoint(
            at=None, match_id=match.pk, actor=Actor("user", 10**6, "?"), reason="x"
        )


def test_a_pair_that_asked_for_mail_hears_of_proposals_and_is_reminded_once(
    cup, settings, in_english, monkeypatch
):
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(mails, "send", lambda **told: sent.append(told))
    settings.EMAIL_HOST, settings.PUBLIC_URL = "mail.example", "https://mus.example"
    match = match_of(cup, 1)
    one = match.pair_b
    assert one is not None
    SignUp.objects.create(
        tournament=cup, pair=one, player_1=one.player_1, player_2=one.player_2, state="in",
        email="orio@mus.example", wants_mail=True, language="en", at=timezone.now(),
    )  # fmt: skip
    a, b = links(match)
    proposal = {"match_id": match.pk, "at": soon(3), "venue": "Casino"}
    appointments.propose(link=a, **proposal)
    job = Job.objects.get(name="matchdays.mail")
    assert tasks.mail(**job.arguments) == "Sent."
    assert "Casino" in sent[0]["subject"]
    assert f"https://mus.example/our-result/{b}/{match.pk}/" in sent[0]["text"]
    assert mails.remind(now=soon(6)) == 1, "its last day is tomorrow"
    appointments.accept(link=b, **proposal)
    assert tasks.mail(**job.arguments) == "It is no longer so."
    assert Job.objects.filter(name="matchdays.mail").count() == 2, "A asked for no mail"
    assert mails.remind(now=soon(2.5)) == mails.remind(now=soon(2.6)) == 1
    assert Job.objects.filter(name="matchdays.mail").count() == 3
    last = Job.objects.filter(name="matchdays.mail").latest("pk")
    assert tasks.mail(**last.arguments) == "Sent."
    assert "You meet on" in sent[1]["text"]
    assert tasks.remind() == "0 pairs reminded"
    appointments.call_off(link=a, match_id=match.pk)
    last = Job.objects.filter(name="matchdays.mail").latest("pk")
    assert tasks.mail(**last.arguments) == "Sent."
    assert "is called off" in sent[2]["subject"]
    SignUp.objects.update(email="")
    assert tasks.mail(**last.arguments) == "Nobody wants this mail any more."


def test_the_mail_of_an_entered_result_tells_what_the_account_of_the_match_tells(
    cup, settings, in_english, monkeypatch
):
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(mails, "send", lambda **told: sent.append(told))
    settings.EMAIL_HOST, settings.PUBLIC_URL = "mail.example", "https://mus.example"
    match = match_of(cup, 1)
    one = match.pair_b
    assert one is not None
    SignUp.objects.create(
        tournament=cup, pair=one, player_1=one.player_1, player_2=one.player_2, state="in",
        email="orio@mus.example", wants_mail=True, language="en", at=timezone.now(),
    )  # fmt: skip
    alone(cup)
    matches.start(match_id=match.pk, actor=PROGRAM)
    statements.say(link=links(match)[0], match_id=match.pk, games=match.results[0])
    assert tasks.mail(**Job.objects.get(name="matchdays.mail").arguments) == "Sent."
    (act,) = match_account(page=match_page(match_id=match.pk), tournament_id=cup.pk).acts
    games = " – ".join(map(str, act.event.data["said"]))
    assert (act.event.kind, games in sent[0]["text"]) == ("result.said", True)
    assert act.event.number == statements_in(tournament_id=cup.pk)[match.pk].first.number


TOLD_BY_MAIL = {
    "said": "result.said", "proposed": "appointment.proposed", "agreed": "appointment.agreed",
    "called_off": "appointment.changed",
}  # fmt: skip
"""What a mail about a match says → the kind of event that it tells of."""
REMINDERS = {"soon", "due", "late"}
"""They tell of no event."""


def test_of_the_account_of_a_match_mails_tell_only_what_a_pair_said():
    assert set(get_args(Word)) == TOLD_BY_MAIL.keys() | REMINDERS
    in_account = {kind for kind in TOLD_BY_MAIL.values() if kind_of(kind).account != APART}
    assert in_account == {"result.said"}


def test_a_meeting_keeps_to_the_match_day_and_to_its_own_pairs(cup):
    first, other = match_of(cup, 1), match_of(cup, 2)
    a, _b = links(first)
    act = {"link": a, "match_id": first.pk, "venue": "Casino"}
    assert refusal(appointments.propose, at=soon(8), **act) == ("beyond_match_day",)
    assert refusal(appointments.propose, at=soon(-1), **act) == ("in_the_past",)
    assert refusal(appointments.propose, **{**act, "at": soon(3), "venue": " "}) == ("required",)
    strange = next(
        one for one in Match.objects.filter(tournament=cup) if first.pair_a_id not in one.pairs
    )
    with pytest.raises(NotFound, match="no_such_match"):
        appointments.propose(at=soon(3), **{**act, "match_id": strange.pk})
    schedule.postpone(match_id=first.pk, until=soon(10), reason="snow", actor=PROGRAM)
    appointments.propose(at=soon(8), **act)
    schedule.set_days(tournament_id=cup.pk, days=[], actor=PROGRAM)
    assert refusal(appointments.propose, **{**act, "match_id": other.pk, "at": soon(3)}) in (
        ("no_match_days",), ("no_such_match",),
    )  # fmt: skip


def test_what_is_not_played_by_its_day_is_overdue_until_postponed_or_decided(cup):
    day = soon(8)
    both = queries.overdue(tournament_id=cup.pk, now=day)
    assert [one.match.round for one in both] == [1, 1]
    one, other = (found.match.id for found in both)
    schedule.postpone(match_id=one, until=soon(10), reason="snow", actor=PROGRAM)
    results.walkover(match_id=other, winner="A", actor=PROGRAM, reason="nobody came")
    assert queries.overdue(tournament_id=cup.pk, now=day) == ()
    (late,) = queries.overdue(tournament_id=cup.pk, now=soon(11))
    assert (late.match.id, late.postponed) == (one, "snow")
    schedule.postpone(match_id=one, until=None, actor=PROGRAM)
    assert [found.match.id for found in queries.overdue(tournament_id=cup.pk, now=day)] == [one]
    assert refusal(schedule.postpone, match_id=one, until=None, actor=PROGRAM) == ("not_postponed",)
    assert refusal(schedule.postpone, match_id=one, until=soon(9), actor=PROGRAM) == (
        "reason_required",
    )
    assert refusal(schedule.postpone, match_id=other, until=soon(9), actor=PROGRAM) == (
        "match_finished",
    )


def of_rule(rule: str | None, format: str = "round_robin") -> Tournament:
    """Four pairs, whose first match day is over."""
    options: dict[str, object] = {"any_order": True} if format == "round_robin" else {}
    options |= {"unplayed": rule} if rule else {}
    made = tournament(entered=4, format=format, format_options=options)
    draw.make(tournament_id=made.pk, actor=PROGRAM, seed="s")
    schedule.set_days(tournament_id=made.pk, days=[soon(-1), soon(14)], actor=PROGRAM)
    return made


def table_of(cup: Tournament) -> dict[int, tuple[int | None, int, int, int]]:
    """Pair → points, points off, matches won and lost."""
    return {
        one.pair.id: (one.points, one.points_off, one.matches_won, one.matches_lost)
        for one in standings(tournament_id=cup.pk)
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rule", "loses", "lost", "other"),
    [
        (None, "A", (0, 0, 0, 1), (1, 0, 1, 0)),
        (None, "both", (0, 0, 0, 1), (0, 0, 0, 1)),
        ("fault", "A", (0, 0, 0, 1), (1, 0, 1, 0)),
        ("both", "both", (0, 0, 0, 1), (0, 0, 0, 1)),
        ("point", "A", (-1, 1, 0, 1), (1, 0, 1, 0)),
        ("point", "both", (-1, 1, 0, 1), (-1, 1, 0, 1)),
    ],
)
@pytest.mark.parametrize("format", ["round_robin", "swiss"])
def test_a_match_not_played_is_lost_by_the_rule_and_the_table_follows(
    rule, loses, lost, other, format
):
    cup = of_rule(rule, format)
    match = match_of(cup, 1)
    assert match.pair_a_id is not None
    assert match.pair_b_id is not None
    before = table_of(cup)
    schedule.not_played(match_id=match.pk, loses=loses, reason="nobody came", actor=PROGRAM)
    found = table_of(cup)
    assert (found[match.pair_a_id], found[match.pair_b_id]) == (lost, other)
    assert queries.overdue(tournament_id=cup.pk)[0].match.id != match.pk
    results.reopen(match_id=match.pk, reason="they played after all", actor=PROGRAM)
    assert table_of(cup) == before


def test_a_match_is_lost_for_not_being_played_only_after_its_last_day_and_by_the_rule(db):
    cup = of_rule("both")
    first, later = match_of(cup, 1), match_of(cup, 2)
    act = {"reason": "nobody came", "actor": PROGRAM}
    assert refusal(schedule.not_played, match_id=later.pk, loses="both", **act) == ("not_overdue",)
    assert refusal(schedule.not_played, match_id=first.pk, loses="A", **act) == ("both_lose",)
    assert refusal(schedule.not_played, match_id=first.pk, loses="C", **act) == ("bad_choice",)
    with pytest.raises(NotAllowed):
        schedule.not_played(
            match_id=first.pk, loses="both", reason="x", actor=Actor("user", 10**6, "?")
        )
    bracket = tournament(entered=4, format="knockout")
    draw.make(tournament_id=bracket.pk, actor=PROGRAM, seed="s")
    schedule.set_days(tournament_id=bracket.pk, days=[soon(-1)], actor=PROGRAM)
    semi = match_of(bracket, 1)
    assert refusal(schedule.not_played, match_id=semi.pk, loses="both", **act) == ("needs_a_table",)
    schedule.not_played(match_id=semi.pk, loses="A", **act)
    assert match_of(bracket, 2).pair_a_id == semi.pair_b_id, "the other pair goes on"


def test_a_match_with_a_reported_result_is_not_entered_as_not_played(db):
    cup = of_rule("point")
    statements.set_terms(tournament_id=cup.pk, entered_by="pairs", actor=PROGRAM)
    match = match_of(cup, 1)
    statements.say(link=links(match)[0], match_id=match.pk, games=match.results[0])
    act = {"match_id": match.pk, "loses": "B", "reason": "nobody came", "actor": PROGRAM}
    assert refusal(schedule.not_played, **act) == ("result_waits",)
    statements.take_back(link=links(match)[0], match_id=match.pk)
    schedule.not_played(**act)
    assert match_of(cup, 1).ended_by == "unplayed_point"


def test_match_days_are_set_by_the_desk_alone_and_in_order(cup):
    days = list(queries.dates_of(tournament_id=cup.pk).values())
    before = Event.objects.count()
    schedule.set_days(tournament_id=cup.pk, days=days, actor=PROGRAM)
    assert Event.objects.count() == before, "the same again changes nothing"
    change = {"tournament_id": cup.pk, "actor": PROGRAM}
    assert refusal(schedule.set_days, days=days[::-1], **change) == ("not_in_order",)
    assert refusal(schedule.set_days, days=[soon(9999)], **change) == ("too_far",)
    assert refusal(schedule.set_days, days=[days[0]] * 61, **change) == ("too_many_days",)
    with pytest.raises(NotAllowed):
        schedule.set_days(tournament_id=cup.pk, days=[], actor=Actor("user", 10**6, "?"))
    assert queries.rounds_of(tournament_id=cup.pk) == 3


def test_an_undone_draw_takes_what_was_agreed_with_it(cup):
    match = match_of(cup, 1)
    appointments.propose(link=links(match)[0], match_id=match.pk, at=soon(3), venue="Casino")
    schedule.postpone(match_id=match.pk, until=soon(10), reason="snow", actor=PROGRAM)
    draw.undo(tournament_id=cup.pk, actor=PROGRAM, reason="a pair was missing")
    assert not Appointment.objects.exists()
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="t")
    assert queries.league(tournament_id=cup.pk).has_dates, "the match days stay"


def test_the_table_says_what_each_pair_can_still_reach(cup):
    for round in (1, 2):
        for match in Match.objects.filter(tournament=cup, round=round):
            results.record_result(match_id=match.pk, games=(match.wins_needed, 0), actor=PROGRAM)
    found = queries.league(tournament_id=cup.pk)
    assert found.is_exact
    assert all(one.left == 1 for one in found.chances)
    for one in found.chances:
        assert one.reach is not None
        assert one.line.place is not None
        assert one.reach.best <= one.line.place <= one.reach.worst
    for match in Match.objects.filter(tournament=cup, round=3):
        results.record_result(match_id=match.pk, games=(match.wins_needed, 0), actor=PROGRAM)
    over = queries.league(tournament_id=cup.pk).chances
    assert [one.reach for one in over] == [Reach(n, n, is_exact=True) for n in (1, 2, 3, 4)]


def test_a_swiss_league_counts_the_rounds_to_come(db):
    made = tournament(entered=4, format="swiss", format_options={"swiss_rounds": 3})
    draw.make(tournament_id=made.pk, actor=PROGRAM, seed="s")
    found = queries.league(tournament_id=made.pk)
    assert (found.undrawn, found.is_exact, found.has_dates) == (2, False, False)
    assert {one.reach for one in found.chances} == {Reach(1, 4, is_exact=False)}


def test_exact_places_see_what_bounds_cannot():
    # Two behind the leader by one point play each other: only one of them can draw level.
    points, left = {1: 3, 2: 2, 3: 2, 4: 0}, [(2, 3)]
    assert reach(points, left) == {
        1: Reach(1, 2, is_exact=True), 2: Reach(1, 3, is_exact=True),
        3: Reach(1, 3, is_exact=True), 4: Reach(4, 4, is_exact=True),
    }  # fmt: skip
    assert reach(points, left, undrawn=0) != reach(points, left, undrawn=1)


@pytest.mark.parametrize("seed", range(6))
def test_no_way_in_which_a_league_ends_is_out_of_reach(seed):
    dice = Random(seed_of(seed))
    pairs = range(1, 7)
    played = list(combinations(pairs, 2))
    dice.shuffle(played)
    left, done = played[: MOST_EXACT + seed - 3], played[MOST_EXACT + seed - 3 :]
    points = dict.fromkeys(pairs, 0)
    for both in done:
        points[dice.choice(both)] += 1
    found = reach(points, left)
    assert all(one.is_exact == (len(left) <= MOST_EXACT) for one in found.values())
    for _ending in range(30):
        now = dict(points)
        for both in left:
            now[dice.choice(both)] += 1
        for pair, one in found.items():
            assert one.best <= 1 + sum(other > now[pair] for other in now.values())
            assert one.worst >= sum(other >= now[pair] for other in now.values())


PLAYED = {SOMEBODY_WINS: ((1, 0), (0, 1)), MAY_BE_LEVEL: ((2, 0), (0, 2), (1, 1))}
"""What a match left that is played can bring its two pairs."""


def ways_to_end(lapse, each):
    """What a match left can bring its two pairs."""
    if lapse is None:
        return PLAYED[each]
    if lapse is Lapse.NOTHING:
        return (*PLAYED[each], (0, 0))
    return (*PLAYED[each], (each.won, -1), (-1, each.won), (-1, -1))


@pytest.mark.parametrize("each", PLAYED, ids=["somebody wins", "may be level"])
@pytest.mark.parametrize("lapse", [None, *Lapse])
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.sampled(2)
def test_what_can_be_reached_is_what_some_ending_of_a_small_league_reaches(lapse, seed, each):
    dice = Random(seed_of(seed))
    points = {pair: dice.randrange(-1, 4) for pair in range(1, 6)}
    left = dice.sample(list(combinations(points, 2)), 4 if each.level else 5)
    best, worst = dict.fromkeys(points, 9), dict.fromkeys(points, 0)
    for ending in product(ways_to_end(lapse, each), repeat=len(left)):
        now = dict(points)
        for both, gains in zip(left, ending, strict=True):
            for pair, gain in zip(both, gains, strict=True):
                now[pair] += gain
        for pair, had in now.items():
            best[pair] = min(best[pair], 1 + sum(other > had for other in now.values()))
            worst[pair] = max(worst[pair], sum(other >= had for other in now.values()))
    assert reach(points, left, lapse=lapse, each=each) == {
        pair: Reach(best[pair], worst[pair], is_exact=True) for pair in points
    }
    bounds = reach(points, left, undrawn=1, lapse=lapse, each=each)
    assert all(bounds[pair].best <= best[pair] for pair in points)
    assert all(bounds[pair].worst >= worst[pair] for pair in points)


@pytest.mark.django_db
@pytest.mark.parametrize(("rule", "worst"), [("fault", 3), ("point", 4)])
def test_the_table_foresees_a_point_off_where_the_rule_takes_one(rule, worst):
    cup = of_rule(rule)
    left = Match.objects.filter(tournament=cup, round=1)[0]
    one, third = left.pair_a_id, left.pair_b_id
    two, last = sorted({pair.pk for pair in cup.pairs.all()} - {one, third})
    order = [one, two, third, last]
    for match in Match.objects.filter(tournament=cup).exclude(pk=left.pk):
        is_a = order.index(match.pair_a_id) < order.index(match.pair_b_id)
        games = (match.wins_needed, 0) if is_a else (0, match.wins_needed)
        results.record_result(match_id=match.pk, games=games, actor=PROGRAM)
    found = {one.line.pair.id: one.reach for one in queries.league(tournament_id=cup.pk).chances}
    assert found[third] == Reach(1, worst, is_exact=True)


# Results by the pairs: nothing before its day, and silence closes only what was due.


def say(match: Match, side: str, *games: int) -> Match:
    link = links(match)["AB".index(side)]
    return statements.say(link=link, match_id=match.pk, games=games)


def alone(cup: Tournament, *, days: int = 3) -> None:
    """Results count without an answer after so many days."""
    statements.set_terms(
        tournament_id=cup.pk, entered_by="pairs", minutes=days * 24 * 60, closes_alone=True,
        actor=PROGRAM,
    )  # fmt: skip


def closed_by(moment: datetime) -> int:
    return statements.close_due(now=moment)


def moved_back(cup: Tournament, days: int) -> None:
    """The match days of the cup lie so many days earlier, as if that time had passed."""
    ends = [day.until - timedelta(days=days) for day in cup.match_days.order_by("round")]
    schedule.set_days(tournament_id=cup.pk, days=ends, actor=PROGRAM)


def test_a_pair_enters_nothing_of_weeks_to_come(cup):
    alone(cup)
    pair = match_of(cup, 1).pair_a_id
    own = [one for one in Match.objects.filter(tournament=cup) if pair in one.pairs]
    for match in own:
        about = (match, "A" if match.pair_a_id == pair else "B", *own_said(match, pair))
        if match.round > 1:
            assert refusal(say, *about) == ("too_early",)
        else:
            say(*about)
    assert closed_by(soon(30)) == 1, "only what this week is for"


@pytest.mark.rows_by_hand
def test_an_agreed_date_opens_a_match_before_its_week_and_closes_it_until_then(cup):
    early, later = match_of(cup, 3), match_of(cup, 1)
    assert refusal(say, early, "A", early.wins_needed, 0) == ("too_early",)
    Appointment.objects.create(match=early, meets_at=timezone.now(), venue="Casino")
    say(early, "A", early.wins_needed, 0)
    Appointment.objects.create(match=later, meets_at=soon(2), venue="Casino")
    assert refusal(say, later, "A", later.wins_needed, 0) == ("too_early",)
    page = result_page(link=links(later)[0], match_id=later.pk)
    assert page.match is not None
    assert (page.match.state, page.match.opens_at.date()) == ("early", soon(2).date())


@pytest.mark.rows_by_hand
def test_silence_closes_nothing_of_a_match_put_off_meanwhile(cup):
    alone(cup, days=1)
    match = match_of(cup, 1)
    say(match, "A", match.wins_needed, 0)
    meeting_later = Appointment.objects.create(match=match, meets_at=soon(6), venue="Casino")
    assert closed_by(soon(2)) == 0
    meeting_later.delete()
    assert closed_by(soon(2)) == 1


def test_a_pair_that_enters_many_results_is_noticed_and_none_counts_by_itself(cup):
    moved_back(cup, 18)
    alone(cup, days=1)
    pair = match_of(cup, 1).pair_a_id
    own = [one for one in Match.objects.filter(tournament=cup) if pair in one.pairs]
    assert len(own) == MANY
    for match in own:
        say(match, "A" if match.pair_a_id == pair else "B", *own_said(match, pair))
    waiting = waiting_results(tournament_id=cup.pk)
    assert all(one.is_one_of_many and one.needs_desk for one in waiting)
    assert closed_by(soon(9)) == 0
    other = own[0].pair_b_id if own[0].pair_a_id == pair else own[0].pair_a_id
    say(own[0], "B" if own[0].pair_b_id == other else "A", *own_said(own[0], pair))
    assert closed_by(soon(9)) == 2, "an answer leaves fewer than many"


def own_said(match: Match, pair: int | None) -> tuple[int, int]:
    won = (match.wins_needed, 0)
    return won if match.pair_a_id == pair else (0, match.wins_needed)


def test_a_pair_has_days_to_answer(cup):
    alone(cup, days=14)
    match = match_of(cup, 1)
    say(match, "A", match.wins_needed, 0)
    assert closed_by(timezone.now() + timedelta(days=13)) == 0
    assert closed_by(timezone.now() + timedelta(days=14, minutes=1)) == 1


# The week's list, and one press to remind.


@pytest.mark.rows_by_hand
def test_the_week_lists_what_is_overdue_unanswered_and_without_a_date(cup):
    moved_back(cup, 9)  # match day 1 is over, 2 is this week
    alone(cup)
    late, spoken = Match.objects.filter(tournament=cup, round=1).order_by("slot")
    say(spoken, "A", spoken.wins_needed, 0)
    agreed, undated = Match.objects.filter(tournament=cup, round=2).order_by("slot")
    Appointment.objects.create(match=agreed, meets_at=soon(1), venue="Casino")
    found = [
        (one.meeting.match.id, one.want, one.silent) for one in queries.week(tournament_id=cup.pk)
    ]
    assert sorted(found) == sorted([
        (late.pk, "overdue", ""), (spoken.pk, "unanswered", "B"), (undated.pk, "no_date", ""),
    ])  # fmt: skip


def test_of_a_match_whose_pairs_contradict_each_other_the_organizers_are_told_and_no_pair(cup):
    moved_back(cup, 9)
    match, other = Match.objects.filter(tournament=cup, round=1).order_by("slot")
    say(match, "A", match.wins_needed, 0)
    theirs = statements_of(match)
    assert theirs is not None
    statements.say(
        link=links(match)[1], match_id=match.pk, games=(0, match.wins_needed),
        answers=theirs.first.number,
    )  # fmt: skip
    say(other, "A", other.wins_needed, 0)
    of = {line.meeting.match.id: line for line in queries.week(tournament_id=cup.pk)}
    assert (of[match.pk].want, of[match.pk].is_of_pairs) == ("decide", False)
    about = [(match.pair_a, "Match 1"), (other.pair_a, "Match 1")]
    told = {one.pair_id: one for one in messages_of(tournament_id=cup.pk)}
    for pair, label in about:
        assert not any(label in line for line in getattr(told.get(pair.pk), "lines", ()))
    waits = told[other.pair_b_id]
    assert (waits.link, waits.by_mail) == (link_of(pair_id=other.pair_b_id), False)


def test_a_message_of_the_week_names_each_match_with_the_pairs_own_page_and_telephone(
    cup, in_english
):
    moved_back(cup, 9)
    late = match_of(cup, 1)
    for pair, contact in ((late.pair_a, "+34 600 11 22 33"), (late.pair_b, "b@mus.example")):
        pairs.change(pair_id=pair.pk, contact=contact, actor=PROGRAM)
    told = {one.pair_id: one for one in messages_of(tournament_id=cup.pk)}
    a, b = told[late.pair_a_id], told[late.pair_b_id]
    assert (a.phone, a.by_mail) == ("+34 600 11 22 33", False)
    assert (b.phone, b.by_mail) == ("", True)
    assert f"Match {late.round}." in a.lines[0]
    assert f"against {late.pair_b.name}. This match was to be played by" in a.lines[0]
    assert len(a.lines) == 2, "the one of this week has no date"


def test_results_that_count_by_one_pairs_word_are_counted_until_the_desk_enters_them(cup):
    alone(cup, days=1)
    one, other = Match.objects.filter(tournament=cup, round=1).order_by("slot")
    say(one, "B", 0, one.wins_needed)
    say(other, "A", other.wins_needed, 0)
    say(other, "B", other.wins_needed, 0)
    assert closed_by(soon(2)) == 1
    (found,) = unconfirmed(tournament_id=cup.pk)
    assert (found.name, found.results) == (one.pair_b.name, 1)
    results.replace_result(
        match_id=one.pk, games=(one.wins_needed, 0), reason="the sheet", actor=PROGRAM
    )
    assert unconfirmed(tournament_id=cup.pk) == ()


def test_one_press_mails_every_pair_of_the_week_also_those_entered_by_list(
    cup, settings, in_english, monkeypatch
):
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(mails, "send", lambda **mail: sent.append(mail))
    settings.EMAIL_HOST, settings.PUBLIC_URL = "mail.example", "https://mus.example"
    moved_back(cup, 9)
    alone(cup)
    late, spoken = Match.objects.filter(tournament=cup, round=1).order_by("slot")
    say(spoken, "A", spoken.wins_needed, 0)
    reached = [late.pair_a, late.pair_b, spoken.pair_b]
    for number, pair in enumerate(reached):
        pairs.change(pair_id=pair.pk, contact=f"600 1, p{number}@mus.example", actor=PROGRAM)
    reminded = mails.remind_week(tournament_id=cup.pk, actor=PROGRAM)
    assert (reminded.pairs, reminded.nameless) == (3, (spoken.pair_a.name,))
    jobs = Job.objects.filter(name="matchdays.mail")
    for job in jobs:
        assert tasks.mail(**job.arguments) in ("Sent.", "Nobody wants this mail any more.")
    texts = {mail["to"]: mail["text"] for mail in sent}
    assert set(texts) == {f"p{number}@mus.example" for number in range(3)}
    assert "was to be played by" in texts["p0@mus.example"]
    assert "Say whether that is right." in texts["p2@mus.example"]
    before = jobs.count()
    assert mails.remind_week(tournament_id=cup.pk, actor=PROGRAM) == reminded
    assert jobs.count() == before, "once a day"
