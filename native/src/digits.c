#include "digits.h"

#include <string.h>

static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
                            "49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
                            "9899";

char *write_number(char *to, int64_t number)
{
    char digits[MOST_DIGITS_AND_SIGN], *end = digits + sizeof digits, *at = end;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    for (; left >= 100; left /= 100) {
        at -= 2;
        memcpy(at, pairs + left % 100 * 2, 2);
    }
    if (left >= 10) {
        at -= 2;
        memcpy(at, pairs + left * 2, 2);
    } else
        *--at = (char)('0' + left);
    if (number < 0)
        *to++ = '-';
    memcpy(to, at, (size_t)(end - at));
    return to + (end - at);
}
