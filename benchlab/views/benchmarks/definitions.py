"""The definition editor."""

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from benchlab.definitions.editor.vocabulary import words
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.forms.benchmarks.definitions import DefinitionForm, TrialForm, problems_of
from benchlab.models import Benchmark, Revision
from benchlab.models.benchmarks import TrialOutcome, try_on
from benchlab.views.accounts.permissions import may_edit_definitions, signed_in
from benchlab.views.benchmarks.layout_preview import show_layouts_of_defaults
from benchlab.views.middleware import allow_inline

FIRST_LINES = """\
name: my-benchmark
title: A title, in one line
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
    """Problems of the text while it is edited."""
    text = request.POST.get("text", "")
    return render(request, "benchmarks/definitions/problems.html", {"problems": problems_of(text), "checked": True})


@require_POST
@may_edit_definitions
def trial(request: HttpRequest) -> HttpResponse:
    """Check the text on a server. The response has a token, so that saving the same text keeps the result."""
    form, chosen = DefinitionForm(request.POST), TrialForm(request.POST)
    text = form.cleaned_data["text"] if form.is_valid() else ""
    if found := problems_of(text):
        return render(request, "benchmarks/definitions/problems.html", {"problems": found, "checked": True})
    if not chosen.is_valid():
        return render(request, "benchmarks/definitions/trial.html", {"errors": chosen.errors["server"]})
    tried = try_on(Revision(text=text, number=0), chosen.cleaned_data["server"])
    return render(request, "benchmarks/definitions/trial.html", {"trial": tried, "token": tried.token_for(text)})


@require_POST
@may_edit_definitions
def layouts(request: HttpRequest) -> HttpResponse:
    """The layouts that a server creates from the current text."""
    return show_layouts_of_defaults(request, Revision(text=request.POST.get("text", ""), number=0))


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
        trial = TrialOutcome.from_token(request.POST.get("trial", ""), text)
        stored = Benchmark.store(text, by=signed_in(request), trial=trial)
    except Refused as refused:
        return refused.problems
    if edited and stored != edited:
        messages.info(request, f"The name changed, so this is a new benchmark; {edited.slug} is unchanged.")
    messages.success(request, _saved_words(stored.latest))
    return stored


def _saved_words(saved: Revision) -> str:
    if saved.trial is None:
        return f"Saved as revision {saved.number}. Its SQL has not been checked on a server yet."
    if saved.trial.problems:
        return f"Saved as revision {saved.number}, although the check on {saved.tried_on} failed."
    return f"Saved as revision {saved.number}. {saved.tried_on} accepted every statement."


def _page(
    request: HttpRequest,
    form: DefinitionForm,
    benchmark: Benchmark | None,
    problems: tuple[Problem, ...],
    *,
    status: int,
) -> HttpResponse:
    shown = {"problems": problems, "checked": form.is_bound, "trial_form": TrialForm()}
    nonce = secrets.token_urlsafe(16)
    context = {"form": form, "benchmark": benchmark, "words": words(), "nonce": nonce, **shown}
    return allow_inline(render(request, "benchmarks/definitions/editor.html", context, status=status), nonce)
