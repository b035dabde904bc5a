/* dlopened.c - a program that is not linked with libpvm3 but opens it with dlopen, as interpreters do. The library must
 * call its own versions of the functions that it exports, or it would see the real time and the real host's name.
 *
 * usage: dlopened LIBPVM3 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/utsname.h>

#define EPOCH_S 757382400 /* MACH_EPOCH_S of machine.h */

static int failures;
static void *library;

/* The library's function of that name. */
#define FUNCTION(TYPE, NAME) ((TYPE)dlsym(library, NAME))

static void expect(int good, const char *what)
{
    failures += !good;
    if (!good)
        printf("wrong: %s\n", what);
}

static long seconds(void)
{
    struct timeval now = {0, 0};
    FUNCTION(int (*)(struct timeval *, void *), "gettimeofday")(&now, NULL);
    return (long)now.tv_sec;
}

static void clocks(void)
{
    struct timeval now = {0, 0}, real = {0, 0};
    struct timeb before = {0, 0, 0, 0};
    gettimeofday(&real, NULL);
    expect(real.tv_sec > EPOCH_S + 1000000000, "this program's own gettimeofday is not libc's: the test shows nothing");
    FUNCTION(void (*)(struct timeval *), "pvmgetclock")(&now);
    expect(now.tv_sec >= EPOCH_S && now.tv_sec < EPOCH_S + 1000, "pvmgetclock tells the real time");
    FUNCTION(int (*)(struct timeb *), "ftime")(&before);
    expect(before.time >= EPOCH_S && before.time < EPOCH_S + 1000, "ftime tells the real time");
    long began = seconds();
    FUNCTION(int (*)(int), "pvmsleep")(100);
    expect(seconds() - began >= 100, "pvmsleep sleeps in real time");
    FUNCTION(unsigned (*)(unsigned), "alarm")(50);
    expect(FUNCTION(unsigned (*)(unsigned), "alarm")(0) == 50, "alarm does not set the library's own alarm clock");
}

static void names(void)
{
    char name[64] = "";
    struct utsname u;
    memset(&u, 0, sizeof u);
    FUNCTION(int (*)(struct utsname *), "uname")(&u);
    FUNCTION(int (*)(char *, size_t), "gethostname")(name, sizeof name);
    expect(strcmp(name, "ap1000") == 0, "gethostname tells the real host");
    expect(strcmp(name, u.nodename) == 0, "gethostname and uname differ");
}

int main(int argc, char **argv)
{
    library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library == NULL) {
        printf("%s\n", argc > 1 ? dlerror() : "usage: dlopened LIBPVM3");
        return 2;
    }
    expect(FUNCTION(int (*)(void), "pvm_mytid")() > 0, "pvm_mytid");
    clocks();
    names();
    expect(FUNCTION(int (*)(void), "pvm_exit")() == 0, "pvm_exit");
    return failures != 0;
}
