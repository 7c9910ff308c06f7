/* What a client does next; everything here is called with the loop's lock held. */
#ifndef BENCHLAB_CLIENT_H
#define BENCHLAB_CLIENT_H

#include "loop.h"

/* Begin with the next transaction, or wait for it, or end. */
void go_on(loop *in, client *one, int64_t now);
void end_client(loop *in, client *one);

/* Its steps */
uint8_t *packet(const client *one, size_t *length);
void send_statement(loop *in, client *one, int64_t now);
void roll_back(loop *in, client *one);
/* A statement, or a rollback, succeeded. */
void settle(loop *in, client *one);
/* After a rollback, and after an error of a statement on its own. */
void try_again(loop *in, client *one, int64_t now);
void leave_transaction(client *one);
/* Think, and go on. */
void rest(loop *in, client *one, int64_t now);
/* Of the transaction's first statements; what they wrote is there only where it is `kept`. */
void count_statements(loop *in, const client *one, int count, bool kept);
/* NULL where there is no memory. */
tally *counting_at(loop *in, int64_t moment_ns);

/* socket_io.c: send what is to be sent, as far as the socket takes it; what epoll says of it. */
void transmit(loop *in, client *one);
void on_readable(loop *in, client *one);
void on_writable(loop *in, client *one);

/* client_errors.c: the connection is lost; the server answered with an error, after which the connection may be of no use. */
void lose(loop *in, client *one, int code);
void fail(loop *in, client *one, bool usable);

#endif
