/* The transactions of a drive, and the blocks that are made of them: packets that a client has only to send. */
#ifndef BENCHLAB_SCRIPT_H
#define BENCHLAB_SCRIPT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>

/* The number of BEGIN and COMMIT among statements. */
#define CONTROL (-1)
/* Where the id of a prepared statement goes in a packet. */
#define STATEMENT_ID_AT 5

/* The text between two values, and the column of the value after it; none after the last. */
typedef struct {
    const char *text;
    Py_ssize_t length;
    int column;
} piece;

typedef struct {
    int number;
    int pieces;
    piece *piece;
} statement;

typedef struct {
    int statements;
    statement *statement;
    int columns;
    int *column;
} transaction;

typedef struct {
    PyObject *source; /* keeps the texts alive */
    bool prepared;
    int transactions;
    transaction *transaction;
    int columns;
    int longest; /* statements of a transaction */
} script;

/* Transactions of one client. Statement i is packet[bounds[i]] up to packet[bounds[i + 1]]. */
typedef struct block {
    struct block *next;
    uint32_t transactions;
    uint16_t *kinds;
    int64_t *dues; /* since the start; NULL where the client has no pace of its own */
    uint64_t *bounds;
    uint8_t *packets;
} block;

/* False with a Python exception set. `source` is a list of transactions: lists of (number, fragments, columns). */
bool read_script(script *into, PyObject *source, bool prepared);
void free_script(script *gone);

/* script_blocks.c: NULL with a Python exception set. Each column is a list of SQL literals, one for each transaction that uses it. */
block *new_block(const script *of, const int64_t *kinds, Py_ssize_t count, PyObject *columns, const int64_t *dues);
void free_block(block *gone);
size_t block_bytes(const script *of, const block *one);

#endif
