/* server.h - the group server: a PVM task that keeps the table of groups and answers requests about it. */
#ifndef GRP_SERVER_H
#define GRP_SERVER_H

/* Become the machine's group server and serve until the machine ends. Returns the exit code of the program: 0, also if
 * another server was there first; 1 if it cannot become a task. */
int grp_serve(void);

#endif
