"""Repeats every draw of a tournament, and says whether the result is the same."""

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from tournament.commitment.queries import draw_stories, drawn_again, swaps
from tournament.commitment.rules import story_faults
from tournament.management.speaking import TournamentCommand


class Command(TournamentCommand):
    help = (
        "Make every draw of a tournament again: from what was committed to, from the words of the "
        "room, by the published recipe (docs/draw.md)."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = self.tournament(options)
        wrong = 0
        stories = draw_stories(tournament_id=tournament.id)
        for place, story in enumerate(stories, start=1):
            faults = list(story_faults(story))
            again = drawn_again(
                format=tournament.format, options=tournament.format_options, story=story
            )
            faults += ["matches"] if story.seed and again not in (None, story.matches) else []
            wrong += bool(faults)
            says = ", ".join(faults) if faults else _("everything follows")
            self.stdout.write(f"{place}. {story.seed or story.commitment}: {says}")
        for swap in swaps(tournament_id=tournament.id):
            self.stdout.write(
                _("Event %(event)s: pairs %(first)s and %(second)s changed places: %(reason)s")
                % asdict(swap)
            )
        if wrong:
            raise CommandError(_("A draw does not follow from what was published."))
        if not stories:
            self.stdout.write(_("No draw has been made or prepared."))
