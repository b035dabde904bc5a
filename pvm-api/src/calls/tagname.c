/* tagname.c - the names of system tags, which PVM's own resource manager (srm) prints. */
#include <stdio.h>

#include "calls_state.h"
#include "extra.h"
#include "public.h"
#include "life.h"

static const char *const task_tags[] = {
    "TM_CONNECT", "TM_CONN2",  "TM_EXIT",    "TM_ADDHOST", "TM_DELHOST", "TM_CONFIG", "TM_MSTAT",
    "TM_HALT",    "TM_TICKLE", "TM_SPAWN",   "TM_PSTAT",   "TM_SENDSIG", "TM_TASK",   "TM_MCA",
    "TM_NOTIFY",  "TM_DB",     "TM_SCHED",   "TM_TASKER",  "TM_HOSTER",  "TM_TRACER", "TM_HOSTSYNC",
    "TM_SETOPT",  "TM_GETOPT", "TM_CONTEXT", "TM_SHMCONN", NULL};
static const char *const daemon_tags[] = {"DM_ADD",      "DM_ADDACK",    "DM_EXEC",     "DM_EXECACK",     "DM_SENDSIG",
                                          "DM_HTUPD",    "DM_HTUPDACK",  "DM_HTCOMMIT", "DM_SLCONF",      "DM_STARTACK",
                                          "DM_TASK",     "DM_TASKACK",   "DM_DELHOST",  "DM_DELHOSTACK",  "DM_NULL",
                                          "DM_TASKOUT",  "DM_PSTAT",     "DM_PSTATACK", "DM_HALT",        "DM_MCA",
                                          "DM_NOTIFY",   "DM_NOTIFYACK", "DM_DB",       "DM_DBACK",       "DM_RESET",
                                          "DM_RESETACK", "DM_HTDEL",     "DM_HOSTSYNC", "DM_HOSTSYNCACK", NULL};
static const char *const direct_tags[] = {
    "TC_CONREQ",    "TC_CONACK",    "TC_TASKEXIT", "TC_NOOP",    "TC_OUTPUT",   "TC_SETTRACE", "TC_SETTMASK",
    "TC_SETTRCBUF", "TC_SETTRCOPT", "TC_SHMAT",    "TC_OUTPUTX", "TC_SIBLINGS", NULL};
static const char *const system_tags[] = {"SM_SPAWN",     "SM_EXEC",    "SM_EXECACK", "SM_TASK",   "SM_CONFIG",
                                          "SM_ADDHOST",   "SM_DELHOST", "SM_ADD",     "SM_ADDACK", "SM_NOTIFY",
                                          "SM_TASKX",     "SM_HOSTX",   "SM_HANDOFF", "SM_SCHED",  "SM_STHOST",
                                          "SM_STHOSTACK", "SM_STTASK",  NULL};

/* The upper half of a tag is the kind of system message, from 0x8001; the tags of each kind count from 1. */
static const char *name_of(int tag)
{
    static const char *const *const kinds[] = {task_tags, daemon_tags, direct_tags, system_tags};
    unsigned kind = ((unsigned)tag >> 16) - 0x8001u, number = (unsigned)tag & 0xffff;
    if (kind >= sizeof kinds / sizeof *kinds || number == 0)
        return NULL;
    for (unsigned i = 1; kinds[kind][i - 1] != NULL; i++)
        if (i == number)
            return kinds[kind][i - 1];
    return NULL;
}

/* *found (may be NULL) is set to whether it is a system tag. Other tags are written as numbers, valid until the task's
 * next call. */
PVM_PUBLIC char *pvmnametag(int tag, int *found)
{
    const char *name = name_of(tag);
    if (found != NULL)
        *found = name != NULL;
    if (name != NULL)
        return (char *)name;
    struct pvm_task *t = pvmi_task_state();
    if (t == NULL)
        return (char *)"";
    snprintf(t->calls->tag_name, sizeof t->calls->tag_name, "%d", tag);
    return t->calls->tag_name;
}
