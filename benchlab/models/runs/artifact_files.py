"""Files that a run leaves behind."""

from dataclasses import dataclass
from pathlib import Path

KINDS = {
    "sar.data": "What sar recorded each second; sadf and kSar read it",
    "iostat.json": "What iostat said of CPU and devices each second",
}


@dataclass(frozen=True)
class Artefact:
    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def what(self) -> str:
        return KINDS.get(self.name, "")

    @property
    def size_bytes(self) -> int:
        return self.path.stat().st_size


def artefacts_in(folder: Path) -> list[Artefact]:
    return [Artefact(file) for file in sorted(folder.glob("*")) if file.is_file() and not file.is_symlink()]
