/* rm_manager.h - what rm.c and its manager share. */
#ifndef RM_MANAGER_H
#define RM_MANAGER_H

#include "system.h"

/* Tags between the manager and others. */
enum { READY = 1, DONE, GONE, STOP, HOSTED };

/* The role: serves until a message STOP, then sends its lines, and ends after another message. */
void manager(void);

#endif
