/* benchlab_core.Loop: from its start to its end, and the news meanwhile. */
#include "loop_object.h"

#include <errno.h>

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
    of->end_ns = of->tallies.end_ns = end_ns;
    pthread_mutex_unlock(&of->lock);
    Py_RETURN_NONE;
}

double cpu_s_of(clockid_t clock)
{
    struct timespec used = {0};
    clock_gettime(clock, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / NS_A_SECOND;
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
    of->cpu_s = cpu_s_of(CLOCK_THREAD_CPUTIME_ID);
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

static PyObject *numbers(const uint32_t *from, uint32_t *count)
{
    PyObject *list = PyList_New(*count);
    for (uint32_t i = 0; list && i < *count; i++)
        PyList_SET_ITEM(list, i, PyLong_FromUnsignedLong(from[i]));
    *count = 0;
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
    PyObject *asking = numbers(of->asking, &of->asking_count), *losing = numbers(of->losing, &of->losing_count);
    bool dues = of->asks_for_dues, over = of->is_over;
    pthread_mutex_unlock(&of->lock);
    return Py_BuildValue("NNNN", asking, losing, PyBool_FromLong(dues), PyBool_FromLong(over));
}
