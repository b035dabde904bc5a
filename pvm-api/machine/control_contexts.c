/* control_contexts.c - deals out the numbers of message contexts, and takes them back. */
#include "control_int.h"

/* As in PVM, they look like tids of the first host. The last ones are contexts of the library and the system. */
#define FIRST_CONTEXT 0x40001
#define NCONTEXTS (0x7fff0 - FIRST_CONTEXT)

static int make_room(struct control_contexts *all, int number)
{
    if (number < all->room)
        return 0;
    const int room = all->room == 0 ? 16 : 2 * all->room < NCONTEXTS ? 2 * all->room : NCONTEXTS;
    int32_t *more = realloc(all->owners, (size_t)room * sizeof *more);
    if (more == NULL)
        return PvmNoMem;
    memset(more + all->room, 0, (size_t)(room - all->room) * sizeof *more);
    all->owners = more;
    all->room = room;
    return 0;
}

/* The next one that is free, behind the one given last: a number is used again as late as possible. */
static int give(struct control_contexts *all, int32_t asker)
{
    if (all->used == NCONTEXTS)
        return PvmOutOfRes;
    int number = all->next;
    while (number < all->room && all->owners[number] != 0)
        number = (number + 1) % NCONTEXTS;
    if (make_room(all, number) < 0)
        return PvmNoMem;
    all->owners[number] = asker;
    all->next = (number + 1) % NCONTEXTS;
    all->used++;
    return FIRST_CONTEXT + number;
}

int control_do_context(struct control *c, int32_t asker, int context)
{
    struct control_contexts *all = &c->contexts;
    if (context == 0)
        return give(all, asker);
    const int number = context < FIRST_CONTEXT ? all->room : context - FIRST_CONTEXT;
    if (number >= all->room || all->owners[number] != asker)
        return PvmNotFound;
    all->owners[number] = 0;
    all->used--;
    return 0;
}

void control_contexts_task_ended(struct control *c, int32_t tid)
{
    struct control_contexts *all = &c->contexts;
    for (int i = 0; i < all->room && all->used > 0; i++)
        if (all->owners[i] == tid) {
            all->owners[i] = 0;
            all->used--;
        }
}
