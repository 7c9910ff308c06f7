/* benchlab_core.write_rows: rows of columns as LOAD DATA reads them, written without Python's lock. */
#include <string.h>

#include "row_columns.h"
#include "digits.h"
#include "module_functions.h"

#define USUAL_ROW_BYTES 48
/* Rows between looking a text up and reading it: a large table is in no cache. */
#define ROWS_AHEAD 8

typedef enum { WRITTEN, NO_MEMORY, NO_SUCH_PLACE, NO_BYTES } outcome;

typedef struct {
    char *bytes, *at, *end;
} paper;

static bool make_room(paper *of, size_t count)
{
    if ((size_t)(of->end - of->at) >= count)
        return true;
    size_t used = (size_t)(of->at - of->bytes), size = 2 * (used + count);
    char *more = PyMem_RawRealloc(of->bytes, size);
    if (!more)
        return false;
    of->bytes = more;
    of->at = more + used;
    of->end = more + size;
    return true;
}

static void look_up(const part *of, Py_ssize_t row)
{
    if (!of->numbers || row >= of->rows)
        return;
    uint64_t place = (uint64_t)of->numbers[row];
    if (place < (uint64_t)of->texts_count)
        __builtin_prefetch(of->texts[place]);
}

static outcome write_text(paper *on, const part *of, Py_ssize_t row)
{
    int64_t place = of->numbers ? of->numbers[row] : row;
    if (place < 0 || place >= of->texts_count)
        return NO_SUCH_PLACE;
    look_up(of, row + ROWS_AHEAD);
    PyObject *text = of->texts[place];
    if (!text || !PyBytes_Check(text))
        return NO_BYTES;
    size_t length = (size_t)PyBytes_GET_SIZE(text);
    if (!make_room(on, length + 1))
        return NO_MEMORY;
    memcpy(on->at, PyBytes_AS_STRING(text), length);
    on->at += length;
    return WRITTEN;
}

static outcome write_part(paper *on, const part *of, Py_ssize_t row)
{
    outcome found = WRITTEN;
    if (of->texts)
        found = write_text(on, of, row);
    else if (make_room(on, MOST_DIGITS_AND_SIGN + 1))
        on->at = write_number(on->at, of->numbers[row]);
    else
        found = NO_MEMORY;
    if (found == WRITTEN && of->after)
        *on->at++ = of->after;
    return found;
}

static outcome write_all(paper *on, const columns *of, Py_ssize_t first, Py_ssize_t end)
{
    outcome found = WRITTEN;
    for (Py_ssize_t row = first; row < end; row++)
        for (Py_ssize_t i = 0; i < of->count && found == WRITTEN; i++)
            found = write_part(on, &of->parts[i], row);
    return found;
}

static PyObject *told(outcome found)
{
    if (found == NO_MEMORY)
        return PyErr_NoMemory();
    PyErr_SetString(found == NO_BYTES ? PyExc_TypeError : PyExc_IndexError,
                    found == NO_BYTES ? "texts are bytes" : "a text was looked up that is not there");
    return NULL;
}

PyObject *write_rows(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *fields, *made = NULL;
    Py_ssize_t first, end;
    columns of;
    paper sheet = {0};
    if (!PyArg_ParseTuple(arguments, "O!nn", &PyList_Type, &fields, &first, &end))
        return NULL;
    if (read_columns(&of, fields)) {
        outcome found = NO_MEMORY;
        first = first < 0 ? 0 : first;
        end = end < of.rows ? end : of.rows;
        Py_BEGIN_ALLOW_THREADS
        if (make_room(&sheet, end > first ? (size_t)(end - first) * USUAL_ROW_BYTES : 1))
            found = write_all(&sheet, &of, first, end);
        Py_END_ALLOW_THREADS
        made = found == WRITTEN ? PyBytes_FromStringAndSize(sheet.bytes, sheet.at - sheet.bytes) : told(found);
    }
    free_columns(&of);
    PyMem_RawFree(sheet.bytes);
    return made;
}
