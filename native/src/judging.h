/* What one packet of a reply means: for reply.c, which has put it together. */
#ifndef BENCHLAB_JUDGING_H
#define BENCHLAB_JUDGING_H

#include "reply.h"

#define ERROR_PACKET 0xFF

/* The packet whose start is kept; what follows it is expected then. */
reply_state judge(reply *into);
/* Ends the reply with what is wrong with it. */
reply_state malformed(reply *into, const char *what);

#endif
