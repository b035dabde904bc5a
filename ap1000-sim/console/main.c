/* main.c - ap1000-console: the PVM console, a task on the host of a machine that is up (`ap1000 console` starts it).
 *
 * It begins with the commands in $HOME/.pvmrc. At a terminal, lines can be edited and are remembered (libedit); from a
 * pipe they are read without echo. */
#include <editline/readline.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console.h"
#include "pvmi_console.h"

#define PROMPT "pvm> "

enum { EXIT_NO_MACHINE = 2 }; /* as of the ap1000 command */
enum { LOOK_MS = 50 };        /* real time between looks at the output of jobs */

static bool ended;
static volatile sig_atomic_t interrupted;

static void run_line(const char *text)
{
    char *words[CONSOLE_WORDS], *line = strdup(text), unmatched;
    if (line == NULL)
        abort();
    int n = alias_apply(split_line(line, words, &unmatched), words);
    if (unmatched != 0)
        printf("unmatched %c\n", unmatched);
    if (n > 0 && !command_do(n, words))
        ended = true;
    fflush(stdout);
    free(line);
}

static void run_file(const char *path)
{
    FILE *f = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    while (f != NULL && !ended && getline(&line, &room, f) >= 0)
        run_line(line);
    free(line);
    if (f != NULL)
        fclose(f);
}

static void run_pvmrc(void)
{
    const char *home = getenv("HOME");
    char *path = NULL;
    if (home != NULL && asprintf(&path, "%s/.pvmrc", home) > 0)
        run_file(path);
    free(path);
}

/* Waits in real time as long as there are jobs, because the program's clock is the machine's and would go on with each
 * look. Returns whether there is something to read. */
static bool wait_for_input(void)
{
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};
    struct timespec look = {0, LOOK_MS * 1000000};
    sigset_t none;
    sigemptyset(&none);
    return ppoll(&in, 1, jobs_any() ? &look : NULL, &none) > 0;
}

/* ---- a terminal -------------------------------------------------------------------------------------------------- */

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* libedit calls it with a whole line, or with NULL at the end of input. It is removed meanwhile, as the prompt would
 * come before the answer otherwise. */
static void line_entered(char *line)
{
    rl_callback_handler_remove();
    if (line == NULL) {
        printf("quit\n");
        ended = true;
        return;
    }
    if (line[strspn(line, " \t")] != 0)
        add_history(line);
    run_line(line);
    free(line);
    if (!ended)
        rl_callback_handler_install(PROMPT, line_entered);
}

/* Ctrl-C drops the line that was being typed. */
static void drop_line(void)
{
    interrupted = 0;
    rl_callback_handler_remove();
    printf("\n");
    fflush(stdout);
    rl_callback_handler_install(PROMPT, line_entered);
}

static void end_prompt_line(void)
{
    printf("\n");
}

static void read_terminal(void)
{
    rl_callback_handler_install(PROMPT, line_entered);
    while (!ended) {
        bool ready = wait_for_input();
        if (interrupted)
            drop_line();
        else if (ready)
            rl_callback_read_char();
        if (!ended && jobs_any() && jobs_collect(end_prompt_line))
            rl_forced_update_display();
    }
}

/* ---- a pipe ------------------------------------------------------------------------------------------------------ */

static void read_pipe(void)
{
    char *line = NULL, byte;
    size_t len = 0, room = 0;
    while (!ended) {
        bool ready = wait_for_input();
        jobs_collect(NULL);
        if (!ready)
            continue;
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

/* Ctrl-C does not end the console, as in PVM's. The signal is only let through while the console waits, so that none is
 * missed. */
static void take_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    sigset_t only;
    sigaction(SIGINT, &action, NULL);
    sigemptyset(&only);
    sigaddset(&only, SIGINT);
    sigprocmask(SIG_BLOCK, &only, NULL);
}

int main(void)
{
    take_interrupts();
    if (pvm_mytid() < 0)
        return EXIT_NO_MACHINE;
    if (pvmi_waits_for_people() < 0) /* the machine must not wait while the user thinks */
        return 1;
    pvm_setopt(PvmNoReset, 1);
    run_pvmrc();
    if (isatty(STDIN_FILENO))
        read_terminal();
    else
        read_pipe();
    fflush(stdout);
    pvm_exit();
    return 0;
}
