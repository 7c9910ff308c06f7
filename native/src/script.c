#include "script.h"

static bool read_pieces(statement *into, PyObject *fragments, PyObject *columns)
{
    Py_ssize_t count = PyTuple_Size(fragments);
    if (count < 1 || PyTuple_Size(columns) != count - 1) {
        PyErr_SetString(PyExc_ValueError, "a statement has one fragment more than it has values");
        return false;
    }
    into->piece = PyMem_Calloc((size_t)count, sizeof *into->piece);
    if (!into->piece) {
        PyErr_NoMemory();
        return false;
    }
    into->pieces = (int)count;
    for (Py_ssize_t i = 0; i < count; i++) {
        piece *one = &into->piece[i];
        if (PyBytes_AsStringAndSize(PyTuple_GET_ITEM(fragments, i), (char **)&one->text, &one->length) < 0)
            return false;
        one->column = i < count - 1 ? (int)PyLong_AsLong(PyTuple_GET_ITEM(columns, i)) : -1;
    }
    return !PyErr_Occurred();
}

static void note_column(transaction *into, int column)
{
    for (int i = 0; i < into->columns; i++)
        if (into->column[i] == column)
            return;
    into->column[into->columns++] = column;
}

static bool note_columns(transaction *into)
{
    int most = 0;
    for (int i = 0; i < into->statements; i++)
        most += into->statement[i].pieces;
    into->column = PyMem_Calloc((size_t)most + 1, sizeof *into->column);
    if (!into->column) {
        PyErr_NoMemory();
        return false;
    }
    for (int i = 0; i < into->statements; i++)
        for (int j = 0; j < into->statement[i].pieces - 1; j++)
            note_column(into, into->statement[i].piece[j].column);
    return true;
}

static bool read_transaction(transaction *into, PyObject *source)
{
    Py_ssize_t count = PyList_Size(source);
    if (count < 0 || !(into->statement = PyMem_Calloc((size_t)count + 1, sizeof *into->statement)))
        return false;
    into->statements = (int)count;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *fragments, *columns;
        statement *one = &into->statement[i];
        if (!PyArg_ParseTuple(PyList_GET_ITEM(source, i), "iO!O!", &one->number, &PyTuple_Type, &fragments,
                              &PyTuple_Type, &columns)
            || !read_pieces(one, fragments, columns))
            return false;
    }
    return note_columns(into);
}

bool read_script(script *into, PyObject *source, bool prepared)
{
    Py_ssize_t count = PyList_Size(source);
    if (count < 0 || !(into->transaction = PyMem_Calloc((size_t)count + 1, sizeof *into->transaction)))
        return false;
    into->source = Py_NewRef(source);
    into->prepared = prepared;
    into->transactions = (int)count;
    for (Py_ssize_t i = 0; i < count; i++) {
        transaction *one = &into->transaction[i];
        if (!read_transaction(one, PyList_GET_ITEM(source, i)))
            return false;
        if (one->statements > into->longest)
            into->longest = one->statements;
        for (int j = 0; j < one->columns; j++)
            if (one->column[j] >= into->columns)
                into->columns = one->column[j] + 1;
    }
    return true;
}

void free_script(script *gone)
{
    for (int i = 0; i < gone->transactions; i++) {
        transaction *one = &gone->transaction[i];
        for (int j = 0; j < one->statements; j++)
            PyMem_Free(one->statement[j].piece);
        PyMem_Free(one->statement);
        PyMem_Free(one->column);
    }
    PyMem_Free(gone->transaction);
    gone->transaction = NULL;
    gone->transactions = 0;
    Py_CLEAR(gone->source);
}
