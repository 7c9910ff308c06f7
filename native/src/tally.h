/* Tallies: what ended in one part of one second. */
#ifndef BENCHLAB_TALLY_H
#define BENCHLAB_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "histogram.h"

#define MOMENTS_A_SECOND 1000

typedef enum { WARMUP, WINDOW, DRAIN } part;

typedef struct {
    int code;
    int64_t count;
} error_count;

typedef struct tally {
    struct tally *next;
    int64_t second;
    part part;
    int64_t rows, in_doubt, retries, late;
    uint8_t moments[MOMENTS_A_SECOND / 8];
    error_count *errors;
    size_t error_codes;
    /* Of transactions, their service, and then of each statement. */
    histogram *transactions, *service, *statements;
} tally;

/* The tallies that are not collected yet, and the measured window. */
typedef struct {
    int64_t zero_ns, window_ns, end_ns;
    int statements;
    tally *first;
} tallies;

/* NULL where there is no memory. */
tally *tally_at(tallies *all, int64_t moment_ns);
void count_error(tally *at, int code);
void mark_moment(tallies *all, tally *at, int64_t moment_ns);
void free_tally(tally *gone);

#endif
