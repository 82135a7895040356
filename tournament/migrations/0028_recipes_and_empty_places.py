"""Stores the recipe by which a tournament is drawn, and whether a disqualified pair's place stays empty
(T8).

SQLite rebuilds a table to add a column, from the fields that the migrations know: the unused column
`delay_minutes` is named meanwhile, as in 0027.
"""

from typing import Any

from django.db import migrations, models


def name_recipes(apps: Any, _editor: Any) -> None:
    """A day that is drawn goes on by the recipe of its draw, which its log tells."""
    Tournament = apps.get_model("tournament", "Tournament")
    Event = apps.get_model("tournament", "Event")
    for tournament in Tournament.objects.exclude(status="entry").iterator():
        made = Event.objects.filter(tournament=tournament, kind="draw.made").order_by("number")
        if (last := made.last()) is not None:
            tournament.draw_recipe = last.sealed["algorithm"]
            tournament.save(update_fields=["draw_recipe"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0027_matches_up_to_best_of_17"),
    ]

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
        migrations.AddField(
            model_name="tournament",
            name="draw_recipe",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("tournament", "delay_minutes")]
        ),
        migrations.AddField(
            model_name="pair",
            name="place_stays_empty",
            field=models.BooleanField(default=False, verbose_name="Its place stays empty"),
        ),
        migrations.AddConstraint(
            model_name="pair",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("place_stays_empty", False), ("status", "disqualified"), _connector="OR"
                ),
                name="pair_place_empty_when_out",
            ),
        ),
        migrations.RunPython(name_recipes, migrations.RunPython.noop),
    ]
