/* torture.c - control and types that a compiler's pass may trip over; the output is that of a plain compiler. */
#include <complex.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf back;
static volatile sig_atomic_t signals;

static void on_signal(int s)
{
    signals += s == SIGUSR1;
}

static void leave(int n)
{
    if (n == 0)
        longjmp(back, 7);
    leave(n - 1);
}

static int jumps(void)
{
    volatile int rounds = 0;
    static int words[4] = {1, 2, 3, 4}, sum;
    static double numbers[4], *to = numbers;
    int code = setjmp(back);
    rounds++;
    for (int i = 0; i < 4; i++, to[i - 1] = sum) /* what it reads stays the same, and is not what it writes */
        sum += words[2];
    if (code == 0)
        leave(5);
    return 10 * code + rounds + sum;
}

static int vla(int n)
{
    int a[n][n + 1], sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            a[i][j] = i * j;
    for (int i = 0; i < n; i++)
        sum += a[i][n - i];
    return sum + (int)sizeof a / (int)sizeof(int);
}

static int computed(const char *program)
{
    static void *const labels[] = {&&add, &&twice, &&less, &&end};
    int x = 1;
#define NEXT goto *labels[*program++ - '0']
    NEXT;
add:
    x++;
    NEXT;
twice:
    x *= 2;
    NEXT;
less:
    if (--x < 100)
        NEXT;
end:
    return x;
}

static int nested(int n)
{
    __label__ out;
    int depth = 0;
    int down(int k)
    {
        depth++;
        if (k == 0)
            goto out;
        return down(k - 1) + 1;
    }
    down(n);
out:
    return depth;
}

static int asm_goto(int n)
{
    __asm__ goto("testl %0, %0\n\tjz %l[zero]" : : "r"(n) : "cc" : zero);
    return 1;
zero:
    return 2;
}

static unsigned long long wide(unsigned n)
{
    unsigned __int128 f = 1;
    for (unsigned i = 1; i <= n; i++)
        f *= i;
    return (unsigned long long)(f >> 64) ^ (unsigned long long)f;
}

static double spin(int n)
{
    double _Complex z = 0, c = 0.3 + 0.5 * I;
    for (int i = 0; i < n; i++)
        z = z * z + c;
    return creal(z) * 1000;
}

static int choose(int n)
{
    switch (n) {
    case 0:
        return 3;
    case 1 ... 5:
        return 4;
    case 9:
        n++; /* fall through */
    case 10:
        return n;
    case 1000:
        return 5;
    case -7:
        return 6;
    case 77:
    case 78:
        return 7;
    default:
        return n & 3;
    }
}

static int sum_of(int n, ...)
{
    va_list ap;
    int sum = 0;
    va_start(ap, n);
    while (n--)
        sum += va_arg(ap, int);
    va_end(ap);
    return sum;
}

struct bits {
    unsigned a : 3, b : 7;
    signed c : 9;
    long double wide;
    char text[20];
};
static struct bits copied(struct bits b)
{
    b.a += 2;
    b.b = b.a * b.c;
    return b;
}

static __thread int of_thread;
static void *worker(void *p)
{
    for (int i = 0; i < 1000; i++)
        of_thread += i % (*(int *)p + 2);
    *(int *)p = of_thread;
    return NULL;
}

__attribute__((const)) static int square(int x)
{
    return x * x;
}
__attribute__((noinline, pure)) static int first(const char *s)
{
    return *s;
}
typedef float four __attribute__((vector_size(16)));

int main(void)
{
    signal(SIGUSR1, on_signal);
    for (int i = 0; i < 3; i++)
        raise(SIGUSR1);
    printf("%d %d %d %d\n", (int)signals, jumps(), vla(7), computed("010121010123"));
    printf("%d %d %d %llx %.3f\n", nested(4), asm_goto(0), asm_goto(5), wide(30), spin(12));
    for (int i = -8; i < 1010; i += i < 100 ? 1 : 100)
        printf("%d", choose(i));
    struct bits b = {.a = 5, .b = 100, .c = -3, .wide = 1.5L, .text = "text"};
    b = copied(b);
    printf("\n%d %u %u %d %s\n", sum_of(4, 1, 2, 3, 4), b.a, b.b, b.c, b.text);
    int numbers[4] = {0, 1, 2, 3};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, worker, &numbers[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
    fflush(stdout);
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(1 + square(3));
    waitpid(child, &status, 0);
    four f = {1, 2, 3, 4};
    f = f * f + f;
    int *block = alloca(40), i = 0;
    do
        block[i] = i ^ first("a");
    while (++i < 10);
    printf("%d %g %d\n", WEXITSTATUS(status), (double)f[2], block[9]);
    return 0;
}
