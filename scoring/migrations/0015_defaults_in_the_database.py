"""Gives the columns that were added a default of the database, so that a server of the version before
can go on inserting rows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0014_match_days_and_appointments"),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="hand_count",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name="game",
            name="last_number",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name="hand",
            name="digest",
            field=models.CharField(blank=True, db_default="", default="", max_length=32),
        ),
    ]
