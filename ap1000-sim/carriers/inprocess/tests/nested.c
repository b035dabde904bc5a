/* nested.c - a function of a function (GNU C), whose address is code on the stack: the stack can be executed, in
 * process as in a process. */
#include <stdio.h>

#include "pvm3.h"

static int twice(int (*f)(int), int x)
{
    return f(f(x));
}

int main(void)
{
    int step = pvm_mytid() > 0 ? 20 : 0;
    int more(int x)
    {
        return x + step;
    }
    printf("%d\n", twice(more, 2));
    pvm_exit();
    return 0;
}
