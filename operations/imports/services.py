"""Queueing the import of a tournament, and importing it."""

import re
from collections.abc import Sequence
from hashlib import sha256

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from jobs import products
from jobs.registry import Declined
from operations.imports.queries import BRING_IN, import_list, says, standing_of
from scoring.proof.rules.lines import BrokenFile, header_of, said_in
from scoring.proof.services.files import rebuild
from tournament import limits
from tournament.championship.models import Tournament
from tournament.championship.services import organizers as organizers_services
from tournament.errors import Refusal
from tournament.log.rules.roles import Actor

NEW_IMPORTS = limits.Limit("imports", most=20, seconds=3600)
MOST_ORGANIZERS = 20
SLUG = re.compile(r"[-\w]{1,80}")


@transaction.atomic
def ask_for(*, content: bytes, organizers: str, by: AbstractBaseUser) -> int:
    """Queues the import of a tournament's file; returns the job's id. The same file gives the same
    job while it is being imported.

    `organizers`: user names of its organizers here, separated by commas, spaces or lines. Raises
    Refusal (too_large, no_header and the other codes of a first line, already_here, same,
    no_such_user, no_organizer, one_at_a_time) and TooOften.
    """
    if len(content) > settings.IMPORT_BYTES:
        message = _("The file may have %(most)s bytes. Ask the operator of the machine to bring it "
                    "in with the command rebuild_tournament.")  # fmt: skip
        raise Refusal.one("file", "too_large", message, most=settings.IMPORT_BYTES)
    slug, events, head = _looked_at(content)
    names = _accounts(organizers)
    key = sha256(content).hexdigest()
    coming = [row for row in import_list() if row.is_coming]
    for row in coming:
        if row.key == key:
            return row.job
    _must_be_free(slug, events, head)
    _must_be_its_turn(is_busy=any(row.asked_by == by.pk for row in coming), by=by)
    products.start_over(BRING_IN, key)
    return products.ask(
        BRING_IN, {"by": by.pk, "organizers": names}, file_name=f"{slug[:80]}.mustour", key=key,
        input_bytes=content,
    )  # fmt: skip


def bring_in(*, key: str, by: int, organizers: Sequence[str]) -> str:
    """Rebuilds the tournament of the file stored under `key`, with these accounts as organizers,
    completely or not at all. A second run finds the tournament here. Returns a line for the
    operator. Raises Declined when the file is refused."""
    content = products.input_of(BRING_IN, key)
    if content is None:
        raise _declined(key, "gone")
    slug, events, head = said_in(header_of(content))
    try:
        if standing_of(slug=slug, events=events, head=head) != "same":
            _rebuilt(content, key, by, organizers)
        else:
            products.conclude(BRING_IN, key, {"slug": slug})
    except BrokenFile as broken:
        if standing_of(slug=slug, events=events, head=head) != "same":
            raise _declined(key, broken.code, line=broken.line, detail=broken.detail) from broken
        products.conclude(BRING_IN, key, {"slug": slug})  # another worker has just done it
    except Refusal as refusal:
        raise _declined(key, "no_organizer", detail=", ".join(organizers)) from refusal
    return f"{slug}: {events} events"


def _rebuilt(content: bytes, key: str, by: int, organizers: Sequence[str]) -> None:
    """Rebuilds the tournament with its organizers and stores the outcome, in one transaction."""
    user = get_user_model()._default_manager.filter(pk=by).first()
    actor = Actor("user", by, f"organizer {user.get_username() if user else ''}")

    def then(tournament: Tournament) -> None:
        for username in organizers:
            organizers_services.add(tournament_id=tournament.pk, username=username, actor=actor)
        products.conclude(BRING_IN, key, {"slug": tournament.slug})

    events = max(1, said_in(header_of(content))[1])
    rebuild(
        content=content,
        then=then,
        tell=lambda share: products.tell_beside(BRING_IN, key, done=int(events * share), of=events),
    )


def _looked_at(content: bytes) -> tuple[str, int, str]:
    try:
        slug, events, head = said_in(header_of(content))
        if not SLUG.fullmatch(slug):
            raise BrokenFile(1, "bad_header", "slug")
    except BrokenFile as broken:
        code = "no_header" if broken.code == "not_json" else broken.code
        raise Refusal.one("file", code, says(code)) from broken
    return slug, events, head


def _accounts(organizers: str) -> list[str]:
    """The user names typed. Raises Refusal unless each has an open account."""
    names = list(dict.fromkeys(re.split(r"[\s,;]+", organizers.strip()))) if organizers else []
    if not names or names == [""] or len(names) > MOST_ORGANIZERS:
        raise Refusal.one(
            "organizers", "no_organizer",
            _("Name at least one account, and at most %(most)s."), most=MOST_ORGANIZERS,
        )  # fmt: skip
    users = get_user_model()._default_manager.filter(is_active=True, username__in=names)
    missing = sorted(set(names) - set(users.values_list("username", flat=True)))
    if missing:
        message = _("Nobody has an account with the name %(name)s. Check the spelling, or invite "
                    "them first.")  # fmt: skip
        raise Refusal.one("organizers", "no_such_user", message, name=missing[0][:80])
    return names


def _must_be_free(slug: str, events: int, head: str) -> None:
    standing = standing_of(slug=slug, events=events, head=head)
    if standing == "same":
        message = _("This tournament is here already: /t/%(slug)s/")
        raise Refusal.one("file", "same", message, slug=slug)
    if standing == "another":
        raise Refusal.one("file", "already_here", says("already_here"))


def _must_be_its_turn(*, is_busy: bool, by: AbstractBaseUser) -> None:
    if is_busy:
        message = _("A file of yours is still being imported. Wait until it is, then send this.")
        raise Refusal.one("file", "one_at_a_time", message)
    limits.spend(NEW_IMPORTS, by.pk)


def _declined(key: str, code: str, *, line: int = 0, detail: str = "") -> Declined:
    """Stores the fault for the page; returns the Declined to raise, for the list of jobs."""
    products.conclude(BRING_IN, key, {"code": code, "line": line, "detail": detail})
    return Declined(f"Line {line}: {code}. {detail}".strip())
