/* benchlab_core.Loop: created and freed. */
#include "loop_object.h"

#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "clock.h"

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

PyObject *loop_new(PyTypeObject *type, PyObject *Py_UNUSED(arguments), PyObject *Py_UNUSED(names))
{
    LoopObject *made = (LoopObject *)type->tp_alloc(type, 0);
    if (made) {
        made->loop.epoll = made->loop.bell = made->loop.alarm = -1;
        make_lock(&made->loop);
    }
    return (PyObject *)made;
}

int loop_init(LoopObject *self, PyObject *arguments, PyObject *names)
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

void loop_dealloc(LoopObject *self)
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
