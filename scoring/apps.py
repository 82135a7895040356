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
        record_tables()
        # Called after the commit, and only sets a flag: a job then counts the chances of new hands.
        notify.subscribe(lambda _change: clockwork.ring())


def record_tables() -> None:
    """Registers the tables of an export for the memory of acts, so that none can be forgotten."""
    from scoring.course.models import Hand, Penalty
    from scoring.proof.queries.tables import FROM_THE_LOG, TABLES, TOURNAMENT
    from tournament.memory import services as memory
    from tournament.signup.models import Payment, SignUp, Single

    ignored = {
        "tournament": {"event_number", "event_hash", "created_at"},
        "device": {"last_seen_at", "unsent"},
    }
    recorded = [memory.RecordedTable(model, "tournament") for model in (SignUp, Single)]
    recorded.append(memory.RecordedTable(Payment, "pair__tournament"))
    recorded += [
        memory.RecordedTable(
            table.model, table.of, frozenset(ignored.get(table.name, ())),
            # Whether a match has gone on since is seen in these.
            always=("kind", "status", "pair_a_id", "pair_b_id") if table.name == "match" else (),
            only_marked=table.model in (Hand, Penalty),
        )
        for table in (TOURNAMENT, *TABLES, *FROM_THE_LOG)
    ]  # fmt: skip
    memory.TABLES.update({one.model._meta.db_table: one for one in recorded})
