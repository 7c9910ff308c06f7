#include "tally.h"

#include <stdlib.h>

#include "clock.h"

#define NS_A_MOMENT (NS_A_SECOND / MOMENTS_A_SECOND)

static tally *new_tally(int statements)
{
    tally *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->transactions = calloc(2 + (size_t)statements, sizeof *made->transactions);
    if (!made->transactions) {
        free(made);
        return NULL;
    }
    made->service = made->transactions + 1;
    made->statements = made->transactions + 2;
    return made;
}

tally *tally_at(tallies *all, int64_t moment_ns)
{
    int64_t second = (moment_ns - all->zero_ns) / NS_A_SECOND;
    part part = moment_ns >= all->end_ns ? DRAIN : moment_ns >= all->window_ns ? WINDOW : WARMUP;
    for (tally *known = all->first; known; known = known->next)
        if (known->second == second && known->part == part)
            return known;
    tally *made = new_tally(all->statements);
    if (!made)
        return NULL;
    made->second = second;
    made->part = part;
    /* The newest is looked for next. */
    made->next = all->first;
    return all->first = made;
}

void count_error(tally *at, int code)
{
    for (size_t i = 0; i < at->error_codes; i++)
        if (at->errors[i].code == code) {
            at->errors[i].count++;
            return;
        }
    error_count *more = realloc(at->errors, (at->error_codes + 1) * sizeof *more);
    if (!more)
        return;
    at->errors = more;
    at->errors[at->error_codes++] = (error_count){code, 1};
}

void mark_moment(tallies *all, tally *at, int64_t moment_ns)
{
    int64_t moment = (moment_ns - all->zero_ns) % NS_A_SECOND / NS_A_MOMENT;
    at->moments[moment / 8] |= (uint8_t)(1 << moment % 8);
}

void free_tally(tally *gone)
{
    free(gone->errors);
    free(gone->transactions);
    free(gone);
}
