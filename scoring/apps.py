"""Registers the scoring app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "scoring"
    verbose_name = _("Scoring")

    def ready(self) -> None:
        """Registers what follows from acts, the state of questions and cases for the log, and the
        signal for new hands."""
        from jobs import clockwork
        from scoring.follow_ups import FOLLOW_UPS
        from scoring.rulings.queries.review import cases, questions
        from tournament import acts, notify
        from tournament.notify import SOURCES, Source

        acts.register(FOLLOW_UPS)
        SOURCES["scoring.Ruling"] = Source("asked", "match__tournament", questions)
        SOURCES["scoring.TribunalCase"] = Source("cases_now", "pair__tournament", cases)
        # Called after the commit, and only sets a flag: a job then counts the chances of new hands.
        notify.subscribe(lambda _change: clockwork.ring())
