"""The work of one client, generated in blocks."""

from benchlab.engine.generator.statement_rendering import Block, Draws, Renderer


class WorkQueue:
    """``quota`` is how many transactions the client does, None for as many as there is time for."""

    def __init__(self, renderer: Renderer, *, quota: int | None, block_size: int) -> None:
        self._renderer = renderer
        self._quota = quota
        self._block_size = block_size

    def draws(self) -> Draws | None:
        """None where the quota is reached."""
        size = self._next_size()
        return self._renderer.draw(size) if size else None

    def block(self) -> Block | None:
        """None where the quota is reached."""
        size = self._next_size()
        return self._renderer.block(size) if size else None

    def _next_size(self) -> int:
        if self._quota is None:
            return self._block_size
        size = min(self._block_size, self._quota)
        self._quota -= size
        return size
