/* early_node.h - how a process that is to become a task hears on which node it is: in an environment variable,
 * written by the one who started it, "NUMBER NAME". The first node has number 0. What the variable is called is the
 * machine's matter. */
#ifndef EARLY_NODE_H
#define EARLY_NODE_H

#include <stddef.h>
#include <stdlib.h>

/* Takes such a text apart. Returns the number, and *name points into the text; -1 if text is NULL or none of these. */
static inline int early_node_get(const char *text, const char **name)
{
    char *end = NULL;
    long number = text != NULL ? strtol(text, &end, 10) : -1;
    if (end == NULL || end == text || *end != ' ' || end[1] == 0 || number < 0 || number > 0x3ffff)
        return -1;
    *name = end + 1;
    return (int)number;
}

#endif
