/* descriptors.c - the numbers of open files as a task in process knows them, each the lowest that is free, beside what
 * they are in the simulator. 0 gives nothing, 1 and 2 are printed, unless the task has the terminal: then they are the
 * simulator's own. A file of the simulator that a task uses is the task's alone. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

enum { PRINTED_IN_A_TURN = 1 << 20 }; /* by streams that write into a pipe [bytes] */

/* ---- the table --------------------------------------------------------------------------------------------------- */

struct inprocess_descriptor *inprocess_descriptor_of(int number)
{
    struct inprocess_descriptors *d = &inprocess_current->descriptors;
    return number >= 0 && number < d->n && d->all[number].kind != DESCRIPTOR_FREE ? &d->all[number] : NULL;
}

static bool make_room(struct inprocess_descriptors *d, int n)
{
    if (n <= d->n)
        return true;
    int room = n < 8 ? 8 : n + n / 2;
    struct inprocess_descriptor *all = realloc(d->all, (size_t)room * sizeof *all);
    if (all == NULL)
        return false;
    memset(all + d->n, 0, (size_t)(room - d->n) * sizeof *all);
    d->all = all;
    d->n = room;
    return true;
}

static bool has_stream(int number)
{
    const struct inprocess_file *f = inprocess_current->files;
    while (f != NULL && (f->number != number || f->real < 0))
        f = f->next;
    return f != NULL;
}

/* A file that the task has nothing to do with any more, but that a stream of its still has: the file is let go, and for
 * libc the stream has a number that nobody has. */
static void make_unusable(struct inprocess_file *f)
{
    int nothing = open("/", O_PATH | O_CLOEXEC);
    if (nothing >= 0) {
        dup3(nothing, f->real, O_CLOEXEC);
        close(nothing);
    }
    f->file->_fileno = INT_MAX;
}

/* Streams have files of their own, which are always what their number is. */
static void tell_streams(int number, int real)
{
    for (struct inprocess_file *f = inprocess_current->files; f != NULL; f = f->next)
        if (f->number == number && f->real >= 0 && f->real != real) {
            if (real < 0) {
                make_unusable(f);
            } else {
                dup3(real, f->real, O_CLOEXEC);
                f->file->_fileno = f->real;
            }
        }
}

/* A stream that has become what the simulator prints gives that as children do. */
static void install(int number, struct inprocess_descriptor what)
{
    inprocess_current->descriptors.all[number] = what;
    int real = what.kind != DESCRIPTOR_MACHINE ? what.real : -1;
    if (what.kind == DESCRIPTOR_PRINT && has_stream(number)) {
        real = inprocess_children_pipe();
        (void)fcntl(real, F_SETPIPE_SZ, PRINTED_IN_A_TURN);
    }
    tell_streams(number, real);
}

/* The lowest number from `least` on that is free; -1: none, with errno. */
static int lowest(int least)
{
    struct inprocess_descriptors *d = &inprocess_current->descriptors;
    int number = least;
    while (number < d->n && d->all[number].kind != DESCRIPTOR_FREE)
        number++;
    if (number < d->most && make_room(d, number + 1))
        return number;
    errno = EMFILE;
    return -1;
}

int inprocess_descriptor_add(struct inprocess_descriptor what, int least)
{
    int number = what.kind == DESCRIPTOR_FILE && what.real < 0 ? -1 : lowest(least);
    if (number >= 0)
        install(number, what);
    else if (what.kind == DESCRIPTOR_FILE && what.real >= 0)
        close(what.real);
    return number;
}

int inprocess_descriptor_add_file(int real, bool closes)
{
    return inprocess_descriptor_add((struct inprocess_descriptor){DESCRIPTOR_FILE, real, closes}, 0);
}

/* What a stream has of its own is closed by its stream. */
static bool is_of_stream(int real)
{
    for (struct inprocess_file *f = inprocess_current->files; f != NULL; f = f->next)
        if (f->real == real)
            return true;
    return false;
}

static void free_number(int number)
{
    struct inprocess_descriptor was = *inprocess_descriptor_of(number);
    inprocess_descriptor_of(number)->kind = DESCRIPTOR_FREE;
    bool kept = was.kind == DESCRIPTOR_FILE && is_of_stream(was.real);
    tell_streams(number, -1);
    if (was.kind == DESCRIPTOR_FILE && !kept)
        close(was.real);
}

/* From now on the number is that file, of which it gets a copy if it is not that itself. */
void inprocess_descriptor_become(int number, int real, bool closes)
{
    struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    if (e != NULL && e->kind == DESCRIPTOR_FILE && e->real == real) {
        e->closes = closes;
        tell_streams(number, real);
        return;
    }
    const struct inprocess_descriptor copy = {DESCRIPTOR_FILE, fcntl(real, F_DUPFD_CLOEXEC, 3), closes};
    if (e != NULL)
        free_number(number);
    install(number, copy);
}

/* The stream of this number has closed the file itself, if that was the number's. Returns false if the number was
 * closed before. */
bool inprocess_descriptor_forget(int number, int real)
{
    struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    if (e == NULL)
        return false;
    if (e->kind == DESCRIPTOR_FILE && e->real == real) {
        e->kind = DESCRIPTOR_FREE;
        tell_streams(number, -1);
    } else {
        free_number(number);
    }
    return true;
}

/* ---- beginning and end ------------------------------------------------------------------------------------------- */

/* What a process would inherit beside its standard streams: the simulator's files that go through an exec. Its parent
 * has left them open. */
static const int *inherited(void)
{
    static int *numbers;
    if (numbers != NULL)
        return numbers;
    size_t n = 0;
    DIR *all = opendir("/proc/self/fd");
    numbers = calloc(1, sizeof *numbers);
    for (struct dirent *d; all != NULL && numbers != NULL && (d = readdir(all)) != NULL;) {
        int number = d->d_name[0] != '.' ? atoi(d->d_name) : 0;
        int *more = number > STDERR_FILENO && (fcntl(number, F_GETFD) & FD_CLOEXEC) == 0
                        ? realloc(numbers, (n + 2) * sizeof *more)
                        : NULL;
        if (more == NULL)
            continue;
        numbers = more;
        numbers[n++] = number;
        numbers[n] = 0;
    }
    if (all != NULL)
        closedir(all);
    return numbers;
}

static struct inprocess_descriptor standard(const struct inprocess_task *t, int number)
{
    static int nothing = -1;
    if (t->own_terminal) {
        int real = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        return (struct inprocess_descriptor){real >= 0 ? DESCRIPTOR_FILE : DESCRIPTOR_FREE, real, false};
    }
    if (number != STDIN_FILENO)
        return (struct inprocess_descriptor){DESCRIPTOR_PRINT, -1, false};
    if (nothing < 0)
        nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return (struct inprocess_descriptor){nothing >= 0 ? DESCRIPTOR_SHARED : DESCRIPTOR_FREE, nothing, false};
}

bool inprocess_descriptors_begin(struct inprocess_task *t, uint64_t most)
{
    struct inprocess_descriptors *d = &t->descriptors;
    const int *more = inherited();
    d->most = most < INT_MAX ? (int)most : INT_MAX;
    if (more == NULL || !make_room(d, STDERR_FILENO + 1))
        return false;
    for (int number = 0; number <= STDERR_FILENO; number++)
        d->all[number] = standard(t, number);
    for (; *more != 0; more++)
        if (make_room(d, *more + 1))
            d->all[*more] = (struct inprocess_descriptor){DESCRIPTOR_SHARED, *more, false};
    return true;
}

void inprocess_descriptors_end(struct inprocess_task *t)
{
    struct inprocess_descriptors *d = &t->descriptors;
    for (int number = 0; number < d->n; number++)
        if (d->all[number].kind == DESCRIPTOR_FILE)
            close(d->all[number].real);
    free(d->all);
    d->all = NULL;
    d->n = 0;
}

/* A process that joins its machine has a connection to it from then on. */
void inprocess_descriptors_join(void)
{
    (void)inprocess_descriptor_add((struct inprocess_descriptor){DESCRIPTOR_MACHINE, -1, true}, 3);
}

/* The simulator's file of that number, or -1 with errno. What is printed, and the machine, is a pipe or a socket to the
 * program: `why` is what is said of it. */
int inprocess_descriptor_real(int number, int why)
{
    struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    if (e != NULL && (e->kind == DESCRIPTOR_FILE || e->kind == DESCRIPTOR_SHARED))
        return e->real;
    errno = e == NULL ? EBADF : why;
    return -1;
}

/* ---- closing and copying ----------------------------------------------------------------------------------------- */

int task_close(int number)
{
    if (inprocess_descriptor_of(number) == NULL) {
        errno = EBADF;
        return -1;
    }
    free_number(number);
    return 0;
}

static int copy_to(const struct inprocess_descriptor *of, int number)
{
    struct inprocess_descriptor copy = *of;
    if (copy.kind == DESCRIPTOR_FILE)
        copy.real = fcntl(of->real, F_DUPFD_CLOEXEC, 3);
    if (number < 0 || (copy.kind == DESCRIPTOR_FILE && copy.real < 0))
        return inprocess_descriptor_add(copy, 0);
    if (!make_room(&inprocess_current->descriptors, number + 1))
        return -1;
    if (inprocess_descriptor_of(number) != NULL)
        free_number(number);
    install(number, copy);
    return number;
}

int task_dup(int number)
{
    struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    if (e != NULL)
        return copy_to(&(struct inprocess_descriptor){e->kind, e->real, false}, -1);
    errno = EBADF;
    return -1;
}

int task_dup2(int number, int as)
{
    struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    if (e == NULL || as < 0 || as >= inprocess_current->descriptors.most) {
        errno = EBADF;
        return -1;
    }
    return number != as ? copy_to(&(struct inprocess_descriptor){e->kind, e->real, false}, as) : as;
}

bool inprocess_descriptor_prints(int number)
{
    struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    return e != NULL && e->kind == DESCRIPTOR_PRINT;
}

/* Is this the first stream that appends to it? It is then no more. */
bool inprocess_descriptor_appends_first(int number)
{
    struct inprocess_descriptor *e = inprocess_descriptor_of(number);
    const uint64_t bit = e != NULL && e->real < 0 && e->real >= -64 ? UINT64_C(1) << (-1 - e->real) : 0;
    const bool first = (inprocess_current->descriptors.appends & bit) == 0;
    inprocess_current->descriptors.appends |= bit;
    return first;
}
