"""A sandbox's settings: the defaults, and the option file with all of them."""

import errno
import os
import re
import resource
import tempfile
from collections.abc import Mapping
from configparser import ConfigParser
from pathlib import Path

import psutil

from benchlab.sandbox.failure_messages import SandboxError

Setting = str | int | float | bool

MYROCKS = "ha_rocksdb"
SYSTEM_PLUGINS = (Path("/usr/lib/mysql/plugin"), Path("/usr/lib64/mysql/plugin"))
GB = 1024**3
BUFFER_POOL_CHUNK = 128 * 1024**2
OWN = frozenset({"user", "datadir", "socket", "port", "bind_address", "pid_file", "log_error", "tmpdir", "plugin_dir"})
"""What says where the sandbox is; a launch has no say in it."""


def chosen(folder: Path, settings: Mapping[str, Setting], plugins: Path) -> dict[str, Setting]:
    """The defaults with ``settings`` over them."""
    defaults = {**default_settings(folder), **myrocks(plugins)}
    if "log_bin" in settings:
        del defaults["skip_log_bin"]
    return {**defaults, **settings}


def default_settings(folder: Path) -> dict[str, Setting]:
    """Durable, as large as is decent on this machine, and alike after every start."""
    return {
        "innodb_buffer_pool_size": buffer_pool_bytes(_memory_bytes()),
        "innodb_log_file_size": GB,
        "innodb_flush_log_at_trx_commit": 1,
        "innodb_flush_method": "O_DIRECT" if takes_direct_io(folder) else "fsync",
        # A restart would otherwise read the last run's pages back in.
        "innodb_buffer_pool_dump_at_shutdown": False,
        "innodb_buffer_pool_load_at_startup": False,
        "skip_log_bin": True,
        "local_infile": True,
        "max_connections": 1000,
        # Partitioned MyISAM opens two files a partition and connection.
        "open_files_limit": min(65535, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),
        "skip_name_resolve": True,
    }


def myrocks(plugins: Path) -> dict[str, Setting]:
    """The engine ROCKSDB, where its plugin is installed. Loaded at the start: INSTALL SONAME crashes 10.11."""
    folder = next((each for each in (plugins, *SYSTEM_PLUGINS) if (each / f"{MYROCKS}.so").exists()), None)
    if not folder:
        return {}
    # A plugin of another version is not loaded, and its settings are then unknown: the server is to start all the same.
    cache = buffer_pool_bytes(_memory_bytes())
    return {"plugin_dir": str(folder), "plugin_load_add": MYROCKS, "loose_rocksdb_block_cache_size": cache}


def buffer_pool_bytes(memory_bytes: int) -> int:
    """A quarter of the memory up to 2 GB, in whole chunks."""
    return max(min(memory_bytes // 4, 2 * GB) // BUFFER_POOL_CHUNK, 1) * BUFFER_POOL_CHUNK


def takes_direct_io(folder: Path) -> bool:
    """Whether the file system of ``folder`` lets files be opened past the page cache; tmpfs may not."""
    with tempfile.NamedTemporaryFile(dir=folder) as file:
        try:
            os.close(os.open(file.name, os.O_RDWR | os.O_DIRECT))
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            return False
    return True


def check(settings: Mapping[str, Setting]) -> None:
    """Raises SandboxError for what can not be in an option file, or what a launch may not set."""
    for name, value in settings.items():
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            raise SandboxError(f"{name!r} is not the name of a setting.")
        if name in OWN:
            raise SandboxError(f"{name} is the sandbox's own business and can not be set.")
        if "\n" in str(value):
            raise SandboxError(f"The value of {name} has more than one line.")


def write(path: Path, sections: Mapping[str, Mapping[str, Setting]]) -> None:
    parser = _parser()
    for section, settings in sections.items():
        parser[section] = {name: _text(value) for name, value in settings.items()}
    path.touch(mode=0o600)
    with path.open("w") as file:
        parser.write(file)


def read(path: Path, section: str) -> dict[str, str]:
    parser = _parser()
    parser.read(path)
    return dict(parser[section])


def _parser() -> ConfigParser:
    return ConfigParser(interpolation=None, delimiters=("=",), comment_prefixes=("#",))


def _text(value: Setting) -> str:
    if isinstance(value, bool):
        return "ON" if value else "OFF"
    return str(value)


def _memory_bytes() -> int:
    """What this machine has, or the container's limit where that is less."""
    limit = Path("/sys/fs/cgroup/memory.max")
    text = limit.read_text().strip() if limit.exists() else "max"
    total = psutil.virtual_memory().total
    return min(int(text), total) if text.isdigit() else total
