from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("benchlab", "0019_failed_sign_ins"),
    ]

    operations = [
        migrations.RenameField("Run", "settled_at", "cleaned_up_at"),
    ]
