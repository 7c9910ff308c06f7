#include "row_columns.h"

static bool refuse(const char *why)
{
    PyErr_SetString(PyExc_ValueError, why);
    return false;
}

static bool hold(PyObject *source, Py_buffer *into, size_t item_bytes)
{
    if (PyObject_GetBuffer(source, into, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
        return false;
    return into->itemsize == (Py_ssize_t)item_bytes || refuse("an array of 64-bit items is required");
}

static bool read_numbers(part *into, PyObject *source)
{
    if (!hold(source, &into->indices, sizeof(int64_t)))
        return false;
    into->numbers = into->indices.buf;
    into->rows = into->indices.len / (Py_ssize_t)sizeof(int64_t);
    return *into->indices.format == 'l' || *into->indices.format == 'q' || refuse("64-bit integers are wanted");
}

static bool read_looked_up(part *into, PyObject *source)
{
    if (PyTuple_GET_SIZE(source) != 2 || !hold(PyTuple_GET_ITEM(source, 0), &into->table, sizeof(PyObject *)))
        return PyErr_Occurred() ? false : refuse("a table and places in it are wanted");
    if (*into->table.format != 'O')
        return refuse("a table of objects is required");
    into->texts = into->table.buf;
    into->texts_count = into->table.len / (Py_ssize_t)sizeof(PyObject *);
    return read_numbers(into, PyTuple_GET_ITEM(source, 1));
}

static bool read_part(part *into, PyObject *source)
{
    if (PyTuple_Check(source))
        return read_looked_up(into, source);
    if (!PyList_Check(source))
        return read_numbers(into, source);
    into->texts = ((PyListObject *)source)->ob_item;
    into->texts_count = into->rows = PyList_GET_SIZE(source);
    return true;
}

static bool read_field(columns *into, PyObject *field, char after)
{
    Py_ssize_t count = PyTuple_GET_SIZE(field);
    part *more = PyMem_Realloc(into->parts, (size_t)(into->count + count) * sizeof *more);
    if (!more)
        return PyErr_NoMemory() != NULL;
    into->parts = more;
    for (Py_ssize_t i = 0; i < count; i++) {
        part *next = &into->parts[into->count++];
        *next = (part){.after = i + 1 == count ? after : '\0'};
        if (!read_part(next, PyTuple_GET_ITEM(field, i)))
            return false;
        if (into->count > 1 && next->rows != into->rows)
            return refuse("every part wants as many rows");
        into->rows = next->rows;
    }
    return true;
}

bool read_columns(columns *into, PyObject *fields)
{
    Py_ssize_t count = PyList_GET_SIZE(fields);
    *into = (columns){0};
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *field = PyList_GET_ITEM(fields, i);
        if (!PyTuple_Check(field) || !PyTuple_GET_SIZE(field))
            return refuse("a field is a tuple of its parts");
        if (!read_field(into, field, i + 1 == count ? '\n' : '\t'))
            return false;
    }
    return true;
}

void free_columns(columns *gone)
{
    for (Py_ssize_t i = 0; i < gone->count; i++) {
        PyBuffer_Release(&gone->parts[i].table);
        PyBuffer_Release(&gone->parts[i].indices);
    }
    PyMem_Free(gone->parts);
}
