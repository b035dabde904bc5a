/* sddf_layout.c - see sddf_layout.h. */
#include "sddf_layout.h"

#include <stdbool.h>
#include <stdlib.h>

#include "pvmtev.h"
#include "sddf_value.h"

/* All kinds of events that were ever described to the console: a node describes each only once, whoever wants it. */
static struct sddf_layout *known;

const struct sddf_layout *sddf_known(int event)
{
    const struct sddf_layout *l = known;
    while (l != NULL && l->event != event)
        l = l->next;
    return l;
}

void sddf_learn(const struct sddf_layout *like)
{
    struct sddf_layout *l;
    if (sddf_known(like->event) != NULL)
        return;
    if ((l = malloc(sizeof *l)) == NULL)
        abort();
    *l = *like;
    l->next = known;
    known = l;
}

/* The beginning of a call has the first description, its end the second; what is no call has one. */
void sddf_put_name(FILE *to, int event)
{
    int number = event & ~(TEV_EVENT_ENTRY | TEV_EVENT_EXIT);
    const char *name = number == SDDF_HOST_ADD ? "host_add" : number == SDDF_OUTPUT ? "output" 
                       : number >= 0 && number <= TEV_MAX ? pvmtevinfo[number].name : "?";
    const char *which = (event & TEV_EVENT_ENTRY) != 0 ? "0.0" : (event & TEV_EVENT_EXIT) != 0 ? "1.1" : "0";
    fprintf(to, "\"%s(%s)\"", name, which);
}

static int record_number(int event)
{
    bool is_exit = (event & TEV_EVENT_EXIT) != 0;
    int number = event & ~(TEV_EVENT_ENTRY | TEV_EVENT_EXIT | SDDF_CONSOLE);
    return (is_exit ? 2001 : 1000) + 2 * number;
}

/* did below 0: the value of the program's own event with number -1 - did. */
static void put_field(FILE *to, int did, int type)
{
    char name[16], about[40];
    snprintf(name, sizeof name, "USR%d", -1 - did);
    snprintf(about, sizeof about, "User Defined Value #%d", -1 - did);
    bool named = did >= 0 && did <= TEV_DID_MAX;
    const char *n = named ? pvmtevdidlist[did].did : name;
    fprintf(to, "\t// \"%s\" \"%s\"\n\t%s \"%s\"%s;\n", n, named ? pvmtevdidlist[did].desc : about, sddf_type_name(type), n,
            sddf_is_array(type) ? "[]" : "");
}

void sddf_describe(FILE *to, const struct sddf_layout *l)
{
    fprintf(to, "\n#%d: ", record_number(l->event));
    sddf_put_name(to, l->event);
    fprintf(to, "\n{\n");
    for (int i = 0; i < l->n; i++)
        put_field(to, l->value[i].did, l->value[i].type);
    fprintf(to, "};;\n\n");
}
