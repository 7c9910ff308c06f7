"""How far the figures of a run can be trusted: evidence, reasons, grade."""
