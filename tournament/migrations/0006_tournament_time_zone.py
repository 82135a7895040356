"""Each tournament goes by the clock of its own place; those made before, by the server's."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0005_events_without_spaces")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="time_zone",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
    ]
