/* benchlab_core: the loop as a Python class, and functions for loads. All of it is described in benchlab_core.pyi. */
#include "loop_object.h"
#include "module_functions.h"

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
    {"starved_s", (getter)loop_starved_s, NULL, NULL, NULL},
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
    {"load", load_rows, METH_VARARGS, NULL},
    {"write_rows", write_rows, METH_VARARGS, NULL},
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
