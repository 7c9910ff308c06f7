/* benchlab_core.Loop: runs it, stops it, and waits for its news. */
#include "loop_object.h"

#include <errno.h>
#include <stdlib.h>

#include "clock.h"

PyObject *loop_set_window(LoopObject *self, PyObject *arguments)
{
    long long start_ns, window_ns, end_ns;
    loop *of = &self->loop;
    if (!PyArg_ParseTuple(arguments, "LLL", &start_ns, &window_ns, &end_ns))
        return NULL;
    pthread_mutex_lock(&of->lock);
    of->start_ns = start_ns;
    of->tallies.window_ns = window_ns;
    /* An earlier stop is kept. */
    if (end_ns < of->end_ns)
        of->end_ns = of->tallies.end_ns = end_ns;
    pthread_mutex_unlock(&of->lock);
    Py_RETURN_NONE;
}

PyObject *loop_run(LoopObject *self, PyObject *Py_UNUSED(none))
{
    loop *of = &self->loop;
    if (of->has_thread) {
        PyErr_SetString(PyExc_RuntimeError, "a loop runs once");
        return NULL;
    }
    of->thread = pthread_self();
    of->has_thread = true;
    Py_BEGIN_ALLOW_THREADS
    run_loop(of);
    Py_END_ALLOW_THREADS
    return of->no_memory ? PyErr_NoMemory() : Py_NewRef(Py_None);
}

PyObject *loop_stop(LoopObject *self, PyObject *argument)
{
    loop *of = &self->loop;
    long long end_ns = PyLong_AsLongLong(argument);
    if (end_ns == -1 && PyErr_Occurred())
        return NULL;
    pthread_mutex_lock(&of->lock);
    if (end_ns < of->end_ns)
        of->end_ns = of->tallies.end_ns = end_ns;
    ring(of);
    pthread_mutex_unlock(&of->lock);
    Py_RETURN_NONE;
}

static bool has_news(const loop *of)
{
    return of->asking_count || of->losing_count || of->asks_for_dues || of->is_over;
}

static void wait_for_news(loop *of, double timeout_s)
{
    int64_t until_ns = now_ns() + (int64_t)(timeout_s * NS_A_SECOND);
    struct timespec until = {.tv_sec = until_ns / NS_A_SECOND, .tv_nsec = until_ns % NS_A_SECOND};
    pthread_mutex_lock(&of->lock);
    while (!has_news(of) && pthread_cond_timedwait(&of->news, &of->lock, &until) != ETIMEDOUT)
        continue;
    pthread_mutex_unlock(&of->lock);
}

typedef struct {
    uint32_t count;
    uint32_t *number;
} numbers;

/* What there is no memory for is reported next time. */
static numbers take(const uint32_t *from, uint32_t *count)
{
    numbers taken = {0, malloc((*count + 1) * sizeof *from)};
    if (taken.number) {
        taken.count = *count;
        memcpy(taken.number, from, *count * sizeof *from);
        *count = 0;
    }
    return taken;
}

/* Without the lock: making a list may run a finalizer, and with it any thread of Python's that waits for the lock. */
static PyObject *list_of(numbers taken)
{
    PyObject *list = PyList_New(taken.count);
    for (uint32_t i = 0; list && i < taken.count; i++)
        PyList_SET_ITEM(list, i, PyLong_FromUnsignedLong(taken.number[i]));
    free(taken.number);
    return list;
}

PyObject *loop_wait(LoopObject *self, PyObject *argument)
{
    loop *of = &self->loop;
    double timeout_s = PyFloat_AsDouble(argument);
    if (timeout_s == -1 && PyErr_Occurred())
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    wait_for_news(of, timeout_s);
    Py_END_ALLOW_THREADS
    pthread_mutex_lock(&of->lock);
    numbers asking = take(of->asking, &of->asking_count), losing = take(of->losing, &of->losing_count);
    bool dues = of->asks_for_dues, over = of->is_over;
    pthread_mutex_unlock(&of->lock);
    return Py_BuildValue("NNNN", list_of(asking), list_of(losing), PyBool_FromLong(dues), PyBool_FromLong(over));
}
