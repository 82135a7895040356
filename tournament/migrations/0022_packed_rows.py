"""Did something once: rows were stored packed, until 0026 unpacked them."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0021_delay_of_publication"),
    ]

    operations = []
