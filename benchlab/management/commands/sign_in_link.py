from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchlab.models import Role, SignInLink, User


class Command(BaseCommand):
    help = "Print a one-time sign-in link; the first one makes the first admin."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", nargs="?", default="")

    def handle(self, **options: Any) -> None:
        user = self._user(options["username"])
        self.stdout.write(f"{settings.SITE_URL.rstrip('/')}/sign-in/{SignInLink.make(user)}/")

    def _user(self, username: str) -> User:
        if username:
            found = User.objects.filter(username=username, is_active=True).first()
        elif User.objects.exists():
            found = User.objects.filter(role=Role.ADMIN, is_active=True).order_by("pk").first()
        else:
            found = User(username="admin", role=Role.ADMIN)
            found.set_unusable_password()
            found.save()
        if found is None:
            raise CommandError(f"There is no active {'person ' + username if username else 'admin'}.")
        return found
