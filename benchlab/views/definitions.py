"""Writing definitions in the browser."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchlab.definitions.problems import Problem, Refused
from benchlab.forms.definitions import DefinitionForm, problems_of
from benchlab.models import Benchmark, Revision
from benchlab.views.signed_in import may_edit_definitions, signed_in

FIRST_LINES = """\
name: my-benchmark
title: What it measures, in one line
parameters:
  clients:  {type: integer, default: 10, min: 1, max: 1000}
  duration: {type: duration, default: 30s, min: 1s}
tables:
  note: |
    CREATE TABLE note (id BIGINT AUTO_INCREMENT PRIMARY KEY, written DATE NOT NULL, amount DECIMAL(10,2) NOT NULL)
values:
  day:    {date: [2026-01-01, 2026-12-31]}
  amount: {decimal: [0.01, 999.99]}
phases:
  - drive:
      name: insert
      clients: "{{ clients }}"
      for: "{{ duration }}"
      warmup: 2s
      transactions:
        write: ["INSERT INTO note (written, amount) VALUES (:day, :amount)"]
"""


@require_http_methods(["GET", "POST"])
@may_edit_definitions
def new(request: HttpRequest) -> HttpResponse:
    return _edit(request, None, FIRST_LINES)


@require_http_methods(["GET", "POST"])
@may_edit_definitions
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    benchmark = get_object_or_404(Benchmark, slug=slug)
    return _edit(request, benchmark, benchmark.latest.text)


@require_POST
@may_edit_definitions
def problems(request: HttpRequest) -> HttpResponse:
    """What is wrong with the text as it is being written."""
    text = request.POST.get("text", "")
    return render(request, "benchmarks/problems.html", {"problems": problems_of(text), "checked": True})


@require_GET
def revision(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    shown = get_object_or_404(
        Revision.objects.select_related("benchmark", "created_by"), benchmark__slug=slug, number=number
    )
    return render(request, "benchmarks/revision.html", {"revision": shown, "benchmark": shown.benchmark})


def _edit(request: HttpRequest, benchmark: Benchmark | None, text: str) -> HttpResponse:
    form = DefinitionForm(request.POST or None, initial={"text": text})
    if request.method == "POST" and form.is_valid():
        found = _store(request, form.cleaned_data["text"], benchmark)
        if isinstance(found, Benchmark):
            return redirect(found)
        return _page(request, form, benchmark, found, status=422)
    return _page(request, form, benchmark, (), status=422 if form.errors else 200)


def _store(request: HttpRequest, text: str, edited: Benchmark | None) -> Benchmark | tuple[Problem, ...]:
    try:
        stored = Benchmark.store(text, by=signed_in(request))
    except Refused as refused:
        return refused.problems
    if edited and stored != edited:
        messages.info(request, f"The name changed, so this is a benchmark of its own; {edited.slug} is as it was.")
    messages.success(request, f"Saved as revision {stored.latest.number}.")
    return stored


def _page(
    request: HttpRequest,
    form: DefinitionForm,
    benchmark: Benchmark | None,
    problems: tuple[Problem, ...],
    *,
    status: int,
) -> HttpResponse:
    context = {"form": form, "benchmark": benchmark, "problems": problems, "checked": form.is_bound}
    return render(request, "benchmarks/editor.html", context, status=status)
