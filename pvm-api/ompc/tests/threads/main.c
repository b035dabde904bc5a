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

#define ROW(name) {#name, name},
static const struct {
    const char *name;
    void (*run)(void);
} all[] = {ALL(ROW)};

int main(int argc, char **argv)
{
    if (argc > 2)
        misused(argv[2]);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (argc > 1 && strcmp(argv[1], all[i].name) == 0)
            return all[i].run(), 0;
        else if (argc == 1)
            printf("%s\n", all[i].name);
    return argc > 1;
}
