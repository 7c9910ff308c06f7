/* Sends and receives on a client's socket. */
#include <errno.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "client.h"

#define CONNECTION_LOST 2013
#define SERVER_GONE 2006
/* Others wait while one client's rows are read. */
#define READS_IN_A_ROW 16

static bool must_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

void transmit(loop *in, client *one)
{
    size_t length;
    const uint8_t *bytes = packet(one, &length);
    while (one->sent < length) {
        ssize_t sent = send(one->fd, bytes + one->sent, length - one->sent, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent >= 0)
            one->sent += (size_t)sent;
        else if (errno == EINTR)
            continue;
        else {
            if (!must_wait())
                lose(in, one, SERVER_GONE);
            else if (!one->sends_slowly)
                one->sends_slowly = watch(in, one, true, EPOLL_CTL_MOD);
            return;
        }
    }
    if (one->sends_slowly) {
        one->sends_slowly = false;
        watch(in, one, false, EPOLL_CTL_MOD);
    }
}

void on_writable(loop *in, client *one)
{
    if (one->state == BUSY && one->sends_slowly)
        transmit(in, one);
}

static void take_in(loop *in, client *one, size_t count)
{
    size_t used;
    reply_state state = read_reply(&one->reply, in->received, count, &used);
    if (state == REPLY_GOES_ON)
        return;
    /* A server that answers before it has read everything, or sends more than asked for, closes the connection next. */
    bool usable = used == count && !one->sends_slowly;
    if (state == REPLY_ERROR)
        fail(in, one, usable);
    else if (state == REPLY_MALFORMED || !usable)
        lose(in, one, state == REPLY_MALFORMED ? one->reply.code : MALFORMED_PACKET);
    else
        settle(in, one);
}

/* A server that sends something unasked says why it closes the connection. */
static void read_farewell(loop *in, client *one, ssize_t count)
{
    size_t used;
    expect_reply(&one->reply);
    bool says_why = count > 0 && read_reply(&one->reply, in->received, (size_t)count, &used) == REPLY_ERROR;
    lose(in, one, says_why ? one->reply.code : SERVER_GONE);
}

void on_readable(loop *in, client *one)
{
    /* A client that has ended does not need its connection, but epoll would go on reporting that it is closed. */
    if (one->state == ENDED) {
        watch(in, one, false, EPOLL_CTL_DEL);
        one->attached = false;
    }
    for (int i = 0; i < READS_IN_A_ROW && one->state != LOST && one->state != ENDED; i++) {
        ssize_t count = recv(one->fd, in->received, RECEIVED_AT_ONCE, MSG_DONTWAIT);
        if (count < 0 && must_wait())
            return;
        if (one->state != BUSY)
            read_farewell(in, one, count);
        else if (count <= 0)
            lose(in, one, CONNECTION_LOST);
        else
            take_in(in, one, (size_t)count);
        if (count < RECEIVED_AT_ONCE)
            return;
    }
}
