#include "load_data.h"

#include <stdio.h>

#include "requests.h"

#define COM_QUERY 0x03
/* The client libraries send 4 to 16 KB at a time; fewer packets leave the server more of its time for rows. */
#define PACKET_BYTES (64 * 1024)

static bool lost(load *of)
{
    if (of->reply.code == CONNECTION_LOST)
        snprintf(of->reply.message, sizeof of->reply.message, "Lost connection to server during a load");
    return false;
}

/* A server that ends a connection may have said why before. */
static bool read_farewell(load *of)
{
    expect_receipt(&of->reply, of->sequence);
    if (await_reply(of->descriptor, &of->reply, 0) != REPLY_ERROR)
        of->reply.code = CONNECTION_LOST;
    return lost(of);
}

bool begin_load(load *made, int descriptor, const char *statement, size_t length, const char *offered)
{
    const uint8_t command = COM_QUERY;
    made->descriptor = descriptor;
    expect_file_request(&made->reply, offered);
    if (!send_packet(descriptor, 0, &command, 1, statement, length, FOREVER_MS))
        return read_farewell(made);
    if (await_reply(descriptor, &made->reply, FOREVER_MS) != REPLY_DONE)
        return lost(made);
    made->sequence = made->reply.sequence;
    return true;
}

bool send_rows(load *to, const char *rows, size_t count)
{
    for (size_t at = 0; at < count; at += PACKET_BYTES) {
        size_t part = count - at < PACKET_BYTES ? count - at : PACKET_BYTES;
        if (!send_packet(to->descriptor, to->sequence++, rows + at, part, NULL, 0, FOREVER_MS))
            return read_farewell(to);
    }
    return true;
}

bool end_load(load *of)
{
    if (!send_packet(of->descriptor, of->sequence++, NULL, 0, NULL, 0, FOREVER_MS))
        return read_farewell(of);
    expect_receipt(&of->reply, of->sequence);
    return await_reply(of->descriptor, &of->reply, FOREVER_MS) == REPLY_DONE || lost(of);
}
