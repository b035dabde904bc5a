/* strings.c - words counted by hand and by the library. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int words(const char *s)
{
    int n = 0, in = 0;
    for (; *s; s++) {
        int letter = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z');
        if (letter && !in)
            n++;
        in = letter;
    }
    return n;
}

static void turn(char *s)
{
    char *e = s + strlen(s) - 1;
    while (s < e) {
        char t = *s;
        *s++ = *e;
        *e-- = t;
    }
}

int main(void)
{
    static char text[4096], copy[4096];
    int n = 0, same = 0, upper = 0;
    for (int i = 0; i < 90; i++)
        strcat(text, "The quick brown fox jumps over the lazy dog. ");
    for (int i = 0; i < 40; i++) {
        strcpy(copy, text);
        turn(copy);
        n += words(copy);
        same += strcmp(copy, text) == 0;
        for (char *c = copy; *c; c++)
            upper += isupper(*c) != 0;
    }
    printf("%d %d %d\n", n, same, upper);
    return 0;
}
