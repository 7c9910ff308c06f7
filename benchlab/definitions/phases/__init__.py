"""The phases of a definition: a file a kind, with its part of the plan, its reader and its help.

Every module of the room is imported here, so that ``PlannedPhase.kinds`` knows a new kind by its file alone.
"""

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
