import django.db.models.deletion
from django.db import migrations, models

import tournament.log.models


class Migration(migrations.Migration):
    dependencies = [("season", "0007_equal_names")]

    operations = [
        migrations.AddField(
            model_name="circuit",
            name="event_number",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="circuit",
            name="event_hash",
            field=models.CharField(default="0" * 64, max_length=64),
        ),
        migrations.CreateModel(
            name="CircuitEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=60)),
                ("actor_kind", models.CharField(max_length=10)),
                ("actor_label", models.CharField(max_length=120)),
                ("at", models.DateTimeField()),
                (
                    "sealed",
                    models.JSONField(default=dict, encoder=tournament.log.models.Compact),
                ),
                (
                    "texts",
                    models.JSONField(default=dict, encoder=tournament.log.models.Compact),
                ),
                ("previous_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "circuit",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="season.circuit",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("circuit", "number"), name="circuit_event_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="circuit_event_number_from_1"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("actor_kind__in", ["user", "program"])),
                        name="circuit_event_actor_known",
                    ),
                ],
            },
        ),
    ]
