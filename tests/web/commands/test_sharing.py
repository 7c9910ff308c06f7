"""`bench share`."""

from urllib.parse import urlsplit

from django.test import Client

from benchlab.models import ShareLink, State
from tests import factories
from tests.experiment_records import make_experiment


def test_a_run_is_shared_and_its_link_revoked(bench):
    run = factories.make_run(seconds=5)

    made = bench("share", "make", str(run.pk), "--days", "7", "--frozen", "--reveal", "servers", "--json")

    path = urlsplit(made.document["url"]).path
    assert (made.document["by"], made.document["frozen"], made.document["reveals"]) == (None, True, ["servers"])
    assert Client().get(path).status_code == 200
    assert str(made.document["id"]) in bench("share", "ls").out
    assert "is revoked" in bench("share", "revoke", str(made.document["id"])).out
    assert Client().get(path).status_code == 404


def test_several_runs_are_shared_as_their_comparison(bench):
    experiment = make_experiment({"clients": "1,10"}, repeats=2, states=[State.FINISHED] * 4)
    run = factories.make_run(seconds=5)

    bench("share", "make", f"e{experiment.pk}", str(run.pk))

    link = ShareLink.objects.get()
    assert link.kind == "comparison"
    assert link.query.count("run=") == 5


def test_what_there_is_not_is_not_shared(bench):
    answer = bench("share", "make", "e99", "--json")

    assert answer.code == 2
    assert "There is no such page to share." in answer.document["problems"][0]["message"]
