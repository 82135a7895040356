"""Takes out the delay of publication: every tournament is shown live.

The column stays in the database, with a default and unused, so that servers of the version before
can run on until they are replaced. Events that set a delay stay in the logs.
"""

from sys import stdout

from django.db import migrations, models


def show_live(apps, editor):
    """Ends every delay, and names the tournaments that had one."""
    delayed = apps.get_model("tournament", "Tournament").objects.filter(delay_minutes__gt=0)
    for slug, minutes in delayed.order_by("pk").values_list("slug", "delay_minutes"):
        stdout.write(
            f"\n    {slug} was shown {minutes} minutes late, and is shown live from now on."
        )
    delayed.update(delay_minutes=0)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0023_match_by_end")]

    operations = [
        migrations.AlterField(
            "tournament",
            "delay_minutes",
            models.PositiveSmallIntegerField(default=0, db_default=0),
        ),
        migrations.RunPython(show_live, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField("tournament", "delay_minutes")]
        ),
    ]
