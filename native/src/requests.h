/* Requests: one command after another on a connection that nothing else uses meanwhile. */
#ifndef BENCHLAB_REQUESTS_H
#define BENCHLAB_REQUESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server_reply.h"

/* libmariadb's CR_SERVER_LOST. */
#define CONNECTION_LOST 2013
#define FOREVER_MS (-1)

/* A packet: its number, and what is in it in two parts. False where the connection is lost, or the time is over. */
bool send_packet(int descriptor, uint8_t number, const void *head, size_t head_bytes, const void *rest,
                 size_t rest_bytes, int timeout_ms);
/* Reads the reply that `into` expects. A lost connection is an error of code CONNECTION_LOST, without a text. */
reply_state await_reply(int descriptor, reply *into, int timeout_ms);

#endif
