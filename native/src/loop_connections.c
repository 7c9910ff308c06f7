/* benchlab_core.Loop: its clients' connections. */
#include "loop_object.h"

#include "clock.h"
#include "prepared_statements.h"

PyObject *loop_prepare(PyObject *Py_UNUSED(type), PyObject *arguments)
{
    int descriptor, timeout_ms, code;
    const char *sql;
    Py_ssize_t length;
    uint32_t id = 0;
    char said[START_BYTES] = "";
    if (!PyArg_ParseTuple(arguments, "iy#i", &descriptor, &sql, &length, &timeout_ms))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    code = prepare_statement(descriptor, sql, (size_t)length, timeout_ms, &id, said);
    Py_END_ALLOW_THREADS
    return Py_BuildValue("iIN", code, id, PyUnicode_DecodeUTF8(said, (Py_ssize_t)strlen(said), "replace"));
}

static bool read_ids(const loop *of, client *one, PyObject *ids)
{
    if (PyList_Size(ids) != (of->script.prepared ? of->statements : 0)) {
        PyErr_SetString(PyExc_ValueError, "an id for each prepared statement is required");
        return false;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(ids); i++)
        one->statement_ids[i] = (uint32_t)PyLong_AsUnsignedLong(PyList_GET_ITEM(ids, i));
    return !PyErr_Occurred();
}

PyObject *loop_attach(LoopObject *self, PyObject *arguments)
{
    loop *of = &self->loop;
    unsigned number;
    int descriptor;
    PyObject *ids;
    if (!PyArg_ParseTuple(arguments, "IiO!", &number, &descriptor, &PyList_Type, &ids))
        return NULL;
    client *one = client_at(of, number);
    if (!one)
        return NULL;
    pthread_mutex_lock(&of->lock);
    bool wanted = one->state == LOST || !of->has_thread;
    bool known = !wanted || read_ids(of, one, ids);
    if (wanted && known) {
        one->fd = descriptor;
        one->attached = true;
        if (one->state == LOST)
            call(of, one);
    }
    pthread_mutex_unlock(&of->lock);
    return known ? PyBool_FromLong(wanted) : NULL;
}

PyObject *loop_count_error(LoopObject *self, PyObject *argument)
{
    long code = PyLong_AsLong(argument);
    if (code == -1 && PyErr_Occurred())
        return NULL;
    pthread_mutex_lock(&self->loop.lock);
    tally *at = tally_at(&self->loop.tallies, now_ns());
    if (at)
        count_error(at, (int)code);
    pthread_mutex_unlock(&self->loop.lock);
    Py_RETURN_NONE;
}
