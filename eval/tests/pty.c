/* pty.c - a user at a terminal: runs a command on a pseudo-terminal and plays the script on stdin, a line a step:
 *   type TEXT   keys; \r return, \xNN any other
 *   see TEXT    wait until the command has printed TEXT after what was seen last; the same escapes
 * What the command printed goes to stdout. Exit code: the command's; 99: it ended before all was seen; 98: there are no
 * pseudo-terminals here.
 * Usage: pty COMMAND ARGUMENT... < SCRIPT */
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char seen[1 << 20];
static size_t nseen, looked; /* looked: how far it was read when TEXT was found last */

/* Replaces the escapes in the text, in place. Returns its length. */
static size_t unescape(char *text)
{
    size_t len = 0;
    for (const char *at = text; *at != 0; at++) {
        char hex[3] = "";
        if (at[0] == '\\' && at[1] == 'x') {
            memcpy(hex, at + 2, 2);
            text[len++] = (char)strtol(hex, NULL, 16);
            at += 3;
        } else if (at[0] == '\\' && at[1] == 'r') {
            text[len++] = '\r';
            at++;
        } else {
            text[len++] = *at;
        }
    }
    text[len] = 0;
    return len;
}

/* Reads what comes next. Returns 0 if the command has ended. */
static int read_more(int terminal)
{
    ssize_t n = read(terminal, seen + nseen, sizeof seen - 1 - nseen);
    if (n <= 0)
        return 0;
    fwrite(seen + nseen, 1, (size_t)n, stdout);
    nseen += (size_t)n;
    return 1;
}

static int see(int terminal, const char *text, size_t len)
{
    for (;;) {
        const char *at = memmem(seen + looked, nseen - looked, text, len);
        if (at != NULL) {
            looked = (size_t)(at - seen) + len;
            return 1;
        }
        if (!read_more(terminal))
            return 0;
    }
}

static int play(int terminal)
{
    char line[1000];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        char *text = line + strcspn(line, " ");
        text += *text == ' ';
        size_t len = unescape(text);
        if (strncmp(line, "type", 4) == 0 ? write(terminal, text, len) != (ssize_t)len : !see(terminal, text, len)) {
            printf("\nnot so: %s\n", line);
            return 0;
        }
    }
    while (read_more(terminal))
        ;
    return 1;
}

int main(int argc, char **argv)
{
    struct winsize size = {24, 80, 0, 0};
    int terminal, status;
    setvbuf(stdout, NULL, _IONBF, 0);
    pid_t pid = argc > 1 ? forkpty(&terminal, NULL, NULL, &size) : -1;
    if (pid == 0) {
        signal(SIGINT, SIG_DFL); /* whoever runs us in the background may ignore it */
        execvp(argv[1], argv + 1);
        perror(argv[1]);
        _exit(127);
    }
    if (pid < 0)
        return 98;
    if (!play(terminal) || waitpid(pid, &status, 0) < 0)
        return 99;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
