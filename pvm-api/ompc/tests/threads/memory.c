/* memory.c - memory that threads share: data, heap, stacks; and loops that wait for it to change. */
#include "threads.h"

static int numbers[1024], spare[1024];
struct span {
    int from, to;
};
static void *merge_sort(void *argument) /* a thread for each left half, down to 256; arguments on stacks */
{
    struct span s = *(struct span *)argument, left = {s.from, (s.from + s.to) / 2}, right = {left.to, s.to};
    pthread_t t;
    if (s.to - s.from < 2)
        return NULL;
    if (s.to - s.from > 256) {
        pthread_create(&t, NULL, merge_sort, &left);
        merge_sort(&right);
        pthread_join(t, NULL);
    } else {
        merge_sort(&left);
        merge_sort(&right);
    }
    for (int i = s.from, l = left.from, r = right.from; i < s.to; i++)
        spare[i] = r == right.to || (l < left.to && numbers[l] <= numbers[r]) ? numbers[l++] : numbers[r++];
    memcpy(numbers + s.from, spare + s.from, sizeof *numbers * (size_t)(s.to - s.from));
    return NULL;
}
void sort(void)
{
    struct span all = {0, 1024};
    srand(7);
    for (int i = 0; i < 1024; i++)
        numbers[i] = rand() % 10000;
    merge_sort(&all);
    for (int i = 0; i < 1024; i += 128)
        printf("%d ", numbers[i]);
    printf("sorted\n");
}

static volatile int ready;
static void *spinner(void *argument)
{
    if (ME == 1) {
        while (!ready)
            ;
        return (void *)(long)value;
    }
    value = 42;
    __sync_synchronize();
    ready = 1;
    return NULL;
}
void spin_flag(void)
{
    printf("spin_flag %ld\n", team(2, spinner));
}

static void *set_ready(void *argument)
{
    ready = 1;
    return NULL;
}
void main_spins(void) /* at the very end of its stack */
{
    pthread_t t;
    ready = 0;
    pthread_create(&t, NULL, set_ready, NULL);
    while (!ready)
        ;
    pthread_join(t, NULL);
    printf("main_spins\n");
}

/* 1 writes what 0, which computes, has read; 2 asks for it meanwhile; then 1 spins until 2 has been given it. */
static _Alignas(4096) volatile int wanted[1024], given[1024], read_last[3];
static void *owes(void *argument)
{
    const int was = given[0];
    pthread_barrier_wait(&meet);
    usleep((unsigned)(ME * 20000));
    if (ME != 1)
        read_last[ME] = wanted[0];
    for (volatile int k = 0; ME == 0 && k < 300000000; k++)
        ;
    if (ME == 1)
        wanted[0] = 1;
    if (ME == 2)
        given[0] = 1;
    while (!given[0])
        if (ME == 0)
            usleep(1000);
    return (void *)(long)was;
}
void owing(void)
{
    pthread_barrier_init(&meet, NULL, 3);
    printf("owing %ld\n", team(3, owes));
}

static atomic_flag taken = ATOMIC_FLAG_INIT;
static void *under_flag(void *argument)
{
    for (int i = 0; i < 3; i++) {
        while (atomic_flag_test_and_set(&taken))
            ;
        value += ME + 1;
        atomic_flag_clear(&taken);
    }
    return NULL;
}
void flag(void)
{
    value = 0;
    team(N, under_flag);
    printf("flag %d\n", value);
}

static pthread_spinlock_t spin;
static void *under_spin(void *argument)
{
    for (int i = 0; i < 20; i++) {
        pthread_spin_lock(&spin);
        value += ME;
        pthread_spin_unlock(&spin);
    }
    return NULL;
}
void spin_lock(void)
{
    value = 0;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    team(N, under_spin);
    printf("spin_lock %d\n", value);
}

static char *_Atomic block;
static void *frees(void *argument)
{
    for (int i = 0; i < 80; i++) {
        while (block == NULL)
            usleep(1000);
        free(block);
        block = NULL;
    }
    return argument;
}
void handed_on(void) /* more than the heap has: one allocates, another frees */
{
    pthread_t t;
    pthread_create(&t, NULL, frees, NULL);
    for (int i = 0; i < 80; i++) {
        char *made = malloc(8 << 20);
        made[0] = 1;
        block = made;
        while (block != NULL)
            usleep(1000);
    }
    pthread_join(t, NULL);
    printf("handed_on %d\n", realloc(malloc(1), 0) == NULL);
}

void chances(void)
{
    char one[64], two[128];
    unsigned short seed[] = {1, 2, 3, 4, 5, 6, 7};
    printf("chances %ld", random());
    initstate(5, one, sizeof one);
    printf(" %ld %d", random(), initstate(6, two, sizeof two) == one);
    srandom(7); /* goes on in the same memory */
    printf(" %ld %d", random(), setstate(one) == two);
    printf(" %ld %d", random(), setstate(two) == one);
    printf(" %g", drand48());
    srand48(0x123456789), seed48(seed);
    printf(" %d %ld", seed48(seed + 1)[2], lrand48());
    lcong48(seed);
    printf(" %ld\n", mrand48());
}

static void with_value(int n)
{
    done += value * (n == SIGUSR1 || n == SIGVTALRM);
}
void alarms(void) /* of the program's own, while it waits in a loop */
{
    pthread_t t;
    value = 3;
    signal(SIGVTALRM, with_value);
    raise(SIGVTALRM);
    pthread_create(&t, NULL, set_ready, NULL);
    while (!ready)
        ;
    pthread_join(t, NULL);
    printf("alarms %ld\n", done);
}
void masks(void) /* of all signals: pages come nevertheless, and loops that wait end */
{
    pthread_t t;
    sigset_t set;
    struct sigaction action = {.sa_handler = with_value};
    sigfillset(&set), sigfillset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, spinner, NULL);
    while (!ready)
        ;
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    pthread_join(t, NULL);
    raise(SIGUSR1);
    printf("masks %ld\n", done);
}
