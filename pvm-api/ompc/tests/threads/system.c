/* system.c - calls of the system that are given memory of other threads, and what belongs to a process. */
#include "threads.h"

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
void system_calls(void)
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
void lengths(void)
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
    printf("\n");
}

void parts(void) /* of a datagram, which is one */
{
    char got[9] = "";
    int ends[2];
    struct iovec in[] = {{"one ", 4}, {"two", 3}}, out[] = {{got, 2}, {got + 2, 6}};
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0)
        return;
    away();
    printf("parts %zd", writev(ends[0], in, 2));
    printf(" %zd", readv(ends[1], out, 2));
    printf(" %s\n", got);
    fclose(stdout);
}

/* More than the heap has, one after the other. */
void given_back(void)
{
    const size_t most = 1 << 20;
    for (size_t i = 0; i < 1200; i++) {
        char *m = mmap(NULL, most, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (m == MAP_FAILED || mmap(NULL, i % 2 * most, PROT_READ, MAP_PRIVATE, -1, 0) != MAP_FAILED)
            exit(1);
        m[i * 500] = 1;
        munmap(m + most / 2, most / 2); /* again with the whole */
        munmap(i % 2 == 0 ? m : mremap(m, most, most / 4, 0), most >> i % 2 * 2);
    }
    for (int i = 0; i < 700000; i++) {
        pthread_mutex_t m;
        pthread_cond_t c;
        pthread_mutex_init(&m, NULL), pthread_cond_init(&c, NULL);
        pthread_mutex_lock(&m);
        if (i == 0)
            printf("given_back %d", pthread_mutex_destroy(&m) == EBUSY);
        pthread_mutex_unlock(&m);
        pthread_cond_destroy(&c), pthread_mutex_destroy(&m);
    }
    sem_init(&full, 0, 3);
    for (int i = 0; i < 700000; i++)
        sem_destroy(&full), sem_init(&full, 0, 3);
    printf(" %d\n", sem_trywait(&full));
}
