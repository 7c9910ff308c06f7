from django.test import Client

from benchlab.models import Benchmark, Role, Run, SignInLink, State, User
from tests import factories

TEXT = factories.DEFINITION.format(name="notes", title="Notes") + "demo: {clients: 2, duration: 1s}\n"
NEW = {"new_password1": "correct horse battery", "new_password2": "correct horse battery"}


def furnish(state: str = State.FINISHED) -> Run:
    factories.make_server("sandbox", sandbox="sandbox")
    return factories.make_run(state, benchmark=Benchmark.store(TEXT, by=None), label="Demo")


def first_person() -> Client:
    """Who has come in by the one-time link and is asked for a password."""
    client, person = Client(), User(username="first", role=Role.ADMIN)
    person.set_unusable_password()
    person.save()
    client.post(f"/sign-in/{SignInLink.make(person)}/")
    return client


def test_a_demo_that_is_over_is_offered_again(runner: Client) -> None:
    furnish()

    page = runner.get("/").content.decode()
    response = runner.post("/demo/")

    assert "Run the demo again" in page
    again = Run.objects.get(label="Demo", state=State.QUEUED)
    assert response["Location"] == again.get_absolute_url()
    assert again.plan.parameters["clients"] == 2


def test_a_demo_that_goes_on_is_watched_and_not_repeated(runner: Client) -> None:
    furnish(State.RUNNING)

    page = runner.get("/").content.decode()

    assert "Run the demo again" not in page
    assert "Open the run" in page


def test_with_a_second_run_the_demo_is_offered_no_more(runner: Client) -> None:
    furnish()
    factories.make_run(State.QUEUED)

    assert "Run the demo again" not in runner.get("/").content.decode()


def test_who_may_not_launch_is_led_to_what_the_demo_showed(viewer: Client) -> None:
    demo = furnish()

    page = viewer.get("/").content.decode()

    assert "Run the demo again" not in page
    assert demo.get_absolute_url() in page


def test_the_first_person_in_finds_a_demo_that_goes_on() -> None:
    furnish()

    first_person().post("/password/", NEW)

    assert Run.objects.filter(label="Demo", state=State.QUEUED, created_by__username="first").count() == 1


def test_a_password_that_is_changed_later_starts_nothing(admin: Client) -> None:
    furnish()

    admin.post("/password/", {"old_password": "correct horse", **NEW})

    assert Run.objects.count() == 1


def test_without_a_sandbox_the_demo_says_why_it_can_not_be(runner: Client) -> None:
    page = runner.post("/demo/", follow=True).content.decode()

    assert "There is no sandbox" in page
