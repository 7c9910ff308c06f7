from django.db import migrations, models


def take_over_durability(apps, schema_editor):
    """As the snapshots of earlier runs have it, in the words of their time; at the end a run's own tables were known."""
    run_model = apps.get_model("benchlab", "Run")
    runs = run_model.objects.filter(snapshot__isnull=False).only("snapshot", "durability", "durability_reason")
    for run in runs.iterator(chunk_size=10):
        told = [run.snapshot[moment].get("durability") for moment in ("end", "start") if run.snapshot.get(moment)]
        if told and told[0]:
            run.durability, run.durability_reason = told[0]["badge"][:60], told[0]["reason"]
            run.save(update_fields=["durability", "durability_reason"])


class Migration(migrations.Migration):

    dependencies = [
        ('benchlab', '0004_exact_names_and_home'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, unique=True)),
            ],
            options={
                'ordering': ('name',),
            },
        ),
        migrations.AddField(
            model_name='note',
            name='edited_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='run',
            name='durability',
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name='run',
            name='durability_reason',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='run',
            name='excluded_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='run',
            name='excluded_by',
            field=models.CharField(blank=True, max_length=150),
        ),
        migrations.AddField(
            model_name='run',
            name='exclusion_reason',
            field=models.CharField(blank=True, max_length=500),
        ),
        migrations.AddField(
            model_name='run',
            name='grade',
            field=models.CharField(blank=True, max_length=1),
        ),
        migrations.AddField(
            model_name='run',
            name='trust_reasons',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='run',
            name='tags',
            field=models.ManyToManyField(related_name='runs', to='benchlab.tag'),
        ),
        migrations.RunPython(take_over_durability, migrations.RunPython.noop),
    ]
