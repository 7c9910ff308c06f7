/* benchlab_core.Loop: the work of its clients. */
#include "loop_object.h"

#include <stdlib.h>

client *client_at(loop *of, unsigned number)
{
    if (number < of->count)
        return &of->clients[number];
    PyErr_SetString(PyExc_IndexError, "there is no such client");
    return NULL;
}

void call(loop *of, client *one)
{
    if (!one->called) {
        one->called = true;
        of->woken[of->woken_count++] = one->number;
    }
    ring(of);
}


static void append(client *to, block *more)
{
    if (to->last)
        to->last->next = more;
    else
        to->first = more;
    to->last = more;
    to->blocks++;
}

/* An array of 64-bit integers; none for None. */
static bool read_integers(PyObject *source, Py_buffer *into)
{
    into->buf = NULL;
    into->len = 0;
    into->obj = NULL;
    if (source == Py_None)
        return true;
    if (PyObject_GetBuffer(source, into, PyBUF_C_CONTIGUOUS) < 0)
        return false;
    if (into->itemsize == sizeof(int64_t))
        return true;
    PyBuffer_Release(into);
    PyErr_SetString(PyExc_TypeError, "an array of 64-bit integers is required");
    return false;
}

PyObject *loop_feed(LoopObject *self, PyObject *arguments)
{
    loop *of = &self->loop;
    unsigned number;
    PyObject *kinds_source, *columns, *dues_source;
    Py_buffer kinds, dues;
    if (!PyArg_ParseTuple(arguments, "IOOO", &number, &kinds_source, &columns, &dues_source))
        return NULL;
    client *one = client_at(of, number);
    if (!one || !read_integers(kinds_source, &kinds))
        return NULL;
    block *made = NULL;
    Py_ssize_t count = kinds.len / (Py_ssize_t)sizeof(int64_t);
    if (read_integers(dues_source, &dues)) {
        if (dues.buf ? dues.len != kinds.len : of->pacing == OWN_PACE)
            PyErr_SetString(PyExc_ValueError, "every transaction of a paced client needs a due time");
        else
            made = new_block(&of->script, kinds.buf, count, columns, dues.buf);
        PyBuffer_Release(&dues);
    }
    PyBuffer_Release(&kinds);
    if (!made)
        return NULL;
    size_t size = block_bytes(&of->script, made);
    pthread_mutex_lock(&of->lock);
    append(one, made);
    one->asked = false;
    if (one->state == STARVED)
        call(of, one);
    pthread_mutex_unlock(&of->lock);
    return PyLong_FromSize_t(size);
}

PyObject *loop_exhaust(LoopObject *self, PyObject *argument)
{
    loop *of = &self->loop;
    client *one = client_at(of, (unsigned)PyLong_AsUnsignedLong(argument));
    if (!one)
        return NULL;
    pthread_mutex_lock(&of->lock);
    one->exhausted = true;
    if (one->state == STARVED)
        call(of, one);
    pthread_mutex_unlock(&of->lock);
    Py_RETURN_NONE;
}

static bool add_dues(loop *of, const int64_t *more, size_t count)
{
    size_t left = of->dues_count - of->dues_taken;
    int64_t *all = malloc((left + count) * sizeof *all);
    if (!all)
        return false;
    if (left)
        memcpy(all, of->dues + of->dues_taken, left * sizeof *all);
    memcpy(all + left, more, count * sizeof *all);
    free(of->dues);
    of->dues = all;
    of->dues_count = left + count;
    of->dues_taken = 0;
    of->asks_for_dues = false;
    for (uint32_t i = 0; i < of->count; i++)
        if (of->clients[i].state == STARVED)
            call(of, &of->clients[i]);
    return true;
}

PyObject *loop_feed_dues(LoopObject *self, PyObject *source)
{
    Py_buffer dues;
    if (!read_integers(source, &dues))
        return NULL;
    pthread_mutex_lock(&self->loop.lock);
    bool added = add_dues(&self->loop, dues.buf, (size_t)dues.len / sizeof(int64_t));
    pthread_mutex_unlock(&self->loop.lock);
    PyBuffer_Release(&dues);
    return added ? Py_NewRef(Py_None) : PyErr_NoMemory();
}
