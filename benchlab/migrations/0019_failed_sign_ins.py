from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("benchlab", "0018_email_subscriptions"),
    ]

    operations = [
        migrations.RenameModel("Guesses", "FailedSignIns"),
    ]
