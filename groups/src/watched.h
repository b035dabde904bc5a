/* watched.h - the tasks of whose end the group server will be notified: each once, and only while they live. */
#pragma once

struct grp_watched {
    int *tid; /* malloc'ed; whoever has the list frees it */
    int n, room;
};

/* Asks for the notification, with tag GRP_TASK_ENDED, unless it has been asked for. If there is no memory, the task is
 * not watched: its groups then keep it after its end, which is the lesser evil. */
void grp_watch(struct grp_watched *w, int tid);

/* The notification has come. */
void grp_watch_over(struct grp_watched *w, int tid);
