"""People and invitations, for admins."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from benchlab.forms.accounts.people import InvitationForm, NewPersonForm, PersonForm
from benchlab.models import Invitation, SignInLink, User
from benchlab.views.accounts.permissions import may_manage_people, signed_in

INVITATIONS_SHOWN = 50


@require_http_methods(["GET", "POST"])
@may_manage_people
@never_cache
def people(request: HttpRequest) -> HttpResponse:
    form = NewPersonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _show_link(request, form.save())
    return _page(request, form=form)


@require_http_methods(["GET", "POST"])
@may_manage_people
def person(request: HttpRequest, pk: int) -> HttpResponse:
    edited = get_object_or_404(User, pk=pk)
    form = PersonForm(request.POST or None, instance=edited, by=signed_in(request))
    if request.method == "POST" and form.is_valid():
        form.save(commit=False).keep()
        messages.success(request, f"{edited.username} is saved.")
        return redirect("people")
    return render(
        request, "accounts/people/person.html", {"form": form, "person": edited}, status=422 if form.errors else 200
    )


@require_POST
@may_manage_people
@never_cache
def new_link(request: HttpRequest, pk: int) -> HttpResponse:
    return _show_link(request, get_object_or_404(User, pk=pk, is_active=True))


@require_POST
@may_manage_people
@never_cache
def invite(request: HttpRequest) -> HttpResponse:
    form = InvitationForm(request.POST, prefix="invitation")
    if not form.is_valid():
        return _page(request, invitation=form)
    invitation, token = Invitation.make(by=signed_in(request), **form.cleaned_data)
    address = request.build_absolute_uri(reverse("join", args=[token]))
    trouble = invitation.mail(address) if invitation.email else ""
    context = {"invitation": invitation, "address": address, "trouble": trouble}
    return render(request, "accounts/people/invitation.html", context)


@require_POST
@may_manage_people
def revoke_invitation(request: HttpRequest, pk: int) -> HttpResponse:
    if get_object_or_404(Invitation, pk=pk).revoke():
        messages.success(request, "The invitation is revoked.")
    return redirect("people")


def _page(
    request: HttpRequest, *, form: NewPersonForm | None = None, invitation: InvitationForm | None = None
) -> HttpResponse:
    form, invitation = form or NewPersonForm(), invitation or InvitationForm(prefix="invitation")
    context = {
        "people": User.objects.all(),
        "form": form,
        "invitation_form": invitation,
        "invitations": Invitation.objects.select_related("created_by", "accepted_by")[:INVITATIONS_SHOWN],
    }
    return render(
        request, "accounts/people/list.html", context, status=422 if form.errors or invitation.errors else 200
    )


def _show_link(request: HttpRequest, person: User) -> HttpResponse:
    """Shown once: only the hash of the link is stored."""
    address = request.build_absolute_uri(reverse("sign-in-link", args=[SignInLink.make(person)]))
    return render(request, "accounts/people/sign_in_link.html", {"person": person, "address": address})
