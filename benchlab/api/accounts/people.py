"""The caller, their tokens and e-mail notifications; for admins invitations and the audit log."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from ninja import Query, Router, Status

from benchlab.api.accounts.access import is_operator, may, refuse_tokens, signed_in
from benchlab.api.errors import Conflict, Missing, refuse_unless_valid
from benchlab.api.lists import filtered, page_of
from benchlab.api.shapes import AuditQuery, Document, Mailings, NewInvitation, NewToken, Page, answers
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.forms.accounts.audit_log import AuditFilter
from benchlab.forms.accounts.people import InvitationForm
from benchlab.forms.notifications.notifications import MailingForm, name_of_field
from benchlab.models import ApiToken, AuditEntry, Invitation
from benchlab.models.notifications import email_subscription
from benchlab.timestamps import iso_utc

router = Router(tags=["Me"])
invitations = Router(tags=["People"])
audit_router = Router(tags=["Audit log"])


@router.get("", response=answers(Document), auth=may("view"))
def me(request: HttpRequest) -> Document:
    """The caller, and the effective role."""
    if is_operator(request):
        return {"name": None, "role": "admin", "token": None}
    token: ApiToken | None = getattr(request, "api_token", None)
    person = signed_in(request)
    role = token.effective_role if token else person.role
    return {"name": person.username, "role": role, "token": token and token.name}


@router.get("/tokens", response=answers(list[Document]), auth=may("view"))
def tokens(request: HttpRequest) -> list[Document]:
    return [_token(token) for token in ApiToken.objects.filter(user=signed_in(request))]


@router.post("/tokens", response=answers(Document, status=201), auth=may("view"))
def make(request: HttpRequest, given: NewToken) -> Status[Document]:
    """Create a token. Its secret is returned only here. Needs a signed-in person; a token cannot do this."""
    refuse_tokens(request)
    token, secret = ApiToken.make(signed_in(request), given.name, role=given.role, days=given.days)
    return Status(201, {**_token(token), "token": secret})


@router.delete("/tokens/{int:number}", response=answers(Document), auth=may("view"))
def revoke(request: HttpRequest, number: int) -> Document:
    """Revoke an own token, or for admins any. A token can revoke only itself."""
    if number != getattr(getattr(request, "api_token", None), "pk", number):
        refuse_tokens(request)
    token = ApiToken.objects.visible_to(signed_in(request)).filter(pk=number).first()
    if token is None:
        raise Missing([Problem("token", f"You have no token {number}.")])
    if not token.revoke():
        raise Conflict([Problem("token", "It has already been revoked.")])
    return {"id": number}


@router.get("/mailings", response=answers(Document), auth=may("view"))
def mailings(request: HttpRequest) -> Document:
    """Own e-mail notifications: “own” or “all” for each event."""
    if is_operator(request):
        return {"email": "", "events": {}}
    person = signed_in(request)
    wanted = {each.event: "own" if each.only_own else "all" for each in person.email_subscriptions.all()}
    return {"email": person.email, "events": wanted}


@router.put("/mailings", response=answers(Document), auth=may("view"))
def subscribe(request: HttpRequest, given: Mailings) -> Document:
    """Replace the whole list."""
    if is_operator(request):
        raise Refused([Problem("person", "The local command line has no person to send e-mail to.")])
    chosen = {name_of_field(event): how_much for event, how_much in given.events.items()}
    form = MailingForm({"email": given.email, **chosen}, person=signed_in(request))
    refuse_unless_valid(form)
    email_subscription.subscribe(signed_in(request), form.cleaned_data["email"], form.events)
    return mailings(request)


@invitations.get("", response=answers(Document), auth=may("manage_people"))
def list_invitations(request: HttpRequest, page: Query[Page]) -> Document:  # noqa: ARG001
    """Newest first."""
    found = Invitation.objects.select_related("created_by", "accepted_by")
    return page_of(found, page, name="invitations", document=Invitation.to_json)


@invitations.post("", response=answers(Document, status=201), auth=may("manage_people"))
def invite(request: HttpRequest, given: NewInvitation) -> Status[Document]:
    """Create an invitation. Its address is returned only here. Needs a signed-in person; a token cannot do this."""
    refuse_tokens(request, page="People")
    form = InvitationForm({**given.dict(), "days": 7})
    refuse_unless_valid(form)
    made, token = Invitation.make(by=signed_in(request), **{**form.cleaned_data, "days": given.days})
    address = f"{settings.SITE_URL.rstrip('/')}{reverse('join', args=[token])}"
    trouble = made.mail(address) if made.email else ""
    return Status(201, {**made.to_json(), "address": address, "trouble": trouble or None})


@invitations.delete("/{int:number}", response=answers(Document), auth=may("manage_people"))
def revoke_invitation(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    found = Invitation.objects.filter(pk=number).first()
    if found is None:
        raise Missing([Problem("invitation", f"There is no invitation {number}.")])
    if not found.revoke():
        raise Conflict([Problem("invitation", f"It is {found.state} already.")])
    return {"invitation": number}


@audit_router.get("", response=answers(Document), auth=may("manage_people"))
def audit_log(request: HttpRequest, wanted: Query[AuditQuery], page: Query[Page]) -> Document:  # noqa: ARG001
    """Newest first."""
    found = filtered(AuditFilter, request, AuditEntry.objects.all())
    return page_of(found, page, name="entries", document=AuditEntry.to_json)


def _token(token: ApiToken) -> Document:
    return {
        "id": token.pk,
        "name": token.name,
        "role": token.role,
        "created_at": iso_utc(token.created_at),
        "expires_at": iso_utc(token.expires_at),
        "last_used_at": iso_utc(token.last_used_at),
        "revoked_at": iso_utc(token.revoked_at),
    }
