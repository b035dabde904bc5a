/* test_names.c - what a program in process finds under the names that it imports (names.c): functions of libpvm3, what
 * is answered per task, libc's own where that is harmless; and what it may not use. */

#include <dlfcn.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

#include "testing.h"

inprocess_library_function ap1000_task_library;

static struct inprocess_import import(const char *name)
{
    return ap1000_task_library()->import(name, NULL);
}

static struct inprocess_import import_of_library(const char *name)
{
    return ap1000_task_library()->import_of_library(name, NULL);
}

static void expect_refused(const char *name, struct inprocess_import i)
{
    if (i.kind != INPROCESS_REFUSED || i.address != NULL || i.variable != 0)
        fail_msg("%s is not refused", name);
}

static void expect_function(const char *name, struct inprocess_import i, const void *address)
{
    if (i.kind != INPROCESS_FUNCTION || i.address != address || i.variable != 0)
        fail_msg("%s: %d, another function", name, (int)i.kind);
}

static void expect_constant(const char *name, struct inprocess_import i, const void *address)
{
    if (i.kind != INPROCESS_CONSTANT || i.address != address || i.variable != 0)
        fail_msg("%s: %d, other data", name, (int)i.kind);
}

/* ---- one name ---------------------------------------------------------------------------------------------------- */

TEST(answered_per_task)
{
    expect_function("__libc_start_main", import("__libc_start_main"), (const void *)(uintptr_t)&task_libc_start_main);
    expect_function("printf", import("printf"), (const void *)(uintptr_t)&task_printf);
    expect_function("__longjmp_chk", import("__longjmp_chk"), (const void *)(uintptr_t)&task_longjmp);
    expect_function("select", import("select"), (const void *)(uintptr_t)&task_select); /* before libpvm3's */
    expect_function("poll", import_of_library("poll"), (const void *)(uintptr_t)&task_poll);
}

TEST(each_its_own)
{
    static const struct {
        const char *name;
        enum inprocess_variable variable;
    } rows[] = {{"stdin", VARIABLE_STDIN},     {"stdout", VARIABLE_STDOUT}, {"stderr", VARIABLE_STDERR},
                {"environ", VARIABLE_ENVIRON}, {"optind", VARIABLE_OPTIND}, {"pvmctrc", VARIABLE_PVMCTRC}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct inprocess_import a = import(rows[i].name), b = import_of_library(rows[i].name);
        assert_int_equal(a.kind, INPROCESS_VARIABLE);
        assert_int_equal(b.kind, INPROCESS_VARIABLE);
        assert_int_equal(a.variable, rows[i].variable);
        assert_int_equal(b.variable, rows[i].variable);
        assert_null(a.address);
    }
}

extern const char address_of_pvm_send[] __asm__("pvm_send"), address_of_pvm_barrier[] __asm__("pvm_barrier"),
    address_of_pvm_errlist[] __asm__("pvm_errlist"), address_of_pvmtevinfo[] __asm__("pvmtevinfo"),
    address_of_sleep[] __asm__("sleep");

TEST(of_libpvm3)
{
    expect_function("pvm_send", import("pvm_send"), address_of_pvm_send);
    expect_function("pvm_barrier", import("pvm_barrier"), address_of_pvm_barrier);
    expect_function("sleep", import("sleep"), address_of_sleep);
    assert_ptr_not_equal(address_of_sleep, dlsym(RTLD_NEXT, "sleep"));
    expect_constant("pvm_errlist", import("pvm_errlist"), address_of_pvm_errlist);
    expect_constant("pvmtevinfo", import("pvmtevinfo"), address_of_pvmtevinfo);
}

/* Whatever rearranges a process, or waits for its files, is a process's. */
TEST(of_processes)
{
    static const char *const names[] = {
        "popen",          "pclose",    "system",   "dup",       "dup2",        "freopen",  "freopen64", "poll",
        "chdir",          "fchdir",    "umask",    "setlocale", "getpwuid",    "getpwnam", "getgrgid",  "hcreate",
        "hsearch",        "sigset",    "sighold",  "sigblock",  "sysv_signal", "opendir",  "readdir",   "mkfifo",
        "open",           "open64",    "creat",    "close",     "read",        "write",    "lseek",     "pread",
        "mkstemp",        "fdopen",    "fmemopen", "dprintf",   "getopt_long", "tsearch",  "glob",      "regcomp",
        "open_memstream", "initstate", "strptime", "getrlimit", "on_exit"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        expect_refused(names[i], import(names[i]));
}

/* A name is the whole name. */
TEST(nothing_for_tasks)
{
    static const char *const none[] = {"",           "print",          "printf_",        "pvm_sen",    "pvm_sendx",
                                       "pvm_getfds", "pvm_reg_tasker", "pvm_reg_hoster", "pvm_reg_rm", "setitimer",
                                       "getitimer",  "pselect",        "ppoll",          "pause",      "sigsuspend",
                                       "fork",       "execv",          "wait",           "fwprintf",   "no_such_name",
                                       "strle",      "ualarm",         "stdi",           "errno",      "pvm_nerrs"},
                             *const only_libraries[] = {"mmap64", "kill", "fcntl", "newlocale", "pthread_create"};
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        expect_refused(none[i], import(none[i]));
        expect_refused(none[i], import_of_library(none[i]));
    }
    for (size_t i = 0; i < sizeof only_libraries / sizeof only_libraries[0]; i++)
        expect_refused(only_libraries[i], import(only_libraries[i]));
}

TEST(what_libraries_may_use)
{
    expect_function("mmap64", import_of_library("mmap64"), (const void *)(uintptr_t)&task_mmap);
    expect_function("fcntl", import_of_library("fcntl"), (const void *)(uintptr_t)&task_fcntl);
    expect_function("umask", import_of_library("umask"), (const void *)(uintptr_t)&task_umask);
    expect_function("kill", import_of_library("kill"), (const void *)(uintptr_t)&task_is_no_process);
    expect_function("newlocale", import_of_library("newlocale"), dlsym(RTLD_DEFAULT, "newlocale"));
    expect_function("strlen", import_of_library("strlen"), dlsym(RTLD_DEFAULT, "strlen"));
    expect_function("printf", import_of_library("printf"), (const void *)(uintptr_t)&task_printf);
}

/* ---- libc's own -------------------------------------------------------------------------------------------------- */

TEST(harmless)
{
    static const char *const names[] = {"memcpy", "strlen", "strchr", "qsort", "wctomb", "strtok_r"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_non_null(dlsym(RTLD_DEFAULT, names[i]));
        expect_function(names[i], import(names[i]), dlsym(RTLD_DEFAULT, names[i]));
    }
    expect_constant("__libc_single_threaded", import("__libc_single_threaded"),
                    dlsym(RTLD_DEFAULT, "__libc_single_threaded"));
}

/* Programs that were linked long ago get what they were linked with. */
TEST(versions)
{
    void *const old = dlvsym(RTLD_DEFAULT, "memcpy", "GLIBC_2.2.5"), *now = dlsym(RTLD_DEFAULT, "memcpy");
    (void)state;
    if (old == NULL || old == now)
        return; /* this computer's libc has one only */
    expect_function("memcpy", ap1000_task_library()->import("memcpy", "GLIBC_2.2.5"), old);
    expect_function("memcpy", import("memcpy"), now);
    expect_refused("memcpy", ap1000_task_library()->import("memcpy", "GLIBC_0.1"));
    expect_refused("__libc_single_threaded", ap1000_task_library()->import("__libc_single_threaded", "GLIBC_0.1"));
    expect_function("printf", ap1000_task_library()->import("printf", "GLIBC_0.1"),
                    (const void *)(uintptr_t)&task_printf);
}

/* With another allocator all of them go together: a text of strdup is freed by free. */
TEST(memory)
{
    static const struct {
        const char *name;
        const void *own;
    } rows[] = {{"malloc", (const void *)(uintptr_t)&task_malloc},
                {"free", (const void *)(uintptr_t)&task_free},
                {"strdup", (const void *)(uintptr_t)&task_strdup},
                {"getline", (const void *)(uintptr_t)&task_getline},
                {"posix_memalign", (const void *)(uintptr_t)&task_posix_memalign}};
    const char *const before = getenv("LD_PRELOAD");
    (void)state;
    for (int other = 0; other < 3; other++) {
        static const char *const preloaded[] = {"/usr/lib/libgrind.so", "/x/vgpreload_core-amd64-linux.so:/y/z.so"};
        if (other == 0)
            unsetenv("LD_PRELOAD");
        else
            setenv("LD_PRELOAD", preloaded[other - 1], 1);
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
            expect_function(rows[i].name, import(rows[i].name),
                            other < 2 ? rows[i].own : dlsym(RTLD_DEFAULT, rows[i].name));
    }
    if (before == NULL)
        unsetenv("LD_PRELOAD");
    else
        setenv("LD_PRELOAD", before, 1);
}

TEST_MAIN
