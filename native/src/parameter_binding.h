/* SQL literals as the parameters of a prepared statement. */
#ifndef BENCHLAB_PARAMETER_BINDING_H
#define BENCHLAB_PARAMETER_BINDING_H

#include <stddef.h>
#include <stdint.h>

#define TYPE_LONGLONG 0x08
#define TYPE_NULL 0x06
#define TYPE_STRING 0xFD

/* An upper bound of what `bind_literal` writes. */
size_t bound_size(size_t literal_length);
/* Writes the value in the binary protocol; returns where it ends. `*type` says what it is. */
uint8_t *bind_literal(uint8_t *to, const char *literal, size_t length, uint8_t *type);

#endif
