"""Partition layouts: as diagrams and in words, over a run, side by side, and which partitions a query read."""

from benchlab.charts.layouts.layout_comparison import LayoutsSideBySide, layouts_side_by_side
from benchlab.charts.layouts.layout_history import TableHistory
from benchlab.charts.layouts.table_layout import TableLayout, table_layouts

__all__ = ["LayoutsSideBySide", "TableHistory", "TableLayout", "layouts_side_by_side", "table_layouts"]
