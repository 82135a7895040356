"""`manage.py demo`: one championship finished and one half-way, so that no page is empty."""

import os
from datetime import timedelta
from io import StringIO
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from mus.bots import Slips
from scoring.management.simulation import Day, Plan, Progress
from scoring.management.simulation.day import ORGANISATION
from scoring.management.simulation.players import doubtful
from scoring.outbox.services import calls
from scoring.rulings.models import Ruling
from tournament.championship.models import Tournament
from tournament.tables.queries import join_tokens

USER = "demo"
STANDS: dict[str, str] = {
    Tournament.Status.ENTRY: "entry",
    Tournament.Status.RUNNING: "half-way",
    Tournament.Status.FINISHED: "finished",
}
PASSWORD_FILE = "demo_password"  # noqa: S105  (where it is kept, not what it is)
ALWAYS_CLAIMING_WRONGLY = Slips(false_word=0, false_claim=0, wrong_claim=1, exposed=0, together=0)


class Command(BaseCommand):
    help = (
        "Fills an empty database with a finished championship and one half-way, with a login for "
        "their organizer. Where tournaments are already, it changes nothing and says what is there."
    )
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=os.environ.get("PORT") or "8000")
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument(
            "--reset", action="store_true", help="ask the running demo site for a reset at once"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["reset"]:
            self._ask_for_reset()
            return
        if not Tournament.objects.exists():
            # All or nothing: after an interruption the next run finds an empty database.
            with transaction.atomic():
                owner = _organizer()
                play_finished(owner)
                play_half_way(owner)
        lines = _what_is_there(f"http://{options['host']}:{options['port']}")
        if not lines and options["verbosity"]:
            lines = ["There are tournaments here already, and no demo. Nothing was changed."]
        for line in lines:
            self.stdout.write(line)

    def _ask_for_reset(self) -> None:
        if not settings.DEMO_SITE:
            raise CommandError(
                f"{settings.VAR_DIR} holds no demo site (serve --demo-site), and nothing else is "
                "reset. Name its folder with VAR_DIR."
            )
        settings.DEMO_REQUEST.touch()
        self.stdout.write(
            "The demo site fills a new database now, and swaps it in when it is full."
        )


def play_finished(owner: Any) -> None:
    """Plays a tournament of eight pairs, yesterday, to its end."""
    plan = Plan(
        name="Getaria 2026",
        place="Getaria",
        pairs=8,
        seed=2026,
        starts_at=_noon() - timedelta(days=1),
        time_zone="Europe/Madrid",
        tables=4,
        words="rey de oros",
    )
    _day(plan, owner).play()


def play_half_way(owner: Any) -> None:
    """Plays a tournament of twelve pairs half-way, and leaves questions at the desk."""
    plan = Plan(
        name="Brisbane 2026",
        place="Brisbane",
        pairs=12,
        seed=4,
        starts_at=_two_hours_ago(),
        time_zone="Australia/Brisbane",
        tables=6,
        words="as de copas",
        stop_share=0.5,
        consolation_share=0.2,
    )
    day = _day(plan, owner)
    day.play()
    day.start_consolation(hands=4)
    day.leave_open(Ruling.Kind.NEEDS_RULING, doubtful)
    day.leave_open(Ruling.Kind.CLAIM, dict, ALWAYS_CLAIMING_WRONGLY)
    caller = day.playing[0]
    calls.raise_call(
        match_id=caller.match.pk,
        actor=caller.tablet,
        message=_("A card fell on the floor, face up."),
        key="demo-call",
    )


def _day(plan: Plan, owner: Any) -> Day:
    return Day(plan, Progress(StringIO(), is_visible=False), owner=owner)


def _noon() -> Any:
    return timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)


def _two_hours_ago() -> Any:
    """Two hours ago, at the full hour, so that the demo's day is under way."""
    return timezone.now().replace(minute=0, second=0, microsecond=0) - timedelta(hours=2)


def _organizer() -> Any:
    """The demo's organizer, with the password kept on this machine."""
    users = get_user_model()._default_manager
    user, is_new = users.get_or_create(username=USER)
    if is_new or _password_path().exists():
        # An account of that name that is not the demo's keeps its password.
        user.set_password(_password())
        user.save()
    return user


def _password() -> str:
    """A password made once for this machine: a fixed password would open every public demo."""
    path = _password_path()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(token_urlsafe(9))
    return path.read_text(encoding="ascii").strip()


def _password_path() -> Path:
    return Path(settings.VAR_DIR) / PASSWORD_FILE


def _played_here(user: Any) -> Any:
    """The demo's own tournaments: people who try the demo make others with the same login."""
    return Tournament.objects.filter(
        organizers=user, events__number=1, events__actor_label=ORGANISATION.label
    ).order_by("starts_at", "id")


def _what_is_there(where: str) -> list[str]:
    """Logins and addresses of the demo's tournaments; nothing when this is no demo."""
    user = get_user_model()._default_manager.filter(username=USER).first()
    if user is None or not _password_path().exists():
        return []
    lines = [f"  organizer   {USER} / {_password()}   {where}/accounts/login/"]
    for tournament in _played_here(user):
        page = f"{where}/t/{tournament.slug}/"
        lines.append(f"  {STANDS[tournament.status]:<11} {tournament.name}   {page}")
        if tournament.status != Tournament.Status.RUNNING:
            continue
        lines.append(f"  desk        {where}/organizer/t/{tournament.slug}/")
        for number, token in join_tokens(tournament_id=tournament.pk)[:1]:
            lines.append(f"  referee     table {number}   {where}/referee/join/{token}/")
    return lines
