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

/* OWN(NAME): task_NAME is what a program finds under NAME; AS(NAME, OTHER): task_OTHER is. */
#define AS(NAME, FUNCTION) {#NAME, (const void *)(uintptr_t)&task_##FUNCTION},
#define OWN(NAME) AS(NAME, NAME)
#define OWN_CALL(TYPE, NAME, PARAMETERS, ARGUMENTS) OWN(NAME)
#define OWN_CALL_OF_NOTHING(NAME, PARAMETERS, ARGUMENTS) OWN(NAME)
/* clang-format off */
static const struct row answers[] = {
    STREAM_CALLS(OWN_CALL)
    STREAM_CALLS_OF_NOTHING(OWN_CALL_OF_NOTHING)
    CHECKED_CALLS(OWN_CALL)
    AS(__sprintf_chk, sprintf_chk) AS(__vsprintf_chk, vsprintf_chk) AS(__snprintf_chk, snprintf_chk)
    OWN(fprintf) AS(__fprintf_chk, fprintf_chk) OWN(fscanf) AS(__isoc99_fscanf, fscanf) AS(__isoc23_fscanf, fscanf)
    AS(__isoc99_vfscanf, vfscanf) AS(__isoc23_vfscanf, vfscanf) AS(putc, fputc) AS(_IO_putc, fputc) AS(getc, fgetc)
    AS(_IO_getc, fgetc) AS(fseeko64, fseeko) AS(ftello64, ftello) AS(__libc_start_main, libc_start_main) OWN(exit)
    AS(_exit, exit_at_once) AS(_Exit, exit_at_once) AS(quick_exit, exit_at_once) OWN(abort) OWN(atexit)
    AS(__cxa_atexit, cxa_atexit) AS(__cxa_finalize, cxa_finalize) AS(__assert_fail, assert_fail)
    AS(__stack_chk_fail, stack_chk_fail) AS(__chk_fail, chk_fail) OWN(getpid) OWN(getppid) OWN(printf) OWN(vprintf)
    AS(__printf_chk, printf_chk) AS(__vprintf_chk, vprintf_chk) OWN(puts) OWN(putchar) OWN(getchar) OWN(scanf)
    AS(__isoc99_scanf, scanf) AS(__isoc23_scanf, scanf) OWN(vscanf) AS(__isoc99_vscanf, vscanf)
    AS(__isoc23_vscanf, vscanf) OWN(perror) OWN(fflush) OWN(fopen) AS(fopen64, fopen) OWN(tmpfile)
    AS(tmpfile64, tmpfile) OWN(readlink) OWN(fclose) OWN(setvbuf) OWN(fileno) OWN(isatty) OWN(select) OWN(fstat)
    AS(fstat64, fstat) OWN(getenv) AS(secure_getenv, getenv) OWN(setenv) OWN(putenv) OWN(unsetenv) OWN(rand)
    OWN(srand) OWN(random) AS(srandom, srand) OWN(drand48) OWN(lrand48) OWN(srand48) OWN(strtok)
    AS(pthread_key_create, key_create) AS(__pthread_key_create, key_create) AS(pthread_key_delete, key_delete)
    AS(pthread_getspecific, getspecific) AS(pthread_setspecific, setspecific) AS(pthread_mutex_lock, mutex_lock)
    OWN(localtime) OWN(localtime_r) OWN(mktime) OWN(strftime) OWN(ctime_r) OWN(gmtime) OWN(gmtime_r) OWN(timegm)
    OWN(ctime) OWN(asctime) OWN(getopt) AS(__posix_getopt, getopt) OWN(signal) OWN(raise) OWN(sigaction)
    OWN(sigprocmask) AS(__sigsetjmp, sigsetjmp) OWN(setjmp) OWN(longjmp) AS(_longjmp, longjmp) AS(siglongjmp, longjmp)
    AS(__longjmp_chk, longjmp)
};

/* Memory, and what libc would make in its own. All of it, or nothing if another allocator stands before libc's. */
static const struct row heap_rows[] = {
    OWN(malloc) OWN(calloc) OWN(realloc) OWN(free) OWN(memalign) OWN(posix_memalign) OWN(aligned_alloc)
    OWN(malloc_usable_size) OWN(strdup) AS(__strdup, strdup) OWN(strndup) AS(__strndup, strndup) OWN(asprintf)
    OWN(vasprintf) AS(__asprintf_chk, asprintf_chk) AS(__vasprintf_chk, vasprintf_chk) OWN(realpath) OWN(getcwd)
    OWN(getline) OWN(getdelim) AS(__getdelim, getdelim)
};

/* For libraries of which each task has a copy. */
static const struct row library_rows[] = {
    OWN(write) OWN(writev) OWN(read) OWN(open) AS(open64, open) OWN(mkostemp) AS(mkostemp64, mkostemp) OWN(umask)
    OWN(close) OWN(lseek) AS(lseek64, lseek) OWN(ftruncate) AS(ftruncate64, ftruncate) OWN(poll) OWN(fcntl)
    AS(fcntl64, fcntl) OWN(mmap) AS(mmap64, mmap) OWN(dl_iterate_phdr) AS(__tls_get_addr, tls_get_addr)
    AS(__cxa_thread_atexit_impl, cxa_thread_atexit) OWN(ioctl)
#if __GLIBC_PREREQ(2, 35)
    AS(_dl_find_object, dl_find_object)
#endif
};

/* What they want only for what the reader of programs refuses (simulator/elf_libraries.cpp). */
static const char *const of_processes[] = {
    "kill", "system", "chdir", "setlocale", "dup", "fdopen", "closedir", "readdir", "dirfd", "posix_spawn", "waitpid",
    "ttyname_r", "pthread_create", "pthread_join", "pthread_cond_wait", "pthread_detach", "syscall", "openat",
    "fdopendir", "unlinkat", "sendfile", "fchmod"};

static const struct {
    const char *name;
    enum inprocess_variable variable;
} variables[] = {
    {"stdin", VARIABLE_STDIN}, {"stdout", VARIABLE_STDOUT}, {"stderr", VARIABLE_STDERR},
    {"environ", VARIABLE_ENVIRON}, {"__environ", VARIABLE_ENVIRON}, {"_environ", VARIABLE_ENVIRON},
    {"optarg", VARIABLE_OPTARG}, {"optind", VARIABLE_OPTIND}, {"opterr", VARIABLE_OPTERR},
    {"optopt", VARIABLE_OPTOPT}, {"__progname", VARIABLE_SHORT_NAME},
    {"program_invocation_short_name", VARIABLE_SHORT_NAME}, {"__progname_full", VARIABLE_FULL_NAME},
    {"program_invocation_name", VARIABLE_FULL_NAME}, {"pvm_errno", VARIABLE_PVM_ERRNO},
    {"pvmmyctx", VARIABLE_PVMMYCTX}, {"pvmdebmask", VARIABLE_PVMDEBMASK}, {"pvmctrc", VARIABLE_PVMCTRC}};
/* clang-format on */

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
    if (at == NULL && is_in(name, of_processes, COUNT(of_processes)))
        at = (const void *)(uintptr_t)&task_is_no_process;
    if (at == NULL && is_in(name, harmless_in_libraries, COUNT(harmless_in_libraries)))
        at = in_libc(name, version);
    if (at == NULL && strcmp(name, "alarm") == 0) /* libgfortran has it for ALARM, which hardly a program calls */
        at = find(name, pvm_rows, COUNT(pvm_rows));
    return at != NULL ? (struct inprocess_import){.kind = INPROCESS_FUNCTION, .address = at}
                      : inprocess_import(name, version);
}
