/* server.h - the group server: a PVM task that keeps the table of groups and answers requests about it. */
#pragma once

/* Becomes the machine's group server and serves until the machine ends. Returns the program's exit code: 0, also if
 * another server was there first; 1 if it cannot become a task. */
int grp_serve(void);
