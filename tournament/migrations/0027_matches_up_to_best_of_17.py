"""Lets a match be of up to 17 games (T1): nine games won.

SQLite rebuilds a table to change a constraint, from the fields that the migrations know. So they are
told of `delay_minutes` meanwhile: its column stays for servers of the version before (see 0024).
"""

from django.db import migrations, models
from django.db.models import Q

LENGTHS = (1, 3, 5, 7, 9, 11, 13, 15, 17)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0026_unpack_events")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AddField(
                    "tournament",
                    "delay_minutes",
                    models.PositiveSmallIntegerField(default=0, db_default=0),
                )
            ]
        ),
        migrations.RemoveConstraint("match", "match_best_of_odd"),
        migrations.RemoveConstraint("tournament", "tournament_best_of_odd"),
        migrations.AddConstraint(
            "match",
            models.CheckConstraint(condition=Q(best_of__in=LENGTHS), name="match_best_of_odd"),
        ),
        migrations.AddConstraint(
            "tournament",
            models.CheckConstraint(
                condition=Q(best_of__isnull=True) | Q(best_of__in=LENGTHS),
                name="tournament_best_of_odd",
            ),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("tournament", "delay_minutes")]
        ),
    ]
