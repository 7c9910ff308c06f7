"""Who asks, their tokens, and for admins who did what."""

from django.http import HttpRequest
from ninja import Query, Router, Status

from benchlab.api.access import is_operator, may, refuse_tokens, signed_in
from benchlab.api.errors import Conflict, Missing
from benchlab.api.lists import filtered, page_of
from benchlab.api.shapes import AuditQuery, Document, NewToken, Page, answers
from benchlab.definitions.problems import Problem
from benchlab.forms.audit import AuditFilter
from benchlab.models import ApiToken, AuditEntry
from benchlab.models.result import moment

router = Router(tags=["Me"])
audit_router = Router(tags=["Audit log"])


@router.get("", response=answers(Document), auth=may("view"))
def me(request: HttpRequest) -> Document:
    """Who asks, and the role that counts."""
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
    """Make one; its secret is in this answer and nowhere else. Only for signed-in people, not by another token."""
    refuse_tokens(request)
    token, secret = ApiToken.make(signed_in(request), given.name, role=given.role, days=given.days)
    return Status(201, {**_token(token), "token": secret})


@router.delete("/tokens/{int:number}", response=answers(Document), auth=may("view"))
def revoke(request: HttpRequest, number: int) -> Document:
    """One's own, and for admins everybody's; a token ends no other one."""
    if number != getattr(getattr(request, "api_token", None), "pk", number):
        refuse_tokens(request)
    token = ApiToken.objects.visible_to(signed_in(request)).filter(pk=number).first()
    if token is None:
        raise Missing([Problem("token", f"You have no token {number}.")])
    if not token.revoke():
        raise Conflict([Problem("token", "It was revoked already.")])
    return {"id": number}


@audit_router.get("", response=answers(Document), auth=may("manage_people"))
def audit_log(request: HttpRequest, wanted: Query[AuditQuery], page: Query[Page]) -> Document:  # noqa: ARG001
    """The newest first."""
    found = filtered(AuditFilter, request, AuditEntry.objects.all())
    return page_of(found, page, name="entries", document=AuditEntry.to_json)


def _token(token: ApiToken) -> Document:
    return {
        "id": token.pk,
        "name": token.name,
        "role": token.role,
        "created_at": moment(token.created_at),
        "expires_at": moment(token.expires_at),
        "last_used_at": moment(token.last_used_at),
        "revoked_at": moment(token.revoked_at),
    }
