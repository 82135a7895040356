"""Reasons that the program wrote in the language of whoever was there become codes."""

from django.db import migrations

HAND_CHANGED = (
    "The hand was changed.",
    "La mano se ha cambiado.",
    "Eskua aldatu da.",
    "La donne a été changée.",
)


def to_codes(apps, schema_editor):
    """Questions that went with their hand; their reason is in no event of the log."""
    rulings = apps.get_model("scoring", "Ruling").objects
    fallen = rulings.filter(status="dismissed", outcome={"superseded": True})
    fallen.filter(reason__in=HAND_CHANGED).update(reason="code:hand_changed")


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_appeal_window")]

    operations = [migrations.RunPython(to_codes, migrations.RunPython.noop)]
