/* Reads a server's reply to one command, in whatever pieces it arrives, without keeping its rows. */
#ifndef BENCHLAB_SERVER_REPLY_H
#define BENCHLAB_SERVER_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LARGEST_FRAGMENT 0xFFFFFF
#define HEADER_BYTES 4
/* libmariadb's CR_MALFORMED_PACKET. */
#define MALFORMED_PACKET 2027
/* The kept start of a packet: all of an OK, the head of an error's text. */
#define START_BYTES 256

typedef enum { REPLY_GOES_ON, REPLY_DONE, REPLY_ERROR, REPLY_MALFORMED } reply_state;

typedef struct {
    enum {
        EXPECT_FIRST,
        EXPECT_COLUMNS,
        EXPECT_COLUMNS_END,
        EXPECT_ROWS,
        EXPECT_PREPARED,
        EXPECT_PARAMETERS,
        EXPECT_FILE_REQUEST,
        EXPECT_RECEIPT
    } expected;
    uint8_t header[HEADER_BYTES];
    uint8_t header_have, sequence;
    bool in_packet;
    uint32_t fragment_bytes, left_bytes;
    uint64_t packet_bytes;
    uint64_t packets_left;
    uint16_t start_have;
    uint8_t start[START_BYTES];
    /* Written or read so far. */
    int64_t rows;
    /* Of an error, or what is wrong with the reply. */
    int code;
    uint32_t statement_id;
    /* What the server may ask for. */
    const char *offered;
    /* Of an error, of what is wrong, or what the server says it did with a load. */
    char message[START_BYTES];
} reply;

/* Expect the answer to a query, or to an execution of a prepared statement. */
void expect_reply(reply *to);
/* Expect the answer to COM_STMT_PREPARE. */
void expect_prepared(reply *to);
/* Expect the answer to LOAD DATA LOCAL: that the server asks for the one name it was offered. */
void expect_file_request(reply *to, const char *offered);
/* Expect what the server did with the rows; `sequence` is the number of its packet. */
void expect_receipt(reply *to, uint8_t sequence);
/* Read on; *used says how many bytes were read: the reply may end before they do. */
reply_state read_reply(reply *into, const uint8_t *bytes, size_t count, size_t *used);

#endif
