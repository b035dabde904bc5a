/* main.c: NAME runs a program of threads as courses have them, unchanged; nothing, lists them. cc.sh compares what they
 * say under ompc-cc with what they say as threads. */
#include "threads.h"

long team(int n, body *f)
{
    pthread_t t[64];
    long sum = 0;
    for (long i = 0; i < n; i++)
        pthread_create(&t[i], NULL, f, (void *)i);
    for (int i = 0; i < n; i++) {
        void *result;
        pthread_join(t[i], &result);
        sum += (long)result;
    }
    return sum;
}

int main(int argc, char **argv)
{
    const struct row *const all[] = {waiting_rows, memory_rows, life_rows, system_rows};
    if (argc > 2)
        misused(argv[2]);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (const struct row *r = all[i]; r->name != NULL; r++)
            if (argc > 1 && strcmp(argv[1], r->name) == 0)
                return r->run(), 0;
            else if (argc == 1)
                printf("%s\n", r->name);
    return argc > 1;
}
