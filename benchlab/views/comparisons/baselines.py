"""Baselines."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from benchlab.definitions.language.problems import Refused
from benchlab.models import Run
from benchlab.models.comparisons import pin_run
from benchlab.views.accounts.permissions import may_annotate, signed_in
from benchlab.views.refusals import say_why


@require_POST
@may_annotate
def pin(request: HttpRequest, pk: int) -> HttpResponse:
    pinned = get_object_or_404(Run, pk=pk)
    try:
        baseline = pin_run(pinned, by=signed_in(request))
    except Refused as refused:
        say_why(request, refused)
    else:
        if cautions := baseline.cautions:
            messages.warning(request, " ".join([f"{pinned} is the baseline.", *cautions]))
    return redirect(pinned)


@require_POST
@may_annotate
def unpin(request: HttpRequest, pk: int) -> HttpResponse:  # noqa: ARG001
    """Does nothing if another run has been pinned since."""
    unpinned = get_object_or_404(Run, pk=pk)
    for baseline in unpinned.baseline_of.all():
        baseline.unpin()
    return redirect(unpinned)
