/* nested.c - a function of a function (GNU C), whose address is code on the stack: the stack can be executed, in
 * process as in a process. clang has no such functions: there it is an ordinary one. */
#include <stdio.h>

#include "pvm3.h"

static int twice(int (*f)(int), int x)
{
    return f(f(x));
}

#ifdef __clang__
#define LOCAL
static int step;
static int more(int x)
{
    return x + step;
}
#else
#define LOCAL int
#endif

int main(void)
{
    LOCAL step = pvm_mytid() > 0 ? 20 : 0;
#ifndef __clang__
    int more(int x)
    {
        return x + step;
    }
#endif
    printf("%d\n", twice(more, 2));
    pvm_exit();
    return 0;
}
