"""Webhooks, e-mail notifications and their deliveries."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchlab import jobs
from benchlab.forms.notifications.notifications import MailingForm, WebhookForm
from benchlab.models import Delivery, Webhook, mail
from benchlab.models.notifications import email_subscription, fan_out
from benchlab.views.accounts.permissions import may_manage_notifications, signed_in

DELIVERIES_A_PAGE = 25
ON_ITS_WAY = "A test is on its way to {place}; the list shows its delivery."


@require_GET
def overview(request: HttpRequest) -> HttpResponse:
    return _page(request, MailingForm(person=signed_in(request)))


@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Save the person's own e-mail notifications."""
    person = signed_in(request)
    form = MailingForm(request.POST, person=person)
    if not form.is_valid():
        return _page(request, form)
    email_subscription.subscribe(person, form.cleaned_data["email"], form.events)
    messages.success(request, "Your e-mail notifications are saved.")
    return redirect("notifications")


@require_POST
def test_mail(request: HttpRequest) -> HttpResponse:
    person = signed_in(request)
    if mail.is_set_up() and person.email:
        fan_out.send_test(person=person)
        messages.success(request, ON_ITS_WAY.format(place=person.email))
    else:
        messages.error(request, "Save your e-mail address first." if mail.is_set_up() else mail.HOW)
    return redirect("notifications")


@require_http_methods(["GET", "POST"])
@may_manage_notifications
def add(request: HttpRequest) -> HttpResponse:
    return _edit(request, Webhook(created_by=signed_in(request)))


@require_http_methods(["GET", "POST"])
@may_manage_notifications
def webhook(request: HttpRequest, pk: int) -> HttpResponse:
    return _edit(request, get_object_or_404(Webhook, pk=pk))


@require_POST
@may_manage_notifications
def test_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    tested = get_object_or_404(Webhook, pk=pk)
    fan_out.send_test(webhook=tested)
    messages.success(request, ON_ITS_WAY.format(place=f"“{tested.name}”"))
    return redirect("notifications")


@require_POST
@may_manage_notifications
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    unwanted = get_object_or_404(Webhook, pk=pk)
    unwanted.remove()
    messages.success(request, f"“{unwanted.name}” is deleted, with its deliveries.")
    return redirect("notifications")


@require_POST
def send_again(request: HttpRequest, pk: int) -> HttpResponse:
    """Own e-mails; admins may resend any delivery."""
    delivery = get_object_or_404(Delivery.objects.visible_to(signed_in(request)), pk=pk)
    if delivery.send_again():
        messages.success(request, "The notification is sent again.")
    else:
        messages.info(request, "It is still being delivered.")
    return redirect("notifications")


def _edit(request: HttpRequest, edited: Webhook) -> HttpResponse:
    form = WebhookForm(request.POST or None, instance=edited)
    if request.method == "POST" and form.is_valid():
        form.save(commit=False).keep()
        messages.success(request, f"“{form.instance.name}” is saved. Send a test to check that it arrives.")
        return redirect("notifications")
    context = {"form": form, "webhook": Webhook.objects.filter(pk=edited.pk).first()}
    return render(request, "notifications/webhook.html", context, status=422 if form.errors else 200)


def _page(request: HttpRequest, form: MailingForm) -> HttpResponse:
    person = signed_in(request)
    manages = person.has_perm("benchlab.manage_notices")
    deliveries = Delivery.objects.visible_to(person).listed()
    context = {
        "form": form,
        "mail_is_set_up": mail.is_set_up(),
        "how_to_set_up": mail.HOW,
        "trouble": jobs.notices_trouble(),
        "webhooks": Webhook.objects.listed() if manages else (),
        "page": Paginator(deliveries, DELIVERIES_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "notifications/page.html", context, status=422 if form.errors else 200)
