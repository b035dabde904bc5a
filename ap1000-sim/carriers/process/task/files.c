/* files.c - the descriptors that libpvm3 keeps in a program which knows nothing of them (task.h). */
#include "carriers/slots/task/task.h"

#include <sys/stat.h>
#include <unistd.h>

struct carrier_file carrier_file_of(int fd)
{
    struct stat s;
    if (fd < 0 || fstat(fd, &s) != 0)
        return (struct carrier_file){.fd = -1};
    return (struct carrier_file){fd, s.st_dev, s.st_ino};
}

int carrier_file_number(const struct carrier_file *f)
{
    struct stat s;
    bool same = f->fd >= 0 && fstat(f->fd, &s) == 0 && s.st_dev == f->device && s.st_ino == f->inode;
    return same ? f->fd : -1;
}

void carrier_file_close(struct carrier_file *f)
{
    int fd = carrier_file_number(f);
    if (fd >= 0)
        close(fd);
    f->fd = -1;
}
