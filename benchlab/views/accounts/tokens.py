"""Tokens for the API, and its description."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchlab.forms.accounts.tokens import TokenForm
from benchlab.models import ApiToken
from benchlab.views.accounts.permissions import signed_in


@require_http_methods(["GET", "POST"])
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """Own tokens, and for admins all. A new token is shown once: only its hash is stored."""
    person = signed_in(request)
    form = TokenForm(request.POST or None, most=person.role)
    if request.method == "POST" and form.is_valid():
        known = {name: form.cleaned_data[name] for name in ("role", "days")}
        token, secret = ApiToken.make(person, form.cleaned_data["name"], **known)
        return render(request, "accounts/tokens/created.html", {"token": token, "secret": secret})
    shown = ApiToken.objects.visible_to(person).select_related("user")
    return render(
        request, "accounts/tokens/list.html", {"tokens": shown, "form": form}, status=422 if form.errors else 200
    )


@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(ApiToken.objects.visible_to(signed_in(request)), pk=pk)
    token.revoke()
    messages.success(request, f"The token “{token.name}” is revoked.")
    return redirect("tokens")


@require_GET
def api_docs(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/tokens/api_docs.html")
