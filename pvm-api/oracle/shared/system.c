/* system.c - see system.h. */
#include "system.h"

static const char *tag_name(int tag)
{
    static const char *const names[SM_COUNT] = {"SM_SPAWN",     "SM_EXEC",    "SM_EXECACK", "SM_TASK",   "SM_CONFIG",
                                                "SM_ADDHOST",   "SM_DELHOST", "SM_ADD",     "SM_ADDACK", "SM_NOTIFY",
                                                "SM_TASKX",     "SM_HOSTX",   "SM_HANDOFF", "SM_SCHED",  "SM_STHOST",
                                                "SM_STHOSTACK", "SM_STTASK"};
    static char number[16];
    if (tag >= SM_FIRST && tag < SM_FIRST + SM_COUNT)
        return names[tag - SM_FIRST];
    snprintf(number, sizeof number, "%d", tag);
    return number;
}

const char *party(int tid)
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

int heading(const char *reader)
{
    struct pvmminfo m;
    pvm_getminfo(pvm_getrbuf(), &m);
    say("%s gets %s from %s, context %d, wait id %s, encoding %d", reader, tag_name(m.tag), party(m.src), m.ctx,
        m.wid != 0 ? "set" : "0", m.enc);
    return m.tag;
}

int item(const char *name)
{
    int v = -999;
    int code = pvm_upkint(&v, 1, 1);
    if (code < 0)
        say("  no %s: %s", name, code_name(code));
    return v;
}

int int_item(const char *name)
{
    int v = item(name);
    say("  %s %d", name, v);
    return v;
}

int tid_item(const char *name)
{
    int v = item(name);
    say("  %s: %s", name, party(v));
    return v;
}

char *text(const char *name)
{
    static char whole[65536];
    whole[0] = 0;
    int code = pvm_upkstr(whole);
    if (code < 0)
        say("  no %s: %s", name, code_name(code));
    return strdup(whole);
}

char *text_item(const char *name)
{
    char *s = text(name);
    say("  %s '%s'", name, s);
    return s;
}

int env_items(char **env)
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

void nothing_more(void)
{
    int v = 0;
    int was = pvm_setopt(PvmAutoErr, 0);
    SHOW(pvm_upkint(&v, 1, 1) == PvmNoData);
    pvm_setopt(PvmAutoErr, was);
}
