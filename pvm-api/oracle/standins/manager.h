/* manager.h - what rm.c and its manager agree on. */
#ifndef MANAGER_H
#define MANAGER_H

#include "system.h"

/* Tags between the manager and others. */
enum { READY = 1, DONE, GONE, STOP, HOSTED };

/* The role: serves until a message STOP, gives its lines then, and ends after another. */
void manager(void);

#endif
