/* The steps of one client: transaction after transaction, statement after statement. */
#include <string.h>

#include "clock.h"
#include "client.h"

#define LATE_NS 1000000

static const uint8_t ROLLBACK[] = "\x09\0\0\0\x03ROLLBACK";

tally *counting_at(loop *in, int64_t moment_ns)
{
    tally *at = tally_at(&in->tallies, moment_ns);
    if (!at)
        in->no_memory = true;
    return at;
}

/* What comes next */

static void ask(loop *in, client *one)
{
    if (one->asked || one->exhausted)
        return;
    one->asked = true;
    in->asking[in->asking_count++] = one->number;
    pthread_cond_broadcast(&in->news);
}

static void starve(client *one, int64_t now)
{
    one->state = STARVED;
    one->starved_since_ns = now;
}

static void drop_block(client *one)
{
    block *through = one->first;
    one->first = through->next;
    if (!one->first)
        one->last = NULL;
    one->blocks--;
    one->taken = 0;
    one->next_statement = 0;
    free_block(through);
}

static bool has_transaction(loop *in, client *one)
{
    while (one->first && one->taken == one->first->transactions)
        drop_block(one);
    if (one->blocks < BLOCKS_AHEAD)
        ask(in, one);
    return one->first != NULL;
}

static bool take_shared_due(loop *in, client *one)
{
    if (in->dues_count - in->dues_taken <= in->dues_count / 2) {
        in->asks_for_dues = true;
        pthread_cond_broadcast(&in->news);
    }
    if (in->dues_taken == in->dues_count)
        return false;
    one->due_ns = in->start_ns + in->dues[in->dues_taken++];
    return one->has_due = true;
}

static bool take_due(loop *in, client *one)
{
    if (in->pacing == CLOSED_LOOP || one->has_due)
        return true;
    if (in->pacing == SHARED_RATE)
        return take_shared_due(in, one);
    one->due_ns = in->start_ns + one->first->dues[one->taken];
    return one->has_due = true;
}

static void begin(loop *in, client *one, int64_t now)
{
    one->kind = one->first->kinds[one->taken++];
    one->begun[one->kind]++;
    one->doing = &in->script.transaction[one->kind];
    one->step = 0;
    one->start_ns = now;
    one->tries_left = in->retries;
    one->has_due = false;
    send_statement(in, one, now);
}

void go_on(loop *in, client *one, int64_t now)
{
    if (now >= in->end_ns)
        end_client(in, one);
    else if (!has_transaction(in, one)) {
        if (one->exhausted)
            end_client(in, one);
        else
            starve(one, now);
    } else if (!take_due(in, one))
        starve(one, now);
    else if (in->pacing != CLOSED_LOOP && one->due_ns > now)
        wake_at(in, one, one->due_ns);
    else
        begin(in, one, now);
}

void end_client(loop *in, client *one)
{
    /* A due time of its own is still in its block, and counted there. */
    if (in->pacing == SHARED_RATE && one->has_due && one->due_ns < in->end_ns)
        in->unstarted++;
    one->has_due = false;
    one->state = ENDED;
    in->running--;
}

/* Sending */

uint8_t *packet(const client *one, size_t *length)
{
    if (one->rolling_back) {
        *length = sizeof ROLLBACK - 1;
        return (uint8_t *)ROLLBACK;
    }
    const uint64_t *bound = &one->first->bounds[one->next_statement + (uint32_t)one->step];
    *length = (size_t)(bound[1] - bound[0]);
    return one->first->packets + bound[0];
}

void send_statement(loop *in, client *one, int64_t now)
{
    size_t length;
    int number = one->doing->statement[one->step].number;
    if (in->script.prepared && number != CONTROL)
        memcpy(packet(one, &length) + STATEMENT_ID_AT, &one->statement_ids[number], sizeof *one->statement_ids);
    one->state = BUSY;
    one->sent = 0;
    one->began_ns = now;
    expect_reply(&one->reply);
    transmit(in, one);
}

void roll_back(loop *in, client *one)
{
    one->rolling_back = true;
    one->sent = 0;
    expect_reply(&one->reply);
    transmit(in, one);
}

/* After success */

void leave_transaction(client *one)
{
    one->next_statement += (uint32_t)one->doing->statements;
    one->rolling_back = false;
}

void rest(loop *in, client *one, int64_t now)
{
    if (in->think_ns && now < in->end_ns)
        wake_at(in, one, now + in->think_ns);
    else
        go_on(in, one, now);
}

void try_again(loop *in, client *one, int64_t now)
{
    one->rolling_back = false;
    if (one->step < 0) {
        one->step = 0;
        send_statement(in, one, now);
    } else {
        leave_transaction(one);
        rest(in, one, now);
    }
}

void count_statements(loop *in, const client *one, int count, bool kept)
{
    for (int i = 0; i < count; i++) {
        const noted_statement *noted = &one->noted[i];
        tally *at = noted->number == CONTROL ? NULL : counting_at(in, noted->ended_ns);
        if (at) {
            record(&at->statements[noted->number], noted->latency_ns);
            at->rows += kept ? noted->rows : 0;
        }
    }
}

static void commit(loop *in, client *one, int64_t now)
{
    count_statements(in, one, one->doing->statements, true);
    tally *at = counting_at(in, now);
    if (!at)
        return;
    mark_moment(&in->tallies, at, now);
    in->last_ns = now;
    if (in->pacing == CLOSED_LOOP) {
        record(at->transactions, now - one->start_ns);
    } else {
        record(at->transactions, now - one->due_ns);
        record(at->service, now - one->start_ns);
        at->late += one->start_ns - one->due_ns > LATE_NS;
    }
    leave_transaction(one);
    rest(in, one, now);
}

void settle(loop *in, client *one)
{
    int64_t now = now_ns();
    if (one->rolling_back) {
        try_again(in, one, now);
        return;
    }
    one->noted[one->step] = (noted_statement){
        one->doing->statement[one->step].number, now - one->began_ns, now, one->reply.rows};
    if (++one->step < one->doing->statements)
        send_statement(in, one, now);
    else
        commit(in, one, now);
}
