#include "preparing.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#define COM_STMT_PREPARE 0x16
#define CONNECTION_LOST 2013
#define RECEIVED_BYTES 4096

static int lost(char *said)
{
    snprintf(said, START_BYTES, "Lost connection to server while a statement was prepared");
    return CONNECTION_LOST;
}

static int wait_for(int descriptor, short what, int timeout_ms)
{
    struct pollfd one = {.fd = descriptor, .events = what};
    int found;
    do
        found = poll(&one, 1, timeout_ms);
    while (found < 0 && errno == EINTR);
    return found > 0;
}

static int send_all(int descriptor, const uint8_t *bytes, size_t count, int timeout_ms)
{
    while (count) {
        ssize_t sent = send(descriptor, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && (errno != EAGAIN || !wait_for(descriptor, POLLOUT, timeout_ms)))
            return 0;
        if (sent > 0) {
            bytes += sent;
            count -= (size_t)sent;
        }
    }
    return 1;
}

static int answer(int descriptor, int timeout_ms, uint32_t *id, char *said)
{
    static __thread reply prepared;
    uint8_t received[RECEIVED_BYTES];
    reply_state state = REPLY_GOES_ON;
    expect_prepared(&prepared);
    while (state == REPLY_GOES_ON) {
        size_t used;
        ssize_t count = wait_for(descriptor, POLLIN, timeout_ms) ? recv(descriptor, received, sizeof received, 0) : 0;
        if (count <= 0)
            return lost(said);
        state = read_reply(&prepared, received, (size_t)count, &used);
    }
    if (state == REPLY_DONE) {
        *id = prepared.statement_id;
        return 0;
    }
    memcpy(said, prepared.message, START_BYTES);
    return prepared.code;
}

int prepare_statement(int descriptor, const char *sql, size_t length, int timeout_ms, uint32_t *id, char *said)
{
    size_t payload = length + 1;
    uint8_t head[HEADER_BYTES + 1] = {(uint8_t)payload, (uint8_t)(payload >> 8), (uint8_t)(payload >> 16), 0, COM_STMT_PREPARE};
    if (payload >= LARGEST_FRAGMENT) {
        snprintf(said, START_BYTES, "a statement of over 16 MB can not be prepared");
        return MALFORMED_PACKET;
    }
    if (!send_all(descriptor, head, sizeof head, timeout_ms)
        || !send_all(descriptor, (const uint8_t *)sql, length, timeout_ms))
        return lost(said);
    return answer(descriptor, timeout_ms, id, said);
}
