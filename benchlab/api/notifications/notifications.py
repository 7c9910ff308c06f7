"""Webhooks, and deliveries of notifications."""

from typing import Any, Literal

from django.forms.models import model_to_dict
from django.http import HttpRequest
from ninja import Query, Router, Schema, Status
from pydantic import Field

from benchlab.api.accounts.access import has_right, may, signed_in
from benchlab.api.errors import Conflict, Missing, refuse_unless_valid
from benchlab.api.lists import page_of
from benchlab.api.shapes import Document, EventWord, Page, Text, answers
from benchlab.definitions.language.problems import Problem
from benchlab.forms.notifications.notifications import WebhookForm
from benchlab.models import Delivery, Webhook
from benchlab.models.notifications import fan_out

router = Router(tags=["Notifications"])
deliveries = Router(tags=["Notifications"])


class WebhookFields(Schema):
    """``benchmark`` and ``server`` by name; empty for all."""

    url: str | None = Field(None, max_length=1000)
    """Encrypted at rest and never returned."""
    shape: Literal["generic", "slack"] | None = None
    secret: str | None = Field(None, max_length=200)
    """Signs the request bodies; never returned."""
    events: list[EventWord] | None = None
    benchmark: Text | None = None
    server: Text | None = None
    is_enabled: bool | None = None


class NewWebhook(WebhookFields):
    name: str = Field(min_length=1, max_length=80)
    url: str = Field(max_length=1000)
    shape: Literal["generic", "slack"] = "generic"
    events: list[EventWord]
    is_enabled: bool = True


@router.get("", response=answers(list[Document]), auth=may("manage_notices"))
def ls(request: HttpRequest) -> list[Document]:  # noqa: ARG001
    return [each.to_json() for each in Webhook.objects.listed()]


@router.post("", response=answers(Document, status=201), auth=may("manage_notices"))
def add(request: HttpRequest, given: NewWebhook) -> Status[Document]:
    if Webhook.objects.filter(name=given.name).exists():
        raise Conflict([Problem("name", f"A webhook {given.name} already exists.")])
    return Status(201, _kept(Webhook(name=given.name, created_by=signed_in(request)), given))


@router.get("/{int:number}", response=answers(Document), auth=may("manage_notices"))
def show(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    return _webhook(number).to_json()


@router.patch("/{int:number}", response=answers(Document), auth=may("manage_notices"))
def change(request: HttpRequest, number: int, given: WebhookFields) -> Document:  # noqa: ARG001
    """Change the given fields. An empty secret or address keeps the stored one."""
    return _kept(_webhook(number), given)


@router.delete("/{int:number}", response=answers(Document), auth=may("manage_notices"))
def delete(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    _webhook(number).remove()
    return {"webhook": number}


@router.post("/{int:number}/test", response=answers(Document, status=202), auth=may("manage_notices"))
def test(request: HttpRequest, number: int) -> Status[Document]:  # noqa: ARG001
    """Send a test; ``/deliveries`` shows the delivery."""
    return Status(202, fan_out.send_test(webhook=_webhook(number)).to_json())


@deliveries.get("", response=answers(Document), auth=may("view"))
def list_deliveries(request: HttpRequest, page: Query[Page]) -> Document:
    """Newest first: own e-mails, and for admins all deliveries."""
    return page_of(_visible(request), page, name="deliveries", document=Delivery.to_json)


@deliveries.post("/{int:number}/repetition", response=answers(Document, status=202), auth=may("view"))
def send_again(request: HttpRequest, number: int) -> Status[Document]:
    """Send it again, whether or not it was delivered."""
    found = _visible(request).filter(pk=number).first()
    if found is None:
        raise Missing([Problem("delivery", f"You have no delivery {number}.")])
    if not found.send_again():
        raise Conflict([Problem("delivery", "It is still being delivered.")])
    found.refresh_from_db()
    return Status(202, found.to_json())


def _visible(request: HttpRequest) -> Any:
    return (
        Delivery.objects.listed()
        if has_right(request, "manage_notices")
        else Delivery.objects.listed().filter(person=signed_in(request))
    )


def _webhook(number: int) -> Webhook:
    found = Webhook.objects.listed().filter(pk=number).first()
    if found is None:
        raise Missing([Problem("webhook", f"There is no webhook {number}.")])
    return found


def _kept(webhook: Webhook, given: WebhookFields) -> Document:
    """Validated by the page's form."""
    of = {"benchmark": webhook.benchmark and webhook.benchmark.slug, "server": webhook.server and webhook.server.name}
    known = {**model_to_dict(webhook, fields=WebhookForm.Meta.fields), "url": "", "secret": "", **of}
    fields = {name: value for name, value in given.dict().items() if value is not None}
    form = WebhookForm({**known, **fields}, instance=webhook)
    refuse_unless_valid(form)
    kept: Webhook = form.save(commit=False)
    kept.keep()
    return kept.to_json()
