"""Certificates as a server has them that nobody vouches for."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

NAME = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "db.test")])


def self_signed(folder: Path) -> list[str]:
    """The options by which a server shows a certificate of its own making, written to ``folder``."""
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(pem)
    (folder / "cert.pem").write_bytes(_certificate(key).public_bytes(serialization.Encoding.PEM))
    return [f"--ssl-cert={folder}/cert.pem", f"--ssl-key={folder}/key.pem"]


def _certificate(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    now = datetime.now(UTC)
    unsigned = x509.CertificateBuilder(
        NAME, NAME, key.public_key(), x509.random_serial_number(), now - timedelta(days=1), now + timedelta(days=1)
    )
    return unsigned.sign(key, hashes.SHA256())
