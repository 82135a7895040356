"""Gives the columns that were added a default of the database, so that a server of the version before
can go on inserting rows."""

from django.db import migrations, models

import tournament.log.models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0042_no_copies"),
    ]

    operations = [
        migrations.AlterField(
            model_name="device",
            name="link_hash",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AlterField(
            model_name="device",
            name="public_key",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.AlterField(
            model_name="event",
            name="texts",
            field=models.JSONField(
                db_default={}, default=dict, encoder=tournament.log.models.Compact
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="names",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
        migrations.AlterField(
            model_name="pair",
            name="place_stays_empty",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="Its place stays empty"
            ),
        ),
        migrations.AlterField(
            model_name="pause",
            name="stops_clock",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="signup",
            name="contact_2",
            field=models.CharField(blank=True, db_default="", default="", max_length=200),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="draw_recipe",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="format",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="format_options",
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="games_by_round",
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="house_rules",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="rounds_by_hand",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="rules_name",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="time_zone",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
    ]
