/* benchlab_core.load: rows that Python hands over, sent without its lock. */
#include "module_functions.h"

#include <string.h>
#include <sys/socket.h>

#include "load_data.h"

static bool begin(load *made, int descriptor, const char *statement, Py_ssize_t length, const char *offered)
{
    bool begun;
    Py_BEGIN_ALLOW_THREADS
    begun = begin_load(made, descriptor, statement, (size_t)length, offered);
    Py_END_ALLOW_THREADS
    return begun;
}

static bool send_piece(load *to, PyObject *piece)
{
    bool sent;
    const char *rows = PyBytes_AS_STRING(piece);
    size_t count = (size_t)PyBytes_GET_SIZE(piece);
    Py_BEGIN_ALLOW_THREADS
    sent = send_rows(to, rows, count);
    Py_END_ALLOW_THREADS
    return sent;
}

static bool end(load *of)
{
    bool ended;
    Py_BEGIN_ALLOW_THREADS
    ended = end_load(of);
    Py_END_ALLOW_THREADS
    return ended;
}

/* False where the load is over, or an exception is set. */
static bool send_pieces(load *to, PyObject *pieces)
{
    PyObject *piece;
    bool goes_on = true;
    while (goes_on && (piece = PyIter_Next(pieces))) {
        if (PyBytes_Check(piece))
            goes_on = send_piece(to, piece);
        else
            PyErr_SetString(PyExc_TypeError, "rows are bytes");
        Py_DECREF(piece);
        goes_on = goes_on && !PyErr_Occurred();
    }
    return goes_on && !PyErr_Occurred();
}

PyObject *load_rows(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    load made;
    int descriptor;
    const char *statement, *offered;
    Py_ssize_t length;
    PyObject *pieces;
    if (!PyArg_ParseTuple(arguments, "iy#sO", &descriptor, &statement, &length, &offered, &pieces))
        return NULL;
    if (!PyIter_Check(pieces) || strlen(offered) + 1 >= START_BYTES || length + 1 >= LARGEST_FRAGMENT) {
        PyErr_SetString(PyExc_ValueError, "an iterator, a short name and a statement of less than 16 MB are wanted");
        return NULL;
    }
    bool taken = begin(&made, descriptor, statement, length, offered) && send_pieces(&made, pieces) && end(&made);
    /* An end of the stream would make the server commit half a load; a broken connection makes it roll back. And one that
     * asks for what it was not offered gets no other word. */
    if (PyErr_Occurred() || (!taken && made.reply.code == MALFORMED_PACKET))
        shutdown(descriptor, SHUT_RDWR);
    if (PyErr_Occurred())
        return NULL;
    PyObject *said = PyUnicode_DecodeUTF8(made.reply.message, (Py_ssize_t)strlen(made.reply.message), "replace");
    return Py_BuildValue("iN", taken ? 0 : made.reply.code, said);
}
