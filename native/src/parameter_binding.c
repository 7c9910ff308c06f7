#include "parameter_binding.h"

#include <stdbool.h>
#include <string.h>

#define LONGEST_LENGTH_PREFIX 9
#define MOST_DIGITS 18

size_t bound_size(size_t literal_length)
{
    return literal_length + LONGEST_LENGTH_PREFIX;
}

static uint8_t *write_little_endian(uint8_t *to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *to++ = (uint8_t)(value >> (8 * i));
    return to;
}

static uint8_t *write_length(uint8_t *to, uint64_t length)
{
    if (length < 251) {
        *to = (uint8_t)length;
        return to + 1;
    }
    int width = length < 1 << 16 ? 2 : length < 1 << 24 ? 3 : 8;
    *to++ = width == 2 ? 0xFC : width == 3 ? 0xFD : 0xFE;
    return write_little_endian(to, length, width);
}

static bool is_integer(const char *literal, size_t length)
{
    size_t at = length && *literal == '-';
    if (at == length || length - at > MOST_DIGITS)
        return false;
    for (; at < length; at++)
        if (literal[at] < '0' || literal[at] > '9')
            return false;
    return true;
}

static uint8_t *bind_integer(uint8_t *to, const char *literal, size_t length)
{
    bool negative = *literal == '-';
    int64_t value = 0;
    for (size_t at = negative; at < length; at++)
        value = value * 10 + (literal[at] - '0');
    return write_little_endian(to, (uint64_t)(negative ? -value : value), 8);
}

static uint8_t unescaped(char escaped)
{
    switch (escaped) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case '0':
        return '\0';
    default:
        return (uint8_t)escaped;
    }
}

/* A quote within quotes is doubled, other special characters stand behind a backslash. */
static uint8_t *unquote(uint8_t *to, const char *at, const char *end)
{
    while (at < end) {
        if (*at == '\\' && at + 1 < end) {
            *to++ = unescaped(at[1]);
            at += 2;
        } else {
            *to++ = (uint8_t)*at;
            at += *at == '\'' ? 2 : 1;
        }
    }
    return to;
}

static size_t unquoted_length(const char *at, const char *end)
{
    size_t length = 0;
    for (; at < end; at += (*at == '\\' && at + 1 < end) || *at == '\'' ? 2 : 1)
        length++;
    return length;
}

uint8_t *bind_literal(uint8_t *to, const char *literal, size_t length, uint8_t *type)
{
    if (length == 4 && !memcmp(literal, "NULL", 4)) {
        *type = TYPE_NULL;
        return to;
    }
    if (is_integer(literal, length)) {
        *type = TYPE_LONGLONG;
        return bind_integer(to, literal, length);
    }
    *type = TYPE_STRING;
    if (length >= 2 && *literal == '\'') {
        const char *begin = literal + 1, *end = literal + length - 1;
        return unquote(write_length(to, unquoted_length(begin, end)), begin, end);
    }
    to = write_length(to, length);
    memcpy(to, literal, length);
    return to + length;
}
