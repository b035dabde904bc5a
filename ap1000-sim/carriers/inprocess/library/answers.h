/* answers.h - the functions of libc that are answered for each task by itself: task_NAME is what a program in process
 * finds under NAME. Each does what the manual page of NAME says, with the task's streams, environment, seeds and so on
 * in the place of the process's. */
#pragma once

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/types.h>
#include <time.h>

/* start.c */
int task_libc_start_main(int (*main_function)(int, char **, char **), int argc, char **argv, void (*init)(void),
                         void (*fini)(void), void (*loader_fini)(void), void *stack_end);
void task_exit(int code) __attribute__((noreturn));
void task_exit_at_once(int code) __attribute__((noreturn));
void task_abort(void) __attribute__((noreturn));
int task_atexit(void (*function)(void));
int task_cxa_atexit(void (*function)(void *), void *argument, void *object);
void task_cxa_finalize(void *object);
int task_cxa_thread_atexit(void (*function)(void *), void *argument, void *object);
void task_assert_fail(const char *what, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));
void task_stack_chk_fail(void) __attribute__((noreturn));
void task_chk_fail(void) __attribute__((noreturn));
pid_t task_getpid(void);
pid_t task_getppid(void);

/* heap.c */
void *task_malloc(size_t n);
void *task_calloc(size_t n, size_t size);
void *task_realloc(void *p, size_t n);
void task_free(void *p);
void *task_memalign(size_t alignment, size_t n);
int task_posix_memalign(void **p, size_t alignment, size_t n);
void *task_aligned_alloc(size_t alignment, size_t n);
size_t task_malloc_usable_size(void *p);

/* copies.c */
char *task_strdup(const char *text);
char *task_strndup(const char *text, size_t most);
int task_asprintf(char **to, const char *format, ...) __attribute__((format(printf, 2, 3)));
int task_vasprintf(char **to, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
int task_asprintf_chk(char **to, int flag, const char *format, ...) __attribute__((format(printf, 3, 4)));
int task_vasprintf_chk(char **to, int flag, const char *format, va_list args) __attribute__((format(printf, 3, 0)));
ssize_t task_getdelim(char **line, size_t *room, int end, FILE *stream);
ssize_t task_getline(char **line, size_t *room, FILE *stream);
char *task_getcwd(char *to, size_t room);
char *task_realpath(const char *path, char *to);

/* stream_calls.c: the standard streams; stream_calls.h has the rest */
int task_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int task_vprintf(const char *format, va_list args) __attribute__((format(printf, 1, 0)));
int task_printf_chk(int flag, const char *format, ...) __attribute__((format(printf, 2, 3)));
int task_vprintf_chk(int flag, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
int task_puts(const char *text);
int task_putchar(int c);
int task_getchar(void);
int task_scanf(const char *format, ...) __attribute__((format(scanf, 1, 2)));
int task_vscanf(const char *format, va_list args) __attribute__((format(scanf, 1, 0)));
void task_perror(const char *text);

/* streams.c */
int task_fflush(FILE *stream);
int task_fclose(FILE *stream);
int task_fileno(FILE *stream);
int task_setvbuf(FILE *stream, char *room, int mode, size_t bytes);

/* descriptors.c */
ssize_t task_write(int number, const void *bytes, size_t n);
ssize_t task_read(int number, void *to, size_t n);
off_t task_lseek(int number, off_t offset, int from);
int task_open(const char *path, int flags, ...);
int task_mkostemp(char *path, int flags);
mode_t task_umask(mode_t mask);
int task_close(int number);
int task_ftruncate(int number, off_t bytes);
int task_isatty(int number);
struct stat;
int task_fstat(int number, struct stat *of);
int task_ioctl(int number, unsigned long what, ...);
struct iovec;
ssize_t task_writev(int number, const struct iovec *pieces, int n);
int task_fcntl(int number, int what, ...);
void *task_mmap(void *at, size_t bytes, int rights, int flags, int number, off_t offset);
struct pollfd;
struct timeval;
int task_poll(struct pollfd *files, unsigned long n, int wait_ms);
int task_select(int n, fd_set *readable, fd_set *writable, fd_set *strange, struct timeval *wait);

/* files.c */
FILE *task_fopen(const char *path, const char *mode);
FILE *task_tmpfile(void);
ssize_t task_readlink(const char *path, char *to, size_t room);

/* callers.c */
struct dl_find_object;
int task_dl_find_object(void *code, struct dl_find_object *found);
struct dl_phdr_info;
int task_dl_iterate_phdr(int (*tell)(struct dl_phdr_info *, size_t, void *), void *argument);

/* environment.c */
char *task_getenv(const char *name);
int task_setenv(const char *name, const char *value, int overwrite);
int task_putenv(char *pair);
int task_unsetenv(const char *name);

/* state.c */
int task_rand(void);
void task_srand(unsigned seed);
long task_random(void);
double task_drand48(void);
long task_lrand48(void);
void task_srand48(long seed);
char *task_strtok(char *text, const char *between);

void *task_tls_get_addr(const size_t *where);
int task_key_create(unsigned *key, void (*end)(void *));
int task_key_delete(unsigned key);
void *task_getspecific(unsigned key);
int task_setspecific(unsigned key, const void *value);
int task_mutex_lock(void *mutex);
void task_is_no_process(void) __attribute__((noreturn));

/* times.c */
struct tm *task_localtime(const time_t *t);
struct tm *task_localtime_r(const time_t *t, struct tm *to);
struct tm *task_gmtime(const time_t *t);
struct tm *task_gmtime_r(const time_t *t, struct tm *to);
time_t task_timegm(struct tm *t);
time_t task_mktime(struct tm *t);
size_t task_strftime(char *to, size_t room, const char *format, const struct tm *t)
    __attribute__((format(strftime, 3, 0)));
char *task_asctime(const struct tm *t);
char *task_ctime(const time_t *t);
char *task_ctime_r(const time_t *t, char *to);

/* getopt.c */
int task_getopt(int argc, char *const argv[], const char *letters);

/* signals.c */
void (*task_signal(int number, void (*handler)(int)))(int);
int task_raise(int number);
int task_sigaction(int number, const struct sigaction *action, struct sigaction *before);
int task_sigprocmask(int how, const sigset_t *set, sigset_t *before);

/* signals.c */
struct __jmp_buf_tag;
int task_sigsetjmp(struct __jmp_buf_tag *at, int with_signals) __attribute__((returns_twice));
int task_setjmp(struct __jmp_buf_tag *at) __attribute__((returns_twice));
void task_longjmp(struct __jmp_buf_tag *to, int value) __attribute__((noreturn));
