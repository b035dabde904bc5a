/* export.c - pvm_export, pvm_unexport: the names of the variables that pvm_spawn passes on. They stand in the variable
 * PVM_EXPORT, with colons between them. */
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "process.h"

/* Returns the start of `name` in the list, or NULL. */
static const char *find_name(const char *list, const char *name, size_t len)
{
    for (const char *at = list; at != NULL && *at != 0;) {
        size_t n = strcspn(at, ":");
        if (n == len && strncmp(at, name, len) == 0)
            return at;
        at += n + (at[n] == ':');
    }
    return NULL;
}

PVM_PUBLIC int pvm_export(char *name)
{
    const char *list = process_variable("PVM_EXPORT");
    if (name == NULL)
        return pvmi_return(NULL, "pvm_export", PvmBadParam);
    if (name[0] == 0 || find_name(list, name, strlen(name)) != NULL)
        return 0;
    size_t have = list != NULL ? strlen(list) : 0;
    char *more = malloc(have + strlen(name) + 2);
    if (more == NULL)
        return pvmi_return(NULL, "pvm_export", PvmNoMem);
    memcpy(more, list != NULL ? list : "", have);
    strcpy(more + have, have > 0 ? ":" : "");
    strcat(more, name);
    process_set_variable("PVM_EXPORT", more);
    free(more);
    return 0;
}

PVM_PUBLIC int pvm_unexport(char *name)
{
    const char *list = process_variable("PVM_EXPORT");
    if (name == NULL)
        return pvmi_return(NULL, "pvm_unexport", PvmBadParam);
    size_t len = strlen(name);
    const char *at = len > 0 ? find_name(list, name, len) : NULL;
    if (at == NULL)
        return 0;
    char *less = strdup(list);
    if (less == NULL)
        return pvmi_return(NULL, "pvm_unexport", PvmNoMem);
    char *gone = less + (at - list), *rest = gone + len + (gone[len] == ':');
    memmove(gone, rest, strlen(rest) + 1);
    size_t left = strlen(less);
    if (left > 0 && less[left - 1] == ':')
        less[left - 1] = 0;
    process_set_variable("PVM_EXPORT", less);
    free(less);
    return 0;
}
