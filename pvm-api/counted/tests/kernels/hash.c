/* hash.c - words in a table with open addresses. */
#include <stdio.h>
#include <string.h>
#define SIZE 1024
static char keys[SIZE][12];
static int counts[SIZE];

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 ^ (unsigned char)*s++;
    return h;
}

static void add(const char *key)
{
    unsigned at = hash(key) % SIZE;
    while (counts[at] && strcmp(keys[at], key) != 0)
        at = (at + 1) & (SIZE - 1);
    if (!counts[at]++)
        strcpy(keys[at], key);
}

int main(void)
{
    unsigned s = 7;
    int used = 0;
    for (int i = 0; i < 5000; i++) {
        char key[12];
        s = s * 1103515245u + 12345u;
        key[0] = 'a' + (s >> 16) % 8;
        key[1] = 'a' + (s >> 20) % 8;
        key[2] = 'a' + (s >> 24) % 8;
        key[3] = 0;
        add(key);
    }
    for (int i = 0; i < SIZE; i++)
        used += counts[i] != 0;
    printf("%d\n", used);
    return 0;
}
