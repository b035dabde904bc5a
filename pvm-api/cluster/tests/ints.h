/* ints.h - what the tests of the cluster share: messages of one integer, and the start of one task. */
#pragma once

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

static inline void send_int(int to, int tag, int n)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&n, 1, 1);
    pvm_send(to, tag);
}

/* Of the message that was received last. */
static inline int get_int(void)
{
    int n = -1;
    pvm_upkint(&n, 1, 1);
    return n;
}

/* The integer of the next message with that tag from that task. */
static inline int receive_int(int from, int tag)
{
    pvm_recv(from, tag);
    return get_int();
}

static inline void send_bytes(int to, int tag, char *bytes, int n)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(bytes, n, 1);
    pvm_send(to, tag);
}

/* Starts this program on that node with the role as its argument. Returns its tid, or an error. */
static inline int start(const char *role, const char *node)
{
    char program[4096], *args[] = {(char *)(size_t)role, NULL};
    int tid = 0;
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = 0;
    int started = pvm_spawn(program, args, PvmTaskHost, (char *)(size_t)node, 1, &tid);
    return started < 0 ? started : tid;
}

/* How many that process of this computer has. */
static inline int descriptors(int pid)
{
    char path[64];
    int n = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", pid);
    DIR *d = opendir(path);
    while (d != NULL && readdir(d) != NULL)
        n++;
    if (d != NULL)
        closedir(d);
    return n;
}

/* Waits outside PVM until that process of this computer has ended, or is asleep. */
static inline char state_of(int pid)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    if (f != NULL) {
        text[fread(text, 1, sizeof text - 1, f)] = 0;
        fclose(f);
    }
    const char *end = strrchr(text, ')');
    return end != NULL ? end[2] : 0;
}

static inline void await_end(int pid)
{
    for (char s; (s = state_of(pid)) != 0 && s != 'Z';)
        usleep(1000);
}

/* Twice, as it may sleep for a moment only. */
static inline void await_sleep(int pid)
{
    for (int seen = 0; seen < 20; usleep(1000))
        seen = state_of(pid) == 'S' ? seen + 1 : 0;
}
