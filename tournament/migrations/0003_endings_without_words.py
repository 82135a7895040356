from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0002_set_aside_matches"),
    ]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="ended_by",
            field=models.CharField(
                blank=True,
                choices=[
                    ("games", "Games"),
                    ("bye", "Bye"),
                    ("walkover", "Walkover"),
                    ("withdrawal", "Withdrawal"),
                    ("disqualification", "Disqualification"),
                    ("ruling", "Ruling"),
                    ("undone", "Undone"),
                ],
                default="",
                max_length=16,
            ),
        ),
    ]
