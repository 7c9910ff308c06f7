/* LOAD DATA LOCAL: the statement, the rows in packets, and what the server did with them. */
#ifndef BENCHLAB_LOAD_DATA_H
#define BENCHLAB_LOAD_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server_reply.h"

typedef struct {
    int descriptor;
    /* The number of the next packet. */
    uint8_t sequence;
    reply reply;
} load;

/* Each returns false where the load is over: `reply` holds an error's code and its text. */
bool begin_load(load *made, int descriptor, const char *statement, size_t length, const char *offered);
bool send_rows(load *to, const char *rows, size_t count);
/* True where the server took the stream to its end; `reply.message` is then what it says of it. */
bool end_load(load *of);

#endif
