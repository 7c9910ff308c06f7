"""Who had something launched, in one place and in the same words everywhere."""

import pytest
from django.test import Client

from benchlab.models import State
from benchlab.models.benchmarks import demo
from tests import factories
from tests.experiment_records import make_experiment


@pytest.mark.parametrize(
    ("made", "words"),
    [
        ({}, "ann"),
        ({"by_schedule": "nightly"}, "ann, by schedule nightly"),
        ({"created_by": None}, "the command line"),
        ({"created_by": None, "label": demo.LABEL}, "benchlab"),
        ({"imported_result": {}}, "another benchlab"),
    ],
)
def test_it_is_a_person_or_what_launched_it_in_nobodys_name(made, words):
    factories.make_user()

    assert factories.make_run(State.QUEUED, **made).launcher == words


def test_list_page_and_first_page_say_it_alike():
    client = Client()
    client.force_login(factories.make_user(role="viewer"))
    run = factories.make_run(State.QUEUED, created_by=None)
    experiment = make_experiment()

    for address in ("/", "/runs/", run.get_absolute_url(), "/experiments/", experiment.get_absolute_url()):
        assert "the command line" in client.get(address).content.decode(), address
