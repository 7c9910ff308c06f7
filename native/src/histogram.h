/* Latencies in the buckets of benchlab.histogram: a tally of one is added to the other without a loss. */
#ifndef BENCHLAB_HISTOGRAM_H
#define BENCHLAB_HISTOGRAM_H

#include <stdint.h>

#define FIGURES_BITS 10
#define BUCKETS_A_DOUBLING (1 << FIGURES_BITS)
#define MAX_NS ((1LL << 45) - 1)
#define BUCKETS ((46 - FIGURES_BITS) * BUCKETS_A_DOUBLING)

typedef struct {
    int64_t count;
    int64_t min_ns, max_ns;
    double sum_ns;
    int64_t buckets[BUCKETS];
} histogram;

static inline int bucket_number(int64_t latency_ns)
{
    int64_t capped = latency_ns < 0 ? 0 : latency_ns > MAX_NS ? MAX_NS : latency_ns;
    int bits = 64 - __builtin_clzll((uint64_t)capped | 1);
    int shift = bits > FIGURES_BITS + 1 ? bits - FIGURES_BITS - 1 : 0;
    return shift * BUCKETS_A_DOUBLING + (int)(capped >> shift);
}

static inline void record(histogram *into, int64_t latency_ns)
{
    if (!into->count || latency_ns < into->min_ns)
        into->min_ns = latency_ns;
    if (latency_ns > into->max_ns)
        into->max_ns = latency_ns;
    into->count++;
    into->sum_ns += (double)latency_ns;
    into->buckets[bucket_number(latency_ns)]++;
}

#endif
