"""Removes the stored facts of games, and the jobs that made them: they follow from the hands."""

from django.db import migrations


def forget_jobs(apps, editor):
    """Deletes the jobs that nobody can do any more."""
    jobs = apps.get_model("jobs", "Job").objects
    jobs.filter(name__in=["statistics.keep", "statistics.keep_anew"]).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0011_unpack_settlements"),
        ("jobs", "0003_given"),
    ]

    operations = [
        migrations.RunPython(forget_jobs, migrations.RunPython.noop),
        migrations.DeleteModel("KeptFacts"),
    ]
