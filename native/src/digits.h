#ifndef BENCHLAB_DIGITS_H
#define BENCHLAB_DIGITS_H

#include <stdint.h>

#define MOST_DIGITS_AND_SIGN 20

/* Writes the number in decimal; returns where it ends. */
char *write_number(char *to, int64_t number);

#endif
