"""Signing in, by password or by a one-time link, and out."""

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from benchlab.definitions.language.problems import Refused
from benchlab.forms.accounts.client_address import address_of
from benchlab.forms.accounts.people import JoinForm
from benchlab.models import Invitation, SignInLink, User
from benchlab.models.accounts import SignInAttempt, audit_log
from benchlab.models.accounts.login_throttle import in_words
from benchlab.models.benchmarks import demo
from benchlab.views.accounts.permissions import signed_in

TOO_MANY = "Too many wrong passwords. Wait {time}, or ask an admin for a sign-in link."


class SignIn(LoginView):
    template_name = "accounts/sign_in/password_sign_in.html"
    redirect_authenticated_user = True

    @cached_property
    def attempt(self) -> SignInAttempt:
        return SignInAttempt(self.request.POST.get("username", ""), address_of(self.request))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if minutes := self.attempt.minutes_to_wait():
            sentence = TOO_MANY.format(time=in_words(minutes))
            context = self.get_context_data(form=AuthenticationForm(request), refused=sentence)
            return self.render_to_response(context, status=429, headers={"Retry-After": str(minutes * 60)})
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        self.attempt.succeed()
        return super().form_valid(form)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        self.attempt.fail()
        return super().form_invalid(form)


sign_in = login_not_required(require_http_methods(["GET", "POST"])(SignIn.as_view()))
sign_out = require_POST(LogoutView.as_view())


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def sign_in_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """GET only asks, so that an e-mail program's preview of the address does not use up the link."""
    link = SignInLink.usable(token)
    if link is None:
        return render(request, "accounts/sign_in/link_invalid.html", status=410)
    if request.method == "GET":
        return render(request, "accounts/sign_in/link_sign_in.html", {"person": link.user})
    if not link.use():
        return render(request, "accounts/sign_in/link_invalid.html", status=410)
    login(request, link.user, backend="benchlab.models.accounts.role_backend.RoleBackend")
    return redirect("home" if link.user.has_usable_password() else "password")


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """An invited person chooses a name and a password, and is signed in."""
    invitation = Invitation.usable(token)
    if invitation is None:
        return _invalid_invitation(request)
    form = JoinForm(request.POST or None, instance=User(email=invitation.email))
    if request.method == "GET" or not form.is_valid():
        context = {"form": form, "invitation": invitation}
        return render(request, "accounts/sign_in/join.html", context, status=422 if form.errors else 200)
    try:
        invitation.accept(person := form.save(commit=False))
    except Refused:
        return _invalid_invitation(request)
    login(request, person, backend="benchlab.models.accounts.role_backend.RoleBackend")
    return redirect("home")


def _invalid_invitation(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/sign_in/invitation_invalid.html", status=410)


@require_http_methods(["GET", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    person = signed_in(request)
    form = _password_form(person, request)
    if request.method == "POST" and form.is_valid():
        if not person.has_usable_password():
            _show_demo_again(person)
        update_session_auth_hash(request, form.save())
        audit_log.record("changed the password of", person)
        messages.success(request, "Your password is set.")
        return redirect("home")
    return render(request, "accounts/sign_in/change_password.html", {"form": form}, status=422 if form.errors else 200)


def _show_demo_again(person: User) -> None:
    """The demo of the first start may end before anybody signs in; the home page should show one live."""
    if person.has_perm("benchlab.launch_run") and demo.was_missed():
        with suppress(Refused):
            demo.launch(by=person)


def _password_form(person: User, request: HttpRequest) -> "SetPasswordForm[User]":
    """People who signed in by a one-time link have no old password to enter."""
    form = PasswordChangeForm if person.has_usable_password() else SetPasswordForm
    return form(person, request.POST or None)
