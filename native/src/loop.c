#define _GNU_SOURCE
#include "loop.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "client.h"
#include "clock.h"

#define EVENTS_AT_ONCE 256
/* What epoll says instead of a client's number. */
#define BELL UINT32_MAX
#define ALARM (UINT32_MAX - 1)

/* Ends the drive where a system call fails that it can not do without. */
static void fail_in(loop *of, const char *call)
{
    char reason[START_BYTES / 2];
    if (of->failed_code)
        return;
    of->failed_code = errno;
    of->failed_statement = CONTROL;
    snprintf(of->failed_message, sizeof of->failed_message, "%s: %s", call, strerror_r(errno, reason, sizeof reason));
}

static bool control(loop *in, int operation, int descriptor, uint32_t number, uint32_t events)
{
    struct epoll_event wanted = {.events = events, .data.u32 = number};
    if (!epoll_ctl(in->epoll, operation, descriptor, &wanted))
        return true;
    /* A descriptor that is gone is not watched any more, as wanted. */
    if (operation != EPOLL_CTL_DEL || (errno != ENOENT && errno != EBADF))
        fail_in(in, "epoll_ctl");
    return false;
}

bool watch(loop *in, client *one, bool writes, int operation)
{
    return control(in, operation, one->fd, one->number, EPOLLIN | (writes ? EPOLLOUT : 0));
}

void wake_at(loop *in, client *one, int64_t at_ns)
{
    one->state = WAITING;
    one->wake_ns = at_ns;
    if (!add_timer(&in->timers, at_ns, one->number))
        in->no_memory = true;
}

void ring(loop *of)
{
    uint64_t once = 1;
    /* It fails only where it is ringing already. */
    if (write(of->bell, &once, sizeof once) < 0)
        return;
}

static void quiet(int descriptor)
{
    uint64_t times;
    if (read(descriptor, &times, sizeof times) < 0)
        return;
}

static void set_alarm(loop *of)
{
    int64_t at_ns = next_timer(&of->timers);
    if (!of->is_swept && of->end_ns < at_ns)
        at_ns = of->end_ns;
    if (at_ns == of->armed_ns)
        return;
    of->armed_ns = at_ns;
    /* A time of zero would disarm it; the first nanosecond is long over. */
    int64_t wanted = at_ns == NEVER_NS ? 0 : at_ns > 0 ? at_ns : 1;
    struct itimerspec when = {.it_value = {.tv_sec = wanted / NS_A_SECOND, .tv_nsec = wanted % NS_A_SECOND}};
    if (timerfd_settime(of->alarm, TFD_TIMER_ABSTIME, &when, NULL))
        fail_in(of, "timerfd_settime");
}

static void fire_timers(loop *of, int64_t now)
{
    while (next_timer(&of->timers) <= now) {
        timer fired = take_timer(&of->timers);
        client *one = &of->clients[fired.client];
        if (one->state == WAITING && one->wake_ns == fired.at_ns)
            go_on(of, one, now_ns());
    }
}

/* At the end: waiting clients end, busy ones finish. */
static void sweep(loop *of)
{
    of->is_swept = true;
    for (uint32_t i = 0; i < of->count; i++) {
        client *one = &of->clients[i];
        if (one->state == STARVED && one->starved_since_ns < of->end_ns)
            of->starved_ns += of->end_ns - one->starved_since_ns;
        if (one->state != BUSY && one->state != ENDED)
            end_client(of, one);
    }
}

static void adopt(loop *in, client *one)
{
    one->sends_slowly = false;
    watch(in, one, false, EPOLL_CTL_ADD);
}

static void resume(loop *in, client *one, int64_t now)
{
    if (one->rolling_back)
        try_again(in, one, now);
    else
        go_on(in, one, now);
}

static void wake(loop *of)
{
    uint32_t count = of->woken_count;
    of->woken_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        client *one = &of->clients[of->woken[i]];
        int64_t now = now_ns();
        one->called = false;
        if (one->state == STARVED) {
            of->starved_ns += now - one->starved_since_ns;
            go_on(of, one, now);
        } else if (one->state == LOST && one->attached) {
            adopt(of, one);
            resume(of, one, now);
        }
    }
}

static void begin_all(loop *of)
{
    control(of, EPOLL_CTL_ADD, of->bell, BELL, EPOLLIN);
    control(of, EPOLL_CTL_ADD, of->alarm, ALARM, EPOLLIN);
    of->woken_count = 0;
    for (uint32_t i = 0; i < of->count; i++)
        if (of->clients[i].attached)
            adopt(of, &of->clients[i]);
    for (uint32_t i = 0; i < of->count && !of->failed_code; i++)
        go_on(of, &of->clients[i], now_ns());
}

static void react(loop *of, const struct epoll_event *event)
{
    if (event->data.u32 == BELL)
        quiet(of->bell);
    else if (event->data.u32 == ALARM) {
        quiet(of->alarm);
        of->armed_ns = 0;
    } else {
        client *one = &of->clients[event->data.u32];
        if (event->events & EPOLLOUT)
            on_writable(of, one);
        if (event->events & ~(uint32_t)EPOLLOUT)
            on_readable(of, one);
    }
}

/* An answer that comes in would take the processor from a thread of the server, which has more answers under way: half
 * as many statements a second where both share processors. A due time is worth that, and nothing else. */
static void let_the_server_work(void)
{
    struct sched_param none = {0};
    sched_setscheduler(0, SCHED_BATCH, &none);
}

void run_loop(loop *of)
{
    struct epoll_event events[EVENTS_AT_ONCE];
    if (of->pacing == CLOSED_LOOP)
        let_the_server_work();
    pthread_mutex_lock(&of->lock);
    begin_all(of);
    while (of->running && !of->failed_code && !of->no_memory) {
        set_alarm(of);
        pthread_mutex_unlock(&of->lock);
        int count = epoll_wait(of->epoll, events, EVENTS_AT_ONCE, -1);
        pthread_mutex_lock(&of->lock);
        if (count < 0 && errno != EINTR)
            fail_in(of, "epoll_wait");
        for (int i = 0; i < count && !of->failed_code; i++)
            react(of, &events[i]);
        int64_t now = now_ns();
        if (!of->is_swept && now >= of->end_ns)
            sweep(of);
        wake(of);
        fire_timers(of, now);
    }
    /* Of this thread, which is gone afterwards. */
    of->cpu_s = cpu_s_of(CLOCK_THREAD_CPUTIME_ID);
    of->is_over = true;
    pthread_cond_broadcast(&of->news);
    pthread_mutex_unlock(&of->lock);
}
