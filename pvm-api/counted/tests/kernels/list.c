/* list.c - a list is built, turned around and walked. */
#include <stdio.h>
#include <stdlib.h>

struct item {
    struct item *next;
    int value;
};

int main(void)
{
    struct item *first = NULL;
    long sum = 0;
    for (int i = 0; i < 2000; i++) {
        struct item *n = malloc(sizeof *n);
        n->value = i * 7 % 1001;
        n->next = first;
        first = n;
    }
    for (int r = 0; r < 20; r++) {
        struct item *turned = NULL;
        for (struct item *i = first, *next; i; i = next) {
            next = i->next;
            i->next = turned;
            turned = i;
            sum += i->value;
        }
        first = turned;
    }
    while (first) {
        struct item *next = first->next;
        free(first);
        first = next;
    }
    printf("%ld\n", sum);
    return 0;
}
