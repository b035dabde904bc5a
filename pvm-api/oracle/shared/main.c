/* main.c - the main() of the programs that consist of parts and roles (oracle.h). */
#include "oracle.h"

static char **words;

const char *own_role(void)
{
    return words[1];
}

char **own_words(void)
{
    return words;
}

static int play(void)
{
    const struct role *r = oracle_roles;
    while (r->play != NULL && r->name[0] != 0 && strcmp(r->name, own_role()) != 0)
        r++;
    if (r->play == NULL) {
        fprintf(stderr, "no role '%s'\n", own_role());
        return 1;
    }
    if (r->kind == REPORTS)
        say_all_to_parent();
    if (r->kind != BARE)
        pvm_mytid();
    r->play();
    if (r->kind == REPORTS)
        give_lines(pvm_parent());
    if (r->kind != BARE)
        pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    words = argv;
    if (argc > 1 && oracle_roles != NULL)
        return play();
    pvm_mytid();
    for (void (*const *part)(void) = oracle_parts; *part != NULL; part++)
        (*part)();
    CODE(pvm_exit());
    return 0;
}
