#ifndef BENCHLAB_MODULE_FUNCTIONS_H
#define BENCHLAB_MODULE_FUNCTIONS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* load_function.c */
PyObject *load_rows(PyObject *module, PyObject *arguments);

/* write_rows.c */
PyObject *write_rows(PyObject *module, PyObject *arguments);

#endif
