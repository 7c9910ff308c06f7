"""Fields of benchlab's own."""

import json
import zlib
from typing import Any

from cryptography.fernet import Fernet
from django.conf import settings
from django.db import models


class EncryptedField(models.TextField):  # type: ignore[type-arg]  # Django has no subscript at run time.
    """Text encrypted at rest with the credentials key."""

    def get_prep_value(self, value: Any) -> Any:
        return _fernet().encrypt(str(value).encode()).decode() if value else value

    def from_db_value(self, value: str, *_: Any) -> str:
        return _fernet().decrypt(value.encode()).decode() if value else value


class ExactCharField(models.CharField):  # type: ignore[type-arg]
    """A case-sensitive name, as in definitions, on MySQL too."""

    def db_parameters(self, connection: Any) -> Any:
        parameters = super().db_parameters(connection)
        return {**parameters, "collation": "utf8mb4_bin"} if connection.vendor == "mysql" else parameters


class PackedField(models.BinaryField):  # type: ignore[type-arg]
    """JSON, compressed: hundreds of partitions repeat the same words."""

    def get_prep_value(self, value: Any) -> Any:
        return zlib.compress(json.dumps(value, separators=(",", ":")).encode())

    def from_db_value(self, value: Any, *_: Any) -> Any:
        return json.loads(zlib.decompress(bytes(value)))


def _fernet() -> Fernet:
    return Fernet(settings.CREDENTIALS_KEY.encode())
