#include "tally_dicts.h"

static PyObject *of_histogram(const histogram *from)
{
    return Py_BuildValue("LLLdy#", (long long)from->count, (long long)from->min_ns, (long long)from->max_ns,
                         from->sum_ns, (const char *)from->buckets, (Py_ssize_t)sizeof from->buckets);
}

static PyObject *of_statements(const tally *from, int statements)
{
    PyObject *all = PyDict_New();
    for (int i = 0; all && i < statements; i++) {
        if (!from->statements[i].count)
            continue;
        PyObject *number = PyLong_FromLong(i), *counted = of_histogram(&from->statements[i]);
        if (!number || !counted || PyDict_SetItem(all, number, counted) < 0)
            Py_CLEAR(all);
        Py_XDECREF(number);
        Py_XDECREF(counted);
    }
    return all;
}

static PyObject *of_errors(const tally *from)
{
    PyObject *all = PyDict_New();
    for (size_t i = 0; all && i < from->error_codes; i++) {
        PyObject *code = PyLong_FromLong(from->errors[i].code), *count = PyLong_FromLongLong(from->errors[i].count);
        if (!code || !count || PyDict_SetItem(all, code, count) < 0)
            Py_CLEAR(all);
        Py_XDECREF(code);
        Py_XDECREF(count);
    }
    return all;
}

static PyObject *of_tally(const tally *from, int statements)
{
    return Py_BuildValue(
        "{s:L,s:i,s:N,s:N,s:N,s:L,s:N,s:L,s:L,s:L,s:y#}", "second", (long long)from->second, "part", (int)from->part,
        "transactions", of_histogram(from->transactions), "service", of_histogram(from->service), "statements",
        of_statements(from, statements), "rows", (long long)from->rows, "errors", of_errors(from), "in_doubt",
        (long long)from->in_doubt, "retries", (long long)from->retries, "late", (long long)from->late, "moments",
        (const char *)from->moments, (Py_ssize_t)sizeof from->moments);
}

PyObject *collected(tally *first, int statements)
{
    PyObject *all = PyList_New(0);
    while (first) {
        tally *next = first->next;
        PyObject *one = all ? of_tally(first, statements) : NULL;
        if (!one || PyList_Append(all, one) < 0)
            Py_CLEAR(all);
        Py_XDECREF(one);
        free_tally(first);
        first = next;
    }
    return all;
}
