"""What a list's filters find, and keeping a choice of them under a name."""

import re

import pytest
from django.test import Client

from benchlab.models import AuditEntry, Listing, Role, SavedFilter, State, User
from tests import factories
from tests.experiment_records import make_experiment
from tests.web.api.conftest import API, client_with, token_of
from tests.web.pages.conftest import signed_in_as


def keep(client: Client, name: str = "broken", query: str = "state=failed&page=2&sort=", **more: str):
    return client.post("/filters/", {"listing": "runs", "name": name, "query": query, **more})


def numbers(client: Client, address: str) -> list[int]:
    text = client.get(address).content.decode()
    return [int(number) for number in re.findall(r'<td class="nowrap">(?:<input[^>]*> )?<a href="/\w+/(\d+)/"', text)]


def chips(client: Client, address: str = "/runs/?all") -> list[str]:
    text = client.get(address).content.decode()
    found = re.search(r'aria-label="Saved filters">(.*?)</nav>', text, re.DOTALL)
    return re.findall(r'href="\?([^"]*)"', found[1]) if found else []


def test_a_choice_is_kept_as_the_address_says_it_without_its_page(runner):
    response = keep(runner)

    kept = SavedFilter.objects.get()
    assert (kept.query, kept.is_shared) == ("state=failed", False)
    assert response["Location"] == "/runs/?state=failed"
    assert chips(runner) == ["all", "state=failed"]


def test_the_chip_of_the_shown_choice_is_marked_whatever_the_order_of_its_address(runner):
    keep(runner, query="state=failed&q=night")

    shown = runner.get("/runs/?q=night&benchmark=&state=failed").content.decode()

    assert 'href="?q=night&amp;state=failed" aria-current="true"' in shown
    assert "Change “broken”" in shown


def test_nobody_sees_what_another_keeps_for_themselves(runner, viewer):
    keep(runner)

    assert chips(viewer) == []


def test_the_team_sees_what_is_shared_and_the_audit_log_who_did(runner, viewer):
    keep(runner, is_shared="on")

    assert chips(viewer) == ["all", "state=failed"]
    assert AuditEntry.objects.filter(action="shared", who="the-runner", kind="savedfilter").exists()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"query": "page=3"}, "Choose something in the list first"),
        ({"name": " "}, "Give it a name"),
        ({"name": "mine"}, "You have a filter “mine” already"),
    ],
)
def test_what_can_not_be_kept_is_refused_with_a_sentence(runner, given, says):
    keep(runner, name="mine")

    keep(runner, **given)

    assert SavedFilter.objects.count() == 1
    assert says in runner.get("/runs/?all").content.decode()


def test_a_viewer_keeps_filters_but_not_for_the_team(viewer):
    keep(viewer)
    keep(viewer, name="for all", is_shared="on")

    assert list(SavedFilter.objects.values_list("name", "is_shared")) == [("broken", False)]


def test_a_list_opens_with_its_default_until_all_is_asked_for(runner):
    keep(runner)
    runner.post(f"/filters/{SavedFilter.objects.get().pk}/default/")

    assert runner.get("/runs/")["Location"] == "/runs/?state=failed"
    assert runner.get("/runs/?all").status_code == 200
    assert runner.get("/experiments/").status_code == 200

    runner.post(f"/filters/{SavedFilter.objects.get().pk}/default-removal/")
    assert runner.get("/runs/").status_code == 200


def test_a_list_opens_with_the_last_default(runner):
    for name, query in (("a", "state=failed"), ("b", "state=running")):
        keep(runner, name=name, query=query)
        runner.post(f"/filters/{SavedFilter.objects.get(name=name).pk}/default/")

    assert runner.get("/runs/")["Location"] == "/runs/?state=running"


def test_what_its_owner_takes_back_opens_nobody_elses_list(runner, viewer):
    keep(runner, is_shared="on")
    address = f"/filters/{SavedFilter.objects.get().pk}/"
    viewer.post(f"{address}default/")
    assert viewer.get("/runs/").status_code == 302

    runner.post(address, {"name": "mine"})

    assert viewer.get("/runs/").status_code == 200


def test_others_than_its_owner_and_admins_do_not_change_it(runner, viewer, admin):
    keep(runner, is_shared="on")
    address = f"/filters/{SavedFilter.objects.get().pk}/"

    assert viewer.post(address, {"name": "x"}).status_code == 404
    assert viewer.post(f"{address}deletion/").status_code == 404
    admin.post(address, {"name": "renamed", "is_shared": "on"})
    assert SavedFilter.objects.get().name == "renamed"

    admin.post(f"{address}deletion/")
    assert not SavedFilter.objects.exists()


def test_an_admin_does_not_change_what_others_keep_for_themselves(runner, admin):
    keep(runner)

    assert admin.post(f"/filters/{SavedFilter.objects.get().pk}/deletion/").status_code == 404


def test_runs_are_found_by_grade_exclusion_and_parameters(viewer):
    good = factories.make_run(State.FINISHED, grade="A")
    poor = factories.make_run(State.FINISHED, grade="D")
    poor.exclude(by="ann", reason="a backup ran")
    poor.plan_json = {**poor.plan_json, "parameters": {"clients": 2.5, "sync": False}, "written": {"wait": "20s"}}
    poor.save()

    assert numbers(viewer, "/runs/?grade=AB") == [good.pk]
    assert numbers(viewer, "/runs/?grade=CD") == [poor.pk]
    assert numbers(viewer, "/runs/?excluded=yes") == [poor.pk]
    assert numbers(viewer, "/runs/?excluded=no") == [good.pk]
    assert numbers(viewer, "/runs/?parameters=clients%3D10+engine%3DInnoDB") == [good.pk]
    assert numbers(viewer, "/runs/?parameters=trigger%3Dtrue") == [good.pk]
    assert numbers(viewer, "/runs/?parameters=clients%3D2.5+sync%3Dfalse+wait%3D20s") == [poor.pk]
    assert numbers(viewer, "/runs/?parameters=clients%3D11") == []


@pytest.mark.parametrize("given", ["clients", "clients=", '"a=b', "a.b=1", "a b=1"])
def test_parameters_that_can_not_be_read_are_left_out_and_said(viewer, given):
    run = factories.make_run()

    response = viewer.get("/runs/", {"parameters": given})

    assert "There is no parameters" in response.content.decode()
    assert numbers(viewer, f"/runs/?parameters={given}") == [run.pk]


def test_experiments_are_found_by_worst_grade_tag_and_parameters(viewer):
    swept, other = make_experiment(states=[State.FINISHED] * 4), make_experiment({"clients": "50"})
    for run, grade in zip(swept.current_runs, "ABCD", strict=True):
        run.grade = grade
        run.save()
    swept.current_runs[3].exclude(by="ann", reason="a backup ran")
    other.current_runs[0].set_tags(["nightly"])

    assert numbers(viewer, "/experiments/?grade=C") == [swept.pk]
    assert numbers(viewer, "/experiments/?tag=nightly") == [other.pk]
    assert numbers(viewer, "/experiments/?parameters=clients%3D50") == [other.pk]
    assert 'grade-c" title="The lowest grade' in viewer.get("/experiments/").content.decode()


def test_the_list_takes_as_many_queries_for_many_filters_as_for_one(runner, count_queries):
    keep(runner)
    one = count_queries(lambda: runner.get("/runs/?all"))
    owner = User.objects.get(username="the-runner")
    for at in range(10):
        SavedFilter.keep(by=owner, listing=Listing.RUNS, name=str(at), query=f"q={at}")

    assert count_queries(lambda: runner.get("/runs/?all")) == one


def test_a_program_keeps_lists_changes_and_deletes_filters():
    program = client_with(token_of(Role.RUNNER))
    given = {"listing": "runs", "name": "broken", "query": "state=failed&page=2"}

    made = program.post(f"{API}/filters", given, content_type="application/json").json()
    address = f"{API}/filters/{made['filter']}"
    program.patch(address, {"is_shared": True}, content_type="application/json")

    [found] = signed_in_as(Role.VIEWER).get(f"{API}/filters").json()
    assert (found["query"], found["name"], found["owner"]) == ("state=failed", "broken", "the-runner")
    assert program.delete(address).status_code == 200


def test_a_token_with_fewer_rights_than_its_owner_does_not_share():
    program = client_with(token_of(Role.RUNNER, role=Role.VIEWER))
    given = {"listing": "runs", "name": "broken", "query": "state=failed", "is_shared": True}

    assert program.post(f"{API}/filters", given, content_type="application/json").status_code == 422
