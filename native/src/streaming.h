#ifndef BENCHLAB_STREAMING_H
#define BENCHLAB_STREAMING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* streaming.c */
PyObject *load_rows(PyObject *module, PyObject *arguments);

/* writing.c */
PyObject *write_rows(PyObject *module, PyObject *arguments);

#endif
