#include "requests.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define RECEIVED_BYTES 4096
#define PARTS 3

static bool wait_for(int descriptor, short what, int timeout_ms)
{
    struct pollfd one = {.fd = descriptor, .events = what};
    int found;
    do
        found = poll(&one, 1, timeout_ms);
    while (found < 0 && errno == EINTR);
    return found > 0;
}

/* Leaves out what was sent; how many parts are left. */
static size_t without(struct iovec *parts, size_t count, size_t sent)
{
    size_t gone = 0;
    while (gone < count && sent >= parts[gone].iov_len)
        sent -= parts[gone++].iov_len;
    for (size_t i = gone; i < count; i++)
        parts[i - gone] = parts[i];
    if (gone < count) {
        parts[0].iov_base = (char *)parts[0].iov_base + sent;
        parts[0].iov_len -= sent;
    }
    return count - gone;
}

static bool send_all(int descriptor, struct iovec *parts, size_t count, int timeout_ms)
{
    while (count) {
        struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
        ssize_t sent = sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent >= 0)
            count = without(parts, count, (size_t)sent);
        else if (errno != EINTR && (errno != EAGAIN || !wait_for(descriptor, POLLOUT, timeout_ms)))
            return false;
    }
    return true;
}

bool send_packet(int descriptor, uint8_t number, const void *head, size_t head_bytes, const void *rest,
                 size_t rest_bytes, int timeout_ms)
{
    size_t length = head_bytes + rest_bytes;
    uint8_t header[HEADER_BYTES] = {(uint8_t)length, (uint8_t)(length >> 8), (uint8_t)(length >> 16), number};
    struct iovec parts[PARTS] = {{header, sizeof header}, {(void *)head, head_bytes}, {(void *)rest, rest_bytes}};
    return send_all(descriptor, parts, PARTS, timeout_ms);
}

reply_state await_reply(int descriptor, reply *into, int timeout_ms)
{
    uint8_t received[RECEIVED_BYTES];
    reply_state state = REPLY_GOES_ON;
    while (state == REPLY_GOES_ON) {
        size_t used;
        ssize_t count = wait_for(descriptor, POLLIN, timeout_ms) ? recv(descriptor, received, sizeof received, 0) : 0;
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            into->code = CONNECTION_LOST;
            into->message[0] = '\0';
            return REPLY_ERROR;
        }
        state = read_reply(into, received, (size_t)count, &used);
    }
    return state;
}
