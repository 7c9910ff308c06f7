"""Revisions: showing, checking and restoring them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from benchlab.definitions.language.problems import Refused
from benchlab.forms.benchmarks.definitions import TrialForm
from benchlab.models import Revision
from benchlab.models.benchmarks import try_on
from benchlab.views.accounts.permissions import may_edit_definitions, may_launch, signed_in
from benchlab.views.benchmarks.layout_preview import show_layouts_of_defaults


@require_GET
def revision(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    shown = _revision(slug, number)
    newest = shown.benchmark.latest
    forms = {"trial_form": TrialForm(), "layouts_form": TrialForm(auto_id="layouts-%s")}
    context = {"revision": shown, "benchmark": shown.benchmark, "newest": newest, **forms}
    return render(request, "benchmarks/definitions/revision.html", context)


@require_POST
@may_edit_definitions
def trial(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Check the revision on a server, and store the result."""
    tried, form = _revision(slug, number), TrialForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose a server.")
        return redirect(_address(tried))
    found = try_on(tried, form.cleaned_data["server"])
    tried.keep_trial(found)
    if not found.took_place:
        messages.error(request, " ".join(["The check failed.", *(each.message for each in found.problems)]))
    return redirect(_address(tried))


@require_POST
@may_launch
def layouts(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The layouts that a server creates."""
    return show_layouts_of_defaults(request, _revision(slug, number))


@require_POST
@may_edit_definitions
def restore(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Restore its text as a new revision."""
    old = _revision(slug, number)
    try:
        benchmark = old.benchmark.restore(old, by=signed_in(request))
    except Refused as refused:
        problems = " ".join(str(problem) for problem in refused.problems)
        messages.error(request, f"Revision {number} cannot be restored: {problems} Copy its text and fix it.")
        return redirect(_address(old))
    messages.success(request, f"Revision {benchmark.latest.number} has the text of revision {number}.")
    return redirect(benchmark)


def _revision(slug: str, number: int) -> Revision:
    found = Revision.objects.select_related("benchmark", "created_by")
    return get_object_or_404(found, benchmark__slug=slug, number=number)


def _address(revision: Revision) -> str:
    return reverse("revision", args=[revision.benchmark.slug, revision.number])
