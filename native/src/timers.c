#include "timers.h"

#include <stdlib.h>

#include "clock.h"

static void swap(timers *in, size_t one, size_t other)
{
    timer kept = in->heap[one];
    in->heap[one] = in->heap[other];
    in->heap[other] = kept;
}

bool add_timer(timers *to, int64_t at_ns, uint32_t client)
{
    if (to->count == to->room) {
        size_t room = to->room ? 2 * to->room : 64;
        timer *more = realloc(to->heap, room * sizeof *more);
        if (!more)
            return false;
        to->heap = more;
        to->room = room;
    }
    size_t at = to->count++;
    to->heap[at] = (timer){at_ns, client};
    for (; at && to->heap[at].at_ns < to->heap[(at - 1) / 2].at_ns; at = (at - 1) / 2)
        swap(to, at, (at - 1) / 2);
    return true;
}

int64_t next_timer(const timers *of)
{
    return of->count ? of->heap[0].at_ns : NEVER_NS;
}

timer take_timer(timers *from)
{
    timer first = from->heap[0];
    from->heap[0] = from->heap[--from->count];
    for (size_t at = 0;;) {
        size_t least = at, child = 2 * at + 1;
        for (size_t end = child + 2; child < end && child < from->count; child++)
            if (from->heap[child].at_ns < from->heap[least].at_ns)
                least = child;
        if (least == at)
            return first;
        swap(from, at, least);
        at = least;
    }
}
