import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

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


class Migration(migrations.Migration):

    dependencies = [
        ("benchlab", "0017_events"),
    ]

    operations = [
        migrations.RenameModel("Mailing", "EmailSubscription"),
        migrations.AlterField("EmailSubscription", "event", models.CharField(choices=KINDS, max_length=40)),
        migrations.AlterField(
            "EmailSubscription",
            "person",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="email_subscriptions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
