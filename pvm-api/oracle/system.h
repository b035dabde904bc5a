/* system.h - messages between the system and tasks that stand in for a part of it, item by item as lines. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include "oracle.h"

#define SM_FIRST ((int)0x80040001) /* numbers of pvmproto.h */
#define DAEMON ((int)0x80000000)

enum sm {
    SM_SPAWN, SM_EXEC, SM_EXECACK, SM_TASK, SM_CONFIG, SM_ADDHOST, SM_DELHOST, SM_ADD, SM_ADDACK, SM_NOTIFY, SM_TASKX,
    SM_HOSTX, SM_HANDOFF, SM_SCHED, SM_STHOST, SM_STHOSTACK, SM_STTASK, SM_COUNT
};

#define SM(name) (SM_FIRST + name)

__attribute__((unused)) static const char *tag_name(int tag)
{
    static const char *const names[SM_COUNT] = {
        "SM_SPAWN", "SM_EXEC", "SM_EXECACK", "SM_TASK", "SM_CONFIG", "SM_ADDHOST", "SM_DELHOST", "SM_ADD", "SM_ADDACK",
        "SM_NOTIFY", "SM_TASKX", "SM_HOSTX", "SM_HANDOFF", "SM_SCHED", "SM_STHOST", "SM_STHOSTACK", "SM_STTASK"};
    static char number[16];
    if (tag >= SM_FIRST && tag < SM_FIRST + SM_COUNT)
        return names[tag - SM_FIRST];
    snprintf(number, sizeof number, "%d", tag);
    return number;
}

/* Who a message is from, or a tid in one. */
__attribute__((unused)) static const char *party(int tid)
{
    static char text[24];
    if (tid == DAEMON)
        return "the daemon";
    if (tid < 0 && (tid & 0x3ffff) == 0 && tid < -0x40000000) {
        snprintf(text, sizeof text, "the daemon of host %d", (tid & 0x3fffffff) >> 18);
        return text;
    }
    return tid == pvm_parent() ? "my parent" : who(tid);
}

/* The message received last: its kind and what goes with every message. */
__attribute__((unused)) static int heading(const char *reader)
{
    struct pvmminfo m;
    pvm_getminfo(pvm_getrbuf(), &m);
    say("%s gets %s from %s, context %d, wait id %s, encoding %d", reader, tag_name(m.tag), party(m.src), m.ctx,
        m.wid != 0 ? "set" : "0", m.enc);
    return m.tag;
}

__attribute__((unused)) static int item(const char *name)
{
    int v = -999;
    int code = pvm_upkint(&v, 1, 1);
    if (code < 0)
        say("  no %s: %s", name, code_name(code));
    return v;
}

__attribute__((unused)) static int int_item(const char *name)
{
    int v = item(name);
    say("  %s %d", name, v);
    return v;
}

__attribute__((unused)) static int tid_item(const char *name)
{
    int v = item(name);
    say("  %s: %s", name, party(v));
    return v;
}

/* What the string holds, in memory of its own; lines are the caller's. */
__attribute__((unused)) static char *text(const char *name)
{
    static char whole[65536];
    whole[0] = 0;
    int code = pvm_upkstr(whole);
    if (code < 0)
        say("  no %s: %s", name, code_name(code));
    return strdup(whole);
}

__attribute__((unused)) static char *text_item(const char *name)
{
    char *s = text(name);
    say("  %s '%s'", name, s);
    return s;
}

/* Environment strings: names alone where the value is of one run, and none that only one machine sends. */
__attribute__((unused)) static int env_items(char **env)
{
    int n = item("environment");
    for (int i = 0; i < n; i++) {
        env[i] = text("environment string");
        if (strncmp(env[i], "PVMEPID=", 8) == 0)
            say("    PVMEPID is %s", atoi(env[i] + 8) > 0 ? "a number" : env[i]);
        else if (strncmp(env[i], "AP1000_", 7) != 0)
            say("    %s", env[i]);
    }
    env[n > 0 ? n : 0] = NULL;
    return n;
}

__attribute__((unused)) static void nothing_more(void)
{
    int v = 0;
    int was = pvm_setopt(PvmAutoErr, 0);
    SHOW(pvm_upkint(&v, 1, 1) == PvmNoData);
    pvm_setopt(PvmAutoErr, was);
}

#endif
