/* oracle.h - what the programs of the oracle suite share.
 *
 * Each prints the results of calls in lines that are the same on every machine if the library behaves the same: codes
 * by name, tids by what they are to this task, mids not at all. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

extern int pvm_errno;
#define W(text) ((char *)(text)) /* PVM takes literals as char * */

/* ---- a program --------------------------------------------------------------------------------------------------- */

/* The first task of a program enrolls, runs these parts one after the other, and leaves. main() is in main.c. */
#define PARTS(...) void (*const oracle_parts[])(void) = {__VA_ARGS__, NULL}

/* A task that the program starts plays the role that its first argument names; "" stands for any other. REPORTS: its
 * lines go to its parent. WORKS: it prints nothing. Both enroll before the role and leave after it. BARE: it does
 * neither. Roles that share a function ask own_role() which one they are. */
struct role {
    const char *name;
    void (*play)(void);
    enum { REPORTS, WORKS, BARE } kind;
};
#define ROLES(...) const struct role oracle_roles[] = {__VA_ARGS__, {NULL, NULL, BARE}}

extern void (*const oracle_parts[])(void);
extern const struct role oracle_roles[] __attribute__((weak)); /* a program of one task has none */

/* The role that this task plays. */
const char *own_role(void);
char **own_words(void); /* argv; the role is its second item */

/* The path of this program, for spawning itself. */
char *own_path(void);
/* Starts one more task of this program, with its role as only argument. Returns its tid. */
int start(const char *role);
/* The same on this host, and prints a line for the call. */
int start_here(const char *role);

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* Prints the line. A task that reports keeps it. */
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);
void say_all_to_parent(void); /* this task reports from now on */
void give_lines(int to);      /* sends the lines to that task, which prints them; none are left */
void take_lines(int from);

/* What a manual page says of a call, by the page's own words. */
#define HOLDS(condition, ...) say("%s: %s", (condition) ? "holds" : "does not hold", __VA_ARGS__)

const char *code_name(int code);
/* Returns what a tid is to this task. */
const char *who(int tid);

/* Make each call and print its result, a line for each: CODE prints its code; SIGN whether that is above 0 (for mids
 * and tids, which are different in each run); SHOW the value of an expression that is not a code. */
#define CODE(...) EACH_SAID(CODE_ONE, #__VA_ARGS__, __VA_ARGS__)
#define SIGN(...) EACH_SAID(SIGN_ONE, #__VA_ARGS__, __VA_ARGS__)
#define SHOW(...) EACH_SAID(SHOW_ONE, #__VA_ARGS__, __VA_ARGS__)
#define CODE_ONE(call) say_code(&text_, (call));
#define SIGN_ONE(call) say_sign(&text_, (call));
#define SHOW_ONE(value) say_value(&text_, (long)(value));
#define EACH_SAID(ONE, TEXT, ...) \
    do {                          \
        const char *text_ = TEXT; \
        EACH(ONE, __VA_ARGS__)    \
    } while (0)

/* For the macros: the text is what the program's source has, and each call takes its part of it. */
void say_code(const char **text, int code);
void say_sign(const char **text, int code);
void say_value(const char **text, long value);
int next_call(const char **text); /* Moves *text to where the next call begins, and returns the length of its text */

/* ONE(argument) for each of up to 16 arguments. */
#define EACH(ONE, ...) \
    PICK(__VA_ARGS__, E16, E15, E14, E13, E12, E11, E10, E9, E8, E7, E6, E5, E4, E3, E2, E1, 0)(ONE, __VA_ARGS__)
#define PICK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, NAME, ...) NAME
#define E1(ONE, a) ONE(a)
#define E2(ONE, a, ...) ONE(a) E1(ONE, __VA_ARGS__)
#define E3(ONE, a, ...) ONE(a) E2(ONE, __VA_ARGS__)
#define E4(ONE, a, ...) ONE(a) E3(ONE, __VA_ARGS__)
#define E5(ONE, a, ...) ONE(a) E4(ONE, __VA_ARGS__)
#define E6(ONE, a, ...) ONE(a) E5(ONE, __VA_ARGS__)
#define E7(ONE, a, ...) ONE(a) E6(ONE, __VA_ARGS__)
#define E8(ONE, a, ...) ONE(a) E7(ONE, __VA_ARGS__)
#define E9(ONE, a, ...) ONE(a) E8(ONE, __VA_ARGS__)
#define E10(ONE, a, ...) ONE(a) E9(ONE, __VA_ARGS__)
#define E11(ONE, a, ...) ONE(a) E10(ONE, __VA_ARGS__)
#define E12(ONE, a, ...) ONE(a) E11(ONE, __VA_ARGS__)
#define E13(ONE, a, ...) ONE(a) E12(ONE, __VA_ARGS__)
#define E14(ONE, a, ...) ONE(a) E13(ONE, __VA_ARGS__)
#define E15(ONE, a, ...) ONE(a) E14(ONE, __VA_ARGS__)
#define E16(ONE, a, ...) ONE(a) E15(ONE, __VA_ARGS__)

/* ---- messages ---------------------------------------------------------------------------------------------------- */

/* Sends a message of one number. */
void tell(int tid, int tag, int number);
int hear(int tid, int tag);

/* Waits until all messages that this task has sent to itself have come: in PVM they go through the daemon, in order. */
void settle(void);

/* Returns the length of a message in bytes, or -1 if there is none. */
int bytes_of(int mid);

/* One number for many bytes, which would be too long for a line (the hash of Fowler, Noll and Vo). */
unsigned sum(const void *data, size_t n);
