from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def mark_copies(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Days that were fetched before copies were marked."""
    origins = apps.get_model("season", "Origin").objects.values("tournament")
    apps.get_model("tournament", "Tournament").objects.filter(pk__in=origins).update(is_copy=True)


class Migration(migrations.Migration):
    dependencies = [
        ("season", "0003_federation"),
        ("tournament", "0039_copies_of_other_days"),
    ]

    operations = [migrations.RunPython(mark_copies, migrations.RunPython.noop)]
