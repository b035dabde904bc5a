/* native.c - class jpi.Native: the machine, tasks and time, as JPI itself needs them. Messages are in message.c. */
#include <glob.h>
#include <jni.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "library.h"

/* A Java text as C's, to be freed; NULL for null, or if there is no memory (an exception then waits). */
static char *text_of(JNIEnv *env, jstring text)
{
    if (text == NULL)
        return NULL;
    const char *chars = (*env)->GetStringUTFChars(env, text, NULL);
    if (chars == NULL)
        return NULL;
    char *copy = strdup(chars);
    (*env)->ReleaseStringUTFChars(env, text, chars);
    return copy;
}

JNIEXPORT jstring JNICALL Java_jpi_Native_openPvm(JNIEnv *env, jclass class, jstring libpvm3)
{
    (void)class;
    char *name = text_of(env, libpvm3);
    const char *trouble = name == NULL ? "no memory" : jpi_open(name);
    free(name);
    return trouble == NULL ? NULL : (*env)->NewStringUTF(env, trouble);
}

JNIEXPORT jboolean JNICALL Java_jpi_Native_simulated(JNIEnv *env, jclass class)
{
    (void)env, (void)class;
    return (jboolean)(jpi()->simulated != 0);
}

JNIEXPORT jstring JNICALL Java_jpi_Native_path(JNIEnv *env, jclass class)
{
    (void)class;
    return (*env)->NewStringUTF(env, jpi()->path);
}

/* ---- tasks ------------------------------------------------------------------------------------------------------- */

JNIEXPORT jint JNICALL Java_jpi_Native_mytid(JNIEnv *env, jclass class)
{
    (void)class;
    return jpi_check(env, "pvm_mytid", jpi()->pvm_mytid());
}

JNIEXPORT jint JNICALL Java_jpi_Native_parent(JNIEnv *env, jclass class)
{
    (void)env, (void)class;
    return jpi()->pvm_parent();
}

JNIEXPORT void JNICALL Java_jpi_Native_exit(JNIEnv *env, jclass class)
{
    (void)env, (void)class;
    (void)jpi()->pvm_exit();
}

/* Ends the process at once: no shutdown hooks, no destructors. Other threads may be inside PVM. */
JNIEXPORT void JNICALL Java_jpi_Native_end(JNIEnv *env, jclass class, jint code)
{
    (void)env, (void)class;
    fflush(NULL);
    _exit(code);
}

/* The words of a Java array of texts, with a NULL behind the last; freed by free_words. NULL: no memory. */
static char **words_of(JNIEnv *env, jobjectArray texts)
{
    jsize n = texts == NULL ? 0 : (*env)->GetArrayLength(env, texts);
    char **words = calloc((size_t)n + 1, sizeof *words);
    for (jsize i = 0; words != NULL && i < n; i++) {
        jstring text = (*env)->GetObjectArrayElement(env, texts, i);
        words[i] = text_of(env, text);
        (*env)->DeleteLocalRef(env, text);
    }
    return words;
}

static void free_words(char **words)
{
    for (char **w = words; w != NULL && *w != NULL; w++)
        free(*w);
    free(words);
}

/* pvm_spawn of tids.length tasks. What it returns: the number of tasks started, or an error code. No exception: the
 * codes in tids say more. */
JNIEXPORT jint JNICALL Java_jpi_Native_spawn(JNIEnv *env, jclass class, jstring file, jobjectArray arguments, jint flag,
                                             jstring where, jintArray tids)
{
    (void)class;
    jsize n = (*env)->GetArrayLength(env, tids);
    char *name = text_of(env, file), *place = text_of(env, where), **words = words_of(env, arguments);
    int *got = calloc((size_t)n + 1, sizeof *got);
    char anywhere[] = "";
    int code = PvmNoMem;
    if (name != NULL && words != NULL && got != NULL) {
        code = jpi()->pvm_spawn(name, words, flag, place == NULL ? anywhere : place, n, got);
        (*env)->SetIntArrayRegion(env, tids, 0, n, (const jint *)got);
    }
    free(got);
    free_words(words);
    free(place);
    free(name);
    return code;
}

JNIEXPORT jint JNICALL Java_jpi_Native_kill(JNIEnv *env, jclass class, jint tid)
{
    (void)env, (void)class;
    return jpi()->pvm_sendsig(tid, SIGKILL);
}

/* A line of what PVM has caught: onto stderr, but for the words with which PVM begins and ends a task's output. */
static void show_line(const char *line, size_t n)
{
    static const char *const marks[] = {"] BEGIN\n", "] EOF\n"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t m = strlen(marks[i]);
        if (n >= m && n < m + 12 && memcmp(line + n - m, marks[i], m) == 0)
            return;
    }
    (void)!write(2, line, n);
}

/* For fopencookie: whole lines come, as the stream is line-buffered. */
static ssize_t show(void *cookie, const char *text, size_t n)
{
    (void)cookie;
    for (const char *at = text, *end = text + n; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = newline == NULL ? (size_t)(end - at) : (size_t)(newline + 1 - at);
        show_line(at, length);
        at += length;
    }
    return (ssize_t)n;
}

/* What workers print before and beside Java's own streams, onto this process's stderr. */
JNIEXPORT void JNICALL Java_jpi_Native_catchOutput(JNIEnv *env, jclass class)
{
    (void)env, (void)class;
    FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){NULL, show, NULL, NULL});
    if (stream == NULL)
        return;
    setvbuf(stream, NULL, _IOLBF, BUFSIZ);
    (void)jpi()->pvm_catchout(stream);
}

/* The names of all nodes, in the order of the virtual machine. */
JNIEXPORT jobjectArray JNICALL Java_jpi_Native_hosts(JNIEnv *env, jclass class)
{
    (void)class;
    int n = 0, archs = 0;
    struct pvmhostinfo *hosts = NULL;
    if (jpi_check(env, "pvm_config", jpi()->pvm_config(&n, &archs, &hosts)) < 0)
        return NULL;
    jobjectArray names = (*env)->NewObjectArray(env, n, (*env)->FindClass(env, "java/lang/String"), NULL);
    for (int i = 0; names != NULL && i < n; i++) {
        jstring name = (*env)->NewStringUTF(env, hosts[i].hi_name);
        (*env)->SetObjectArrayElement(env, names, i, name);
        (*env)->DeleteLocalRef(env, name);
    }
    return names;
}

/* The number of a task's node in `hosts`, or -1. */
JNIEXPORT jint JNICALL Java_jpi_Native_hostOf(JNIEnv *env, jclass class, jint tid)
{
    (void)env, (void)class;
    int n = 0, archs = 0, daemon = jpi()->pvm_tidtohost(tid);
    struct pvmhostinfo *hosts = NULL;
    if (jpi()->pvm_config(&n, &archs, &hosts) < 0)
        return -1;
    for (int i = 0; i < n; i++)
        if (hosts[i].hi_tid == daemon)
            return i;
    return -1;
}

/* 0, or -1 and the process stays where it is. */
JNIEXPORT jint JNICALL Java_jpi_Native_chdir(JNIEnv *env, jclass class, jstring folder)
{
    (void)class;
    char *path = text_of(env, folder);
    int code = path == NULL ? -1 : chdir(path);
    free(path);
    return code;
}

/* Has Java's thread for processes a processor, or waits for one? If it has been woken, Java still says that it waits.
 * What its other threads do (the compiler's) takes real time, of which the machine must hear nothing. */
static int reaper_runs(void)
{
    glob_t all = {0};
    int run = 0;
    (void)glob("/proc/self/task/*/stat", GLOB_NOSORT, NULL, &all);
    for (size_t i = 0; i < all.gl_pathc && !run; i++) {
        char state = 0;
        FILE *file = fopen(all.gl_pathv[i], "r");
        run = file != NULL && fscanf(file, "%*d (process reaper) %c", &state) == 1 && (state == 'R' || state == 'D');
        if (file != NULL)
            (void)fclose(file);
    }
    globfree(&all);
    return run;
}

/* Are there processes of this one's that nobody has waited for, or a thread for them that goes on? */
JNIEXPORT jboolean JNICALL Java_jpi_Native_hasChildren(JNIEnv *env, jclass class)
{
    (void)env, (void)class;
    siginfo_t none;
    return (jboolean)(waitid(P_ALL, 0, &none, WEXITED | WNOHANG | WNOWAIT) == 0 || reaper_runs());
}

/* ---- time, on a simulated machine only --------------------------------------------------------------------------- */

/* Nanoseconds since 1970 by the machine's clock. */
JNIEXPORT jlong JNICALL Java_jpi_Native_clock(JNIEnv *env, jclass class)
{
    (void)env, (void)class;
    struct timespec now = {0, 0};
    jpi()->clock_gettime(CLOCK_REALTIME, &now);
    return (jlong)now.tv_sec * 1000000000 + now.tv_nsec;
}

JNIEXPORT void JNICALL Java_jpi_Native_charge(JNIEnv *env, jclass class, jlong ns)
{
    (void)env, (void)class;
    if (jpi()->pvmsim_charge != NULL)
        jpi()->pvmsim_charge(ns);
}

JNIEXPORT void JNICALL Java_jpi_Native_idle(JNIEnv *env, jclass class, jlong ns)
{
    (void)env, (void)class;
    struct timespec span = {ns / 1000000000, ns % 1000000000};
    (void)jpi()->nanosleep(&span, NULL);
}

JNIEXPORT jdouble JNICALL Java_jpi_Native_parameter(JNIEnv *env, jclass class, jstring name)
{
    (void)class;
    double value = 0;
    char *chars = text_of(env, name);
    if (chars == NULL || jpi()->pvmsim_parameter == NULL || jpi()->pvmsim_parameter(chars, &value) != 1)
        value = 0;
    free(chars);
    return value;
}

/* A text of C's that lives as long as the process, for enter. */
JNIEXPORT jlong JNICALL Java_jpi_Native_lasting(JNIEnv *env, jclass class, jstring text)
{
    (void)class;
    return (jlong)(intptr_t)text_of(env, text);
}

JNIEXPORT void JNICALL Java_jpi_Native_enter(JNIEnv *env, jclass class, jlong lasting)
{
    (void)env, (void)class;
    if (jpi()->pvmsim_enter != NULL && lasting != 0)
        jpi()->pvmsim_enter((const char *)(intptr_t)lasting);
}

JNIEXPORT void JNICALL Java_jpi_Native_leave(JNIEnv *env, jclass class)
{
    (void)env, (void)class;
    if (jpi()->pvmsim_leave != NULL)
        jpi()->pvmsim_leave();
}
