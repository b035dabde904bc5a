/* rm_manager.h - what rm.c and its manager share. */
#pragma once

#include "system.h"

/* Tags between the manager and others. */
enum { READY = 1, DONE, GONE, STOP, HOSTED };

/* The role: serves until a message STOP, then sends its lines, and ends after another message. */
void manager(void);
