#ifndef BENCHLAB_CLOCK_H
#define BENCHLAB_CLOCK_H

#include <stdint.h>
#include <time.h>

#define NS_A_SECOND 1000000000LL
#define NEVER_NS INT64_MAX

/* The clock of Python's time.monotonic_ns(). */
static inline int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * NS_A_SECOND + now.tv_nsec;
}

/* CPU time by a clock of the system. */
static inline double cpu_s_of(clockid_t clock)
{
    struct timespec used = {0};
    clock_gettime(clock, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / NS_A_SECOND;
}

#endif
