"""A pause may stop the six hours of the day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0019_pauses"),
    ]

    operations = [
        migrations.AddField(
            model_name="pause",
            name="stops_clock",
            field=models.BooleanField(default=False),
        ),
    ]
