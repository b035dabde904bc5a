/* names.c - what a program in process may import: functions of libpvm3 and libgpvm3, functions and variables of libc
 * that are answered per task, and harmless ones (harmless.h). Any other name means that the program runs as a process.
 */
#include <dlfcn.h>
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/harmless.h"
#include "carriers/inprocess/library/stream_calls.h"
#include "carriers/inprocess/library/task.h"

/* ---- the libraries' own: made from their lists of names ---------------------------------------------------------- */

#define PVM(NAME) extern const char address_of_##NAME[] __asm__(#NAME);
#include "pvm_names.h"
#undef PVM

struct row {
    const char *name;
    const void *address;
};

static const struct row pvm_rows[] = {
#define PVM(NAME) {#NAME, address_of_##NAME},
#include "pvm_names.h"
#undef PVM
};

/* Data among them; nobody writes it. */
static const char *const constants[] = {"pvm_errlist", "pvm_nerr", "pvmtevdidlist", "pvmtevinfo", "pvmgs_tmout"};

/* A variable of libc says whether there is one thread; C++ looks at it to go without locks. */
static const char *const constants_of_libc[] = {"__libc_single_threaded"};

/* Names of theirs that wait in real time for what is outside the machine, make the task a part of the system that
 * starts processes, or have timers: an alarm may ring while the program computes. */
static const char *const outside[] = {
    "poll",       "pselect",   "ppoll",     "pause", "sigsuspend", "pvm_getfds", "pvm_reg_tasker", "pvm_reg_hoster",
    "pvm_reg_rm", "setitimer", "getitimer", "alarm", "ualarm",     "sigwait",    "sigwaitinfo",    "sigtimedwait"};

/* ---- libc's ------------------------------------------------------------------------------------------------------ */

#define ANSWER(NAME, FUNCTION)                   \
    {                                            \
        NAME, (const void *)(uintptr_t)&FUNCTION \
    }
#define ROW_OF_CALL(TYPE, NAME, PARAMETERS, ARGUMENTS) ANSWER(#NAME, task_##NAME),
#define ROW_OF_CALL_OF_NOTHING(NAME, PARAMETERS, ARGUMENTS) ANSWER(#NAME, task_##NAME),
/* clang-format off */
static const struct row answers[] = {
    STREAM_CALLS(ROW_OF_CALL)
    STREAM_CALLS_OF_NOTHING(ROW_OF_CALL_OF_NOTHING)
    /* clang-format on */
    ANSWER("fprintf", task_fprintf),
    ANSWER("__fprintf_chk", task_fprintf_chk),
    ANSWER("fscanf", task_fscanf),
    ANSWER("__isoc99_fscanf", task_fscanf),
    ANSWER("__isoc23_fscanf", task_fscanf),
    ANSWER("__isoc99_vfscanf", task_vfscanf),
    ANSWER("__isoc23_vfscanf", task_vfscanf),
    ANSWER("putc", task_fputc),
    ANSWER("_IO_putc", task_fputc),
    ANSWER("getc", task_fgetc),
    ANSWER("_IO_getc", task_fgetc),
    ANSWER("fseeko64", task_fseeko),
    ANSWER("ftello64", task_ftello),
    ANSWER("__libc_start_main", task_libc_start_main),
    ANSWER("exit", task_exit),
    ANSWER("_exit", task_exit_at_once),
    ANSWER("_Exit", task_exit_at_once),
    ANSWER("quick_exit", task_exit_at_once),
    ANSWER("abort", task_abort),
    ANSWER("atexit", task_atexit),
    ANSWER("__cxa_atexit", task_cxa_atexit),
    ANSWER("__cxa_finalize", task_cxa_finalize),
    ANSWER("__assert_fail", task_assert_fail),
    ANSWER("__stack_chk_fail", task_stack_chk_fail),
    ANSWER("__chk_fail", task_chk_fail),
    ANSWER("getpid", task_getpid),
    ANSWER("getppid", task_getppid),
    ANSWER("printf", task_printf),
    ANSWER("vprintf", task_vprintf),
    ANSWER("__printf_chk", task_printf_chk),
    ANSWER("__vprintf_chk", task_vprintf_chk),
    ANSWER("puts", task_puts),
    ANSWER("putchar", task_putchar),
    ANSWER("getchar", task_getchar),
    ANSWER("scanf", task_scanf),
    ANSWER("__isoc99_scanf", task_scanf),
    ANSWER("__isoc23_scanf", task_scanf),
    ANSWER("vscanf", task_vscanf),
    ANSWER("__isoc99_vscanf", task_vscanf),
    ANSWER("__isoc23_vscanf", task_vscanf),
    ANSWER("perror", task_perror),
    ANSWER("fflush", task_fflush),
    ANSWER("fopen", task_fopen),
    ANSWER("fopen64", task_fopen),
    ANSWER("tmpfile", task_tmpfile),
    ANSWER("tmpfile64", task_tmpfile),
    ANSWER("readlink", task_readlink),
    ANSWER("fclose", task_fclose),
    ANSWER("setvbuf", task_setvbuf),
    ANSWER("fileno", task_fileno),
    ANSWER("isatty", task_isatty),
    ANSWER("select", task_select),
    ANSWER("fstat", task_fstat),
    ANSWER("fstat64", task_fstat),
    ANSWER("getenv", task_getenv),
    ANSWER("secure_getenv", task_getenv),
    ANSWER("setenv", task_setenv),
    ANSWER("putenv", task_putenv),
    ANSWER("unsetenv", task_unsetenv),
    ANSWER("rand", task_rand),
    ANSWER("srand", task_srand),
    ANSWER("random", task_random),
    ANSWER("srandom", task_srand),
    ANSWER("drand48", task_drand48),
    ANSWER("lrand48", task_lrand48),
    ANSWER("srand48", task_srand48),
    ANSWER("strtok", task_strtok),
    ANSWER("pthread_key_create", task_key_create),
    ANSWER("__pthread_key_create", task_key_create),
    ANSWER("pthread_key_delete", task_key_delete),
    ANSWER("pthread_getspecific", task_getspecific),
    ANSWER("pthread_setspecific", task_setspecific),
    ANSWER("pthread_mutex_lock", task_mutex_lock),
    ANSWER("strerror", task_strerror),
    ANSWER("localtime", task_localtime),
    ANSWER("localtime_r", task_localtime_r),
    ANSWER("mktime", task_mktime),
    ANSWER("strftime", task_strftime),
    ANSWER("ctime_r", task_ctime_r),
    ANSWER("gmtime", task_gmtime),
    ANSWER("gmtime_r", task_gmtime_r),
    ANSWER("timegm", task_timegm),
    ANSWER("ctime", task_ctime),
    ANSWER("asctime", task_asctime),
    ANSWER("getopt", task_getopt),
    ANSWER("__posix_getopt", task_getopt),
    ANSWER("signal", task_signal),
    ANSWER("raise", task_raise),
    ANSWER("sigaction", task_sigaction),
    ANSWER("sigprocmask", task_sigprocmask),
    ANSWER("__sigsetjmp", task_sigsetjmp),
    ANSWER("setjmp", task_setjmp),
    ANSWER("longjmp", task_longjmp),
    ANSWER("_longjmp", task_longjmp),
    ANSWER("siglongjmp", task_longjmp),
    ANSWER("__longjmp_chk", task_longjmp),
};

/* Memory, and what libc would make in its own. All of it, or nothing if another allocator stands before libc's. */
static const struct row heap_rows[] = {
    ANSWER("malloc", task_malloc),
    ANSWER("calloc", task_calloc),
    ANSWER("realloc", task_realloc),
    ANSWER("free", task_free),
    ANSWER("memalign", task_memalign),
    ANSWER("posix_memalign", task_posix_memalign),
    ANSWER("aligned_alloc", task_aligned_alloc),
    ANSWER("malloc_usable_size", task_malloc_usable_size),
    ANSWER("strdup", task_strdup),
    ANSWER("__strdup", task_strdup),
    ANSWER("strndup", task_strndup),
    ANSWER("__strndup", task_strndup),
    ANSWER("asprintf", task_asprintf),
    ANSWER("vasprintf", task_vasprintf),
    ANSWER("__asprintf_chk", task_asprintf_chk),
    ANSWER("__vasprintf_chk", task_vasprintf_chk),
    ANSWER("realpath", task_realpath),
    ANSWER("getcwd", task_getcwd),
    ANSWER("getline", task_getline),
    ANSWER("getdelim", task_getdelim),
    ANSWER("__getdelim", task_getdelim),
};

/* For libraries of which each task has a copy. Those at the end are what they want only for what the reader of programs
 * refuses (simulator/elf_libraries.cpp). */
static const struct row library_rows[] = {
    ANSWER("write", task_write),
    ANSWER("writev", task_writev),
    ANSWER("read", task_read),
    ANSWER("open", task_open),
    ANSWER("open64", task_open),
    ANSWER("mkostemp", task_mkostemp),
    ANSWER("mkostemp64", task_mkostemp),
    ANSWER("close", task_close),
    ANSWER("lseek", task_lseek),
    ANSWER("lseek64", task_lseek),
    ANSWER("ftruncate", task_ftruncate),
    ANSWER("ftruncate64", task_ftruncate),
    ANSWER("poll", task_poll),
    ANSWER("fcntl", task_fcntl),
    ANSWER("fcntl64", task_fcntl),
    ANSWER("mmap", task_mmap),
    ANSWER("mmap64", task_mmap),
#if __GLIBC_PREREQ(2, 35)
    ANSWER("_dl_find_object", task_dl_find_object),
#endif
    ANSWER("dl_iterate_phdr", task_dl_iterate_phdr),
    ANSWER("__tls_get_addr", task_tls_get_addr),
    ANSWER("__cxa_thread_atexit_impl", task_cxa_thread_atexit),
    ANSWER("ioctl", task_ioctl),
    ANSWER("kill", task_is_no_process),
    ANSWER("system", task_is_no_process),
    ANSWER("chdir", task_is_no_process),
    ANSWER("setlocale", task_is_no_process),
    ANSWER("dup", task_is_no_process),
    ANSWER("fdopen", task_is_no_process),
    ANSWER("closedir", task_is_no_process),
    ANSWER("readdir", task_is_no_process),
    ANSWER("dirfd", task_is_no_process),
    ANSWER("posix_spawn", task_is_no_process),
    ANSWER("waitpid", task_is_no_process),
    ANSWER("ttyname_r", task_is_no_process),
    ANSWER("pthread_create", task_is_no_process),
    ANSWER("pthread_join", task_is_no_process),
    ANSWER("pthread_cond_wait", task_is_no_process),
    ANSWER("pthread_detach", task_is_no_process),
    ANSWER("syscall", task_is_no_process),
    ANSWER("openat", task_is_no_process),
    ANSWER("fdopendir", task_is_no_process),
    ANSWER("unlinkat", task_is_no_process),
    ANSWER("sendfile", task_is_no_process),
    ANSWER("fchmod", task_is_no_process),
};

static const struct {
    const char *name;
    enum inprocess_variable variable;
} variables[] = {
    {"stdin", VARIABLE_STDIN},
    {"stdout", VARIABLE_STDOUT},
    {"stderr", VARIABLE_STDERR},
    {"environ", VARIABLE_ENVIRON},
    {"__environ", VARIABLE_ENVIRON},
    {"_environ", VARIABLE_ENVIRON},
    {"optarg", VARIABLE_OPTARG},
    {"optind", VARIABLE_OPTIND},
    {"opterr", VARIABLE_OPTERR},
    {"optopt", VARIABLE_OPTOPT},
    {"__progname", VARIABLE_SHORT_NAME},
    {"program_invocation_short_name", VARIABLE_SHORT_NAME},
    {"__progname_full", VARIABLE_FULL_NAME},
    {"program_invocation_name", VARIABLE_FULL_NAME},
    {"pvm_errno", VARIABLE_PVM_ERRNO},
    {"pvmmyctx", VARIABLE_PVMMYCTX},
    {"pvmdebmask", VARIABLE_PVMDEBMASK},
    {"pvmctrc", VARIABLE_PVMCTRC},
};

#define NAME_OF(NAME) #NAME,
static const char *const harmless[] = {HARMLESS_NAMES(NAME_OF)}, *const harmless_in_libraries[] = {
                                                                     HARMLESS_IN_LIBRARIES(NAME_OF)};

/* ---- looking up -------------------------------------------------------------------------------------------------- */

#define COUNT(TABLE) (sizeof TABLE / sizeof TABLE[0])

static bool is_in(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static const void *find(const char *name, const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, rows[i].name) == 0)
            return rows[i].address;
    return NULL;
}

static bool in_one_object(const void *a, const void *b)
{
    Dl_info of_a, of_b;
    return dladdr(a, &of_a) != 0 && dladdr(b, &of_b) != 0 && of_a.dli_fbase == of_b.dli_fbase;
}

/* As the loader would have given it: of the version that the program was linked with; or, if a library without versions
 * stands before libc (LD_PRELOAD, a sanitizer), that one's. An allocator must get back what it gave, also through
 * strdup. */
static const void *in_libc(const char *name, const char *version)
{
    const void *first = dlsym(RTLD_DEFAULT, name);
    const void *wanted = version != NULL ? dlvsym(RTLD_DEFAULT, name, version) : first;
    return wanted != NULL && first != NULL && !in_one_object(first, wanted) ? first : wanted;
}

const char *inprocess_name_of(const void *function)
{
    for (size_t i = 0; i < COUNT(answers); i++)
        if (answers[i].address == function)
            return answers[i].name;
    return NULL;
}

/* Does a user's allocator stand before libc's (LD_PRELOAD), or valgrind's? Then programs get that one. */
static bool has_other_allocator(void)
{
    const char *preloaded = getenv("LD_PRELOAD");
    return !in_one_object(dlsym(RTLD_DEFAULT, "malloc"), dlsym(RTLD_DEFAULT, "printf")) ||
           (preloaded != NULL && strstr(preloaded, "vgpreload") != NULL);
}

struct inprocess_import inprocess_import(const char *name, const char *version)
{
    const void *at = find(name, answers, COUNT(answers));
    if (at == NULL && (at = find(name, heap_rows, COUNT(heap_rows))) != NULL && has_other_allocator())
        at = NULL;
    if (at != NULL)
        return (struct inprocess_import){.kind = INPROCESS_FUNCTION, .address = at};
    for (size_t i = 0; i < COUNT(variables); i++)
        if (strcmp(name, variables[i].name) == 0)
            return (struct inprocess_import){INPROCESS_VARIABLE, NULL, (int)variables[i].variable,
                                             inprocess_variable_bytes(variables[i].variable)};
    at = find(name, pvm_rows, COUNT(pvm_rows));
    if (at != NULL && !is_in(name, outside, COUNT(outside))) {
        bool constant = is_in(name, constants, COUNT(constants));
        return (struct inprocess_import){.kind = constant ? INPROCESS_CONSTANT : INPROCESS_FUNCTION, .address = at};
    }
    if (is_in(name, constants_of_libc, COUNT(constants_of_libc)) && (at = in_libc(name, version)) != NULL)
        return (struct inprocess_import){.kind = INPROCESS_CONSTANT, .address = at};
    at = is_in(name, harmless, COUNT(harmless)) ? in_libc(name, version) : NULL;
    return (struct inprocess_import){.kind = at != NULL ? INPROCESS_FUNCTION : INPROCESS_REFUSED, .address = at};
}

struct inprocess_import inprocess_import_of_library(const char *name, const char *version)
{
    const void *at = find(name, library_rows, COUNT(library_rows));
    if (at == NULL && is_in(name, harmless_in_libraries, COUNT(harmless_in_libraries)))
        at = in_libc(name, version);
    if (at == NULL && strcmp(name, "alarm") == 0) /* libgfortran has it for ALARM, which hardly a program calls */
        at = find(name, pvm_rows, COUNT(pvm_rows));
    return at != NULL ? (struct inprocess_import){.kind = INPROCESS_FUNCTION, .address = at}
                      : inprocess_import(name, version);
}
