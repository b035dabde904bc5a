/* hostfile.c - PVM's file of hosts: a name a line, with options behind it.
 *
 *     # a comment
 *     * lo=jack dx=/opt/bin/pvmnode     (for the hosts that follow)
 *     node1 ep=/home/jack/bin wd=/tmp ip=10.0.0.1
 *
 * so=, sp= and bx= of PVM are read and mean nothing here; a line that begins with & names a host that may be added
 * later, and is left out.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/node/host.h"
#include "pvm3.h"

struct options {
    char *login, *daemon, *path, *folder, *address;
};

/* Returns where the option's value is to go; NULL if it means nothing here. *known: it is one of PVM's. */
static char **place_for(struct options *o, const char *word, bool *known)
{
    const struct {
        const char *name;
        char **to;
    } all[] = {{"lo=", &o->login},   {"dx=", &o->daemon}, {"ep=", &o->path}, {"wd=", &o->folder},
               {"ip=", &o->address}, {"so=", NULL},       {"sp=", NULL},     {"bx=", NULL}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strncmp(word, all[i].name, 3) == 0) {
            *known = true;
            return all[i].to;
        }
    *known = false;
    return NULL;
}

static void add(struct host *h, const char *name, const struct options *o)
{
    int number = place_add(h, name);
    if (number == PvmBadParam)
        host_say(h, "pvmrun: %s: a host's name has 1 to %d characters, and does not begin with -\n", name,
                 NODE_NAME_BYTES - 1);
    if (number < 0)
        return;
    struct place *p = h->places[number];
    (void)snprintf(p->login, sizeof p->login, "%s", o->login != NULL ? o->login : "");
    (void)snprintf(p->address, sizeof p->address, "%s", o->address != NULL ? o->address : "");
    p->daemon = o->daemon != NULL ? strdup(o->daemon) : NULL;
    p->path = o->path != NULL ? strdup(o->path) : NULL;
    p->folder = o->folder != NULL ? strdup(o->folder) : NULL;
}

/* Returns false if a word of the line is none of PVM's. Strings that are kept are never freed: there are few. */
static bool read_line(struct host *h, char *line, struct options *of_all, const char **wrong)
{
    char *rest = NULL, *name = strtok_r(line, " \t\n", &rest);
    if (name == NULL || name[0] == '&' || name[0] == '#')
        return true;
    struct options own = *of_all, *o = strcmp(name, "*") == 0 ? of_all : &own;
    for (char *word = strtok_r(NULL, " \t\n", &rest); word != NULL; word = strtok_r(NULL, " \t\n", &rest)) {
        bool known;
        char **to = place_for(o, word, &known);
        *wrong = word;
        if (!known)
            return false;
        if (to != NULL)
            *to = strdup(word + 3);
    }
    if (o == &own)
        add(h, name, o);
    return true;
}

bool hostfile_read(struct host *h, const char *file)
{
    char line[4096];
    const char *wrong = "";
    struct options of_all = {NULL, NULL, NULL, NULL, NULL};
    FILE *f = fopen(file, "re");
    if (f == NULL) {
        fprintf(stderr, "pvmrun: --hosts %s: %s\n", file, strerror(errno));
        return false;
    }
    bool good = true;
    for (int number = 1; good && fgets(line, sizeof line, f) != NULL; number++) {
        line[strcspn(line, "#")] = 0;
        good = read_line(h, line, &of_all, &wrong);
        if (!good)
            fprintf(stderr,
                    "pvmrun: %s:%d: %s: one of lo= dx= ep= wd= ip= so= sp= bx= is wanted behind a host's name\n", file,
                    number, wrong);
    }
    fclose(f);
    return good;
}
