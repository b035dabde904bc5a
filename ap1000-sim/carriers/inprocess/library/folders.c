/* folders.c - folders that a task in process reads: each takes a number of an open file, as in a process. */
#include <dirent.h>
#include <errno.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

struct __dirstream *task_opendir(const char *path)
{
    struct inprocess_folder *f = malloc(sizeof *f);
    DIR *of = f != NULL ? opendir(path) : NULL;
    int number = of != NULL
                     ? inprocess_descriptor_add((struct inprocess_descriptor){DESCRIPTOR_SHARED, dirfd(of), true}, 0)
                     : -1;
    if (number < 0) {
        int why = errno;
        if (of != NULL)
            closedir(of);
        free(f);
        errno = why;
        return NULL;
    }
    *f = (struct inprocess_folder){of, number, inprocess_current->folders};
    inprocess_current->folders = f;
    return of;
}

static struct inprocess_folder **find(const struct __dirstream *folder)
{
    struct inprocess_folder **f = &inprocess_current->folders;
    while (*f != NULL && (*f)->of != folder)
        f = &(*f)->next;
    return f;
}

int task_closedir(struct __dirstream *folder)
{
    struct inprocess_folder **at = find(folder), *f = *at;
    if (f == NULL) {
        errno = EINVAL;
        return -1;
    }
    *at = f->next;
    const int closed = task_close(f->number), why = errno; /* whatever file the number is now, as in a process */
    free(f);
    (void)closedir(folder);
    errno = why;
    return closed;
}

int task_dirfd(struct __dirstream *folder)
{
    const struct inprocess_folder *f = *find(folder);
    return f != NULL ? f->number : -1;
}

void inprocess_folders_end(struct inprocess_task *t)
{
    for (struct inprocess_folder *f; (f = t->folders) != NULL;) {
        t->folders = f->next;
        closedir(f->of);
        free(f);
    }
}
