/* hostfile.c - PVM's file of hosts: a name a line, with options behind it.
 *
 *     # a comment
 *     * lo=jack dx=/opt/bin/pvmnode     (for the hosts that follow)
 *     node1 ep=/home/jack/bin wd=/tmp ip=10.0.0.1
 *
 * so=, sp=, bx= and id= of PVM are read and mean nothing here; a line that begins with & names a host that may be added
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

#define LINE_BYTES 4096

/* Takes an option, which may mean nothing here. Returns NULL, or what is wanted instead. */
static const char *take_option(struct options *o, const char *word)
{
    const struct {
        const char *name;
        char **to;
        int room;
    } all[] = {{"lo=", &o->login, NODE_NAME_BYTES},
               {"ip=", &o->address, NODE_NAME_BYTES},
               {"dx=", &o->daemon, DAEMON_BYTES},
               {"ep=", &o->path, LINE_BYTES},
               {"wd=", &o->folder, LINE_BYTES},
               {"so=", NULL, LINE_BYTES},
               {"sp=", NULL, LINE_BYTES},
               {"bx=", NULL, LINE_BYTES},
               {"id=", NULL, LINE_BYTES}};
    static char shorter[64];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strncmp(word, all[i].name, 3) != 0)
            continue;
        (void)snprintf(shorter, sizeof shorter, "at most %d characters are wanted behind =", all[i].room - 1);
        if (strlen(word + 3) >= (size_t)all[i].room)
            return shorter;
        if (all[i].to != NULL)
            *all[i].to = strdup(word + 3);
        return NULL;
    }
    return "one of lo= dx= ep= wd= ip= so= sp= bx= id= is wanted behind a host's name";
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

/* Returns NULL, or what is wanted instead of the word *wrong. Strings that are kept are never freed: there are few. */
static const char *read_line(struct host *h, char *line, struct options *of_all, const char **wrong)
{
    char *rest = NULL, *name = strtok_r(line, " \t\n", &rest);
    if (name == NULL || name[0] == '&')
        return NULL;
    struct options own = *of_all, *o = strcmp(name, "*") == 0 ? of_all : &own;
    while ((*wrong = strtok_r(NULL, " \t\n", &rest)) != NULL) {
        const char *wanted = take_option(o, *wrong);
        if (wanted != NULL)
            return wanted;
    }
    if (o == &own)
        add(h, name, o);
    return NULL;
}

bool hostfile_read(struct host *h, const char *file)
{
    char line[LINE_BYTES];
    const char *wrong = "", *wanted = NULL;
    struct options of_all = {NULL, NULL, NULL, NULL, NULL};
    FILE *f = fopen(file, "re");
    if (f == NULL) {
        fprintf(stderr, "pvmrun: --hosts %s: %s\n", file, strerror(errno));
        return false;
    }
    for (int number = 1; wanted == NULL && fgets(line, sizeof line, f) != NULL; number++) {
        bool whole = strchr(line, '\n') != NULL || feof(f);
        line[strcspn(line, "#")] = 0;
        wanted = whole ? read_line(h, line, &of_all, &wrong) : "a line of at most 4094 characters is wanted";
        if (wanted != NULL)
            fprintf(stderr, "pvmrun: %s:%d: %.80s: %s\n", file, number, whole ? wrong : line, wanted);
    }
    fclose(f);
    return wanted == NULL;
}
