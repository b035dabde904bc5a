/* held.c - a lock that the first task has taken before there were others is its own when they begin. The lock's home is
 * the other task, which could take it at once.
 */
#include <stdio.h>

#include <ompc_pages.h>

static volatile int *shared;
static int lock;

static void slave(void)
{
    ompc_lock(lock);
    shared[1] = shared[0]; /* 0 as long as the first task has the lock */
    ompc_unlock(lock);
}

int main(int argc, char **argv)
{
    int other;
    ompc_init(argc, argv, 1 << 20);
    shared = ompc_malloc(8192);
    other = ompc_new_lock(); /* its home is the first task */
    lock = ompc_new_lock();
    ompc_lock(lock);
    ompc_create(slave);
    ompc_lock(other); /* the other task begins */
    shared[0] = 1;
    ompc_unlock(other);
    ompc_unlock(lock);
    ompc_wait_for_end();
    printf("%d and %d\n", shared[0], shared[1]);
    return 0;
}
