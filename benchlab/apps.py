from django.apps import AppConfig


class BenchlabConfig(AppConfig):
    name = "benchlab"

    def ready(self) -> None:
        import benchlab.models.event_reactions  # noqa: F401 - connects the signal, once the models are loaded.
