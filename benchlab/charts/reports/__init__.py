"""Reports: a document, ``benchlab.report/1``, of parts of runs, experiments, comparisons and trends; its exports."""
