/* reopened.c - freopen of standard streams and others, by a master and by tasks: what is printed then, where it goes,
 * what of it is buffered, and what becomes of the number. Each task tells by a message what it saw.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pvm3.h"

enum { TASKS = 2, TAG_NOTES = 1 };

static char notes[20000], file[40], other[40];
static char other_room[BUFSIZ];
static size_t notes_end;

static __attribute__((format(printf, 1, 2))) void note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    notes_end += (size_t)vsnprintf(notes + notes_end, sizeof notes - notes_end, format, args);
    va_end(args);
}

static void note_file(const char *when, const char *path)
{
    char text[200] = "";
    int n = open(path, O_RDONLY);
    ssize_t bytes = n >= 0 ? read(n, text, sizeof text - 1) : -1;
    note("%s: %zd bytes <%s>\n", when, bytes, text);
    if (n >= 0)
        close(n);
}

static void own_stream(void)
{
    char line[20] = "";
    FILE *f = fopen(file, "w"), *again;
    fputs("first line\nsecond line\n", f);
    again = freopen(file, "r", f);
    note("own: %d, number %d,", again == f, fileno(f));
    note(" %s", fgets(line, sizeof line, f));
    errno = 0; /* what PVM's calls leave there is up to the computer */
    const int put = fputc('x', f);
    note("at %ld, write %d %d\n", ftell(f), put, errno);
    f = freopen(other, "a+", f);
    note("number %d, %d\n", fileno(f), fprintf(f, "appended %d\n", 7));
    rewind(f);
    note("read %s", fgets(line, sizeof line, f));
    errno = 0;
    f = freopen("no/such", "r", f);
    note("none: %d %d, %d\n", f == NULL, errno, open(file, O_RDONLY));
    close(3);
    f = fdopen(open(file, O_RDWR), "r+");
    f = freopen(other, "w", f);
    note("of a number: %d %d\n", fileno(f), fputs("other", f) >= 0);
    fclose(f);
    note_file("other", other);
}

static void output(void)
{
    int n;
    struct stat of;
    printf("to where it always goes\n");
    note("output: %d\n", freopen(file, "w", stdout) == stdout);
    printf("to the file\n");
    n = stat(file, &of);
    note("buffered %d %ld, at %ld\n", n, (long)of.st_size, ftell(stdout));
    fflush(stdout);
    note("system %d\n", system("echo of a shell"));
    note_file("file", file);
    note("append %d\n", freopen(file, "a", stdout) != NULL);
    puts("behind");
    note("at %ld, ", ftell(stdout));
    note("flushed %d\n", fflush(stdout));
    note_file("file", file);
    note("both %d\n", freopen(file, "w+", stdout) != NULL);
    puts("written and read");
    rewind(stdout);
    note("letter %c", getc(stdout));
    note("%c\n", getc(stdout));
    note("null %d, %d\n", freopen("/dev/null", "w", stdout) != NULL, printf("lost\n"));
    note("one %d, number %d\n", dup2(2, 1), fileno(stdout));
    printf("to stderr, of the number\n");
    fflush(stdout);
    note("wrong mode %d", freopen(file, "z", stdout) != NULL);
    note(" %d, %d\n", errno, printf("nowhere"));
}

static void errors(void)
{
    struct stat of;
    fprintf(stderr, "as always\n");
    note("errors: %d\n", freopen(other, "w", stderr) == stderr);
    setbuf(stderr, other_room);
    fprintf(stderr, "now with a buffer");
    perror("and this");
    note("stat %d, ", stat(other, &of));
    note("%ld bytes\n", (long)of.st_size);
    fflush(stderr);
    note_file("errors", other);
    note("number 2: %zd\n", write(2, "raw", 3));
    note("same file %d\n", freopen(NULL, "a", stderr) != NULL);
    fprintf(stderr, "more");
    fclose(stderr);
    note_file("errors", other);
}

static void input(void)
{
    int a = 0, b = 0;
    FILE *f = fopen(file, "w");
    fputs("12 34\nrest", f);
    fclose(f);
    note("input: eof %d, ", getchar());
    note("%d, ", freopen(file, "r", stdin) == stdin);
    note("%d, ", scanf("%d %d", &a, &b));
    note("%d %d, at %ld, eof %d\n", a, b, ftell(stdin), feof(stdin) != 0);
}

static void all(const char *whose)
{
    snprintf(file, sizeof file, "reopened-%s-a", whose);
    snprintf(other, sizeof other, "reopened-%s-b", whose);
    note("numbers from %d on\n", open("/dev/null", O_RDONLY) >= 3);
    own_stream();
    if (strcmp(whose, "master") != 0)
        input();
    output();
    errors();
    unlink(file);
    unlink(other);
}

int main(int argc, char **argv)
{
    int tids[TASKS], i;
    char number[4], *args[] = {number, NULL}, folder[] = "reopened.XXXXXX";
    if (argc > 1) {
        setbuf(stderr, NULL); /* before anything else is done with it */
        pvm_mytid();
        all(argv[1]);
        pvm_initsend(PvmDataDefault);
        pvm_pkstr(notes);
        pvm_send(pvm_parent(), TAG_NOTES);
        return pvm_exit();
    }
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        return 1;
    for (i = 0; i < TASKS; i++) {
        snprintf(number, sizeof number, "%d", i);
        pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &tids[i]);
    }
    for (i = 0; i < TASKS; i++) {
        pvm_recv(tids[i], TAG_NOTES);
        pvm_upkstr(notes);
        printf("task %d:\n%s", i, notes);
    }
    fflush(stdout);
    i = dup(1);
    all("master");
    if (write(i, notes, notes_end) < 0)
        return 2;
    pvm_exit();
    if (chdir("..") != 0)
        return 3;
    return rmdir(folder);
}
