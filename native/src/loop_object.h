/* The Python class, whose methods are in files of their own. */
#ifndef BENCHLAB_LOOP_OBJECT_H
#define BENCHLAB_LOOP_OBJECT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "loop.h"

typedef struct {
    PyObject_HEAD
    loop loop;
} LoopObject;

/* NULL with an IndexError set. */
client *client_at(loop *of, unsigned number);
/* Tell the loop that a client can go on; with the lock held. */
void call(loop *of, client *one);

/* loop_creation.c */
PyObject *loop_new(PyTypeObject *type, PyObject *arguments, PyObject *names);
int loop_init(LoopObject *self, PyObject *arguments, PyObject *names);
void loop_dealloc(LoopObject *self);

/* loop_work.c */
PyObject *loop_feed(LoopObject *self, PyObject *arguments);
PyObject *loop_exhaust(LoopObject *self, PyObject *argument);
PyObject *loop_feed_dues(LoopObject *self, PyObject *source);

/* loop_connections.c */
PyObject *loop_prepare(PyObject *type, PyObject *arguments);
PyObject *loop_attach(LoopObject *self, PyObject *arguments);
PyObject *loop_count_error(LoopObject *self, PyObject *argument);

/* loop_run.c */
PyObject *loop_set_window(LoopObject *self, PyObject *arguments);
PyObject *loop_run(LoopObject *self, PyObject *none);
PyObject *loop_stop(LoopObject *self, PyObject *argument);
PyObject *loop_wait(LoopObject *self, PyObject *argument);

/* loop_results.c */
PyObject *loop_collect(LoopObject *self, PyObject *none);
PyObject *loop_waiting(LoopObject *self, PyObject *argument);
PyObject *loop_begun(LoopObject *self, PyObject *argument);
PyObject *loop_failure(LoopObject *self, void *none);
PyObject *loop_connected(LoopObject *self, void *none);
PyObject *loop_cpu_s(LoopObject *self, void *none);
PyObject *loop_last_ns(LoopObject *self, void *none);
PyObject *loop_unstarted(LoopObject *self, void *none);
PyObject *loop_starved_s(LoopObject *self, void *none);

#endif
