/* records.c - what libc gives in a place of its own, for each task by itself: people and groups, addresses, a
 * table; and limits that are the process's. */
#include <arpa/inet.h>
#include <grp.h>
#include <pwd.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

/* A person, or a group, that has been asked for by its number stays when another is asked for by its name. */
enum { BY_NUMBER, BY_NAME, WAYS };

struct inprocess_records {
    struct passwd person[WAYS];
    struct group group[WAYS];
    char person_text[WAYS][4096], group_text[WAYS][16384], address[INET_ADDRSTRLEN];
    struct hsearch_data table;
};

/* Most tasks want none of it. NULL: no memory. */
static struct inprocess_records *records(void)
{
    struct inprocess_task *t = inprocess_current;
    if (t->records == NULL)
        t->records = calloc(1, sizeof *t->records);
    return t->records;
}

void inprocess_records_end(struct inprocess_task *t)
{
    if (t->records != NULL)
        hdestroy_r(&t->records->table);
    free(t->records);
}

/* ---- people ------------------------------------------------------------------------------------------------------ */

/* libc's calls say in errno, too, why they fail. */

struct passwd *task_getpwuid(uid_t id)
{
    struct inprocess_records *r = records();
    struct passwd *found = NULL;
    if (r != NULL)
        (void)getpwuid_r(id, &r->person[BY_NUMBER], r->person_text[BY_NUMBER], sizeof r->person_text[BY_NUMBER],
                         &found);
    return found;
}

struct passwd *task_getpwnam(const char *name)
{
    struct inprocess_records *r = records();
    struct passwd *found = NULL;
    if (r != NULL)
        (void)getpwnam_r(name, &r->person[BY_NAME], r->person_text[BY_NAME], sizeof r->person_text[BY_NAME], &found);
    return found;
}

struct group *task_getgrgid(gid_t id)
{
    struct inprocess_records *r = records();
    struct group *found = NULL;
    if (r != NULL)
        (void)getgrgid_r(id, &r->group[BY_NUMBER], r->group_text[BY_NUMBER], sizeof r->group_text[BY_NUMBER], &found);
    return found;
}

struct group *task_getgrnam(const char *name)
{
    struct inprocess_records *r = records();
    struct group *found = NULL;
    if (r != NULL)
        (void)getgrnam_r(name, &r->group[BY_NAME], r->group_text[BY_NAME], sizeof r->group_text[BY_NAME], &found);
    return found;
}

/* ---- addresses --------------------------------------------------------------------------------------------------- */

char *task_inet_ntoa(struct in_addr address)
{
    struct inprocess_records *r = records();
    return r != NULL ? (char *)(uintptr_t)inet_ntop(AF_INET, &address, r->address, sizeof r->address) : NULL;
}

/* ---- a table ----------------------------------------------------------------------------------------------------- */

int task_hcreate(size_t n)
{
    struct inprocess_records *r = records();
    return r != NULL ? hcreate_r(n, &r->table) : 0;
}

ENTRY *task_hsearch(ENTRY what, ACTION how)
{
    struct inprocess_records *r = records();
    ENTRY *found = NULL;
    if (r != NULL)
        (void)hsearch_r(what, how, &found, &r->table);
    return found;
}

void task_hdestroy(void)
{
    struct inprocess_records *r = records();
    if (r != NULL)
        hdestroy_r(&r->table);
}

/* ---- limits ------------------------------------------------------------------------------------------------------ */

/* The simulator may have more files open than a process of its programs. */
int task_getrlimit(int what, struct rlimit *limit)
{
    int result = getrlimit((__rlimit_resource_t)what, limit);
    if (result == 0 && what == RLIMIT_NOFILE && (rlim_t)inprocess_current->descriptors.most < limit->rlim_cur)
        limit->rlim_cur = (rlim_t)inprocess_current->descriptors.most;
    return result;
}

int task_getdtablesize(void)
{
    return inprocess_current->descriptors.most;
}
