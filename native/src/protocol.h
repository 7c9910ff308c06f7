/* Interprets one packet of a reply, which server_reply.c has assembled. */
#ifndef BENCHLAB_PROTOCOL_H
#define BENCHLAB_PROTOCOL_H

#include "server_reply.h"

#define ERROR_PACKET 0xFF

/* The packet whose start is kept; what follows it is expected then. */
reply_state judge(reply *into);
/* Ends the reply with what is wrong with it. */
reply_state malformed(reply *into, const char *what);

#endif
