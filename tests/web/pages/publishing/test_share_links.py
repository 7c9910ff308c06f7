"""Making, listing, counting and ending the links that share one page."""

import html
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from benchlab.models import AuditEntry, Role, Run, ShareLink, State, User
from benchlab.models.publishing.share_link import SEEN_EVERY
from tests import factories
from tests.experiment_records import make_experiment
from tests.web.pages.publishing.test_sharing import opened, queries, share


def test_a_page_that_shares_says_what_is_shared_of_it_already(sharer: Client) -> None:
    one, other = (factories.make_run(seconds=5).pk for _ in range(2))
    share(sharer, f"kind=run&run={one}", title="The first disk")

    assert "The first disk" in sharer.get(f"/shares/new/?kind=run&run={one}").content.decode()
    assert "The first disk" not in sharer.get(f"/shares/new/?kind=run&run={other}").content.decode()


def test_the_list_leads_to_what_is_shared(sharer: Client) -> None:
    asked = queries()
    for query in asked.values():
        share(sharer, query)

    addresses = re.findall(r'<td class="wrap"><a href="([^"]+)">', sharer.get("/shares/").content.decode())

    assert len(addresses) == len(asked)
    assert {sharer.get(html.unescape(address)).status_code for address in addresses} == {200}


def test_only_what_a_page_can_show_is_offered(sharer: Client) -> None:
    query = queries()["trend"]

    assert re.findall(r'name="reveals" value="(\w+)"', sharer.get(f"/shares/new/?{query}").content.decode()) == [
        "servers"
    ]
    assert (
        sharer.post(
            f"/shares/new/?{query}", {"title": "x", "days": "7", "shows": "live", "reveals": "hosts"}
        ).status_code
        == 422
    )


def test_unknown_expired_revoked_and_orphaned_links_are_answered_alike(sharer: Client, stranger: Client) -> None:
    run = factories.make_run(seconds=5)
    answers = [stranger.get("/shared/never-made/")]
    for end in (expire, revoke, demote, delete):
        path = share(sharer, f"kind=run&run={run.pk}")
        assert stranger.get(path).status_code == 200
        end(ShareLink.objects.first(), sharer)
        answers.append(stranger.get(path))

    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


def expire(link: ShareLink, _: Client) -> None:
    ShareLink.objects.filter(pk=link.pk).update(expires_at=timezone.now())


def revoke(link: ShareLink, sharer: Client) -> None:
    sharer.post(f"/shares/{link.pk}/revocation/")


def demote(link: ShareLink, _: Client) -> None:
    """Back again for what comes next."""
    other = factories.make_user("gone", Role.VIEWER)
    ShareLink.objects.filter(pk=link.pk).update(user=other)


def delete(link: ShareLink, _: Client) -> None:
    Run.objects.all().delete()


def test_a_deactivated_person_shares_nothing(sharer: Client, stranger: Client) -> None:
    path = share(sharer, f"kind=run&run={factories.make_run(seconds=5).pk}")
    User.objects.update(is_active=False)

    assert stranger.get(path).status_code == 404


def test_openings_are_counted_once_a_minute(sharer: Client, stranger: Client) -> None:
    path = share(sharer, f"kind=run&run={factories.make_run(seconds=5).pk}")
    stranger.get(path)
    stranger.get(path)
    assert ShareLink.objects.get().opened == 1

    ShareLink.objects.update(last_opened_at=timezone.now() - SEEN_EVERY - timedelta(seconds=1))
    stranger.get(path)

    link = ShareLink.objects.get()
    assert link.opened == 2
    assert timezone.now() - link.last_opened_at < SEEN_EVERY
    assert '<td class="num">2</td>' in sharer.get("/shares/").content.decode()


def test_only_the_hash_of_a_link_is_kept(sharer: Client) -> None:
    token = share(sharer, f"kind=run&run={factories.make_run(seconds=5).pk}").split("/")[-2]

    assert len(token) >= 43
    assert token not in str(ShareLink.objects.values())
    assert token not in str(list(AuditEntry.objects.values()))
    assert token not in sharer.get("/shares/").content.decode()


def test_sharing_and_revoking_are_in_the_audit_log(sharer: Client) -> None:
    run = factories.make_run(seconds=5)
    share(sharer, f"kind=run&run={run.pk}", reveals=["hosts"])
    made = AuditEntry.objects.get(action="shared")
    assert (made.who, made.subject, made.kind_words) == ("the-runner", "What we saw", "share link")
    assert made.details == {"what": f"run run={run.pk}", "days": 7, "frozen": False, "reveals": ["hosts"]}

    sharer.post(f"/shares/{ShareLink.objects.get().pk}/revocation/")

    assert AuditEntry.objects.get(action="revoked").subject == "What we saw"


def test_people_see_and_revoke_their_own_links_and_admins_all(sharer: Client, admin: Client) -> None:
    share(sharer, f"kind=run&run={factories.make_run(seconds=5).pk}")
    other = Client()
    other.force_login(factories.make_user("other", Role.RUNNER))
    address = f"/shares/{ShareLink.objects.get().pk}/revocation/"

    assert "What we saw" not in other.get("/shares/").content.decode()
    assert other.post(address).status_code == 404
    assert "What we saw" in admin.get("/shares/").content.decode()
    admin.post(address)
    assert ShareLink.objects.get().revoked_at


def test_a_frozen_link_shows_what_was_even_when_the_run_changes_or_goes(sharer: Client) -> None:
    run = factories.make_run(seconds=5)
    frozen, live = (share(sharer, f"kind=run&run={run.pk}", shows=shows) for shows in ("frozen", "live"))
    before = opened(frozen)
    run.phases.filter(name="insert").update(name="renamed")
    assert "renamed" in opened(live)

    run.delete()

    assert opened(frozen) == before
    assert Client().get(live).status_code == 404


def test_a_compared_experiment_stays_the_runs_that_it_had(sharer: Client) -> None:
    experiment = make_experiment({"clients": "1,10"}, repeats=2, states=[State.FINISHED] * 4)
    share(sharer, f"kind=comparison&experiment={experiment.pk}")

    assert "experiment=" not in ShareLink.objects.get().query


def test_viewers_are_offered_no_sharing(viewer: Client) -> None:
    run = factories.make_run(seconds=5)

    assert "/shares/" not in viewer.get(run.get_absolute_url()).content.decode()


@pytest.mark.parametrize("query", ["kind=run&run=99", "kind=comparison&run=1", "kind=report", "kind=trend", ""])
def test_what_is_not_there_can_not_be_shared(sharer: Client, query: str) -> None:
    assert sharer.get(f"/shares/new/?{query}").status_code == 404
