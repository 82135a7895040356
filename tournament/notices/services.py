"""Notifies pairs that they are called. A notice is sent once, and its outcome is stored."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from time import monotonic

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from jobs.registry import More
from tournament.entries.models import Pair
from tournament.errors import Refusal, no_such_pair
from tournament.failing import is_told_to_stop, kind_of
from tournament.notices import push
from tournament.notices.models import Notice, Watch
from tournament.notices.queries import Call, calls, gives_way, tried
from tournament.signup.models import SignUp

MOST_WATCHES = 12
"""The most browsers that can ask for notices of one pair."""
SHARE = 60
"""Seconds after which no further message is begun: the last one may take half a minute, and the job
has twice as long."""


class SomeFailed(Exception):
    """Some notices failed. Those that were sent are not sent again."""


@dataclass(frozen=True, slots=True)
class Way:
    """One message to be sent for a call. `channel` and `to` name it in the record, `to` being a
    masked address."""

    call: Call
    pair: Pair
    channel: str
    to: str
    send: Callable[[], None]

    @property
    def place(self) -> tuple[int, str, str]:
        """What names the message in the records of a key."""
        return self.pair.pk, self.channel, self.to


def tell(*, match_ids: Iterable[int], key: str) -> str:
    """Notifies those who asked that these matches are called; returns a line for the operator.

    What nobody has tried yet under `key` comes first, then what failed, the oldest first. When the
    time of a share is over, returns More while some are untried. May run again: what was sent under
    `key` is not sent a second time. Raises SomeFailed when a notice failed, so that the job is
    tried again.
    """
    before = tried(key=key)
    ways = {way.place: way for call in calls(match_ids=match_ids) for way in _ways(call)}
    untried = [way for place, way in ways.items() if place not in before]
    failed = [way for place, way in ways.items() if place in before and not before[place].is_sent]
    again = [] if untried else sorted(failed, key=lambda way: before[way.place].at)
    left = _share(untried or again, key)
    done, more = left.done, len(left.rest)
    if untried and left.rest:
        return More(f"{done} told, {more} more to be told")
    if left.failed or left.rest or (untried and failed):
        raise SomeFailed(f"{done} told, {left.failed + more + len(failed if untried else ())} not")
    return f"{done} told"


@transaction.atomic
def watch(*, pair_id: int, subscription: object, language: str) -> Watch:
    """Stores that a browser asks for notices when this pair is called. Asking again adds no second
    row.

    When the pair has as many as it can have, one that nothing ever reached gives way. Raises
    NotFound, Refusal (bad_subscription, too_many_watches).
    """
    address = push.checked(subscription)
    # Locks the pair's row alone, so that asking for notices delays no hand of the tournament.
    if Pair.objects.select_for_update().filter(pk=pair_id).order_by().first() is None:
        raise no_such_pair()
    watches = Watch.objects.filter(pair_id=pair_id).exclude(endpoint=address.endpoint)
    if watches.count() >= MOST_WATCHES:
        _make_room(pair_id)
    row, _is_new = Watch.objects.update_or_create(
        pair_id=pair_id,
        endpoint=address.endpoint,
        defaults={
            "p256dh": address.p256dh, "auth": address.auth, "language": language,
            "at": timezone.now(),
        },
    )  # fmt: skip
    return row


@transaction.atomic
def unwatch(*, pair_id: int, endpoint: object) -> None:
    """Stops the notices of a pair to a browser. Does nothing for an unknown or malformed
    address."""
    if not isinstance(endpoint, str) or not push.is_known(endpoint):
        return
    Watch.objects.filter(pair_id=pair_id, endpoint=endpoint).delete()


def forget(*, before: datetime) -> int:
    """Deletes the records of messages sent before that moment; returns how many."""
    return Notice.objects.filter(at__lt=before).delete()[0]


def _make_room(pair_id: int) -> None:
    """Forgets the browser that gives way. Raises Refusal (too_many_watches) when none does."""
    out = gives_way(pair_id=pair_id, now=timezone.now())
    if out is None:
        raise Refusal.one(
            "subscription",
            "too_many_watches",
            gettext_lazy(
                "No more phones can get messages. Stop the messages on one of them, or "
                "keep your page open: it shows the table."
            ),
        )
    out.delete()


def _ways(call: Call) -> Iterator[Way]:
    """How the pairs of this call asked for notices. A demo site sends none."""
    if settings.DEMO_SITE:
        return
    for pair in call.pairs:
        signup = SignUp.objects.filter(pair=pair, wants_mail=True).exclude(email="").first()
        if signup is not None and settings.EMAIL_HOST:
            send = partial(_mail, call, pair, signup)
            yield Way(call, pair, "mail", _masked(signup.email), send)
        for browser in Watch.objects.filter(pair=pair).order_by("pk"):
            to = push.name_of(browser.endpoint, browser.pk)
            yield Way(call, pair, "push", to, partial(_push, call, pair, browser))


@dataclass(frozen=True, slots=True)
class Share:
    """What was done of these messages before the time was over, and what was not begun."""

    done: int
    failed: int
    rest: Sequence[Way]


def _share(ways: Sequence[Way], key: str) -> Share:
    end, done = monotonic() + SHARE, 0
    for place, way in enumerate(ways):
        if monotonic() > end:
            return Share(done, place - done, ways[place:])
        done += _send_and_record(way, key)
    return Share(done, len(ways) - done, ())


def _send_and_record(way: Way, key: str) -> bool:
    """Sends one message and stores its outcome; whether it was sent. Raises the error with which a
    worker stops the job, after storing it."""
    state, outcome, stopped = Notice.State.SENT, "", None
    try:
        way.send()
    except push.Gone:
        Watch.objects.filter(pk=int(way.to.rsplit(" ", 1)[-1])).delete()
        outcome = "no longer there"
    except Exception as error:
        state, outcome = Notice.State.FAILED, kind_of(error)
        stopped = error if is_told_to_stop(error) else None
    match = way.call.match
    Notice.objects.update_or_create(
        key=key,
        pair=way.pair,
        channel=way.channel,
        to=way.to,
        defaults={
            "tournament_id": match.tournament_id, "match": match, "state": state,
            "said": outcome, "at": timezone.now(),
        },
    )  # fmt: skip
    if stopped is not None:
        raise stopped
    return state == Notice.State.SENT


def _words(call: Call, pair: Pair) -> tuple[str, str]:
    """The message: its title and its text."""
    other = next((one for one in call.pairs if one.pk != pair.pk), None)
    short = _("Table %(number)s, now") % {"number": call.table}
    words = {"pair": pair.name, "other": other.name if other else "", "match": call.match.label}
    return short, _("%(pair)s against %(other)s, match %(match)s.") % words


def _mail(call: Call, pair: Pair, signup: SignUp) -> None:
    with override(signup.language or settings.LANGUAGE_CODE):
        short, whole = _words(call, pair)
        why = _("You get this because you asked for mail when you signed up.")
    name = call.match.tournament.name
    send_mail(f"{short} · {name}"[:180], f"{short}\n\n{whole}\n\n{name}\n\n{why}",
              settings.DEFAULT_FROM_EMAIL, [signup.email])  # fmt: skip


def _push(call: Call, pair: Pair, browser: Watch) -> None:
    with override(browser.language or settings.LANGUAGE_CODE):
        short, whole = _words(call, pair)
    page = f"/t/{call.match.tournament.slug}/pairs/{pair.number}/"
    push.send(
        browser.endpoint,
        browser.p256dh,
        browser.auth,
        {"title": short, "body": whole, "page": page},
    )


def _masked(email: str) -> str:
    name, _at, host = email.partition("@")
    return f"{name[:2]}…@{host}"[:60]
