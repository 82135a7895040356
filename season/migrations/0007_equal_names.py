import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

CHOICES = [
    ("all", "always"),
    ("club", "where the club is the same too"),
    ("ask", "only when those who run the circuit say so"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("season", "0006_claims_since"),
        ("tournament", "0039_copies_of_other_days"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # In circuits from before there was a choice, equal names were one person everywhere.
        migrations.AddField(
            model_name="circuit",
            name="same_names",
            field=models.CharField(choices=CHOICES, default="all", max_length=4),
        ),
        migrations.AlterField(
            model_name="circuit",
            name="same_names",
            field=models.CharField(choices=CHOICES, default="club", max_length=4),
        ),
        migrations.AddConstraint(
            model_name="circuit",
            constraint=models.CheckConstraint(
                condition=models.Q(("same_names__in", ["all", "club", "ask"])),
                name="circuit_same_names_known",
            ),
        ),
        migrations.CreateModel(
            name="Difference",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "circuit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="differences",
                        to="season.circuit",
                    ),
                ),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.CreateModel(
            name="DifferentEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField()),
                ("seat", models.PositiveSmallIntegerField(default=0)),
                (
                    "difference",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="season.difference",
                    ),
                ),
                (
                    "pair",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournament.pair",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("difference", "pair", "seat"), name="different_entry_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seat__in", [0, 1, 2])), name="different_entry_seat"
                    ),
                ],
            },
        ),
    ]
