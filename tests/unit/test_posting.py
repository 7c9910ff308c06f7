"""What benchlab posts, to whom it does not, and what it says where that fails."""

from collections.abc import Iterator

import pytest

from benchlab.http_post import EXCERPT, Poster, UndeliveredError, obstacle
from tests.listeners import Hook, deaf_port, listening_hook

HERE = Poster(10, to_loopback=True)


@pytest.fixture
def hook() -> Iterator[Hook]:
    with listening_hook() as listening:
        yield listening


def refused(poster: Poster, url: str) -> UndeliveredError:
    with pytest.raises(UndeliveredError) as raised:
        poster.post(url, b"{}", {})
    return raised.value


def test_the_body_and_the_headers_arrive_as_they_are(hook: Hook):
    status = HERE.post(f"{hook.url}/?room=4", b'{"run": 1}', {"X-Kind": "test"})

    assert status == 200
    assert (hook.asked[0].path, hook.asked[0].body, hook.asked[0].headers["X-Kind"]) == (
        "/?room=4",
        b'{"run": 1}',
        "test",
    )


@pytest.mark.parametrize(("status", "is_final"), [(500, False), (503, False), (429, False), (404, True), (403, True)])
def test_an_answer_that_may_change_is_worth_another_try(hook: Hook, status: int, is_final: bool):
    error = refused(HERE, f"{hook.url}/{status}")

    assert (error.status, error.is_final) == (status, is_final)


def test_little_of_a_long_answer_is_kept_and_nothing_that_can_not_be_read(hook: Hook):
    excerpt = refused(HERE, f"{hook.url}/503").excerpt

    assert excerpt.startswith("<b>So it is</b> long long")
    assert len(excerpt) == EXCERPT


def test_a_redirect_is_not_followed(hook: Hook):
    error = refused(HERE, f"{hook.url}/redirect")

    assert "enter the address that it leads to" in error.sentence
    assert [asked.path for asked in hook.asked] == ["/redirect"]


def test_who_does_not_answer_is_given_up(hook: Hook):
    error = refused(Poster(0.1, to_loopback=True), f"{hook.url}/hang")

    assert "did not answer in time" in error.sentence
    assert not error.is_final


def test_who_does_not_listen_is_named():
    with deaf_port() as port:
        assert f"Nobody answers at 127.0.0.1:{port}" in refused(HERE, f"http://127.0.0.1:{port}/").sentence


def test_a_plain_server_behind_https_is_a_sentence(hook: Hook):
    assert "127.0.0.1" in refused(HERE, hook.url.replace("http:", "https:")).sentence


def test_nothing_is_sent_to_this_machine_unless_allowed(hook: Hook):
    error = refused(Poster(10), hook.url.replace("127.0.0.1", "localhost"))

    assert "on benchlab's own machine" in error.sentence
    assert error.is_final
    assert hook.asked == []


@pytest.mark.parametrize(
    "address", ["127.0.0.9", "::1", "::ffff:127.0.0.1", "169.254.169.254", "fe80::1%eth0", "224.0.0.1", "0.0.0.0"]
)
def test_these_addresses_are_refused(address: str):
    assert address in obstacle(address, to_loopback=False)


@pytest.mark.parametrize("address", ["10.0.0.5", "192.168.1.4", "fd12::1", "93.184.216.34"])
def test_chat_servers_of_private_networks_are_not(address: str):
    assert obstacle(address, to_loopback=False) == ""
