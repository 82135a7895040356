"""Gives the columns that were added a default of the database, so that a server of the version before
can go on inserting rows."""

import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("season", "0011_no_days_by_address"),
    ]

    operations = [
        migrations.AlterField(
            model_name="circuit",
            name="event_hash",
            field=models.CharField(
                db_default="0000000000000000000000000000000000000000000000000000000000000000",
                default="0000000000000000000000000000000000000000000000000000000000000000",
                max_length=64,
            ),
        ),
        migrations.AlterField(
            model_name="circuit",
            name="event_number",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AlterField(
            model_name="circuit",
            name="same_names",
            field=models.CharField(
                choices=[
                    ("all", "always"),
                    ("club", "where the club is the same too"),
                    ("ask", "only when those who run the circuit say so"),
                ],
                db_default="club",
                default="club",
                max_length=4,
            ),
        ),
        migrations.AlterField(
            model_name="claim",
            name="since",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(),
                default=django.utils.timezone.now,
            ),
        ),
    ]
