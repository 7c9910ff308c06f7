/* benchlab_core: the loop as a Python class. Its methods are described in benchlab_core.pyi. */
#include "script.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "clock.h"
#include "collecting.h"
#include "loop.h"
#include "preparing.h"

typedef struct {
    PyObject_HEAD
    loop loop;
} LoopObject;

/* Made and freed */

static bool read_codes(codes *into, PyObject *source)
{
    Py_ssize_t count = PySequence_Size(source);
    if (count < 0 || !(into->code = calloc((size_t)count + 1, sizeof *into->code)))
        return false;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *code = PySequence_GetItem(source, i);
        into->code[into->count++] = code ? (int)PyLong_AsLong(code) : 0;
        Py_XDECREF(code);
    }
    return !PyErr_Occurred();
}

static bool read_reads(loop *into, PyObject *source)
{
    into->statements = into->tallies.statements = (int)PyList_Size(source);
    if (into->statements < 0 || !(into->reads = calloc((size_t)into->statements + 1, sizeof *into->reads)))
        return false;
    for (int i = 0; i < into->statements; i++)
        into->reads[i] = PyObject_IsTrue(PyList_GET_ITEM(source, i)) == 1;
    return true;
}

static bool make_clients(loop *into)
{
    size_t count = into->count;
    into->clients = calloc(count, sizeof *into->clients);
    into->asking = calloc(3 * count, sizeof *into->asking);
    into->received = malloc(RECEIVED_AT_ONCE);
    if (!into->clients || !into->asking || !into->received)
        return false;
    into->losing = into->asking + count;
    into->woken = into->losing + count;
    for (uint32_t i = 0; i < into->count; i++) {
        client *one = &into->clients[i];
        one->number = i;
        one->fd = NOT_CONNECTED;
        one->statement_ids = calloc((size_t)into->statements + 1, sizeof *one->statement_ids);
        one->noted = calloc((size_t)into->script.longest + 1, sizeof *one->noted);
        one->begun = calloc((size_t)into->script.transactions + 1, sizeof *one->begun);
        if (!one->statement_ids || !one->noted || !one->begun)
            return false;
    }
    return true;
}

static bool make_descriptors(loop *into)
{
    into->epoll = epoll_create1(EPOLL_CLOEXEC);
    into->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    into->alarm = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return into->epoll >= 0 && into->bell >= 0 && into->alarm >= 0;
}

static void make_lock(loop *into)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&into->lock, NULL);
    pthread_cond_init(&into->news, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static PyObject *loop_new(PyTypeObject *type, PyObject *Py_UNUSED(arguments), PyObject *Py_UNUSED(names))
{
    LoopObject *made = (LoopObject *)type->tp_alloc(type, 0);
    if (made) {
        made->loop.epoll = made->loop.bell = made->loop.alarm = -1;
        make_lock(&made->loop);
    }
    return (PyObject *)made;
}

static int loop_init(LoopObject *self, PyObject *arguments, PyObject *names)
{
    static char *known[] = {"transactions", "clients", "reads", "prepared", "pacing", "think_ns", "retries",
                            "zero_ns", "hopeless", "lost", "again", NULL};
    loop *of = &self->loop;
    PyObject *transactions, *reads, *hopeless, *lost, *again;
    int prepared, pacing;
    if (of->clients) {
        PyErr_SetString(PyExc_RuntimeError, "a loop is made once");
        return -1;
    }
    if (!PyArg_ParseTupleAndKeywords(arguments, names, "$O!IO!piLiLOOO", known, &PyList_Type, &transactions,
                                     &of->count, &PyList_Type, &reads, &prepared, &pacing, &of->think_ns,
                                     &of->retries, &of->tallies.zero_ns, &hopeless, &lost, &again))
        return -1;
    of->pacing = pacing;
    of->running = of->count;
    of->end_ns = of->tallies.end_ns = NEVER_NS;
    if (!read_script(&of->script, transactions, prepared) || !read_reads(of, reads) || !read_codes(&of->hopeless, hopeless)
        || !read_codes(&of->lost, lost) || !read_codes(&of->again, again))
        return -1;
    if (!make_clients(of)) {
        PyErr_NoMemory();
        return -1;
    }
    if (!make_descriptors(of)) {
        PyErr_SetFromErrno(PyExc_OSError);
        return -1;
    }
    return 0;
}

static void free_client(client *gone)
{
    while (gone->first) {
        block *next = gone->first->next;
        free_block(gone->first);
        gone->first = next;
    }
    free(gone->statement_ids);
    free(gone->noted);
    free(gone->begun);
}

static void close_descriptor(int descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
}

static void loop_dealloc(LoopObject *self)
{
    loop *of = &self->loop;
    for (uint32_t i = 0; of->clients && i < of->count; i++)
        free_client(&of->clients[i]);
    for (tally *at = of->tallies.first, *next; at; at = next) {
        next = at->next;
        free_tally(at);
    }
    free_script(&of->script);
    free(of->clients);
    free(of->asking);
    free(of->received);
    free(of->reads);
    free(of->hopeless.code);
    free(of->lost.code);
    free(of->again.code);
    free(of->dues);
    free(of->timers.heap);
    free(of->failed_query);
    close_descriptor(of->epoll);
    close_descriptor(of->bell);
    close_descriptor(of->alarm);
    pthread_cond_destroy(&of->news);
    pthread_mutex_destroy(&of->lock);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Locked */

static client *client_at(loop *of, unsigned number)
{
    if (number < of->count)
        return &of->clients[number];
    PyErr_SetString(PyExc_IndexError, "there is no such client");
    return NULL;
}

static void call(loop *of, client *one)
{
    if (!one->called) {
        one->called = true;
        of->woken[of->woken_count++] = one->number;
    }
    ring(of);
}

/* Feeding */

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
    PyErr_SetString(PyExc_TypeError, "an array of 64-bit integers is wanted");
    return false;
}

static PyObject *loop_feed(LoopObject *self, PyObject *arguments)
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
            PyErr_SetString(PyExc_ValueError, "every transaction of a paced client wants a due time");
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
    if (one->state == HUNGRY)
        call(of, one);
    pthread_mutex_unlock(&of->lock);
    return PyLong_FromSize_t(size);
}

static PyObject *loop_exhaust(LoopObject *self, PyObject *argument)
{
    loop *of = &self->loop;
    client *one = client_at(of, (unsigned)PyLong_AsUnsignedLong(argument));
    if (!one)
        return NULL;
    pthread_mutex_lock(&of->lock);
    one->exhausted = true;
    if (one->state == HUNGRY)
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
        if (of->clients[i].state == HUNGRY)
            call(of, &of->clients[i]);
    return true;
}

static PyObject *loop_feed_dues(LoopObject *self, PyObject *source)
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

/* Connections */

static PyObject *loop_prepare(PyObject *Py_UNUSED(type), PyObject *arguments)
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
        PyErr_SetString(PyExc_ValueError, "an id for each prepared statement is wanted");
        return false;
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(ids); i++)
        one->statement_ids[i] = (uint32_t)PyLong_AsUnsignedLong(PyList_GET_ITEM(ids, i));
    return !PyErr_Occurred();
}

static PyObject *loop_attach(LoopObject *self, PyObject *arguments)
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

static PyObject *loop_count_error(LoopObject *self, PyObject *argument)
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

/* The course of it */

static PyObject *loop_set_window(LoopObject *self, PyObject *arguments)
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

static double cpu_s_of(clockid_t clock)
{
    struct timespec used = {0};
    clock_gettime(clock, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / NS_A_SECOND;
}

static PyObject *loop_run(LoopObject *self, PyObject *Py_UNUSED(none))
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

static PyObject *loop_stop(LoopObject *self, PyObject *argument)
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

static PyObject *loop_wait(LoopObject *self, PyObject *argument)
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

/* What became of it */

static PyObject *loop_collect(LoopObject *self, PyObject *Py_UNUSED(none))
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

static PyObject *loop_waiting(LoopObject *self, PyObject *argument)
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

static PyObject *loop_begun(LoopObject *self, PyObject *argument)
{
    client *one = client_at(&self->loop, (unsigned)PyLong_AsUnsignedLong(argument));
    PyObject *list = one ? PyList_New(self->loop.script.transactions) : NULL;
    for (int i = 0; list && i < self->loop.script.transactions; i++)
        PyList_SET_ITEM(list, i, PyLong_FromLongLong(one->begun[i]));
    return list;
}

static PyObject *loop_failure(LoopObject *self, void *Py_UNUSED(none))
{
    const loop *of = &self->loop;
    if (!of->failed_code)
        Py_RETURN_NONE;
    return Py_BuildValue("iNiy#", of->failed_code,
                         PyUnicode_DecodeUTF8(of->failed_message, (Py_ssize_t)strlen(of->failed_message), "replace"),
                         of->failed_statement, of->failed_query, (Py_ssize_t)of->failed_query_length);
}

static PyObject *loop_connected(LoopObject *self, void *Py_UNUSED(none))
{
    long count = 0;
    for (uint32_t i = 0; i < self->loop.count; i++)
        count += self->loop.clients[i].attached;
    return PyLong_FromLong(count);
}

static PyObject *loop_cpu_s(LoopObject *self, void *Py_UNUSED(none))
{
    const loop *of = &self->loop;
    clockid_t clock;
    /* The clock of a thread that has ended can not be read. */
    bool runs = of->has_thread && !of->is_over && !pthread_getcpuclockid(of->thread, &clock);
    return PyFloat_FromDouble(runs ? cpu_s_of(clock) : of->cpu_s);
}

static PyObject *loop_last_ns(LoopObject *self, void *Py_UNUSED(none))
{
    return PyLong_FromLongLong(self->loop.last_ns);
}

static PyObject *loop_unstarted(LoopObject *self, void *Py_UNUSED(none))
{
    return PyLong_FromLongLong(self->loop.unstarted);
}

static PyObject *loop_hungry_s(LoopObject *self, void *Py_UNUSED(none))
{
    return PyFloat_FromDouble((double)self->loop.hungry_ns / NS_A_SECOND);
}

static PyMethodDef methods[] = {
    {"feed", (PyCFunction)loop_feed, METH_VARARGS, NULL},
    {"feed_dues", (PyCFunction)loop_feed_dues, METH_O, NULL},
    {"exhaust", (PyCFunction)loop_exhaust, METH_O, NULL},
    {"attach", (PyCFunction)loop_attach, METH_VARARGS, NULL},
    {"count_error", (PyCFunction)loop_count_error, METH_O, NULL},
    {"set_window", (PyCFunction)loop_set_window, METH_VARARGS, NULL},
    {"run", (PyCFunction)loop_run, METH_NOARGS, NULL},
    {"stop", (PyCFunction)loop_stop, METH_O, NULL},
    {"wait", (PyCFunction)loop_wait, METH_O, NULL},
    {"collect", (PyCFunction)loop_collect, METH_NOARGS, NULL},
    {"waiting", (PyCFunction)loop_waiting, METH_O, NULL},
    {"begun", (PyCFunction)loop_begun, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"failure", (getter)loop_failure, NULL, NULL, NULL},
    {"connected", (getter)loop_connected, NULL, NULL, NULL},
    {"cpu_s", (getter)loop_cpu_s, NULL, NULL, NULL},
    {"last_ns", (getter)loop_last_ns, NULL, NULL, NULL},
    {"unstarted", (getter)loop_unstarted, NULL, NULL, NULL},
    {"hungry_s", (getter)loop_hungry_s, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject LoopType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "benchlab_core.Loop",
    .tp_basicsize = sizeof(LoopObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = loop_new,
    .tp_init = (initproc)loop_init,
    .tp_dealloc = (destructor)loop_dealloc,
    .tp_methods = methods,
    .tp_getset = attributes,
};

static PyMethodDef functions[] = {
    {"prepare", loop_prepare, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "benchlab_core", .m_size = -1, .m_methods = functions};

PyMODINIT_FUNC PyInit_benchlab_core(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (!module || PyModule_AddType(module, &LoopType) < 0) {
        Py_XDECREF(module);
        return NULL;
    }
    return module;
}
