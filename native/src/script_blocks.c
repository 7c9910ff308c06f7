/* Renders blocks of a script: one pass for the size, one to fill it. */
#include "script.h"

#include "parameter_binding.h"
#include "server_reply.h"

#define COM_QUERY 0x03
#define COM_STMT_EXECUTE 0x17
/* Command, statement id, flags, iteration count. */
#define EXECUTION_BYTES 10

typedef struct {
    PyObject **literals; /* each column's list */
    Py_ssize_t *next;    /* the place of the current transaction's value in each */
} cursor;

static bool is_execution(const script *of, const statement *one)
{
    return of->prepared && one->number != CONTROL;
}

static PyObject *value_of(const cursor *at, int column)
{
    return PyList_GET_ITEM(at->literals[column], at->next[column]);
}

static size_t payload_bound(const script *of, const statement *one, const cursor *at)
{
    bool execution = is_execution(of, one);
    size_t values = (size_t)one->pieces - 1;
    size_t size = execution ? EXECUTION_BYTES + (values + 7) / 8 + 1 + 2 * values : 1;
    for (int i = 0; i < one->pieces; i++) {
        size += execution ? 0 : (size_t)one->piece[i].length;
        if (one->piece[i].column >= 0) {
            size_t length = (size_t)PyBytes_GET_SIZE(value_of(at, one->piece[i].column));
            size += execution ? bound_size(length) : length;
        }
    }
    return size;
}

static size_t packet_bound(const script *of, const statement *one, const cursor *at)
{
    size_t payload = payload_bound(of, one, at);
    return payload + HEADER_BYTES * (payload / LARGEST_FRAGMENT + 1);
}

static uint8_t *write_query(const statement *one, const cursor *at, uint8_t *to)
{
    *to++ = COM_QUERY;
    for (int i = 0; i < one->pieces; i++) {
        memcpy(to, one->piece[i].text, (size_t)one->piece[i].length);
        to += one->piece[i].length;
        if (one->piece[i].column >= 0) {
            PyObject *literal = value_of(at, one->piece[i].column);
            memcpy(to, PyBytes_AS_STRING(literal), (size_t)PyBytes_GET_SIZE(literal));
            to += PyBytes_GET_SIZE(literal);
        }
    }
    return to;
}

static uint8_t *write_execution(const statement *one, const cursor *at, uint8_t *to)
{
    int values = one->pieces - 1;
    /* The statement's id is filled in by the client that sends it. */
    memcpy(to, (const uint8_t[EXECUTION_BYTES]){COM_STMT_EXECUTE, 0, 0, 0, 0, 0, 1, 0, 0, 0}, EXECUTION_BYTES);
    to += EXECUTION_BYTES;
    if (!values)
        return to;
    uint8_t *nulls = to, *types = nulls + (values + 7) / 8 + 1;
    memset(nulls, 0, (size_t)(types - nulls));
    types[-1] = 1;
    to = types + 2 * values;
    for (int i = 0; i < values; i++) {
        PyObject *literal = value_of(at, one->piece[i].column);
        to = bind_literal(to, PyBytes_AS_STRING(literal), (size_t)PyBytes_GET_SIZE(literal), &types[2 * i]);
        types[2 * i + 1] = 0;
        if (types[2 * i] == TYPE_NULL)
            nulls[i / 8] |= (uint8_t)(1 << i % 8);
    }
    return to;
}

static void write_header(uint8_t *to, size_t length, uint8_t sequence)
{
    to[0] = (uint8_t)length;
    to[1] = (uint8_t)(length >> 8);
    to[2] = (uint8_t)(length >> 16);
    to[3] = sequence;
}

/* Headers for a payload that follows room for the first; every further 16 MB makes room for one more. */
static uint8_t *frame(uint8_t *packet, uint8_t *end)
{
    size_t left = (size_t)(end - packet) - HEADER_BYTES;
    for (uint8_t sequence = 0;; sequence++) {
        size_t length = left < LARGEST_FRAGMENT ? left : LARGEST_FRAGMENT;
        write_header(packet, length, sequence);
        left -= length;
        if (length < LARGEST_FRAGMENT)
            return end;
        packet += HEADER_BYTES + length;
        memmove(packet + HEADER_BYTES, packet, left);
        end += HEADER_BYTES;
    }
}

static uint8_t *write_packet(const script *of, const statement *one, const cursor *at, uint8_t *to)
{
    uint8_t *payload = to + HEADER_BYTES;
    return frame(to, is_execution(of, one) ? write_execution(one, at, payload) : write_query(one, at, payload));
}

static void advance(const transaction *over, cursor *at)
{
    for (int i = 0; i < over->columns; i++)
        at->next[over->column[i]]++;
}

static bool check_columns(const script *of, const int64_t *kinds, Py_ssize_t count, const cursor *at)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        if (kinds[i] < 0 || kinds[i] >= of->transactions)
            return false;
        const transaction *one = &of->transaction[kinds[i]];
        for (int j = 0; j < one->columns; j++) {
            PyObject *literals = at->literals[one->column[j]];
            Py_ssize_t place = at->next[one->column[j]]++;
            if (!PyList_Check(literals) || place >= PyList_GET_SIZE(literals)
                || !PyBytes_Check(PyList_GET_ITEM(literals, place)))
                return false;
        }
    }
    memset(at->next, 0, (size_t)of->columns * sizeof *at->next);
    return true;
}

static block *room_for(const script *of, const int64_t *kinds, Py_ssize_t count, cursor *at, bool dues)
{
    size_t packets = 0, statements = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        const transaction *one = &of->transaction[kinds[i]];
        for (int j = 0; j < one->statements; j++)
            packets += packet_bound(of, &one->statement[j], at);
        statements += (size_t)one->statements;
        advance(one, at);
    }
    memset(at->next, 0, (size_t)of->columns * sizeof *at->next);
    size_t transactions = (size_t)count;
    block *made = PyMem_RawMalloc(sizeof *made + (statements + 1) * sizeof *made->bounds
                                  + (dues ? transactions * sizeof *made->dues : 0) + transactions * sizeof *made->kinds
                                  + packets);
    if (!made)
        return NULL;
    made->next = NULL;
    made->transactions = (uint32_t)count;
    made->bounds = (uint64_t *)(made + 1);
    uint64_t *after_bounds = made->bounds + statements + 1;
    made->dues = dues ? (int64_t *)after_bounds : NULL;
    made->kinds = (uint16_t *)(after_bounds + (dues ? transactions : 0));
    made->packets = (uint8_t *)(made->kinds + transactions);
    return made;
}

static void fill(block *into, const script *of, const int64_t *kinds, const int64_t *dues, cursor *at)
{
    uint8_t *to = into->packets;
    uint64_t *bound = into->bounds;
    for (uint32_t i = 0; i < into->transactions; i++) {
        const transaction *one = &of->transaction[kinds[i]];
        into->kinds[i] = (uint16_t)kinds[i];
        if (dues)
            into->dues[i] = dues[i];
        for (int j = 0; j < one->statements; j++) {
            *bound++ = (uint64_t)(to - into->packets);
            to = write_packet(of, &one->statement[j], at, to);
        }
        advance(one, at);
    }
    *bound = (uint64_t)(to - into->packets);
}

block *new_block(const script *of, const int64_t *kinds, Py_ssize_t count, PyObject *columns, const int64_t *dues)
{
    if (!PyList_Check(columns) || PyList_GET_SIZE(columns) < of->columns) {
        PyErr_SetString(PyExc_ValueError, "a list of literals is wanted for each value");
        return NULL;
    }
    Py_ssize_t *next = PyMem_Calloc((size_t)of->columns + 1, sizeof *next);
    if (!next)
        return (block *)PyErr_NoMemory();
    cursor at = {((PyListObject *)columns)->ob_item, next};
    block *made = NULL;
    if (!check_columns(of, kinds, count, &at))
        PyErr_SetString(PyExc_ValueError, "there is not a literal for every value of every transaction");
    else if (!(made = room_for(of, kinds, count, &at, dues != NULL)))
        PyErr_NoMemory();
    else
        fill(made, of, kinds, dues, &at);
    PyMem_Free(next);
    return made;
}

void free_block(block *gone)
{
    PyMem_RawFree(gone);
}

size_t block_bytes(const script *of, const block *one)
{
    size_t statements = 0;
    for (uint32_t i = 0; i < one->transactions; i++)
        statements += (size_t)of->transaction[one->kinds[i]].statements;
    return sizeof *one + (size_t)one->bounds[statements] + statements * sizeof *one->bounds;
}
