"""Pinning the run that later ones are held against, on its page."""

import re

import pytest

from benchlab.models import Baseline, State
from tests import factories


@pytest.fixture
def runs(runner):
    return [factories.make_run(State.FINISHED) for _ in range(2)]


def test_a_pinned_run_is_offered_on_the_page_of_the_next(runner, runs):
    first, second = runs

    pinned = runner.post(f"{first.get_absolute_url()}baseline/", follow=True).content.decode()
    text = runner.get(second.get_absolute_url()).content.decode()

    assert f"{first} is the baseline. A single run: nothing can be told from noise against it." in pinned
    assert Baseline.objects.of(second).run == first
    link = re.search(r'href="(/comparison/[^"]*)">(?:(?!</a>).)*Compare with it', text, re.DOTALL)[1]
    assert f"compared with <strong>run {first.pk}</strong>" in runner.get(link.replace("&amp;", "&")).content.decode()


def test_another_run_takes_the_place_of_the_baseline_and_is_unpinned(runner, runs):
    first, second = runs
    runner.post(f"{first.get_absolute_url()}baseline/")

    runner.post(f"{second.get_absolute_url()}baseline/")
    assert Baseline.objects.of(first).run == second

    runner.post(f"{first.get_absolute_url()}baseline-removal/")
    assert Baseline.objects.of(first).run == second

    runner.post(f"{second.get_absolute_url()}baseline-removal/")
    assert Baseline.objects.of(first) is None


def test_a_run_that_failed_is_refused_with_a_sentence(runner):
    failed = factories.make_run(State.FAILED, error="The server went away.")

    answer = runner.post(f"{failed.get_absolute_url()}baseline/", follow=True)

    assert "only a finished run that is not excluded is a baseline" in answer.content.decode()
