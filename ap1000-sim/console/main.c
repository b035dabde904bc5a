/* main.c - ap1000-console: the PVM console, a task on the host of a machine that is up (`ap1000 console` starts it).
 * With a terminal a line is edited and remembered (libedit); from a pipe lines are read and nothing is echoed. */
#include <editline/readline.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console.h"
#include "control.h"
#include "pvm3.h"
#include "pvmi.h"
#include "wire.h"

#define PROMPT "pvm> "

enum { LOOK_MS = 50 }; /* real time between looks at what jobs printed */

static bool ended;

/* One line, aliases put in. */
static void run_line(const char *text)
{
    char *words[CONSOLE_WORDS], *line = strdup(text), *longer = NULL;
    if (line == NULL)
        abort();
    size_t first = strcspn(line + strspn(line, " \t"), " \t\r\n") + strspn(line, " \t");
    char *name = strndup(line + strspn(line, " \t"), first - strspn(line, " \t"));
    const char *stands_for = name != NULL ? alias_find(name) : NULL;
    if (stands_for != NULL && asprintf(&longer, "%s%s", stands_for, line + first) < 0)
        longer = NULL;
    int n = words_split(longer != NULL ? longer : line, words);
    if (n > 0 && !command_do(n, words))
        ended = true;
    fflush(stdout);
    free(name);
    free(longer);
    free(line);
}

/* From libedit: a whole line; NULL at the end of input. Removed meanwhile: else the prompt would come before the answer. */
static void typed(char *line)
{
    rl_callback_handler_remove();
    if (line == NULL) {
        printf("quit\n");
        ended = true;
        return;
    }
    if (line[0] != 0)
        add_history(line);
    run_line(line);
    free(line);
    if (!ended)
        rl_callback_handler_install(PROMPT, typed);
}

/* Wait for something to read; meanwhile show what jobs print. */
static void wait_for_input(void)
{
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};
    while (poll(&in, 1, jobs_any() ? LOOK_MS : -1) <= 0)
        if (jobs_any())
            jobs_collect();
}

static void read_terminal(void)
{
    rl_callback_handler_install(PROMPT, typed);
    while (!ended) {
        wait_for_input();
        rl_callback_read_char();
    }
}

static void read_pipe(void)
{
    char *line = NULL, byte;
    size_t len = 0, room = 0;
    while (!ended) {
        wait_for_input();
        ssize_t n = read(STDIN_FILENO, &byte, 1);
        if (len + 2 > room && (line = realloc(line, room = 2 * room + 80)) == NULL)
            abort();
        if (n == 1 && byte != '\n') {
            line[len++] = byte;
            continue;
        }
        line[len] = 0;
        len = 0;
        run_line(line);
        ended = ended || n <= 0;
    }
    free(line);
}

/* The machine must not wait while the user thinks. */
static int say_that_we_wait_outside(void)
{
    struct pvm_task *self = pvmi_enter();
    struct wire_out body = {NULL, 0, 0, 0};
    return pvmi_return(self, "console", self == NULL ? PvmSysErr : pvmi_control_code(self, CONTROL_OUTSIDE, &body));
}

int main(void)
{
    signal(SIGINT, SIG_IGN); /* as PVM's console: it ends nothing */
    if (pvm_mytid() < 0 || say_that_we_wait_outside() < 0)
        return 1;
    pvm_setopt(PvmNoReset, 1);
    if (isatty(STDIN_FILENO))
        read_terminal();
    else
        read_pipe();
    fflush(stdout);
    pvm_exit();
    return 0;
}
