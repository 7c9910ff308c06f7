"""The machine that we are on, as far as it shows itself."""

import os
import platform
import re
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Any

import psutil

from benchlab.probes.unknown_values import HiddenError, Readers, chosen_of, gather, text_of

CONTAINER_MARKS = {"/.dockerenv": "docker", "/run/.containerenv": "podman"}
MEMORY_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def describe() -> tuple[dict[str, Any], dict[str, str]]:
    """The host by field, and why a field is null. Sizes in bytes."""
    return gather(_READERS)


def _cpu_model() -> str:
    found = re.search(r"^(?:model name|Model|cpu model)\s*:\s*(.+)$", text_of("/proc/cpuinfo"), re.MULTILINE)
    if not found:
        raise HiddenError("This kind of processor has no name in /proc/cpuinfo.")
    return found[1]


def _cores() -> int:
    cores = psutil.cpu_count(logical=False)
    if not cores:
        raise HiddenError("The kernel does not distinguish physical cores from threads here.")
    return cores


def _numa_nodes() -> int:
    nodes = len(list(Path("/sys/devices/system/node").glob("node[0-9]*")))
    if not nodes:
        raise HiddenError("The kernel shows no NUMA nodes.")
    return nodes


def _memory_limit() -> int:
    """The container's."""
    readable = [path for path in MEMORY_LIMITS if os.access(path, os.R_OK)]
    if not readable:
        raise HiddenError("No control group limit is visible.")
    limit = text_of(readable[0])
    if not limit.isdigit() or int(limit) >= psutil.virtual_memory().total:
        raise HiddenError("No limit below the machine's memory is set.")
    return int(limit)


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        raise HiddenError("There is no /etc/os-release.") from None


def _virtualisation() -> str:
    """The hypervisor's kind, ``none`` on bare metal."""
    if shutil.which("systemd-detect-virt"):
        said = subprocess.run(["systemd-detect-virt", "--vm"], capture_output=True, text=True, check=False)
        return said.stdout.strip()
    if re.search(r"^flags\s*:.*\bhypervisor\b", text_of("/proc/cpuinfo"), re.MULTILINE):
        return "a hypervisor"
    raise HiddenError("systemd-detect-virt is not installed, and the processor does not mention a hypervisor.")


def _container() -> str:
    """What hints at a container, ``none`` where nothing does."""
    told = os.environ.get("container")  # noqa: SIM112 - container managers write it small
    return told or next((kind for mark, kind in CONTAINER_MARKS.items() if Path(mark).exists()), "none")


_READERS: Readers = {
    "hostname": socket.gethostname,
    "cpu_model": _cpu_model,
    "cores": _cores,
    "threads": psutil.cpu_count,
    "governor": lambda: text_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
    "numa_nodes": _numa_nodes,
    "memory_bytes": lambda: psutil.virtual_memory().total,
    "memory_available_bytes": lambda: psutil.virtual_memory().available,
    "memory_limit_bytes": _memory_limit,
    "swap_bytes": lambda: psutil.swap_memory().total,
    "swap_used_bytes": lambda: psutil.swap_memory().used,
    "swapped_bytes": lambda: psutil.swap_memory().sin + psutil.swap_memory().sout,
    "transparent_huge_pages": lambda: chosen_of("/sys/kernel/mm/transparent_hugepage/enabled"),
    "swappiness": lambda: int(text_of("/proc/sys/vm/swappiness")),
    "load_average_1": lambda: round(psutil.getloadavg()[0], 2),
    "kernel": platform.release,
    "distribution": _distribution,
    "virtualisation": _virtualisation,
    "container": _container,
}
