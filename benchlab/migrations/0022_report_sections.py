from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("benchlab", "0021_stored_histograms"),
    ]

    operations = [
        migrations.RenameModel("Section", "ReportSection"),
    ]
