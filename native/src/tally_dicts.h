/* Tallies as Python values. */
#ifndef BENCHLAB_TALLY_DICTS_H
#define BENCHLAB_TALLY_DICTS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "tally.h"

/* A list of dicts, one for each tally from `first` on, which are freed. */
PyObject *collected(tally *first, int statements);

#endif
