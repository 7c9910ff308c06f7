/* Columns of rows that are yet to be written: numbers, texts, and texts looked up in a table. */
#ifndef BENCHLAB_ROW_COLUMNS_H
#define BENCHLAB_ROW_COLUMNS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    /* Bytes objects, one for each row, or by `numbers` where these are given. NULL: the numbers themselves are written. */
    PyObject *const *texts;
    Py_ssize_t texts_count;
    const int64_t *numbers;
    Py_ssize_t rows;
    /* Written behind it, unless it is '\0'. */
    char after;
    Py_buffer table, indices;
} part;

typedef struct {
    part *parts;
    Py_ssize_t count;
    Py_ssize_t rows;
} columns;

/* A list of fields, each a tuple of parts: an array of 64-bit integers, a list of bytes, or a tuple of an array of bytes and
 * an array of places in it. False with an exception set. What it refers to must stay as it is until it is freed. */
bool read_columns(columns *into, PyObject *fields);
void free_columns(columns *gone);

#endif
