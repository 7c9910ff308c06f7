/* Timers of clients: a binary heap, the earliest first. */
#ifndef BENCHLAB_TIMERS_H
#define BENCHLAB_TIMERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t at_ns;
    uint32_t client;
} timer;

typedef struct {
    timer *heap;
    size_t count, room;
} timers;

/* False where there is no memory. */
bool add_timer(timers *to, int64_t at_ns, uint32_t client);
/* NEVER_NS where there is none. */
int64_t next_timer(const timers *of);
timer take_timer(timers *from);

#endif
