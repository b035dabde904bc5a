/* standing.c - where a stream of a task stands in its file, as libc would know it: libc keeps that for its own streams,
 * but not for those whose functions are ours. */
#include <errno.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

/* NULL: libc's own knows that itself. */
static struct inprocess_standing *standing_of(const FILE *stream)
{
    struct inprocess_file *f = inprocess_file_of(stream);
    return f != NULL ? &f->at : inprocess_standing_of_standard(stream);
}

/* ---- going ------------------------------------------------------------------------------------------------------- */

/* libc asks the system until it has gone somewhere, and counts from then on itself, whatever becomes of the file.
 * Asking alone (0 from here) is not going. */
int inprocess_seek(struct inprocess_standing *at, int number, off64_t *offset, int from)
{
    const bool asks = from == SEEK_CUR && *offset == 0 && !at->goes,
               counts = from == SEEK_CUR && at->known && number >= 0;
    if (asks && counts) {
        *offset = at->offset;
        return 0;
    }
    if (counts && at->offset + *offset < 0) {
        errno = EINVAL;
        return -1;
    }
    *offset = task_lseek(number, counts ? at->offset + *offset : *offset, counts ? SEEK_SET : from);
    if (*offset < 0)
        return -1;
    if (!asks)
        *at = (struct inprocess_standing){true, at->goes, at->appends, *offset};
    return 0;
}

/* Returns what the function of a stream returns: 0 after an error. */
ssize_t inprocess_written(struct inprocess_standing *at, ssize_t done)
{
    at->offset += done > 0 ? done : 0;
    at->known = at->known && !at->appends;
    return done > 0 ? done : 0;
}

/* At the end of a file libc asks again: another may read on. */
ssize_t inprocess_has_read(struct inprocess_standing *at, ssize_t done)
{
    at->offset += done > 0 ? done : 0;
    at->known = at->known && done > 0;
    return done;
}

int task_fseeko(FILE *stream, off_t offset, int from)
{
    struct inprocess_standing *at = standing_of(stream);
    if (at != NULL)
        at->goes = true;
    int result = fseeko(stream, offset, from);
    if (at != NULL)
        at->goes = false;
    return result;
}

int task_fseek(FILE *stream, long offset, int from)
{
    return task_fseeko(stream, offset, from);
}

/* ---- making stream and file agree -------------------------------------------------------------------------------- */

/* Where libc makes a stream and its file agree, it goes by where the file stands, and asks the system again from then
 * on. Returns what libc would know if that fails. */
static struct inprocess_standing forget_standing(const FILE *stream)
{
    struct inprocess_standing *at = standing_of(stream), before = {0};
    if (at != NULL) {
        before = *at;
        at->known = false;
    }
    return before;
}

static void end_agreeing(const FILE *stream, bool agrees, struct inprocess_standing before)
{
    struct inprocess_standing *at = standing_of(stream);
    if (at != NULL && agrees)
        at->known = false;
    else if (at != NULL)
        *at = before;
}

int inprocess_flush(FILE *stream)
{
    const struct inprocess_standing before = forget_standing(stream);
    struct inprocess_file *f = inprocess_file_of(stream);
    int result = fflush(stream);
    end_agreeing(stream, result == 0, before);
    if (f != NULL)
        inprocess_file_tell(f);
    return result;
}

/* Another buffer, or none, comes when the old one is empty. */
int task_setvbuf(FILE *stream, char *room, int mode, size_t bytes)
{
    const bool agrees = room != NULL || mode == _IONBF;
    const struct inprocess_standing before = agrees ? forget_standing(stream) : (struct inprocess_standing){0};
    int result = setvbuf(stream, room, mode, bytes);
    if (agrees)
        end_agreeing(stream, result == 0, before);
    return result;
}

/* libc's own would look into what a stream of wide characters has, where it may yet become one: ours have none. */
void task_setbuffer(FILE *stream, char *room, size_t bytes)
{
    const int flags = stream->_flags;
    if (task_setvbuf(stream, room, room != NULL ? _IOFBF : _IONBF, bytes) != 0)
        stream->_flags = flags;
}

void task_setbuf(FILE *stream, char *room)
{
    task_setbuffer(stream, room, BUFSIZ);
}
