from django.db import migrations, models

import benchlab.models.fields


class AlterOnMySQL(migrations.AlterField):
    """SQLite tells names apart already, and would copy every chunk into a new table."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor == "mysql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        self.database_forwards(app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):
    dependencies = [
        ("benchlab", "0003_trials"),
    ]

    operations = [
        migrations.AddField(
            model_name="installation",
            name="home",
            field=models.JSONField(null=True),
        ),
        AlterOnMySQL(
            model_name="phase",
            name="name",
            field=benchlab.models.fields.ExactCharField(max_length=100),
        ),
        AlterOnMySQL(
            model_name="histogram",
            name="statement",
            field=benchlab.models.fields.ExactCharField(blank=True, max_length=100),
        ),
        AlterOnMySQL(
            model_name="chunk",
            name="source",
            field=benchlab.models.fields.ExactCharField(max_length=120),
        ),
        AlterOnMySQL(
            model_name="chunk",
            name="metric",
            field=benchlab.models.fields.ExactCharField(blank=True, max_length=80),
        ),
    ]
