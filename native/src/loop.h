/* Many clients in one thread: epoll says whose answer came, and that client sends its next statement. */
#ifndef BENCHLAB_LOOP_H
#define BENCHLAB_LOOP_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "server_reply.h"
#include "script.h"
#include "tally.h"
#include "timers.h"

#define RECEIVED_AT_ONCE (256 * 1024)
#define BLOCKS_AHEAD 2
#define NOT_CONNECTED (-1)

typedef enum {
    WAITING, /* for a moment: a due time, or the end of thinking */
    STARVED, /* for more transactions, or due times */
    BUSY,    /* with a statement */
    LOST,    /* without a connection */
    ENDED
} client_state;

typedef struct {
    int number;
    int64_t latency_ns, ended_ns, rows;
} noted_statement;

typedef struct {
    uint32_t number;
    client_state state;
    int fd;
    uint32_t *statement_ids;
    /* Its work: blocks; `taken` transactions of the first have begun. */
    block *first, *last;
    uint32_t blocks, taken, next_statement;
    bool asked, exhausted, attached, called;
    /* Its current transaction. */
    const transaction *doing;
    int kind, step, tries_left;
    bool rolling_back, sends_slowly, has_due;
    size_t sent;
    int64_t due_ns, start_ns, began_ns, wake_ns, starved_since_ns;
    reply reply;
    noted_statement *noted;
    int64_t *begun;
} client;

typedef enum { CLOSED_LOOP, OWN_PACE, SHARED_RATE } pacing;

typedef struct {
    int *code;
    size_t count;
} codes;

typedef struct {
    script script;
    tallies tallies;
    timers timers;
    client *clients;
    uint32_t count, running;
    int statements;
    bool *reads;
    pacing pacing;
    int retries;
    int64_t think_ns, start_ns, end_ns, last_ns;
    codes hopeless, lost, again;
    /* Due times that the clients share, since the start. */
    int64_t *dues;
    size_t dues_count, dues_taken;
    /* Lists of clients: for those who feed and connect them, and from them. */
    uint32_t *asking, *losing, *woken;
    uint32_t asking_count, losing_count, woken_count;
    bool asks_for_dues, is_over, is_swept, no_memory;
    int64_t starved_ns, unstarted;
    /* The failure that ended it; without a query where it was not the server's. */
    int failed_code, failed_statement;
    char failed_message[START_BYTES];
    char *failed_query;
    size_t failed_query_length;
    pthread_mutex_t lock;
    pthread_cond_t news;
    pthread_t thread;
    bool has_thread;
    double cpu_s; /* of the thread, once it is through */
    int epoll, bell, alarm;
    int64_t armed_ns;
    uint8_t *received;
} loop;

/* Everything here is called with the lock held, but run_loop, which takes it. */
void run_loop(loop *of);
void ring(loop *of);
/* False where the descriptor can not be watched, which ends the drive. */
bool watch(loop *in, client *one, bool writes, int operation);
void wake_at(loop *in, client *one, int64_t at_ns);

#endif
