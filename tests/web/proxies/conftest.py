"""A real nginx and a real Caddy, set up as docs/proxy.md says, before a real gunicorn."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import urllib3
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management import call_command
from django.test import override_settings

from tests.servers import SYSTEM_PATH, free_port, wait_for

ROOT = Path(__file__).resolve().parents[3]
HOST = "bench.example.org"
PAGE = (ROOT / "docs/proxy.md").read_text()
NGINX = """\
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{block}
}}
"""
CADDY = """\
{{
    admin off
    skip_install_trust
    http_port {http}
    https_port {https}
}}
{block}
"""


@dataclass(frozen=True)
class Proxy:
    """A client of the proxy, which finds the host's name on this machine."""

    https: int
    http: int
    certificate: Path

    def ask(self, method: str, path: str, **options: Any) -> urllib3.BaseHTTPResponse:
        trust = {"ca_certs": str(self.certificate), "server_hostname": HOST, "assert_hostname": HOST}
        # From an address that is not benchlab's own.
        pool = urllib3.HTTPSConnectionPool("127.0.0.1", self.https, source_address=("127.0.0.2", 0), **trust)
        return _ask(pool, method, path, **options)

    def send_form(self, path: str, fields: Mapping[str, str], headers: Mapping[str, str]) -> urllib3.BaseHTTPResponse:
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, headers={**headers, **form}, body=urlencode(fields))

    def ask_in_the_clear(self, path: str) -> urllib3.BaseHTTPResponse:
        return _ask(urllib3.HTTPConnectionPool("127.0.0.1", self.http), "GET", path)


def _ask(
    pool: urllib3.HTTPConnectionPool, method: str, path: str, *, headers: Mapping[str, str] | None = None, **more: Any
) -> urllib3.BaseHTTPResponse:
    named = {"Host": HOST, "Origin": f"https://{HOST}", **(headers or {})}
    with pool:
        return pool.urlopen(method, path, headers=named, redirect=False, retries=False, **more)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """It, and its key."""
    folder, key, now = tmp_path_factory.mktemp("tls"), ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(1))
    signed = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False).sign(
        key, hashes.SHA256()
    )
    pem, secret = folder / "cert.pem", folder / "cert.key"
    pem.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    forms = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, *forms))
    return pem, secret


@pytest.fixture(scope="session")
def static_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Not compressed, which takes most of the time."""
    folder = tmp_path_factory.mktemp("static")
    real = {"staticfiles": {"BACKEND": "benchlab.static.Storage"}}
    kinds = ["css", "js", "map", "woff2"]
    with override_settings(STATIC_ROOT=folder, STORAGES=real, WHITENOISE_SKIP_COMPRESS_EXTENSIONS=kinds):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


@pytest.fixture
def environment(command_environment: dict[str, str], static_files: Path) -> dict[str, str]:
    """That of an installation behind a proxy: what the page says to set, and no more."""
    [url] = set(re.findall(r"`BENCHLAB_URL=([^\s`]+)", PAGE))
    return {**command_environment, "BENCHLAB_URL": url, "BENCHLAB_STATIC": str(static_files), "PATH": SYSTEM_PATH}


@pytest.fixture
def benchlab_port(environment: dict[str, str], tmp_path: Path) -> Iterator[int]:
    port = free_port()
    serve = ["benchlab.wsgi", f"--bind=127.0.0.1:{port}", "--threads=4", "--no-control-socket"]
    yield from _running([sys.executable, "-m", "gunicorn", *serve], port, environment, tmp_path / "gunicorn.log")


@pytest.fixture(params=["nginx", "caddy"])
def proxy(
    request: pytest.FixtureRequest, benchlab_port: int, certificate: tuple[Path, Path], tmp_path: Path
) -> Iterator[Proxy]:
    """What the page says, but for the ports and the certificate's place."""
    program = shutil.which(request.param, path=SYSTEM_PATH)
    if not program:
        pytest.skip(f"no {request.param} here: bin/test installs it")
    made = Proxy(free_port(), free_port(), certificate[0])
    block = _block_of(request.param).replace("127.0.0.1:8000", f"127.0.0.1:{benchlab_port}")
    block = re.sub(r"/etc/ssl/certs/\S+\.pem", str(certificate[0]), block)
    block = re.sub(r"/etc/ssl/private/\S+\.key", str(certificate[1]), block)
    start = {"nginx": _nginx, "caddy": _caddy}[request.param]
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    for _ in _running([program, *start(made, block, tmp_path)], made.https, environment, tmp_path / "proxy.log"):
        yield made


def _block_of(language: str) -> str:
    [block] = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(block)


def _nginx(made: Proxy, block: str, folder: Path) -> list[str]:
    block = block.replace("listen 443 ", f"listen {made.https} ").replace("listen 80;", f"listen {made.http};")
    file = folder / "nginx.conf"
    file.write_text(NGINX.format(folder=folder, block=block))
    return ["-p", str(folder), "-c", str(file)]


def _caddy(made: Proxy, block: str, folder: Path) -> list[str]:
    file = folder / "Caddyfile"
    file.write_text(CADDY.format(http=made.http, https=made.https, block=block))
    return ["run", "--adapter", "caddyfile", "--config", str(file)]


def _running(command: list[str], port: int, environment: Mapping[str, str], log: Path) -> Iterator[int]:
    """It ends with us, even when we are killed."""
    with log.open("wb") as said:
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "TERM", *command], cwd=ROOT, env=dict(environment), stdout=said, stderr=said
        )
    try:
        wait_for(lambda: _listens(port), alive=process, explain=log.read_text)
        yield port
    finally:
        process.terminate()
        process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
