"""The core's own tests once more, with the compiler's checks of memory and undefined behaviour built in."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SANITIZERS = ("libasan.so", "libubsan.so")


def sanitizers() -> list[str]:
    """The libraries' paths; where gcc has none it says their names only."""
    found = [_said("gcc", f"-print-file-name={name}").strip() for name in SANITIZERS]
    if not all(Path(each).is_absolute() for each in found):
        pytest.skip("gcc has no sanitizers here")
    return found


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def build(into: Path) -> None:
    name = "benchlab_core" + sysconfig.get_config_var("EXT_SUFFIX")
    checks = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
    sources = map(str, sorted((ROOT / "native/src").glob("*.c")))
    include = "-I" + sysconfig.get_path("include")
    _said("gcc", "-shared", "-fPIC", "-g", "-O1", "-std=gnu11", *checks, include, *sources, "-o", str(into / name))


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc here")
@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="these tests are checked already")
def test_no_memory_is_used_wrongly(tmp_path: Path):
    libraries = sanitizers()
    build(tmp_path)
    environment = {
        **os.environ,
        "LD_PRELOAD": " ".join(libraries),
        # Python's own arenas hide what is freed, and it never frees all at its end.
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONPATH": str(tmp_path),
    }
    command = [sys.executable, "-m", "pytest", str(Path(__file__).parent), "-q", "-n", "0", "-p", "no:cacheprovider"]

    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
