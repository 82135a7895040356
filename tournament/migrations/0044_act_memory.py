import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0043_defaults_in_the_database"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="undone_by",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="ActMemory",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=60)),
                ("shown", models.PositiveIntegerField()),
                ("first", models.PositiveIntegerField()),
                ("last", models.PositiveIntegerField()),
                ("undoes", models.JSONField(default=list)),
                ("rows", models.JSONField(default=dict)),
                ("undone_by", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="act_memories",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["tournament", "last"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "last"), name="act_memory_by_last_event"
                    )
                ],
            },
        ),
    ]
