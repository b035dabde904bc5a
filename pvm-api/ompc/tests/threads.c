/* threads.c NAME: programs of threads as courses have them, unchanged. cc.sh compares what they say under ompc-cc with
 * what they say as threads. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <threads.h>
#include <unistd.h>

#define N 4
typedef void *body(void *);
#define ME ((int)(long)argument)
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER, other = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t meet;

static long team(int n, body *f) /* runs f(0) to f(n - 1); the sum of what they return */
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

static double sums[N];
static void *pi_part(void *argument)
{
    for (int i = ME; i < 100000; i += N)
        sums[ME] += 4.0 / (1 + (i + .5) / 100000 * ((i + .5) / 100000)) / 100000;
    return NULL;
}
static void pi(void)
{
    team(N, pi_part);
    printf("pi %.9f\n", sums[0] + sums[1] + sums[2] + sums[3]);
}

static int ring[8], in, out, filled;
static void *produce(void *argument)
{
    for (int i = 0; i < 50; i++) {
        pthread_mutex_lock(&mutex);
        while (filled == 8)
            pthread_cond_wait(&other, &mutex);
        ring[in++ % 8] = ME * 100 + i, filled++;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}
static void *consume(void *argument)
{
    long sum = 0 * ME;
    for (int i = 0; i < 50; i++) {
        pthread_mutex_lock(&mutex);
        while (filled == 0)
            pthread_cond_wait(&changed, &mutex);
        sum += ring[out++ % 8], filled--;
        pthread_cond_signal(&other);
        pthread_mutex_unlock(&mutex);
    }
    return (void *)sum;
}
static void *either(void *argument)
{
    return ME % 2 ? consume(argument) : produce(argument);
}
static void producer_consumer(void)
{
    printf("producer_consumer %ld\n", team(N, either));
}

static sem_t empty, full;
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
static void semaphores(void)
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
static void readers_writers(void)
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
static void barrier(void)
{
    pthread_barrier_init(&meet, NULL, N);
    printf("barrier %ld\n", team(N, stepper));
}

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
static void sort(void)
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

static struct job {
    struct job *next;
    int n;
} * jobs;
static bool closed;
static atomic_long done;
static void *worker(void *argument)
{
    long mine = 0 * ME;
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (jobs == NULL && !closed)
            pthread_cond_wait(&changed, &mutex);
        struct job *j = jobs;
        jobs = j != NULL ? j->next : NULL;
        pthread_mutex_unlock(&mutex);
        if (j == NULL)
            return (void *)mine;
        done += j->n * j->n;
        mine++;
        free(j);
    }
}
static void pool(void)
{
    pthread_t t[N];
    long ran = 0;
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, worker, (void *)i);
    for (int i = 0; i < 30; i++) {
        struct job *j = malloc(sizeof *j);
        pthread_mutex_lock(&mutex);
        *j = (struct job){jobs, i};
        jobs = j;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&mutex);
    }
    pthread_mutex_lock(&mutex);
    closed = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < N; i++) {
        void *n;
        pthread_join(t[i], &n);
        ran += (long)n;
    }
    printf("pool %ld %ld\n", done, ran);
}

static double *grid[2];
static void *relax(void *argument)
{
    for (int step = 0; step < 20; step++) {
        double *from = grid[step % 2], *to = grid[1 - step % 2];
        for (int i = 1 + ME * 8; i < 9 + ME * 8; i++)
            for (int j = 1; j < 33; j++)
                to[i * 34 + j] =
                    (from[i * 34 + j - 1] + from[i * 34 + j + 1] + from[i * 34 - 34 + j] + from[i * 34 + 34 + j]) / 4;
        pthread_barrier_wait(&meet);
    }
    return NULL;
}
static void jacobi(void)
{
    double sum = 0;
    for (int k = 0; k < 2; k++) {
        grid[k] = calloc(34 * 34, sizeof **grid);
        for (int i = 0; i < 34; i++)
            grid[k][i] = 100;
    }
    pthread_barrier_init(&meet, NULL, N);
    team(N, relax);
    for (int i = 0; i < 34 * 34; i++)
        sum += grid[0][i];
    printf("jacobi %.9g\n", sum);
}

static atomic_int counter;
static volatile int ready, value;
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
static void spin_flag(void)
{
    printf("spin_flag %ld\n", team(2, spinner));
}

static void *set_ready(void *argument)
{
    ready = 1;
    return NULL;
}
static void main_spins(void) /* at the very end of its stack */
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
static void owing(void)
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
static void flag(void)
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
static void spin_lock(void)
{
    value = 0;
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    team(N, under_spin);
    printf("spin_lock %d\n", value);
}

static void *alternate(void *argument)
{
    for (int i = 0; i < 5; i++) {
        pthread_mutex_lock(&mutex);
        while (value % 2 != ME)
            pthread_cond_wait(&changed, &mutex);
        printf("%s %d\n", ME ? "pong" : "ping", value++);
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}
static void ping_pong(void)
{
    team(2, alternate);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static atomic_int made, destroyed;
static void destroy(void *p)
{
    destroyed += *(int *)p;
    free(p);
}
static void make_key(void)
{
    made++;
    pthread_key_create(&key, destroy);
}
static __thread int own = 5;
static void *with_key(void *argument)
{
    pthread_once(&once, make_key);
    int *p = malloc(sizeof *p);
    *p = ME + 1;
    pthread_setspecific(key, p);
    own += ME;
    return (void *)(long)(*(int *)pthread_getspecific(key) * 100 + own);
}
static void keys(void)
{
    long sum = team(N, with_key);
    sum += team(N, with_key); /* tasks that run a second thread */
    printf("keys %ld %d %d %d\n", sum, made, destroyed, own);
}

static void *lone(void *argument)
{
    pthread_detach(pthread_self());
    atomic_fetch_add(&counter, ME);
    pthread_mutex_lock(&mutex);
    done++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_exit(NULL);
}
static void detached(void)
{
    pthread_t t;
    for (long i = 0; i < N; i++)
        pthread_create(&t, NULL, lone, (void *)i);
    pthread_mutex_lock(&mutex);
    while (done < N)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    printf("detached %d\n", counter);
}

static void *from_input(void *argument)
{
    int n, m;
    pthread_mutex_lock(&mutex);
    long got = scanf("%d %d", &n, &m) == 2 ? n * m : 0 * ME;
    pthread_mutex_unlock(&mutex);
    return (void *)got;
}
static void input(void)
{
    int first;
    printf("input %d", scanf("%d\n", &first));
    printf(" %d", first);
    printf(" %ld\n", team(2, from_input));
}

static void *listing(void *argument)
{
    FILE *f = argument;
    int n = 0;
    char line[64];
    while (fgets(line, sizeof line, f) != NULL)
        n += (int)strlen(line);
    return (void *)(long)n;
}
static void files(void)
{
    char name[] = "/tmp/ompc.XXXXXX";
    static int wide[5000], back[5000];
    FILE *f = fdopen(mkstemp(name), "w");
    for (int i = 0; i < 5000; i++)
        wide[i] = i;
    printf("files %zu", fwrite(wide, sizeof *wide, 5000, f));
    fclose(f);
    f = fopen(name, "r");
    printf(" %zu %d", fread(back, sizeof *back, 5000, f), back[4999]);
    rewind(f);
    printf(" %ld\n", (long)listing(f));
    fclose(f);
    unlink(name);
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
static void recursive(void)
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
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 1000000 * (1 + ME);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&mutex);
    long code = pthread_cond_timedwait(&changed, &mutex, &until);
    pthread_mutex_unlock(&mutex);
    return (void *)(long)(code == ETIMEDOUT);
}
static void timed(void)
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
static void counting(void)
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
static void c11(void)
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

static void *change_environment(void *argument)
{
    long right = strcmp(getenv("OMPC_MAIN"), "main") == 0 && getenv("OMPC_GONE") == NULL;
    setenv("OMPC_MAIN", "thread", ME);
    setenv("OMPC_OTHER", "thread", 0);
    return (void *)right;
}
static void environment(void)
{
    setenv("OMPC_GONE", "1", 1);
    setenv("OMPC_MAIN", "main", 1);
    unsetenv("OMPC_GONE");
    printf("environment %ld", team(1, change_environment));
    printf(" %s %s\n", getenv("OMPC_MAIN"), getenv("OMPC_OTHER"));
}

static void *write_page(void *argument)
{
    pthread_rwlock_wrlock(&book);
    page_a++;
    pthread_rwlock_unlock(&book);
    return argument;
}
static void read_twice(void) /* while a writer waits */
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

static void *wait_for_full(void *argument)
{
    sem_wait(&full);
    return argument;
}
static void joins(void)
{
    pthread_t t;
    void *result = NULL;
    struct timespec until;
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, wait_for_full, &full);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    printf("joins %d %d", pthread_tryjoin_np(t, &result) == EBUSY,
           pthread_timedjoin_np(t, &result, &until) == ETIMEDOUT);
    sem_post(&full);
    until.tv_sec += 100;
    printf(" %d", pthread_timedjoin_np(t, &result, &until));
    printf(" %d", result == &full);
    pthread_create(&t, NULL, wait_for_full, NULL);
    pthread_detach(t);
    printf(" %d\n", pthread_join(t, NULL) == EINVAL);
}

static void *tree_sum(void *argument) /* arguments in the heap, results as pointers */
{
    long *in = argument, *out = malloc(sizeof *out);
    *out = in[0] + in[1];
    free(in);
    return out;
}
static void tree(void)
{
    long at[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    for (int n = 8; n > 1; n /= 2) {
        pthread_t t[4];
        for (int i = 0; i < n / 2; i++) {
            long *pair = malloc(2 * sizeof *pair);
            pair[0] = at[2 * i], pair[1] = at[2 * i + 1];
            pthread_create(&t[i], NULL, tree_sum, pair);
        }
        for (int i = 0; i < n / 2; i++) {
            void *r;
            pthread_join(t[i], &r);
            at[i] = *(long *)r;
            free(r);
        }
    }
    printf("tree %ld\n", at[0]);
}

static void *leaver(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (ME == 2) {
        printf("leaves\n");
        exit(3);
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}
static void say_bye(void)
{
    printf("bye %d\n", value);
}
static void leaving(void)
{
    value = 8;
    atexit(say_bye);
    team(N, leaver);
    pause();
}

static void *last_word(void *argument)
{
    if (ME == 1)
        sem_wait(&full);
    printf("last word %d\n", ME);
    sem_post(&full);
    return NULL;
}
static void main_exits(void)
{
    pthread_t t;
    sem_init(&full, 0, 0);
    for (long i = 0; i < 2; i++)
        pthread_create(&t, NULL, last_word, (void *)i);
    pthread_exit(NULL);
}

/* What cannot be had. */
static FILE *report;
static int report_number;
static void *misuse(void *argument)
{
    char deep[100000];
    deep[ME] = (char)ME;
    if (ME == 0)
        fprintf(report, "%d", ME);
    if (ME == 1)
        printf("%zd", write(report_number, deep, 1));
    if (ME == 2)
        pthread_cancel(pthread_self());
    return ME < 3 ? NULL : (char *)misuse(argument) + deep[0];
}
static void misused(const char *how)
{
    pthread_t t;
    report = fopen("/dev/null", "w");
    report_number = fileno(report);
    pthread_create(&t, NULL, misuse, (void *)(long)atoi(how));
    pthread_join(t, NULL);
}

static void with_value(int n)
{
    done += value * (n == SIGUSR1);
}
static void masks(void) /* of all signals: pages come nevertheless, and loops that wait end */
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

/* Paths and buffers lie on pages that are elsewhere; what belongs to a process is every thread's. */
static struct {
    char old[4000], pad[4096], new[4000];
    struct stat about;
    char pad2[4096];
    int ends[2];
    char text[5000];
} files_of;
static struct {
    struct msghdr head;
    char pad[4096];
    struct iovec part;
    char pad2[4096], text[8], pad3[4096];
    struct pollfd file;
    char pad4[4096];
    fd_set set;
    char pad5[4096];
    int bytes;
} message;
static char *anonymous;
static int came;
static void handler(int n)
{
    came += n;
}
static void *calls_of(void *path)
{
    int fd = open(path, O_CREAT | O_RDWR | O_TRUNC, 0666);
    if (fd < 0)
        return printf("open: %s\n", strerror(errno)), NULL;
    printf("written %zd\n", pwrite(fd, files_of.text, sizeof files_of.text, 0));
    memset(files_of.text + 10, 0, 4000);
    printf("read %zd", pread(fd, files_of.text, sizeof files_of.text, 0));
    printf(" %c\n", files_of.text[4000]);
    printf("stat %d", stat(path, &files_of.about));
    printf(" %d %o\n", (int)files_of.about.st_size, files_of.about.st_mode & 0777);
    printf("fstat %d, access %d\n", fstat(fd, &files_of.about), access(path, R_OK));
    printf("rename %d", rename(path, files_of.new));
    printf(", old %d, new %d\n", access(path, F_OK), access(files_of.new, F_OK));
    printf("pipe %d", pipe(files_of.ends));
    printf(" %d\n", (int)write(files_of.ends[1], path, 5));
    close(files_of.ends[0]), close(files_of.ends[1]), close(fd);
    printf("unlink %d\n", unlink(files_of.new));
    raise(SIGUSR1);
    anonymous[5000]++;
    return NULL;
}
static void *messages_of(void *argument)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0)
        return NULL;
    printf("sendto %zd", sendto(ends[0], message.text, 5, 0, NULL, 0));
    printf(" %d", ioctl(ends[1], FIONREAD, &message.bytes));
    FD_SET(ends[1], &message.set);
    message.file = (struct pollfd){ends[1], POLLIN, 0};
    message.head.msg_iov = &message.part, message.head.msg_iovlen = 1;
    message.part = (struct iovec){message.text, sizeof message.text};
    printf(" %d %d", message.bytes, select(ends[1] + 1, &message.set, NULL, NULL, NULL));
    printf(" %d", poll(&message.file, 1, -1));
    printf(" %zd\n", recvmsg(ends[1], &message.head, 0));
    FD_CLR(ends[1], &message.set);
    close(ends[0]), close(ends[1]);
    char *own = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    own[5] = 'y';
    own = mremap(own, 4096, 65536, MREMAP_MAYMOVE);
    printf("mremap %c, mprotect %d", own[5], mprotect(own, 65536, PROT_READ));
    printf(", madvise %d", madvise(own, 4096, MADV_DONTNEED));
    printf(" %d\n", own[5]);
    return argument;
}
static void system_calls(void)
{
    char folder[] = "/tmp/threads.XXXXXX", was[4096];
    pthread_t t[2];
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        exit(1);
    umask(027);
    signal(SIGUSR1, handler);
    anonymous = mmap(NULL, 9000, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    strcpy(files_of.old, "a file");
    strcpy(files_of.new, "another");
    memset(files_of.text, 'x', sizeof files_of.text);
    for (int i = 0; i < 2; i++) {
        pthread_create(&t[i], NULL, calls_of, files_of.old);
        pthread_join(t[i], NULL);
        pthread_create(&t[i], NULL, messages_of, NULL);
        pthread_join(t[i], NULL);
    }
    printf("handled %d, memory %d, folder %d\n", came / SIGUSR1, anonymous[5000],
           strcmp(getcwd(was, sizeof was), folder) == 0);
    munmap(anonymous, 9000);
    FILE *f = fopen("a file", "w");
    fputs("from a file\n", f);
    fclose(f);
    printf("freopen %d", freopen("a file", "r", stdin) == stdin);
    printf(" %s", fgets(was, sizeof was, stdin));
    unlink("a file");
    rmdir(folder);
}

/* All that is asked for, into pages that another thread has just written. */
static _Alignas(4096) char far[36 * 4096];
static void *write_far(void *argument)
{
    memset(far, 'f', sizeof far);
    return argument;
}
static void away(void)
{
    pthread_t t;
    pthread_create(&t, NULL, write_far, NULL);
    pthread_join(t, NULL);
}
static void lengths(void)
{
    char name[] = "/tmp/ompc.XXXXXX";
    int fd = mkstemp(name), ends[2];
    ftruncate(fd, 140000);
    away();
    printf("lengths %zd", read(fd, far, 140000));
    FILE *f = fopen(name, "a");
    printf(" %ld", ftell(f));
    fclose(f);
    f = fdopen(fd, "r+");
    away();
    printf(" %zu", fwrite(far, 1, 100000, f));
    rewind(f);
    away();
    printf(" %zu", fread(far, 1, 100000, f));
    fclose(f);
    unlink(name);
    if (pipe(ends) != 0 || write(ends[1], far, 10) != 10)
        return;
    struct iovec parts[] = {{far + 4000, 10}, {far, 10}};
    printf(" %zd\n", readv(ends[0], parts, 2));
    socklen_t bytes = sizeof(struct ucred);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return;
    away();
    printf("getsockopt %d", getsockopt(ends[0], SOL_SOCKET, SO_PEERCRED, far + 4096 - 9, &bytes));
    struct timespec never = {0x7fffffffffffffff, 0};
    pthread_t t;
    sem_init(&full, 0, 0);
    pthread_create(&t, NULL, wait_for_full, NULL);
    sem_post(&full);
    printf(", until %d\n", pthread_timedjoin_np(t, NULL, &never));
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
static void greedy(void)
{
    team(2, take_again);
    printf("greedy %d\n", had_mutex);
}

#define ROW(name)   \
    {               \
#name, name \
    }
static const struct {
    const char *name;
    void (*run)(void);
} all[] = {ROW(pi),           ROW(producer_consumer),
           ROW(semaphores),   ROW(readers_writers),
           ROW(barrier),      ROW(sort),
           ROW(pool),         ROW(jacobi),
           ROW(spin_flag),    ROW(spin_lock),
           ROW(main_spins),   ROW(owing),
           ROW(flag),         ROW(counting),
           ROW(ping_pong),    ROW(keys),
           ROW(detached),     ROW(input),
           ROW(files),        ROW(recursive),
           ROW(system_calls), ROW(masks),
           ROW(timed),        ROW(c11),
           ROW(environment),  ROW(read_twice),
           ROW(joins),        ROW(tree),
           ROW(leaving),      ROW(main_exits),
           ROW(greedy),       ROW(lengths)};

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
