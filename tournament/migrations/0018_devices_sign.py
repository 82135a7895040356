"""A tablet has a key of its own, with which it signs what pairs agree to on it. Those that joined
before bring theirs with the first agreement."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0017_commitments_bind_wishes"),
    ]

    operations = [
        migrations.AddField(
            model_name="device",
            name="public_key",
            field=models.CharField(blank=True, default="", max_length=100),
        ),
    ]
