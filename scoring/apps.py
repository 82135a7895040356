"""Registers the scoring app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "scoring"
    verbose_name = _("Scoring")

    def ready(self) -> None:
        """The log tells of questions and cases in these words; a bell tells of new hands."""
        from jobs import clockwork
        from scoring.rulings.queries.standing import cases, questions
        from tournament import notify
        from tournament.untold import TELLERS

        TELLERS["scoring.Ruling"] = ("asked", questions)
        TELLERS["scoring.TribunalCase"] = ("cases_now", cases)
        # After the commit, and only a flag: the chances of a hand are counted behind it.
        notify.subscribe(lambda _change: clockwork.ring())
