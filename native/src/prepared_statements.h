/* Statements prepared on a connection that nothing else uses meanwhile. */
#ifndef BENCHLAB_PREPARED_STATEMENTS_H
#define BENCHLAB_PREPARED_STATEMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "server_reply.h"

/* 0 and the statement's id, or an error's code with its text in `said`. Waits for the server at most `timeout_ms`. */
int prepare_statement(int descriptor, const char *sql, size_t length, int timeout_ms, uint32_t *id, char *said);

#endif
