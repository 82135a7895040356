"""Drops the tables of django-axes, which is no longer installed.

Its rows in `django_migrations` go too: whoever returns to an earlier version makes the tables anew.
"""

from django.db import migrations

TABLES = (
    "axes_accessattemptexpiration",
    "axes_accessattempt",
    "axes_accessfailurelog",
    "axes_accesslog",
)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_mailboxes")]

    operations = [
        *(
            migrations.RunSQL(f"DROP TABLE IF EXISTS {table}", migrations.RunSQL.noop)
            for table in TABLES
        ),
        migrations.RunSQL(
            "DELETE FROM django_migrations WHERE app = 'axes'", migrations.RunSQL.noop
        ),
    ]
