import pytest

from benchlab.mail_url import MailServer, read_mail_url


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("", MailServer()),
        ("smtp://mail.example.org", MailServer("mail.example.org", 587, starttls=True)),
        ("smtps://ann:p%40ss@mail.example.org", MailServer("mail.example.org", 465, "ann", "p@ss", tls=True)),
        ("smtp+plain://127.0.0.1:2525", MailServer("127.0.0.1", 2525)),
    ],
)
def test_an_address_of_a_mail_server_is_read(url: str, server: MailServer):
    assert read_mail_url(url) == server


@pytest.mark.parametrize(
    "url", ["mail.example.org", "http://ann:hidden@mail/", "smtp://ann:hidden@", "smtp://ann:hidden@mail:x"]
)
def test_one_that_is_wrong_is_refused_without_telling_its_password(url: str):
    with pytest.raises(ValueError, match="BENCHLAB_MAIL_URL can not be read") as refused:
        read_mail_url(url)

    assert "hidden" not in str(refused.value)
