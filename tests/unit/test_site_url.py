import pytest

from benchlab.site_url import Site, read_site_url


@pytest.mark.parametrize(
    ("url", "host", "origin", "is_https"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1", "http://127.0.0.1:8000", False),
        ("https://Bench.example.org/", "bench.example.org", "https://bench.example.org", True),
        ("https://bench.example.org:8443", "bench.example.org", "https://bench.example.org:8443", True),
        ("http://[::1]:8000", "[::1]", "http://[::1]:8000", False),
    ],
)
def test_an_address_says_by_which_host_and_origin_benchlab_goes(url: str, host: str, origin: str, is_https: bool):
    assert read_site_url(url) == Site(url, host, origin, is_https)


@pytest.mark.parametrize(
    "url",
    ["bench.example.org", "ftp://bench", "https://", "https://bench:x", "https://ann@bench", "https://host/bench/"],
)
def test_one_that_is_wrong_is_refused_with_an_example(url: str):
    with pytest.raises(ValueError, match="BENCHLAB_URL can not be read"):
        read_site_url(url)
