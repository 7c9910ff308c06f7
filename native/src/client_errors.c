/* What a client does after an error or a lost connection. */
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

#include "client.h"
#include "clock.h"

static bool holds(const codes *list, int code)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->code[i] == code)
            return true;
    return false;
}

static void count_client_error(loop *in, int64_t now, int code, bool in_doubt, bool retried)
{
    tally *at = counting_at(in, now);
    if (!at)
        return;
    count_error(at, code);
    at->in_doubt += in_doubt;
    at->retries += retried;
}

/* Of several statements only the last, the COMMIT, leaves doubt: all before it is rolled back. */
static bool is_in_doubt(const loop *in, const client *one)
{
    if (one->state != BUSY || one->rolling_back || one->step != one->doing->statements - 1)
        return false;
    int number = one->doing->statement[one->step].number;
    return number == CONTROL || !in->reads[number];
}

/* A transaction to be retried begins on the next connection: without one there is nothing left to roll back. */
static bool will_retry(const client *one)
{
    return one->rolling_back && one->step < 0;
}

static bool is_through(const client *one)
{
    bool has_more = one->first && (one->first->next || one->taken < one->first->transactions);
    return one->exhausted && !has_more && !will_retry(one);
}

static void disconnect(loop *in, client *one)
{
    watch(in, one, false, EPOLL_CTL_DEL);
    one->attached = false;
    if (in->is_swept || is_through(one)) {
        end_client(in, one);
        return;
    }
    one->state = LOST;
    in->losing[in->losing_count++] = one->number;
    pthread_cond_broadcast(&in->news);
}

/* The transaction failed for good. */
static void write_off(loop *in, client *one)
{
    if (!one->rolling_back)
        count_statements(in, one, one->step, false);
    leave_transaction(one);
}

void lose(loop *in, client *one, int code)
{
    count_client_error(in, now_ns(), code, is_in_doubt(in, one), false);
    if (one->state == BUSY && !will_retry(one))
        write_off(in, one);
    disconnect(in, one);
}

static void give_up(loop *in, client *one)
{
    size_t length;
    const uint8_t *bytes = packet(one, &length);
    in->failed_code = one->reply.code;
    in->failed_statement = one->doing->statement[one->step].number;
    memcpy(in->failed_message, one->reply.message, sizeof in->failed_message);
    in->failed_query = malloc(length - HEADER_BYTES);
    if (in->failed_query) {
        in->failed_query_length = length - HEADER_BYTES - 1;
        memcpy(in->failed_query, bytes + HEADER_BYTES + 1, in->failed_query_length);
    }
}

static void recover(loop *in, client *one, int64_t now, bool retried)
{
    one->tries_left -= retried;
    if (!retried)
        count_statements(in, one, one->step, false);
    /* Marks that the transaction begins again after the rollback. */
    one->step = retried ? -1 : one->step;
    if (one->doing->statements > 1)
        roll_back(in, one);
    else
        try_again(in, one, now);
}

void fail(loop *in, client *one, bool usable)
{
    int code = one->reply.code;
    int64_t now = now_ns();
    if (holds(&in->lost, code)) {
        lose(in, one, code);
        return;
    }
    bool retried = usable && !one->rolling_back && holds(&in->again, code) && one->tries_left > 0 && now < in->end_ns;
    count_client_error(in, now, code, false, retried);
    if (!one->rolling_back && holds(&in->hopeless, code))
        give_up(in, one);
    else if (one->rolling_back || !usable) {
        if (!will_retry(one))
            write_off(in, one);
        disconnect(in, one);
    } else
        recover(in, one, now, retried);
}
