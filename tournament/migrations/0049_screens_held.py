# A screen is held as it is or dark, and reveals what it shows step by step.

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0048_ended_early"),
    ]

    operations = [
        migrations.AddField(
            model_name="screen",
            name="held",
            field=models.CharField(blank=True, db_default="", default="", max_length=8),
        ),
        migrations.AddField(
            model_name="screen",
            name="step",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
