#include "prepared_statements.h"

#include <stdio.h>
#include <string.h>

#include "requests.h"

#define COM_STMT_PREPARE 0x16

static int refuse(int code, const char *why, char *said)
{
    snprintf(said, START_BYTES, "%s", why);
    return code;
}

int prepare_statement(int descriptor, const char *sql, size_t length, int timeout_ms, uint32_t *id, char *said)
{
    static __thread reply prepared;
    const uint8_t command = COM_STMT_PREPARE;
    const char *lost = "Lost connection to server while a statement was prepared";
    if (length + 1 >= LARGEST_FRAGMENT)
        return refuse(MALFORMED_PACKET, "a statement of over 16 MB can not be prepared", said);
    expect_prepared(&prepared);
    if (!send_packet(descriptor, 0, &command, 1, sql, length, timeout_ms))
        return refuse(CONNECTION_LOST, lost, said);
    if (await_reply(descriptor, &prepared, timeout_ms) != REPLY_DONE)
        return refuse(prepared.code, prepared.code == CONNECTION_LOST ? lost : prepared.message, said);
    *id = prepared.statement_id;
    return 0;
}
