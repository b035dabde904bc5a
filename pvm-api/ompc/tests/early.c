/* early.c - a task asks for a page before the first task is done with making the memory shared: on PVM 3.4.6 every
 * pvm_send serves requests, so it may. The first task's sends wait here until that has happened.
 */
#include <dlfcn.h>
#include <stdio.h>

#include <ompc_pages.h>

enum { OURS = 1, CHECKED = 902, SHARE = 904 }; /* tags: this program's, and the library's (src/runtime.hpp) */

static volatile char *shared;
static int lock;

/* The last thing that the other task hears before it begins is CHECKED, the one after SHARE. */
int pvm_send(int tid, int tag)
{
    static int sharing;
    int (*next)(int, int);
    *(void **)&next = dlsym(RTLD_NEXT, "pvm_send");
    int result = next(tid, tag);
    sharing = sharing || tag == SHARE;
    if (sharing && tag == CHECKED) {
        int context = pvm_setcontext(0), buffer = pvm_setrbuf(0);
        sharing = 0;
        pvm_freebuf(pvm_recv(tid, OURS)); /* the pages are served in here */
        pvm_setrbuf(buffer);
        pvm_setcontext(context);
    }
    return result;
}

/* Each writes its own byte of a page that the other task has taken, and the first task one of a page that the other has
 * read. Its first lock is what starts the other.
 */
static void slave(void)
{
    if (ompc_pe() == 1) {
        shared[4097] = (char)(1 + shared[8192]);
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_parent(), OURS);
    } else {
        ompc_lock(lock);
        shared[4096] = 2;
        shared[8192] = 4;
        ompc_unlock(lock);
    }
    ompc_barrier(2);
    if (ompc_pe() == 1)
        shared[0] = (char)(shared[4096] + shared[4097] + shared[8192]);
}

int main(int argc, char **argv)
{
    ompc_init(argc, argv, 1 << 20);
    shared = ompc_malloc(20000);
    lock = ompc_new_lock();
    ompc_create(slave);
    slave();
    ompc_wait_for_end();
    printf("%d and %d at the first task, %d at the other\n", shared[4096], shared[4097], shared[0]);
    return 0;
}
