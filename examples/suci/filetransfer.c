/* filetransfer.c - Suci's file transfer (Figures 6 and 7 of its paper): one end writes a file and resends until all is
 * confirmed, the other reads until it has all. The receiver's clock starts before anything has come, so what the
 * sender needs to begin is in the figure.
 *     filetransfer FILE [WINDOW [LOSE_PPM]]         PVM: spawns the sender
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include <pvm3.h>
#include <suci.h>

static char buf[4096];

static void stop(const char *what, const char *name)
{
    fprintf(stderr, "filetransfer: %s%s\n", what, name);
    exit(1);
}

static long size_of(const char *name)
{
    FILE *f = fopen(name, "rb");
    long size = -1;
    if (f == NULL || fseek(f, 0, SEEK_END) != 0 || (size = ftell(f)) < 0)
        stop("cannot read ", name);
    fclose(f);
    return size;
}

static void send_file(struct suci *s, const char *name)
{
    long size = size_of(name);
    char *file = malloc((size_t)size + 1);
    FILE *f = fopen(name, "rb");
    if (file == NULL || f == NULL || fread(file, 1, (size_t)size, f) != (size_t)size)
        stop("cannot read ", name);
    fclose(f);
    if (suci_write(s, 0, file, size) != size || suci_flush(s, 0, -1) != 0)
        stop("the receiver is gone", "");
    free(file);
}

static void receive_file(struct suci *s, long full)
{
    struct timeval start, end;
    struct suci_counts counts;
    long size, received = 0;
    unsigned sum = 0;
    gettimeofday(&start, NULL);
    while (received < full && (size = suci_read(s, NULL, buf, sizeof buf, -1)) > 0) {
        for (long i = 0; i < size; i++)
            sum = sum * 31 + (unsigned char)buf[i];
        received += size;
    }
    gettimeofday(&end, NULL);
    suci_count(s, 0, &counts);
    double ms = 1e3 * (end.tv_sec - start.tv_sec) + 1e-3 * (end.tv_usec - start.tv_usec);
    if (received < full)
        stop("the sender is gone", "");
    printf("received %ld bytes, sum %08x, in %llu packets (%llu came twice) and %.3f ms: %.0f bytes/s\n", received, sum,
           (unsigned long long)counts.taken, (unsigned long long)counts.repeated, ms, 1e3 * received / ms);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 4) {
        fprintf(stderr, "usage: %s FILE [WINDOW, 1 to 64 [LOSE_PPM]]\n", argv[0]);
        return 2;
    }
    struct suci_options options = suci_options_default;
    options.flow = suci_fixed_32;
    if (argc > 2)
        options.flow.window = atoi(argv[2]);
    if (argc > 3)
        options.lose_ppm = atoi(argv[3]);
    struct suci *s = suci_open(NULL, &options);
    if (s == NULL)
        return 2;
    int other = pvm_parent(), receives = other == PvmNoParent;
    if (receives) {
        long full = size_of(argv[1]);
        if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, 1, &other) != 1)
            stop("the sender could not be started", "");
        if (suci_database_task(s, 0, other) != 0)
            return 2;
        receive_file(s, full);
    } else {
        if (suci_database_task(s, 0, other) != 0)
            return 2;
        send_file(s, argv[1]);
    }
    suci_close(s, receives ? 500000000 : 0); /* the last confirmation may be lost: answer once more */
    pvm_exit();
    return 0;
}
