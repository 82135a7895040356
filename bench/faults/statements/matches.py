"""Cases of the services of a tournament's day: matches, tables, pauses, who leaves, notices."""

from __future__ import annotations

import base64
from functools import partial

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bench.faults.statements.day import ME, Call, Case, Day
from tests.tournament import play
from tournament.clock import services as clock
from tournament.consolation import services as consolation
from tournament.entries.services import departures
from tournament.log.models import Event
from tournament.matches.services import matches, results, together
from tournament.notices import services as notices
from tournament.notices.models import Notice, Watch
from tournament.pauses import services as pauses
from tournament.pauses.models import Pause
from tournament.referees import services as referees
from tournament.screens import services as screens
from tournament.signup.models import SignUp

PUSHED_TO = "https://updates.push.services.mozilla.com/wpush/v2/abc"


def _games(day: Day) -> int:
    """A match that has begun, in which A has won what it needs."""
    play.start(day.ready)
    matches.set_games(match_id=day.ready.pk, games=(day.ready.wins_needed, 0), actor=ME)
    return day.ready.pk


def _assigned(day: Day) -> int:
    """The number of the event that gave out the tables."""
    matches.assign_free_tables(tournament_id=day.cup.pk, actor=ME)
    return Event.objects.get(tournament=day.cup, kind="tables.assigned").number


def _finished(day: Day) -> int:
    play.win(day.ready)
    return day.ready.pk


def _replaced(day: Day) -> Call:
    """With a match of the next round that falls with it."""
    first, later = day.played_on()
    return partial(
        results.replace_result, match_id=first.pk, games=(0, 2), winner="B", reason="mixed up",
        actor=ME, sets_aside=[later.pk],
    )  # fmt: skip


def _reopened(day: Day) -> Call:
    first, later = day.played_on()
    return partial(
        results.reopen, match_id=first.pk, reason="mixed up", actor=ME, sets_aside=[later.pk]
    )


def _begun(day: Day) -> int:
    play.start(day.ready)
    return day.ready.pk


def _begun_together(day: Day) -> Call:
    _assigned(day)
    return partial(together.start_called, tournament_id=day.cup.pk, actor=ME)


def _tables_back(day: Day) -> Call:
    number = _assigned(day)
    return partial(together.take_tables_back, tournament_id=day.cup.pk, event=number, actor=ME)


def _off(day: Day) -> Call:
    (made,) = consolation.create_matches(
        tournament_id=day.cup.pk, pairings=[day.beaten()], actor=ME
    )
    return partial(consolation.cancel, match_id=made.pk, actor=ME, reason="they went home")


def _off_together(day: Day) -> Call:
    consolation.create_matches(tournament_id=day.cup.pk, pairings=[day.beaten()], actor=ME)
    made = _last(day)
    return partial(
        consolation.cancel_together, tournament_id=day.cup.pk, event=made, actor=ME, reason="late"
    )


def _longer_again(day: Day) -> Call:
    clock.reduce_games(tournament_id=day.cup.pk, best_of=1, reason="late", actor=ME)
    return partial(
        clock.take_back_reduction, tournament_id=day.cup.pk, event=_last(day), actor=ME,
        reason="early",
    )  # fmt: skip


def _last(day: Day) -> int:
    """The number of the last event."""
    return Event.objects.filter(tournament=day.cup).latest("number").number


def _opted_in(day: Day) -> Call:
    consolation.opt_out(tournament_id=day.cup.pk, number=1, actor=ME)
    return partial(consolation.opt_in, tournament_id=day.cup.pk, number=1, actor=ME)


def _pause(day: Day) -> Pause:
    return pauses.announce(tournament_id=day.cup.pk, minutes=40, reason="lunch", actor=ME)


def _referee(day: Day) -> int:
    return referees.add(tournament_id=day.cup.pk, name="Orio", actor=ME).number


def _posted(day: Day) -> Call:
    number = _referee(day)
    referees.hand_over(tournament_id=day.cup.pk, tables=[1, 2], to=number, actor=ME)
    return partial(referees.remove, tournament_id=day.cup.pk, number=number, actor=ME)


def _subscription() -> dict[str, object]:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return {"endpoint": PUSHED_TO, "keys": {"p256dh": _text(point), "auth": _text(b"a" * 16)}}


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _watched(day: Day) -> Watch:
    assert day.ready.pair_a_id is not None
    return notices.watch(pair_id=day.ready.pair_a_id, subscription=_subscription(), language="en")


def _told(day: Day) -> Call:
    """Both pairs, by mail."""
    for one in (day.ready.pair_a, day.ready.pair_b):
        assert one is not None
        SignUp.objects.create(
            tournament=day.cup, pair=one, player_1=one.player_1, player_2=one.player_2,
            state="in", email="orio@example.org", wants_mail=True, language="en", at=play.NOON,
        )  # fmt: skip
    matches.assign_table(match_id=day.ready.pk, table_number=2, actor=ME)
    return partial(notices.tell, match_ids=[day.ready.pk], key="1")


def _unwatched(day: Day) -> Call:
    found = _watched(day)
    return partial(notices.unwatch, pair_id=found.pair_id, endpoint=found.endpoint)


def _old_notice(day: Day) -> Call:
    Notice.objects.create(
        tournament=day.cup, pair_id=_pair(day), match=day.match, key="k", channel="mail",
        to="or…@example.org", state="sent", at=play.NOON,
    )  # fmt: skip
    return partial(notices.forget, before=play.NOON.replace(year=2100))


def _back_again(day: Day) -> Call:
    departures.withdraw(pair_id=_pair(day), reason="ill", actor=ME)
    return partial(departures.reinstate, pair_id=_pair(day), reason="well", actor=ME)


def _pair(day: Day) -> int:
    assert day.ready.pair_a_id is not None
    return day.ready.pair_a_id


CASES: dict[str, Case] = {
    "tournament.clock.services.reduce_games": lambda day: partial(
        clock.reduce_games, tournament_id=day.cup.pk, best_of=1, reason="late", actor=ME
    ),
    "tournament.clock.services.take_back_reduction": _longer_again,
    "tournament.consolation.services.cancel": _off,
    "tournament.consolation.services.cancel_together": _off_together,
    "tournament.consolation.services.create_matches": lambda day: partial(
        consolation.create_matches, tournament_id=day.cup.pk, pairings=[day.beaten()], actor=ME
    ),
    "tournament.consolation.services.opt_in": _opted_in,
    "tournament.consolation.services.opt_out": lambda day: partial(
        consolation.opt_out, tournament_id=day.cup.pk, number=1, actor=ME
    ),
    "tournament.entries.services.departures.both_absent": lambda day: partial(
        departures.both_absent, match_id=day.ready.pk, reason="absent", actor=ME
    ),
    "tournament.entries.services.departures.reinstate": _back_again,
    "tournament.matches.services.matches.assign_free_tables": lambda day: partial(
        matches.assign_free_tables, tournament_id=day.cup.pk, actor=ME
    ),
    "tournament.matches.services.matches.assign_table": lambda day: partial(
        matches.assign_table, match_id=day.ready.pk, table_number=2, actor=ME
    ),
    "tournament.matches.services.matches.set_games": lambda day: partial(
        matches.set_games, match_id=_begun(day), games=(1, 0), actor=ME
    ),
    "tournament.matches.services.matches.start": lambda day: partial(
        matches.start, match_id=day.ready.pk, actor=ME
    ),
    "tournament.matches.services.not_begun.take_back_start": lambda day: partial(
        matches.take_back_start, match_id=_begun(day), actor=ME
    ),
    "tournament.matches.services.not_begun.undo_start": lambda day: partial(
        matches.undo_start, match_id=_begun(day), actor=ME, reason="the wrong one"
    ),
    "tournament.matches.services.results.finish": lambda day: partial(
        results.finish, match_id=_games(day), winner="A", actor=ME
    ),
    "tournament.matches.services.results.record_result": lambda day: partial(
        results.record_result, match_id=day.ready.pk, games=(day.ready.wins_needed, 0), actor=ME
    ),
    "tournament.matches.services.results.reopen": _reopened,
    "tournament.matches.services.results.replace_result": _replaced,
    "tournament.matches.services.results.walkover": lambda day: partial(
        results.walkover, match_id=day.ready.pk, winner="A", reason="absent", actor=ME
    ),
    "tournament.matches.services.together.start_called": _begun_together,
    "tournament.matches.services.together.take_tables_back": _tables_back,
    "tournament.notices.services.forget": _old_notice,
    "tournament.notices.services.tell": _told,
    "tournament.notices.services.unwatch": _unwatched,
    "tournament.notices.services.watch": lambda day: partial(
        notices.watch, pair_id=_pair(day), subscription=_subscription(), language="en"
    ),
    "tournament.pauses.services.announce": lambda day: partial(
        pauses.announce, tournament_id=day.cup.pk, minutes=40, reason="lunch", actor=ME
    ),
    "tournament.pauses.services.call_off": lambda day: partial(
        pauses.call_off, pause_id=_pause(day).pk, actor=ME
    ),
    "tournament.pauses.services.change": lambda day: partial(
        pauses.change, pause_id=_pause(day).pk, minutes=30, actor=ME
    ),
    "tournament.pauses.services.end": lambda day: partial(
        pauses.end, pause_id=_pause(day).pk, actor=ME
    ),
    "tournament.referees.services.add": lambda day: partial(
        referees.add, tournament_id=day.cup.pk, name="Orio", actor=ME
    ),
    "tournament.referees.services.hand_over": lambda day: partial(
        referees.hand_over, tournament_id=day.cup.pk, tables=[1, 2], to=_referee(day), actor=ME
    ),
    "tournament.referees.services.remove": _posted,
    "tournament.screens.services.steer": lambda day: partial(
        screens.steer, tournament_id=day.cup.pk, panels=["tables"], seconds=20, actor=ME
    ),
}  # fmt: skip
