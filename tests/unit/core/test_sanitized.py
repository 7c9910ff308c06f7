"""The core's own tests once more, with the compiler's checks of memory and undefined behaviour built in."""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from multiprocessing.pool import ThreadPool
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SANITIZERS = ("libasan.so", "libubsan.so")
CHECKS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")
BUILT = ROOT / "native/build/sanitized"


def sanitizers() -> list[str]:
    """The libraries' paths; where gcc has none it says their names only."""
    found = [_said("gcc", f"-print-file-name={name}").strip() for name in SANITIZERS]
    if not all(Path(each).is_absolute() for each in found):
        pytest.skip("gcc has no sanitizers here")
    return found


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def built() -> Path:
    """The folder of the core with its checks: compiled again only where a source, the compiler or Python is another."""
    sources = sorted((ROOT / "native/src").glob("*.[ch]"))
    made_of = [*(each.read_bytes() for each in sources), _said("gcc", "--version").encode(), SUFFIX.encode()]
    folder = BUILT / hashlib.sha256(b"\0".join([*made_of, *map(str.encode, CHECKS)])).hexdigest()[:16]
    if not folder.exists():
        shutil.rmtree(BUILT, ignore_errors=True)
        BUILT.mkdir(parents=True)
        unfinished = Path(tempfile.mkdtemp(dir=BUILT))
        build([each for each in sources if each.suffix == ".c"], unfinished)
        unfinished.rename(folder)
    return folder


def build(sources: list[Path], into: Path) -> None:
    include = "-I" + sysconfig.get_path("include")
    compiler = ["gcc", "-fPIC", "-g", "-O1", "-std=gnu11", *CHECKS]
    with ThreadPool(os.cpu_count()) as pool:
        pool.map(lambda each: _said(*compiler, include, "-c", str(each), "-o", f"{into / each.stem}.o"), sources)
    objects = [f"{into / each.stem}.o" for each in sources]
    _said(*compiler, "-shared", *objects, "-o", str(into / f"benchlab_core{SUFFIX}"))


@pytest.mark.skipif(not shutil.which("gcc"), reason="there is no gcc here")
@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="these tests are checked already")
def test_no_memory_is_used_wrongly():
    libraries = sanitizers()
    environment = {
        **os.environ,
        "LD_PRELOAD": " ".join(libraries),
        # Python's own arenas hide what is freed, and it never frees all at its end.
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONPATH": str(built()),
    }
    command = [sys.executable, "-m", "pytest", str(Path(__file__).parent), "-q", "-n", "0", "-p", "no:cacheprovider"]

    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
