/* life.c - the life of threads: what they have of their own, how they end, how a program does. */
#include "threads.h"

static atomic_int counter;
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
void keys(void)
{
    long sum = team(N, with_key);
    sum += team(N, with_key); /* tasks that run a second thread */
    printf("keys %ld %d %d %d", sum, made, destroyed, own);
    pthread_key_t k = 0;
    for (int i = 0; i < 3000; i++) /* more than there can be */
        sum += pthread_key_create(&k, destroy) + (pthread_getspecific(k) != NULL) + pthread_setspecific(k, &own) +
               (pthread_getspecific(k) != &own) + pthread_key_delete(k);
    printf(" %ld %d\n", sum, pthread_key_delete(k));
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
void detached(void)
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

static FILE *in;
static void *from_input(void *argument)
{
    int n, m;
    pthread_mutex_lock(&mutex);
    long got = fscanf(in, "%d %d", &n, &m) == 2 ? n * m : 0 * ME;
    pthread_mutex_unlock(&mutex);
    return (void *)got;
}
void input(void)
{
    int first;
    in = stdin;
    printf("input %d", scanf("%d\n", &first));
    printf(" %d", first);
    flockfile(stdout); /* who prints nothing goes on */
    printf(" %ld\n", team(2, from_input));
    funlockfile(stdout);
}

static void *change_environment(void *argument)
{
    long right = strcmp(getenv("OMPC_MAIN"), "main") == 0 && getenv("OMPC_GONE") == NULL;
    setenv("OMPC_MAIN", "thread", ME);
    setenv("OMPC_OTHER", "thread", 0);
    return (void *)right;
}
void environment(void)
{
    setenv("OMPC_GONE", "1", 1);
    setenv("OMPC_MAIN", "main", 1);
    unsetenv("OMPC_GONE");
    printf("environment %ld", team(1, change_environment));
    printf(" %s %s\n", getenv("OMPC_MAIN"), getenv("OMPC_OTHER"));
}

static void *wait_for_full(void *argument)
{
    sem_wait(&full);
    return argument;
}
void joins(void)
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
    until.tv_sec = 0x7fffffffffffffff;
    printf(" %d", pthread_timedjoin_np(t, &result, &until));
    printf(" %d", result == &full);
    pthread_create(&t, NULL, wait_for_full, NULL);
    pthread_detach(t);
    printf(" %d\n", pthread_join(t, NULL) == EINVAL);
}

static void *leaver(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (ME == 2) {
        printf("leaves\n");
        signal(SIGALRM, exit), ualarm(20000, 0), sem_wait(&full);
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}
static void say_bye(void)
{
    printf("bye %d\n", value);
}
void leaving(void)
{
    value = 8;
    atexit(say_bye);
    team(N, leaver);
    pause();
}

static void ring(int n)
{
    done += n == SIGALRM;
}
static void *end_all(void *argument)
{
    usleep(1000);
    printf("pausing %d %d\n", value, done > ME);
    exit(value);
}
void pausing(void) /* it ends by a signal; others get pages meanwhile, and end the program */
{
    pthread_t t;
    struct itimerval each = {{0, 10000}, {0, 10000}}, none = {{0, 0}, {0, 0}};
    value = 3;
    signal(SIGALRM, ring);
    pthread_create(&t, NULL, wait_for_full, NULL);
    setitimer(ITIMER_REAL, &each, NULL);
    printf("pause %d", pause());
    setitimer(ITIMER_REAL, &none, NULL);
    printf(" %d\n", errno == EINTR);
    pthread_create(&t, NULL, end_all, NULL);
    pause();
}

static pthread_t first;
static void *last_word(void *argument)
{
    void *result = NULL;
    if (ME == 1)
        sem_wait(&full), pthread_join(first, &result);
    printf("last word %d %d\n", ME, result == &full);
    sem_post(&full);
    return NULL;
}
void main_exits(void)
{
    pthread_t t;
    sem_init(&full, 0, 0);
    first = pthread_self();
    for (long i = 0; i < 2; i++)
        pthread_create(&t, NULL, last_word, (void *)i);
    pthread_exit(&full);
}

static pthread_t ids[2];
static void *about(void *argument)
{
    char text[16] = "";
    int policy = 7;
    struct sched_param how = {7};
    clockid_t clock;
    struct timespec now;
    read(0, text, 1);
    dprintf(1, "about %s %d", text, pthread_equal(ids[ME], pthread_self()) != 0);
    dprintf(1, " %d", pthread_getschedparam(pthread_self(), &policy, &how));
    dprintf(1, " %d %d", policy, how.sched_priority);
    dprintf(1, " %d", pthread_getcpuclockid(pthread_self(), &clock));
    dprintf(1, " %d", clock_gettime(clock, &now));
    dprintf(1, " %d", pthread_getname_np(pthread_self(), text, sizeof text));
    dprintf(1, " %d", strcmp(text, program_invocation_short_name));
    dprintf(1, " %d", pthread_setname_np(pthread_self(), "fifteen letters"));
    dprintf(1, " %d", pthread_setname_np(pthread_self(), "sixteen letters."));
    dprintf(1, " %d", pthread_getname_np(pthread_self(), text, sizeof text - 1));
    dprintf(1, " %d", pthread_getname_np(pthread_self(), text, sizeof text));
    printf(" %s, %s\n", text, strerror(errno));
    return NULL;
}
static void *leave_at_once(void *argument)
{
    _exit(4 + ME);
}
void abouts(void) /* what a thread knows of itself; what does not go through a stream is out at once */
{
    for (int i = 0; i < 2; i++) {
        pthread_create(&ids[i], NULL, about, (void *)(long)i);
        pthread_join(ids[i], NULL);
        struct timespec now;
        dprintf(1, " main %d", clock_gettime(77, &now));
        dprintf(1, " %d\n", errno == EINVAL);
    }
    fflush(stdout);
    pthread_create(&ids[0], NULL, leave_at_once, (void *)1);
    pthread_join(ids[0], NULL);
}

static _Alignas(4096) volatile char asked[2000][4096];
static void *ask(void *argument)
{
    for (int i = 0; i < 2000; i++)
        asked[i][0] = 1;
    return argument;
}
void asking(void) /* main for pages, while it ends */
{
    pthread_t t;
    pthread_create(&t, NULL, ask, NULL);
    while (!asked[20][0])
        usleep(1000);
    printf("asking\n");
}

static _Alignas(4096) struct {
    int others;
    char text[BUFSIZ];
} printed;
static void *departs(void *argument)
{
    pthread_barrier_wait(&meet);
    printed.others++;
    return argument;
}
void parting(void) /* from threads that end as main does, and have the page with what it has said */
{
    pthread_t t;
    pthread_barrier_init(&meet, NULL, 16);
    setvbuf(stdout, printed.text, _IOFBF, sizeof printed.text);
    printf("parting\n");
    for (int i = 1; i < 16; i++)
        pthread_create(&t, NULL, departs, NULL);
    pthread_barrier_wait(&meet);
}

static void *leaves(void *argument)
{
    done = value = ME;
    return argument;
}
__attribute__((destructor)) static void after_main(void)
{
    if (value == 8 || value == 9)
        printf("afterwards %ld\n", done++);
}
void afterwards(void) /* a destructor that uses another's page */
{
    pthread_t t;
    pthread_create(&t, NULL, leaves, (void *)9), pthread_join(t, NULL);
}

/* What cannot be had. */
static FILE *report;
static int report_number;
static int *of_main;
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
    if (ME == 4)
        printf("%zd", pread(report_number, deep, 1, 0));
    if (ME == 5)
        *of_main = ME;
    if (ME == 6)
        pthread_mutex_lock(&mutex);
    return ME != 3 ? NULL : (char *)misuse(argument) + deep[0];
}
void misused(const char *how)
{
    pthread_t t;
    report = fopen("/dev/null", "w");
    report_number = fileno(report);
    of_main = &own;
    for (int i = 0; i <= (*how == 'm'); i++)
        pthread_mutex_lock(&mutex);
    pthread_create(&t, NULL, misuse, (void *)(long)atoi(how));
    pthread_join(t, NULL);
}
