"""The storage of a server's data: file system, mount options, block device, and how long a synced write takes."""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import psutil

from benchlab.probes.unknown_values import HiddenError, chosen_of, gather, text_of

SYNCS = 100
SYNCS_LIMIT_S = 2.0
BLOCK = b"\0" * 4096


@dataclass(frozen=True)
class DataStorage:
    """``datadir`` as the server names it, ``path`` as we see it."""

    datadir: str
    path: Path

    def describe(self) -> tuple[dict[str, Any], dict[str, str]]:
        """By field, and why a field is null. Sizes in bytes, times in ms."""
        return gather(
            {
                "datadir": lambda: self.datadir,
                "file_system": lambda: self._mount.fstype,
                "mount_point": lambda: self._mount.mountpoint,
                "mount_options": lambda: self._mount.opts.split(","),
                "size_bytes": lambda: psutil.disk_usage(str(self.path)).total,
                "free_bytes": lambda: psutil.disk_usage(str(self.path)).free,
                "device": lambda: self._device.name,
                "device_model": lambda: text_of(self._device / "device/model"),
                "scheduler": lambda: chosen_of(self._device / "queue/scheduler"),
                "rotational": lambda: text_of(self._device / "queue/rotational") == "1",
                "fdatasync_ms": self._fdatasync_ms,
            }
        )

    @cached_property
    def _number(self) -> int:
        return self.path.stat().st_dev

    @cached_property
    def _mount(self) -> Any:
        """The innermost mount of the data's file system that we see."""
        fitting = [
            mount for mount in psutil.disk_partitions(all=True) if _device_number(mount.mountpoint) == self._number
        ]
        around = [mount for mount in fitting if self.path.resolve().is_relative_to(mount.mountpoint)]
        if not fitting:
            raise HiddenError("The file system is mounted where we can not see it.")
        return max(around or fitting, key=lambda mount: len(mount.mountpoint))

    @cached_property
    def _device(self) -> Path:
        """Its folder in /sys; the whole disk where the file system is on a partition."""
        for number in self._numbers():
            folder = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}").resolve()
            if folder.exists():
                return folder.parent if (folder / "partition").exists() else folder
        raise HiddenError(f"The kernel shows no block device beneath this file system ({self._mount.fstype}).")

    def _numbers(self) -> Iterator[int]:
        yield self._number
        # btrfs and others number their file systems apart from the device.
        device = Path(self._mount.device)
        if device.is_block_device():
            yield device.stat().st_rdev

    def _fdatasync_ms(self) -> dict[str, float]:
        """Of writes of 4 KB in a file of our own on the same file system, never among the server's."""
        with tempfile.TemporaryFile(dir=self._folder_of_ours()) as file:
            times_ms = list(_sync_times_ms(file.fileno()))
        return {"median": statistics.median(times_ms), "max": max(times_ms), "writes": len(times_ms)}

    def _folder_of_ours(self) -> Path:
        for folder in (Path.cwd() / "var", Path(tempfile.gettempdir()), Path("/var/tmp"), Path.home()):  # noqa: S108
            if os.access(folder, os.W_OK) and folder.stat().st_dev == self._number:
                return folder
        raise HiddenError("No folder that we may write to is on the data's file system.")


def _device_number(path: str) -> int | None:
    try:
        return Path(path).stat().st_dev
    except OSError:
        return None


def _sync_times_ms(file: int) -> Iterator[float]:
    give_up_at = time.monotonic() + SYNCS_LIMIT_S
    for number in range(SYNCS):
        started = time.monotonic()
        os.pwrite(file, BLOCK, number * len(BLOCK))
        os.fdatasync(file)
        ended = time.monotonic()
        yield (ended - started) * 1000
        if ended > give_up_at:
            return
