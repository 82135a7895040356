"""Did something once: settlements were stored packed, until 0011 unpacked them."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0008_chances_are_kept"),
        ("tournament", "0022_packed_rows"),
    ]

    operations = []
