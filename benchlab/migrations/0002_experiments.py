"""An experiment knows its revision and seed, and each run its place in it."""

import django.db.models.deletion
from django.db import migrations, models


def place_runs(apps, schema_editor):
    for experiment in apps.get_model("benchlab", "Experiment").objects.all():
        runs = list(experiment.runs.order_by("pk"))
        cells = max(1, -(-len(runs) // max(1, experiment.repeats)))
        for at, run in enumerate(runs):
            run.cell, run.repeat = at % cells, at // cells + 1
            run.save(update_fields=["cell", "repeat"])
        first = runs[0] if runs else None
        experiment.revision_id = first.revision_id if first else experiment.benchmark.revisions.latest("number").pk
        experiment.seed = first.plan_json.get("seed", 0) if first else 0
        experiment.save(update_fields=["revision", "seed"])


class Migration(migrations.Migration):
    dependencies = [("benchlab", "0001_initial")]

    operations = [
        migrations.AlterModelOptions(name="experiment", options={"ordering": ("-pk",)}),
        migrations.AddField("experiment", "seed", models.BigIntegerField(default=0)),
        migrations.AddField(
            "experiment",
            "revision",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="experiments",
                to="benchlab.revision",
            ),
        ),
        migrations.AddField("run", "cell", models.PositiveIntegerField(null=True)),
        migrations.AddField("run", "repeat", models.PositiveIntegerField(null=True)),
        migrations.AddField(
            "run",
            "superseded_by",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="supersedes",
                to="benchlab.run",
            ),
        ),
        migrations.RunPython(place_runs, migrations.RunPython.noop),
        migrations.AlterField(
            "experiment",
            "revision",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="experiments", to="benchlab.revision"
            ),
        ),
    ]
