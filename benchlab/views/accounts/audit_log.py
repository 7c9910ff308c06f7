"""The audit log, for admins."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from benchlab.forms.accounts.audit_log import AuditFilter
from benchlab.forms.lists import filtered
from benchlab.models import AuditEntry
from benchlab.views.accounts.permissions import may_manage_people

ENTRIES_A_PAGE = 50


@require_GET
@may_manage_people
def audit_log(request: HttpRequest) -> HttpResponse:
    found, ignored = filtered(AuditFilter, request.GET, AuditEntry.objects.all())
    page = Paginator(found.qs, ENTRIES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "accounts/audit_log/list.html", {"form": found.form, "page": page, "ignored": ignored})
