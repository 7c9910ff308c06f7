"""Fields of benchlab's own."""

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


def _fernet() -> Fernet:
    return Fernet(settings.CREDENTIALS_KEY.encode())
