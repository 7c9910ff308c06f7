"""Signing in, and choosing a password."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm

from benchlab.forms.rendering import dress
from benchlab.models import User


class SignInForm(AuthenticationForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        dress(self)


class NewPasswordForm(SetPasswordForm[User]):
    """For who came by a one-time link and has no password to name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        dress(self)


class ChangePasswordForm(PasswordChangeForm[User]):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        dress(self)
