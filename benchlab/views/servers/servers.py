"""Servers under test."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchlab.definitions.language.problems import Refused
from benchlab.forms.servers.servers import ServerForm
from benchlab.models import Run, Server
from benchlab.views.accounts.permissions import may_launch, may_manage_servers
from benchlab.views.refusals import say_why

LAST_RUNS = 10


@require_GET
def servers(request: HttpRequest) -> HttpResponse:
    return render(request, "servers/list.html", {"servers": Server.objects.all()})


@require_GET
def server(request: HttpRequest, name: str) -> HttpResponse:
    shown = get_object_or_404(Server, name=name)
    return render(request, "servers/server.html", {"server": shown, "runs": Run.objects.listed().on(shown)[:LAST_RUNS]})


@require_http_methods(["GET", "POST"])
@may_manage_servers
def add(request: HttpRequest) -> HttpResponse:
    form = ServerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _save_and_check(form)
    return render(request, "servers/form.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@may_manage_servers
def edit(request: HttpRequest, name: str) -> HttpResponse:
    edited = get_object_or_404(Server, name=name)
    form = ServerForm(request.POST or None, instance=edited)
    if request.method == "POST" and form.is_valid():
        return _save_and_check(form)
    return render(request, "servers/form.html", {"form": form, "name": name}, status=422 if form.errors else 200)


@require_POST
@may_launch
def check(request: HttpRequest, name: str) -> HttpResponse:
    checked = get_object_or_404(Server, name=name)
    checked.check_now()
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "servers/server.html#findings", {"server": checked})
    return redirect(checked)


@require_POST
@may_manage_servers
def delete(request: HttpRequest, name: str) -> HttpResponse:
    unwanted = get_object_or_404(Server, name=name)
    try:
        unwanted.remove()
    except Refused as refused:
        say_why(request, refused)
        return redirect(unwanted)
    messages.success(request, f"{name} is removed. Its runs are kept.")
    return redirect("servers")


def _save_and_check(form: ServerForm) -> HttpResponse:
    saved = form.save(commit=False)
    saved.keep()
    return redirect(saved)
