/* misuse.c - a task misuses its memory or its streams in one of many ways, beside one that does all as it should: the
 * first alone ends, and the other finds what it has as it was. `misuse 0`: the culprit is started first; 1: second. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pvm3.h"

enum { TAG_GO = 1, TAG_SURVIVED, TAG_WELL, TAG_ENDED, BYTES = 5000 };

/* A compiler does not see what it is. */
static void *unseen(const void *p)
{
    static void *volatile kept;
    kept = (void *)(uintptr_t)p;
    return kept;
}

static char pool[BYTES];
static char word[8] = "word";
static FILE *opened, *closed; /* the second one is closed already */
static char *block, *freed;
static volatile char *const nowhere = (char *)16;
static const char nine[] = "123456789";

/* MISUSE(NAME, STATEMENTS): of streams, of blocks, of places. */
#define STREAM(NAME, F)                         \
    MISUSE(fputs_##NAME, fputs("x", F))         \
    MISUSE(fputc_##NAME, fputc('x', F))         \
    MISUSE(fprintf_##NAME, fprintf(F, "%d", 1)) \
    MISUSE(fwrite_##NAME, fwrite("x", 1, 1, F)) \
    MISUSE(fread_##NAME, fread(word, 1, 1, F))  \
    MISUSE(fgets_##NAME, fgets(word, 8, F))     \
    MISUSE(fgetc_##NAME, fgetc(F))              \
    MISUSE(ungetc_##NAME, ungetc('x', F))       \
    MISUSE(fseek_##NAME, fseek(F, 0, SEEK_SET)) \
    MISUSE(ftell_##NAME, ftell(F))              \
    MISUSE(rewind_##NAME, rewind(F))            \
    MISUSE(feof_##NAME, feof(F))                \
    MISUSE(fileno_##NAME, fileno(F))            \
    MISUSE(fflush_##NAME, fflush(F))            \
    MISUSE(fclose_##NAME, fclose(F))
#define BLOCK(NAME, P)           \
    MISUSE(free_##NAME, free(P)) \
    MISUSE(realloc_##NAME, freed = realloc(P, 100))
/* What a compiler calls that looks after buffers: there are 8 bytes, and more are to be written. */
#define CHECKED(NAME, ...)                                               \
    MISUSE(checked_##NAME, ({                                            \
               extern int told_room_##NAME() __asm__("__" #NAME "_chk"); \
               told_room_##NAME(__VA_ARGS__);                            \
           }))
#define ALL_CHECKED                                  \
    CHECKED(memcpy, pool, nine, 9UL, 8UL)            \
    CHECKED(memmove, pool, nine, 9UL, 8UL)           \
    CHECKED(mempcpy, pool, nine, 9UL, 8UL)           \
    CHECKED(memset, pool, 0, 9UL, 8UL)               \
    CHECKED(strcpy, pool, nine, 9UL)                 \
    CHECKED(stpcpy, pool, nine, 9UL)                 \
    CHECKED(strncpy, pool, nine, 9UL, 8UL)           \
    CHECKED(stpncpy, pool, nine, 9UL, 8UL)           \
    CHECKED(strcat, pool, nine, 9UL)                 \
    CHECKED(strncat, pool, nine, 8UL, 8UL)           \
    CHECKED(sprintf, pool, 1, 9UL, "%s", nine)       \
    CHECKED(snprintf, pool, 9UL, 1, 8UL, "%s", nine) \
    CHECKED(getcwd, pool, 9UL, 8UL)                  \
    CHECKED(fread, pool, 8UL, 1UL, 9UL, opened)
#define MISUSES                                                                                         \
    ALL_CHECKED                                                                                         \
    STREAM(closed, unseen(closed))                                                                      \
    STREAM(zeroed, unseen(pool))                                                                        \
    STREAM(of_a_block, unseen(block))                                                                   \
    BLOCK(twice, unseen(freed))                                                                         \
    BLOCK(pool, unseen(pool + 32))                                                                      \
    BLOCK(middle, unseen(block + 32))                                                                   \
    BLOCK(odd, unseen(block + 1))                                                                       \
    BLOCK(stream, unseen(opened))                                                                       \
    BLOCK(function, (void *)(uintptr_t)&unseen)                                                         \
    BLOCK(word, unseen(word))                                                                           \
    MISUSE(behind, memset(unseen(block), 1, 1 << 28))                                                   \
    MISUSE(before, memset((char *)unseen(block) - (1 << 28), 1, 1 << 28))                               \
    MISUSE(nowhere, *nowhere = 1)                                                                       \
    MISUSE(text, *(volatile char *)unseen((void *)(uintptr_t)&unseen) = 1)                              \
    MISUSE(copies, strcpy(unseen(NULL), word))                                                          \
    MISUSE(length, fwrite(word, 1, (size_t)unseen((void *)(1UL << 46)), stdout))                        \
    MISUSE(lengths, *(fwrite(word, 1, (size_t)unseen((void *)-1UL), stdout) == 0 ? nowhere : word) = 1) \
    MISUSE(stack, memset(unseen(&p), 1, 1 << 28))

#define MISUSE(NAME, STATEMENT) \
    static void do_##NAME(void) \
    {                           \
        void *p = NULL;         \
        (void)unseen(p);        \
        (void)(STATEMENT);      \
    }
MISUSES
#undef MISUSE
#define MISUSE(NAME, STATEMENT) {#NAME, do_##NAME},
static const struct {
    const char *name;
    void (*does)(void);
} all[] = {MISUSES};
enum { COUNT = sizeof all / sizeof all[0] };

static void send(int tid, int tag)
{
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, tag);
}

/* A file and a block, written before and read after the other's misuse. */
static int neighbour(void)
{
    char line[20] = "";
    FILE *file = tmpfile();
    char *own = malloc(BYTES);
    if (own == NULL || file == NULL)
        return 1;
    fputs("its own line\n", file);
    memset(own, 7, BYTES);
    memset(pool, 8, BYTES);
    send(pvm_parent(), TAG_WELL);
    pvm_recv(pvm_parent(), TAG_GO);
    rewind(file);
    int well = fgets(line, sizeof line, file) != NULL && strcmp(line, "its own line\n") == 0 && fgetc(file) == EOF;
    for (int i = 0; i < BYTES; i++)
        well = well && own[i] == 7 && pool[i] == 8;
    free(own);
    fclose(file);
    if (well)
        send(pvm_parent(), TAG_WELL);
    return 0;
}

static int culprit(int which)
{
    opened = tmpfile();
    closed = tmpfile();
    block = malloc(BYTES);
    freed = malloc(100);
    fclose(closed);
    free(freed);
    pvm_recv(pvm_parent(), TAG_GO);
    all[which].does();
    send(pvm_parent(), TAG_SURVIVED);
    return 0;
}

int main(int argc, char **argv)
{
    const int layout = atoi(argv[1]);
    int survived = 0;
    if (pvm_parent() > 0)
        return argv[2][0] == 'n' ? neighbour() : culprit(atoi(argv[1]));
    for (int i = 0; i < COUNT; i++) {
        char number[16], c[] = "culprit", n[] = "neighbour", *args[] = {number, c, NULL}, *other[] = {number, n, NULL};
        int bad, well;
        snprintf(number, sizeof number, "%d", i);
        if (layout == 0)
            pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &bad);
        pvm_spawn(argv[0], other, PvmTaskDefault, NULL, 1, &well);
        if (layout != 0)
            pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &bad);
        pvm_recv(well, TAG_WELL);
        pvm_notify(PvmTaskExit, TAG_ENDED, 1, &bad);
        pvm_notify(PvmTaskExit, TAG_ENDED, 1, &well);
        send(bad, TAG_GO);
        pvm_recv(-1, TAG_ENDED);
        survived += pvm_nrecv(bad, TAG_SURVIVED) > 0;
        send(well, TAG_GO);
        pvm_recv(-1, TAG_ENDED);
        if (pvm_nrecv(well, TAG_WELL) <= 0)
            printf("%s: the neighbour is hurt\n", all[i].name);
    }
    printf("%d kinds, %d survived\n", COUNT, survived);
    return 0;
}
