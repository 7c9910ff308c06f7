from django.db import migrations, models
from django.db.models import F

KINDS = [
    ("run.finished", "A run has finished"),
    ("run.failed", "A run has failed"),
    ("run.cancelled", "A run was cancelled"),
    ("run.excluded", "A run was excluded"),
    ("run.included", "A run was included again"),
    ("experiment.over", "An experiment has ended"),
    ("regression.found", "A regression was found"),
    ("schedule.not_launched", "A schedule launched nothing"),
    ("test", "A test"),
]


def mark_reacted(apps, schema_editor):
    """Nobody is notified again of what was there before."""
    apps.get_model("benchlab", "Event").objects.update(reacted_at=F("at"))


class Migration(migrations.Migration):

    dependencies = [
        ("benchlab", "0016_guesses"),
    ]

    operations = [
        migrations.RenameModel("Notice", "Event"),
        migrations.RenameField("Event", "kind", "subject_type"),
        migrations.RenameField("Event", "number", "subject_id"),
        migrations.RenameField("Event", "event", "kind"),
        migrations.AlterField("Event", "kind", models.CharField(choices=KINDS, max_length=40)),
        migrations.RenameField("Delivery", "notice", "event"),
        migrations.AddField("Event", "claimed_at", models.DateTimeField(null=True)),
        migrations.AddField("Event", "reacted_at", models.DateTimeField(null=True)),
        migrations.AddIndex(
            "Event", models.Index(fields=["reacted_at", "at"], name="benchlab_ev_reacted_2fb1f3_idx")
        ),
        migrations.RunPython(mark_reacted, migrations.RunPython.noop),
    ]
