#include "protocol.h"

#include <stdio.h>
#include <string.h>

#define OK_PACKET 0x00
#define FILE_REQUEST 0xFB
#define EOF_PACKET 0xFE
/* Longer packets that begin with 0xFE are rows. */
#define EOF_BELOW_BYTES 9
#define MORE_RESULTS 0x0008
#define SESSION_STATE_CHANGED 0x4000
#define PROGRESS_REPORT 0xFFFF
#define MOST_COLUMNS 65535
#define MOST_ROWS (1ULL << 48)
#define LONGEST_NAME_SHOWN 200

reply_state malformed(reply *into, const char *what)
{
    into->code = MALFORMED_PACKET;
    snprintf(into->message, sizeof into->message, "%s", what);
    return REPLY_MALFORMED;
}

/* A length-encoded integer; false where it is cut short, or none. */
static bool read_length(const uint8_t **at, const uint8_t *end, uint64_t *value)
{
    if (*at >= end)
        return false;
    uint8_t first = *(*at)++;
    if (first < 0xFB) {
        *value = first;
        return true;
    }
    int width = first == 0xFC ? 2 : first == 0xFD ? 3 : first == 0xFE ? 8 : 0;
    if (!width || end - *at < width)
        return false;
    *value = 0;
    for (int i = 0; i < width; i++)
        *value |= (uint64_t)(*at)[i] << (8 * i);
    *at += width;
    return true;
}

static reply_state after_result(reply *into, unsigned status)
{
    into->expected = EXPECT_FIRST;
    return status & MORE_RESULTS ? REPLY_GOES_ON : REPLY_DONE;
}

static reply_state judge_ok(reply *into)
{
    const uint8_t *at = into->start + 1, *end = into->start + into->start_have;
    uint64_t affected, inserted;
    if (!read_length(&at, end, &affected) || !read_length(&at, end, &inserted) || end - at < 4)
        return malformed(into, "an OK packet was cut short");
    if (affected > MOST_ROWS)
        return malformed(into, "a statement wrote an impossible number of rows");
    into->rows += (int64_t)affected;
    return after_result(into, at[0] | at[1] << 8);
}

static reply_state judge_error(reply *into)
{
    if (into->start_have < 3)
        return malformed(into, "an error packet was cut short");
    int code = into->start[1] | into->start[2] << 8;
    if (code == PROGRESS_REPORT)
        return REPLY_GOES_ON;
    const uint8_t *at = into->start + 3;
    size_t left = into->start_have - 3u;
    if (left >= 6 && *at == '#') {
        at += 6;
        left -= 6;
    }
    if (left > sizeof into->message - 1)
        left = sizeof into->message - 1;
    memcpy(into->message, at, left);
    into->message[left] = '\0';
    into->code = code;
    return REPLY_ERROR;
}

static reply_state judge_columns(reply *into)
{
    const uint8_t *at = into->start, *end = into->start + into->start_have;
    uint64_t columns;
    if (!read_length(&at, end, &columns) || !columns || columns > MOST_COLUMNS)
        return malformed(into, "a result has an impossible number of columns");
    into->packets_left = columns;
    /* MariaDB leaves out the columns of a prepared statement that it has described before, and says so here. */
    bool described = at >= end || *at;
    into->expected = described ? EXPECT_COLUMNS : EXPECT_COLUMNS_END;
    return REPLY_GOES_ON;
}

static reply_state judge_first(reply *into)
{
    switch (into->start[0]) {
    case OK_PACKET:
        return judge_ok(into);
    case ERROR_PACKET:
        return judge_error(into);
    case FILE_REQUEST:
        return malformed(into, "the server asked for a file that it was not offered");
    default:
        return judge_columns(into);
    }
}

static bool is_eof(const reply *into)
{
    return into->start[0] == EOF_PACKET && into->packet_bytes < EOF_BELOW_BYTES;
}

static reply_state judge_column(reply *into)
{
    if (into->start[0] == ERROR_PACKET)
        return judge_error(into);
    if (is_eof(into))
        return malformed(into, "a result describes fewer columns than it has");
    if (!--into->packets_left)
        into->expected = EXPECT_COLUMNS_END;
    return REPLY_GOES_ON;
}

static reply_state judge_columns_end(reply *into)
{
    if (into->start[0] == ERROR_PACKET)
        return judge_error(into);
    if (!is_eof(into))
        return malformed(into, "the columns of a result do not end");
    into->expected = EXPECT_ROWS;
    return REPLY_GOES_ON;
}

static reply_state judge_row(reply *into)
{
    if (into->start[0] == ERROR_PACKET)
        return judge_error(into);
    if (!is_eof(into)) {
        into->rows++;
        return REPLY_GOES_ON;
    }
    if (into->packet_bytes < 5)
        return malformed(into, "the end of a result was cut short");
    return after_result(into, into->start[3] | into->start[4] << 8);
}

/* COM_STMT_PREPARE: an id, then a description of each parameter and each column, each list with its end. */
static reply_state judge_prepared(reply *into)
{
    if (into->start[0] == ERROR_PACKET)
        return judge_error(into);
    if (into->start[0] != OK_PACKET || into->packet_bytes < 12)
        return malformed(into, "the answer to a prepared statement was cut short");
    const uint8_t *at = into->start;
    into->statement_id = at[1] | at[2] << 8 | at[3] << 16 | (uint32_t)at[4] << 24;
    unsigned columns = at[5] | at[6] << 8, parameters = at[7] | at[8] << 8;
    into->packets_left = (columns ? columns + 1 : 0) + (parameters ? parameters + 1 : 0);
    into->expected = EXPECT_PARAMETERS;
    return into->packets_left ? REPLY_GOES_ON : REPLY_DONE;
}

static reply_state judge_file_request(reply *into)
{
    const char *name = (const char *)into->start + 1;
    int length = into->start_have - 1;
    if (into->start[0] == ERROR_PACKET)
        return judge_error(into);
    if (into->start[0] != FILE_REQUEST)
        return malformed(into, "the server did not ask for the rows that it was to load");
    if (into->packet_bytes == strlen(into->offered) + 1 && !memcmp(name, into->offered, (size_t)length))
        return REPLY_DONE;
    into->code = MALFORMED_PACKET;
    snprintf(into->message, sizeof into->message, "The server asked for a file that it was not offered: %.*s",
             length < LONGEST_NAME_SHOWN ? length : LONGEST_NAME_SHOWN, name);
    return REPLY_MALFORMED;
}

/* An OK packet, whose text follows its status and its number of warnings. */
static reply_state judge_receipt(reply *into)
{
    const uint8_t *at = into->start + 1, *end = into->start + into->start_have;
    uint64_t affected, inserted;
    if (into->start[0] == ERROR_PACKET)
        return judge_error(into);
    if (into->start[0] != OK_PACKET || !read_length(&at, end, &affected) || !read_length(&at, end, &inserted)
        || end - at < 4)
        return malformed(into, "what the server did with a load was cut short");
    unsigned status = at[0] | at[1] << 8;
    at += 4;
    /* Where session tracking was agreed upon its length comes first, and then maybe what changed in the session. */
    if (at < end && (*at == end - at - 1 || (status & SESSION_STATE_CHANGED && *at < end - at))) {
        end = at + 1 + *at;
        at++;
    }
    memcpy(into->message, at, (size_t)(end - at));
    into->message[end - at] = '\0';
    return REPLY_DONE;
}

reply_state judge(reply *into)
{
    if (!into->packet_bytes)
        return malformed(into, "an empty packet");
    switch (into->expected) {
    case EXPECT_FIRST:
        return judge_first(into);
    case EXPECT_COLUMNS:
        return judge_column(into);
    case EXPECT_COLUMNS_END:
        return judge_columns_end(into);
    case EXPECT_ROWS:
        return judge_row(into);
    case EXPECT_PREPARED:
        return judge_prepared(into);
    case EXPECT_FILE_REQUEST:
        return judge_file_request(into);
    case EXPECT_RECEIPT:
        return judge_receipt(into);
    default:
        return --into->packets_left ? REPLY_GOES_ON : REPLY_DONE;
    }
}
