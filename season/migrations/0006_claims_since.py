from django.db import migrations, models
from django.db.models import F
from django.utils import timezone


def since_confirmed(apps, schema_editor):
    """A claim is of who sat there when it was confirmed; one that waits, of who sits there now."""
    claims = apps.get_model("season", "Claim").objects.filter(confirmed_at__isnull=False)
    claims.update(since=F("confirmed_at"))


class Migration(migrations.Migration):
    dependencies = [("season", "0005_private_without_an_account")]

    operations = [
        migrations.AddField(
            model_name="claim",
            name="since",
            field=models.DateTimeField(default=timezone.now),
        ),
        migrations.RunPython(since_confirmed, migrations.RunPython.noop),
    ]
