from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("benchlab", "0020_cleaned_up_at"),
    ]

    operations = [
        migrations.RenameModel("Histogram", "StoredHistogram"),
    ]
