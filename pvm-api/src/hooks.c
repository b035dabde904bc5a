/* hooks.c - the one table of hooks.h: what core calls in data, calls and trace, and the block that a task's state is
 * in. This file sees all rooms, and no room sees it. */
#include "hooks.h"

#include <stdlib.h>

#include "calls_state.h"
#include "task.h"
#include "trace.h"

struct whole {
    struct pvm_task task; /* first: a task's address is that of its block */
    struct pvmi_data data;
    struct pvmi_calls calls;
};

static struct pvm_task *new_task(void)
{
    struct whole *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->task.data = &w->data;
    w->task.calls = &w->calls;
    return &w->task;
}

static const struct pvmi_life lives[] = {
    {.made = pvmi_option_defaults, .joined = pvmi_option_joined},
    {.joined = pvmi_manager_joined},
    {.joined = pvmi_trace_joined}, /* it may receive a message, with options that are set */
    {.leaves = pvmi_match_leaves, .left = pvmi_match_free},
    {.left = pvmi_fds_free},
    {.left = pvmi_handler_free},
    {.left = pvmi_catch_free},
    {.ended = pvmi_lists_end},
    {.left = pvmi_roles_left},
    {.left = pvmi_buf_free_all}, /* after all that frees its own buffers */
    {.left = pvmi_trace_free},
};

const struct pvmi_hooks pvmi_hooks = {
    .new_task = new_task,
    .lives = lives,
    .nlives = sizeof lives / sizeof *lives,
    .trace = {.call = pvmi_trace_call,
              .returned = pvmi_trace_return,
              .entry = pvmi_trace_entry,
              .exit = pvmi_trace_exit,
              .event = pvmi_trace_event_of,
              .group_call = pvmi_trace_group_call,
              .group_return = pvmi_trace_group_return,
              .update = pvmi_trace_update,
              .flush = pvmi_trace_flush},
};
