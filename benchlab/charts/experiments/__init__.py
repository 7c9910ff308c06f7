"""An experiment as its page shows it: the grid of runs, figures and charts of each phase, the study's table."""
