/* debugged.c - what debuggers.sh looks into: two children compute by work() and answer. DEBUGGED_CHILD in the
 * environment is what is spawned in place of this program. DEBUGGED_PIPE: the first child tells this pipe its process
 * id, and computes until a debugger has set `found`. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <pvm3.h>

volatile int found;

__attribute__((noinline)) static int work(int number)
{
    return number * number;
}

static void wait_to_be_found(const char *pipe)
{
    FILE *f = fopen(pipe, "w");
    if (f == NULL)
        return;
    fprintf(f, "%d\n", (int)getpid());
    fclose(f);
    while (!found)
        continue;
}

static int child(void)
{
    const char *pipe = getenv("DEBUGGED_PIPE");
    int number;
    pvm_recv(pvm_parent(), 1);
    pvm_upkint(&number, 1, 1);
    if (number == 6 && pipe != NULL)
        wait_to_be_found(pipe);
    number = work(number);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&number, 1, 1);
    pvm_send(pvm_parent(), 2);
    return pvm_exit();
}

int main(int argc, char **argv)
{
    int tids[2], number, i;
    char *file = getenv("DEBUGGED_CHILD");
    (void)argc;
    if (pvm_parent() > 0)
        return child();
    if (pvm_spawn(file != NULL ? file : argv[0], NULL, PvmTaskDefault, NULL, 2, tids) < 2)
        return 1;
    for (i = 0; i < 2; i++) {
        number = 6 + i;
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&number, 1, 1);
        pvm_send(tids[i], 1);
    }
    for (i = 0; i < 2; i++) {
        pvm_recv(tids[i], 2);
        pvm_upkint(&number, 1, 1);
        printf("%d\n", number);
    }
    return pvm_exit();
}
