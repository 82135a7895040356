from django.db import migrations


class Migration(migrations.Migration):
    """Marked the days of other installations as copies, which no longer differ from other days."""

    dependencies = [
        ("season", "0003_federation"),
        ("tournament", "0039_copies_of_other_days"),
    ]

    operations: list[migrations.operations.base.Operation] = []
