/* benchlab_core.Loop: its results. */
#include "loop_object.h"

#include "clock.h"
#include "tally_dicts.h"

PyObject *loop_collect(LoopObject *self, PyObject *Py_UNUSED(none))
{
    pthread_mutex_lock(&self->loop.lock);
    tally *first = self->loop.tallies.first;
    self->loop.tallies.first = NULL;
    pthread_mutex_unlock(&self->loop.lock);
    return collected(first, self->loop.statements);
}

static size_t dues_before(const int64_t *dues, size_t from, size_t to, int64_t at_ns)
{
    size_t first = from;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (dues[middle] <= at_ns)
            from = middle + 1;
        else
            to = middle;
    }
    return from - first;
}

static size_t own_dues_before(const client *one, int64_t at_ns)
{
    size_t count = 0, from = one->taken;
    for (const block *at = one->first; at; at = at->next, from = 0)
        count += dues_before(at->dues, from, at->transactions, at_ns);
    return count;
}

PyObject *loop_waiting(LoopObject *self, PyObject *argument)
{
    loop *of = &self->loop;
    long long at_ns = PyLong_AsLongLong(argument);
    if (at_ns == -1 && PyErr_Occurred())
        return NULL;
    size_t count = 0;
    pthread_mutex_lock(&of->lock);
    if (of->pacing == SHARED_RATE)
        count = dues_before(of->dues, of->dues_taken, of->dues_count, at_ns);
    for (uint32_t i = 0; of->pacing == OWN_PACE && i < of->count; i++)
        count += own_dues_before(&of->clients[i], at_ns);
    pthread_mutex_unlock(&of->lock);
    return PyLong_FromSize_t(count);
}

PyObject *loop_begun(LoopObject *self, PyObject *argument)
{
    loop *of = &self->loop;
    client *one = client_at(of, (unsigned)PyLong_AsUnsignedLong(argument));
    PyObject *list = one ? PyList_New(of->script.transactions) : NULL;
    pthread_mutex_lock(&of->lock);
    for (int i = 0; list && i < of->script.transactions; i++)
        PyList_SET_ITEM(list, i, PyLong_FromLongLong(one->begun[i]));
    pthread_mutex_unlock(&of->lock);
    return list;
}

static bool is_over(loop *of)
{
    pthread_mutex_lock(&of->lock);
    bool over = of->is_over;
    pthread_mutex_unlock(&of->lock);
    return over;
}

PyObject *loop_failure(LoopObject *self, void *Py_UNUSED(none))
{
    loop *of = &self->loop;
    /* From the end on it does not change. */
    if (!is_over(of) || !of->failed_code)
        Py_RETURN_NONE;
    return Py_BuildValue("iNiy#", of->failed_code,
                         PyUnicode_DecodeUTF8(of->failed_message, (Py_ssize_t)strlen(of->failed_message), "replace"),
                         of->failed_statement, of->failed_query, (Py_ssize_t)of->failed_query_length);
}

PyObject *loop_connected(LoopObject *self, void *Py_UNUSED(none))
{
    loop *of = &self->loop;
    long count = 0;
    pthread_mutex_lock(&of->lock);
    for (uint32_t i = 0; i < of->count; i++)
        count += of->clients[i].attached;
    pthread_mutex_unlock(&of->lock);
    return PyLong_FromLong(count);
}

PyObject *loop_cpu_s(LoopObject *self, void *Py_UNUSED(none))
{
    loop *of = &self->loop;
    clockid_t clock;
    /* The clock of a thread that has ended can not be read; this one does not end while we hold Python's lock. */
    bool runs = !is_over(of) && of->has_thread && !pthread_getcpuclockid(of->thread, &clock);
    return PyFloat_FromDouble(runs ? cpu_s_of(clock) : of->cpu_s);
}

static int64_t locked(loop *of, const int64_t *number)
{
    pthread_mutex_lock(&of->lock);
    int64_t read = *number;
    pthread_mutex_unlock(&of->lock);
    return read;
}

PyObject *loop_last_ns(LoopObject *self, void *Py_UNUSED(none))
{
    return PyLong_FromLongLong(locked(&self->loop, &self->loop.last_ns));
}

PyObject *loop_unstarted(LoopObject *self, void *Py_UNUSED(none))
{
    return PyLong_FromLongLong(locked(&self->loop, &self->loop.unstarted));
}

PyObject *loop_starved_s(LoopObject *self, void *Py_UNUSED(none))
{
    return PyFloat_FromDouble((double)locked(&self->loop, &self->loop.starved_ns) / NS_A_SECOND);
}
