/* loads.c - a program that takes for ever to be loaded: the function that chooses one of its own does not return. */
#include "pvm3.h"

static int chosen(void)
{
    return pvm_mytid();
}

__attribute__((used)) static int (*chooses(void))(void) /* clang does not see it used */
{
    for (volatile int i = 0;; i++)
        if (i < 0)
            return chosen;
}

int choice(void) __attribute__((ifunc("chooses")));

int main(void)
{
    return choice() < 0;
}
