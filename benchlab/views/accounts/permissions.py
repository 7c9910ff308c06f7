"""The person who makes a request, and the permissions that views need."""

from typing import cast

from django.contrib.auth.decorators import permission_required
from django.http import HttpRequest

from benchlab.models import User

may_launch = permission_required("benchlab.launch_run", raise_exception=True)
may_cancel = permission_required("benchlab.cancel_run", raise_exception=True)
may_annotate = permission_required("benchlab.annotate_run", raise_exception=True)
may_write_reports = permission_required("benchlab.write_report", raise_exception=True)
may_share = permission_required("benchlab.share", raise_exception=True)
may_delete = permission_required("benchlab.delete_run", raise_exception=True)
may_manage_servers = permission_required("benchlab.manage_servers", raise_exception=True)
may_edit_definitions = permission_required("benchlab.edit_definitions", raise_exception=True)
may_manage_notifications = permission_required("benchlab.manage_notices", raise_exception=True)
may_manage_people = permission_required("benchlab.manage_people", raise_exception=True)


def signed_in(request: HttpRequest) -> User:
    """The person; only for views behind the sign-in."""
    return cast(User, request.user)
