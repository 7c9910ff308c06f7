"""The execution of each kind of phase, a file a kind.

Every module of the room is imported here, so that ``execution_of`` knows a new kind by its file alone.
"""

import importlib
import pkgutil

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
