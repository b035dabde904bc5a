/* hostfile.c - PVM's file of hosts: a name a line, with options behind it.
 *
 *     # a comment
 *     * lo=jack dx=/opt/bin/pvmnode     (for the hosts that follow, and those that are added later)
 *     node1 ep=/home/jack/bin wd=/tmp ip=10.0.0.1
 *     & node2 lo=jill                   (comes only when it is added)
 *
 * so=, sp=, bx= and id= of PVM are read and mean nothing here. */
#include <errno.h>
#include <string.h>

#include "cluster/node/host.h"
#include "pvm3.h"

#define LINE_BYTES 4096

/* Takes an option, which may mean nothing here. Returns NULL, or what is wanted instead. */
static const char *take_option(struct place *p, const char *word)
{
    const struct {
        const char *name;
        char *text, **to;
        int room;
    } all[] = {{"lo=", p->login, NULL, NODE_NAME_BYTES}, {"ip=", p->address, NULL, NODE_NAME_BYTES},
               {"dx=", NULL, &p->daemon, DAEMON_BYTES},  {"ep=", NULL, &p->path, LINE_BYTES},
               {"wd=", NULL, &p->folder, LINE_BYTES},    {"so=", NULL, NULL, LINE_BYTES},
               {"sp=", NULL, NULL, LINE_BYTES},          {"bx=", NULL, NULL, LINE_BYTES},
               {"id=", NULL, NULL, LINE_BYTES}};
    static char shorter[64];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strncmp(word, all[i].name, 3) != 0)
            continue;
        (void)snprintf(shorter, sizeof shorter, "at most %d characters are wanted behind =", all[i].room - 1);
        if (strlen(word + 3) >= (size_t)all[i].room)
            return shorter;
        if (all[i].text != NULL)
            (void)strcpy(all[i].text, word + 3);
        if (all[i].to != NULL)
            *all[i].to = strdup(word + 3);
        return NULL;
    }
    return "one of lo= dx= ep= wd= ip= so= sp= bx= id= is wanted behind a host's name";
}

const char *hostfile_options(struct place *p, char *words, const char **wrong)
{
    const char *wanted = NULL;
    for (char *rest = NULL; wanted == NULL && (*wrong = strtok_r(words, " \t\r\n", &rest)) != NULL; words = NULL)
        wanted = take_option(p, *wrong);
    return wanted;
}

/* Returns NULL, or what is wanted instead of the word *wrong. What is kept is never freed: there is little. */
static const char *read_line(struct host *h, char *line, const char **wrong)
{
    char *rest = NULL, *name = strtok_r(line, " \t\r\n", &rest);
    bool later = name != NULL && name[0] == '&';
    if (later)
        name = name[1] != 0 ? name + 1 : strtok_r(NULL, " \t\r\n", &rest);
    if (name == NULL)
        return NULL;
    int number = later || strcmp(name, "*") == 0 ? PvmDupHost : place_add(h, name);
    if (number == PvmBadParam)
        host_say(h, "pvmrun: %s: a host's name has 1 to %d characters, and does not begin with -\n", name,
                 NODE_NAME_BYTES - 1);
    struct place *p = number >= 0 ? h->places[number] : place_describe(h, name);
    return p != NULL ? hostfile_options(p, rest, wrong) : NULL;
}

bool hostfile_read(struct host *h, const char *file)
{
    char line[LINE_BYTES];
    const char *wrong = "", *wanted = NULL;
    FILE *f = fopen(file, "re");
    if (f == NULL) {
        fprintf(stderr, "pvmrun: --hosts %s: %s\n", file, strerror(errno));
        return false;
    }
    for (int number = 1; wanted == NULL && fgets(line, sizeof line, f) != NULL; number++) {
        bool whole = strchr(line, '\n') != NULL || feof(f);
        line[strcspn(line, "#")] = 0;
        wanted = whole ? read_line(h, line, &wrong) : "a line of at most 4094 characters is wanted";
        if (wanted != NULL)
            fprintf(stderr, "pvmrun: %s:%d: %.80s: %s\n", file, number, whole ? wrong : line, wanted);
    }
    fclose(f);
    const struct place *own = place_described(h, h->node->name);
    h->node->path = own != NULL ? own->path : NULL;
    h->node->folder = own != NULL ? own->folder : NULL;
    return wanted == NULL;
}
