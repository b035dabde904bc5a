/* driver.c - `NAME RUNS FILE...`: calls LLVMFuzzerTestOneInput with changed copies of the files, RUNS times, the same
 * ones in each run of this program. The input that breaks it off is printed. Built without this file, by clang
 * -fsanitize=fuzzer, the same target is searched by what each input reaches. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define MOST_BYTES 65536

static unsigned long long state = 1;
static uint8_t input[2 * MOST_BYTES];
static size_t length;

static unsigned below(unsigned n)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(state >> 33) % n;
}

/* Reads the file, from its beginning. */
static void read_input(const char *path)
{
    FILE *f = fopen(path, "rb");
    length = f != NULL ? fread(input, 1, MOST_BYTES, f) : 0;
    if (f == NULL || fclose(f) != 0) {
        perror(path);
        exit(2);
    }
}

static void put_number(size_t at)
{
    static const int64_t edges[] = {0, 1, -1, 127, 128, 255, 65535, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 4096};
    int64_t v = edges[below(sizeof edges / sizeof edges[0])];
    uint32_t big = __builtin_bswap32((uint32_t)v);
    size_t width = (size_t)1 << below(4);
    if (at + width <= length)
        memcpy(input + at, width == 4 && below(2) ? (void *)&big : (void *)&v, width);
}

static void change(void)
{
    size_t at = length > 0 ? below((unsigned)length) : 0, n = 1 + below(16);
    switch (below(6)) {
    case 0: /* a bit */
        input[at] ^= (uint8_t)(1u << below(8));
        break;
    case 1: /* a byte */
        input[at] = (uint8_t)below(256);
        break;
    case 2: /* the edge of a type */
        put_number(at);
        break;
    case 3: /* some bytes out */
        n = n < length - at ? n : length - at;
        memmove(input + at, input + at + n, length - at - n);
        length -= n;
        break;
    case 4: /* some bytes twice */
        n = n < length - at ? n : length - at;
        if (length + n > MOST_BYTES)
            break;
        memmove(input + at + n, input + at, length - at);
        length += n;
        break;
    default: /* the end off */
        length = at;
    }
}

/* Only write: the heap may be what is broken. */
static void say_input(int number)
{
    static const char digits[] = "0123456789abcdef";
    char text[3] = "";
    (void)!write(STDERR_FILENO, "broken off by the input\n", 24);
    for (size_t i = 0; i < length; i++) {
        text[0] = digits[input[i] >> 4];
        text[1] = digits[input[i] & 15];
        (void)!write(STDERR_FILENO, text, 2);
    }
    (void)!write(STDERR_FILENO, "\n", 1);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

int main(int argc, char **argv)
{
    long runs = argc > 2 ? atol(argv[1]) : 0;
    for (int number = 1; number < 32; number++)
        if (number == SIGSEGV || number == SIGABRT || number == SIGBUS || number == SIGFPE || number == SIGILL)
            (void)signal(number, say_input);
    for (long i = 0; i < runs; i++) {
        read_input(argv[2 + i % (argc - 2)]);
        for (unsigned n = i < argc - 2 ? 0 : 1 + below(6); n > 0; n--)
            change();
        LLVMFuzzerTestOneInput(input, length);
    }
    printf("%ld inputs\n", runs);
    return runs > 0 ? 0 : 2;
}
