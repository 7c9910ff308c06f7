#include "server_reply.h"

#include "protocol.h"

#include <string.h>

#define ROW_START_BYTES 9

void expect_reply(reply *to)
{
    to->expected = EXPECT_FIRST;
    to->header_have = 0;
    to->in_packet = false;
    to->sequence = 1;
    to->packet_bytes = 0;
    to->start_have = 0;
    to->rows = 0;
}

void expect_prepared(reply *to)
{
    expect_reply(to);
    to->expected = EXPECT_PREPARED;
}

void expect_file_request(reply *to, const char *offered)
{
    expect_reply(to);
    to->expected = EXPECT_FILE_REQUEST;
    to->offered = offered;
}

void expect_receipt(reply *to, uint8_t sequence)
{
    expect_reply(to);
    to->expected = EXPECT_RECEIPT;
    to->sequence = sequence;
}

/* Errors are taken with any number: a server that ends a connection says why without having been asked. */
static bool is_out_of_order(const reply *into)
{
    return into->header[3] != into->sequence && !(into->start_have && into->start[0] == ERROR_PACKET);
}

static void keep_start(reply *into, const uint8_t *bytes, size_t count)
{
    uint8_t first = into->start_have ? into->start[0] : bytes[0];
    size_t wanted = into->expected == EXPECT_ROWS && first != ERROR_PACKET ? ROW_START_BYTES : START_BYTES;
    size_t room = wanted > into->start_have ? wanted - into->start_have : 0;
    if (count > room)
        count = room;
    memcpy(into->start + into->start_have, bytes, count);
    into->start_have += (uint16_t)count;
}

static size_t read_header(reply *into, const uint8_t *bytes, size_t count)
{
    size_t used = 0;
    while (used < count && into->header_have < HEADER_BYTES)
        into->header[into->header_have++] = bytes[used++];
    if (into->header_have == HEADER_BYTES) {
        into->fragment_bytes = into->header[0] | into->header[1] << 8 | into->header[2] << 16;
        into->left_bytes = into->fragment_bytes;
        into->in_packet = true;
    }
    return used;
}

/* A packet of 16 MB goes on in the next fragment. */
static reply_state end_fragment(reply *into)
{
    bool out_of_order = is_out_of_order(into);
    into->header_have = 0;
    into->in_packet = false;
    into->sequence++;
    if (out_of_order)
        return malformed(into, "packets came out of order");
    if (into->fragment_bytes == LARGEST_FRAGMENT)
        return REPLY_GOES_ON;
    reply_state state = judge(into);
    into->packet_bytes = 0;
    into->start_have = 0;
    return state;
}

reply_state read_reply(reply *into, const uint8_t *bytes, size_t count, size_t *used)
{
    size_t at = 0;
    reply_state state = REPLY_GOES_ON;
    while (state == REPLY_GOES_ON && (at < count || (into->in_packet && !into->left_bytes))) {
        if (!into->in_packet) {
            at += read_header(into, bytes + at, count - at);
            continue;
        }
        size_t part = count - at < into->left_bytes ? count - at : into->left_bytes;
        if (part) {
            keep_start(into, bytes + at, part);
            at += part;
            into->left_bytes -= (uint32_t)part;
            into->packet_bytes += part;
        }
        if (!into->left_bytes)
            state = end_fragment(into);
    }
    *used = at;
    return state;
}
