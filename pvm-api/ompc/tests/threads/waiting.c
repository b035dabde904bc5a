/* waiting.c - what threads wait for: mutexes, conditions, semaphores, barriers, read-write locks, input, signals. */
#include "threads.h"

static int made;
static int ring[8];
static sem_t empty;
static void *through_semaphores(void *argument)
{
    long sum = 0;
    for (int i = 0; i < 40; i++)
        if (ME == 0) {
            sem_wait(&empty);
            ring[i % 8] = i * i;
            sem_post(&full);
        } else {
            sem_wait(&full);
            sum += ring[i % 8];
            sem_post(&empty);
        }
    return (void *)sum;
}
void semaphores(void)
{
    sem_init(&empty, 0, 8);
    sem_init(&full, 0, 0);
    printf("semaphores %ld", team(2, through_semaphores));
    printf(" %d\n", sem_trywait(&full));
}

static pthread_rwlock_t book = PTHREAD_RWLOCK_INITIALIZER;
static int page_a, page_b;
static void *reader_or_writer(void *argument)
{
    long differ = 0;
    for (int i = 0; i < 20; i++)
        if (ME < 2) {
            pthread_rwlock_wrlock(&book);
            page_a++, page_b++;
            pthread_rwlock_unlock(&book);
        } else {
            pthread_rwlock_rdlock(&book);
            differ += page_a != page_b;
            pthread_rwlock_unlock(&book);
        }
    return (void *)differ;
}
void readers_writers(void)
{
    long differ = team(6, reader_or_writer);
    printf("readers_writers %ld %d\n", differ, page_a);
}

static int steps[N];
static void *stepper(void *argument)
{
    long wrong = 0, serial = 0;
    for (int i = 1; i <= 10; i++) {
        steps[ME] = i;
        serial += pthread_barrier_wait(&meet) == PTHREAD_BARRIER_SERIAL_THREAD;
        for (int k = 0; k < N; k++)
            wrong += steps[k] != i;
        pthread_barrier_wait(&meet);
    }
    return (void *)(wrong * 1000 + serial);
}
void barrier(void)
{
    pthread_barrier_init(&meet, NULL, N);
    printf("barrier %ld\n", team(N, stepper));
}

static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static long deep(int n)
{
    pthread_mutex_lock(&again);
    long r = n == 0 ? 0 : n + deep(n - 1);
    pthread_mutex_unlock(&again);
    return r;
}
static void *recurse(void *argument)
{
    return (void *)deep(ME + 3);
}
void recursive(void)
{
    pthread_mutex_t strict;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&strict, &kind);
    pthread_mutex_lock(&strict);
    printf("recursive %d %d", pthread_mutex_lock(&strict) == EDEADLK, pthread_mutex_trylock(&strict) == EBUSY);
    printf(" %ld\n", team(N, recurse));
}

static void *late(void *argument)
{
    struct timespec until;
    timespec_get(&until, TIME_UTC);
    const bool good = labs(until.tv_sec - time(NULL)) < 1000;
    until.tv_nsec += 1000000 * (1 + ME);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&mutex);
    long code = pthread_cond_timedwait(&changed, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    return (void *)(long)(good && code == ETIMEDOUT);
}
void timed(void)
{
    printf("timed %ld\n", team(N, late));
}

static void *count_up(void *argument)
{
    for (int i = 0; i < 2000; i++) {
        pthread_mutex_lock(&mutex);
        value += ME;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}
void counting(void)
{
    value = 0;
    team(N, count_up);
    printf("counting %d\n", value);
}

static mtx_t lock11;
static cnd_t turn11;
static once_flag flag11 = ONCE_FLAG_INIT;
static void count11(void)
{
    made++;
}
static int part11(void *argument)
{
    call_once(&flag11, count11);
    mtx_lock(&lock11);
    while (value != ME)
        cnd_wait(&turn11, &lock11);
    value++;
    cnd_broadcast(&turn11);
    mtx_unlock(&lock11);
    return ME * 10;
}
void c11(void)
{
    thrd_t t[N];
    int sum = 0;
    mtx_init(&lock11, mtx_plain);
    cnd_init(&turn11);
    for (long i = 0; i < N; i++)
        thrd_create(&t[i], part11, (void *)(N - 1 - i));
    for (int i = 0; i < N; i++) {
        int one;
        thrd_join(t[i], &one);
        sum += one;
    }
    printf("c11 %d %d %d\n", sum, value, made);
}

static void *gives_up(void *argument) /* a writer, for whom a reader waits */
{
    struct timespec until;
    timespec_get(&until, TIME_UTC), until.tv_sec++;
    usleep((unsigned)(ME * 100000));
    return (void *)(long)(ME == 0 ? pthread_rwlock_timedwrlock(&book, &until) : pthread_rwlock_rdlock(&book));
}
void preferring(void)
{
    pthread_rwlockattr_t kind;
    pthread_rwlockattr_init(&kind);
    pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&book, &kind), pthread_rwlock_rdlock(&book);
    printf("preferring %d\n", team(2, gives_up) == ETIMEDOUT);
}

static void *write_page(void *argument)
{
    pthread_rwlock_wrlock(&book);
    page_a++;
    pthread_rwlock_unlock(&book);
    return argument;
}
void read_twice(void) /* while a writer waits */
{
    pthread_t t;
    struct timeval span = {0, 50000};
    pthread_rwlock_rdlock(&book);
    pthread_create(&t, NULL, write_page, NULL);
    select(0, NULL, NULL, NULL, &span);
    pthread_rwlock_rdlock(&book);
    printf("read_twice %d", page_a);
    pthread_rwlock_unlock(&book);
    pthread_rwlock_unlock(&book);
    pthread_join(t, NULL);
    printf(" %d\n", page_a);
}

static bool had_mutex;
static void *take_again(void *argument) /* at once after it was given back; the other gets it nevertheless */
{
    for (bool over = false; !over;) {
        pthread_mutex_lock(&mutex);
        over = had_mutex = had_mutex || ME == 1;
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}
void greedy(void)
{
    team(2, take_again);
    printf("greedy %d\n", had_mutex);
}

static char fifo[] = "/tmp/fifo.XXXXXX";
static void *writes(void *argument) /* what is read there, after a look at a page of who reads */
{
    value++;
    FILE *f = fopen(fifo, "w");
    fprintf(f, "line %d\n", value);
    fclose(f);
    return argument;
}
static void *reads(void *argument)
{
    char text[20];
    return fgets(text, sizeof text, stdin) == NULL ? argument : (void *)atol(text + 5);
}
void waited_input(void) /* others get their pages meanwhile */
{
    pthread_t reader, writer;
    void *line;
    char text[20] = "";
    value = 6, close(mkstemp(fifo)), unlink(fifo);
    dup2(mkfifo(fifo, 0600) == 0 ? open(fifo, O_RDWR) : -1, 0);
    const int to = open(fifo, O_WRONLY);
    pthread_create(&reader, NULL, reads, NULL);
    pthread_create(&writer, NULL, writes, NULL);
    pthread_join(reader, &line), pthread_join(writer, NULL);
    pthread_create(&writer, NULL, writes, NULL);
    printf("waited_input %d %d", (int)read(0, text, 0), (int)read(to, text, 1));
    errno = 0;
    printf(" %ld %s", (long)line, fgets(text, sizeof text, stdin));
    printf("%d\n", errno);
    pthread_join(writer, NULL);
    unlink(fifo);
}
static pid_t waits;
static sigset_t later;
static void *sends(void *argument)
{
    sigemptyset(&later), sigaddset(&later, SIGUSR1);
    for (int i = 0; i < 100; i++)
        done += value;
    kill(waits, SIGUSR1);
    return argument;
}
static void hears(int n)
{
    done += n == SIGUSR1;
    if (n == SIGUSR2)
        kill(waits, SIGUSR1);
}
void waited_signals(void)
{
    pthread_t t[2];
    sigset_t set, other;
    int number = 0;
    char command[60];
    struct timespec limit = {0, 1000000};
    value = 2, waits = getpid();
    signal(SIGUSR1, hears);
    sigemptyset(&set), sigaddset(&set, SIGUSR1);
    sigemptyset(&other), sigaddset(&other, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t[0], NULL, sends, NULL);
    printf("waited_signals %d", sigtimedwait(&other, NULL, &limit) == -1 && errno == EAGAIN);
    printf(" %d", sigwait(&set, &number));
    printf(" %d %ld", number == SIGUSR1, done);
    pthread_create(&t[1], NULL, sends, NULL);
    printf(" %d", sigsuspend(&other) == -1 && errno == EINTR);
    printf(" %ld", done);
    pthread_join(t[0], NULL), pthread_join(t[1], NULL);
    snprintf(command, sizeof command, "(sleep 0.1; kill -USR2 %d) &", waits);
    signal(SIGUSR2, hears), system(command);
    printf(" %d\n", sigwait(&later, &number)); /* alone, and a handler interrupts */
}

static _Alignas(4096) int ends[1024];
static _Alignas(4096) volatile int ticks[1024];
static void rings(int n)
{
    errno = 0;
    if (ends[2] != 0)
        write(ends[1], "x", 1);
}
static sigjmp_buf before;
static void jumps(int n)
{
    siglongjmp(before, n);
}
static void *contends(void *argument) /* for a page, to the end */
{
    for (; ME == -7 || sem_trywait(&full) != 0; usleep(100))
        ticks[2]++;
    return argument;
}
static void *timed_out(void *argument) /* a read of this file, or sigtimedwait, sigwaitinfo, poll, select, nanosleep */
{
    char c;
    fd_set none_of = {0};
    sigset_t set;
    struct timespec limit = {LONG_MAX, 0};
    struct timeval left = {1000, 0};
    struct itimerval each = {{0, 20000}, {0, 20000}}, none = {{0, 0}, {0, 0}};
    sigemptyset(&set), sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    sigemptyset(&set), sigaddset(&set, SIGUSR1);
    if (sigsetjmp(before, 1) != 0)
        return setitimer(ITIMER_REAL, &none, NULL), NULL;
    setitimer(ITIMER_REAL, &each, NULL);
    errno = 0;
    const long got = ME >= 0    ? read(ME, &c, 1)
                     : ME == -7 ? (long)contends(argument)
                     : ME == -8 ? sem_wait(&empty)
                     : ME == -1 ? sigtimedwait(&set, NULL, &limit)
                     : ME == -2 ? sigwaitinfo(&set, NULL)
                     : ME == -3 ? poll(NULL, 0, -1)
                     : ME == -4 ? select(0, &none_of, NULL, NULL, NULL)
                     : ME == -6 ? select(0, NULL, NULL, NULL, &left)
                                : nanosleep(&limit, NULL);
    const int error = errno;
    setitimer(ITIMER_REAL, &none, NULL);
    return (void *)(long)(got == -1 ? error == EINTR && (ME == -6) == (left.tv_sec < 1000) : -got - error);
}
static void *fills(void *argument)
{
    return strcpy(argument, "filled");
}
void interrupted(void) /* by handlers, while another thread runs */
{
    pthread_t t, other;
    void *over;
    sigset_t set;
    struct sigaction action = {.sa_handler = rings};
    pipe(ends), dup2(ends[0], 0);
    sigaction(SIGALRM, &action, NULL);
    sigemptyset(&set), sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sem_init(&full, 0, 0);
    pthread_create(&other, NULL, contends, NULL);
    pthread_create(&t, NULL, timed_out, NULL);
    pthread_join(t, &over);
    printf("interrupted %ld %ld", (long)over, (long)timed_out((void *)0));
    printf(" %ld", (long)timed_out((void *)-8));
    for (long i = -6; i < 0; i++)
        printf(" %ld", (long)timed_out((void *)i));
    ends[2] = 1, action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, NULL);
    printf(" %ld", (long)timed_out((void *)(long)ends[0]));
    for (long i = -6; i < 0; i++)
        printf(" %ld", (long)timed_out((void *)i));
    action.sa_handler = jumps; /* what is allocated later is shared */
    sigaction(SIGALRM, &action, NULL);
    for (long i = -7; i < 1; i++) {
        timed_out((void *)i);
        pthread_create(&t, NULL, fills, malloc(9)), pthread_join(t, &over);
        printf(" %s", (char *)over);
    }
    printf("\n");
    sem_post(&full);
    pthread_join(other, NULL);
}

static struct sockaddr_un place = {.sun_family = AF_UNIX};
static void *calls_there(void *argument) /* after a look at a page of who waits */
{
    const int s = socket(AF_UNIX, ME, 0);
    struct timeval before = {-1, 0};
    done += ++value;
    return (void *)(long)(select(0, NULL, NULL, NULL, &before) == -1 &&
                          connect(s, (struct sockaddr *)&place, sizeof place) == 0 && write(s, "x", 1) == 1);
}
void polled(void) /* who waits for a call serves others meanwhile, as often as it is too late */
{
    pthread_t t;
    void *well;
    char c;
    fd_set set;
    for (int i = 0; i < 6; i++) {
        const int kind = i == 1 ? SOCK_STREAM : SOCK_DGRAM, s = socket(AF_UNIX, kind, 0);
        struct pollfd file = {s, POLLIN, 0};
        struct timeval limit = {0, i < 2 ? 0 : 20000};
        snprintf(place.sun_path + 1, sizeof place.sun_path - 1, "ompc %d %d", getpid(), i);
        bind(s, (struct sockaddr *)&place, sizeof place);
        setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        if (i == 1)
            listen(s, 1);
        done = 0, value = i;
        pthread_create(&t, NULL, calls_there, (void *)(long)kind);
        for (int n = 0; n == 0;) {
            FD_ZERO(&set);
            FD_SET(s, &set);
            limit = (struct timeval){1, 0};
            n = i == 1   ? accept(s, NULL, NULL) > 0
                : i == 3 ? poll(&file, 1, 10)
                : i == 4 ? poll(&file, 1, 0)
                : i == 5 ? select(s + 1, &set, NULL, NULL, &limit)
                         : recv(s, &c, 1, 0) == 1 || errno != EAGAIN;
        }
        printf("polled %ld %d", (long)done, i == 5 ? FD_ISSET(s, &set) : file.revents);
        pthread_join(t, &well);
        printf(" %ld\n", (long)well);
        close(s);
    }
}

static void tick(int n)
{
    struct timespec now;
    ticks[0] += n != 0;
    clock_gettime(CLOCK_REALTIME, &now);
    usleep(1000);
}
static void *sets(void *argument)
{
    return setitimer(ITIMER_REAL, argument, NULL), argument;
}
static void *works(void *argument) /* where the handler counts */
{
    for (int i = 0; i < 20; i++, usleep(20000))
        ticks[1]++, ++*(volatile int *)argument;
    sem_post(&full);
    return argument;
}
void ticking(void) /* a handler's page is wanted while its task waits, and so is its stack's */
{
    int here = 0, wrong = 0;
    pthread_t t;
    struct timespec clock;
    struct itimerval each = {{0, 10000}, {0, 10000}}, none = {{0, 0}, {0, 0}};
    struct sigaction now = {.sa_handler = tick, .sa_flags = SA_RESTART | SA_NODEFER | SA_ONSTACK};
    sigaction(SIGALRM, &now, NULL);
    sem_init(&full, 0, 0);
    for (int i = 0; i < 2; i++) {
        pthread_create(&t, NULL, works, &here);
        setitimer(ITIMER_REAL, &each, NULL);
        while (i == 0 && sem_wait(&full) != 0)
            ;
        pthread_join(t, NULL);
        setitimer(ITIMER_REAL, &none, NULL);
        printf("ticking %d %d\n", ticks[1], ticks[0] > i);
        pthread_create(&t, NULL, sets, &each), pthread_join(t, NULL); /* its timer outlives it */
        for (int end = ticks[0] + 3; end > ticks[0]; wrong += clock.tv_sec / (1 << 30))
            clock_gettime(CLOCK_MONOTONIC, &clock);
        pthread_create(&t, NULL, sets, &none), pthread_join(t, NULL);
    }
    sigaction(SIGALRM, NULL, &now);
    printf("%d %d\n", wrong, now.sa_handler == tick && (now.sa_flags & SA_SIGINFO) == 0);
}
