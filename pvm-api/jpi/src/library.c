/* library.c - see library.h. */
#include "library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* A process has one Java virtual machine, and that one PVM: written once, by jpi_open, before any other thread runs. */
static struct jpi_library the_library;

const struct jpi_library *jpi(void)
{
    return &the_library;
}

/* A function by name, as a pointer to a function; ISO C has no such conversion. */
static void take(void *handle, const char *name, void *place)
{
    void *symbol = dlsym(handle, name);
    memcpy(place, &symbol, sizeof symbol);
}

/* Do two functions, each given by where a pointer to it stands, come from one file? */
static int same_file(const void *one, const void *other)
{
    void *a, *b;
    Dl_info of_a, of_b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    return dladdr(a, &of_a) != 0 && dladdr(b, &of_b) != 0 && of_a.dli_fbase == of_b.dli_fbase;
}

/* The first pointer among those that PVM must have that is missing, or NULL. */
static const char *missing(const struct jpi_library *l)
{
#define MISSING(RESULT, NAME, ARGUMENTS) \
    if (l->NAME == NULL)                 \
        return #NAME;
#define MISSING_PACK(SUFFIX, TYPE, WORDS, NUMBER, WIRE) \
    if (l->pvm_pk##SUFFIX == NULL)                      \
        return "pvm_pk" #SUFFIX;                        \
    if (l->pvm_upk##SUFFIX == NULL)                     \
        return "pvm_upk" #SUFFIX;
    JPI_PVM_CALLS(MISSING)
    PVMI_TYPES(MISSING_PACK)
    return NULL;
}

/* The group calls: libgpvm3 beside libpvm3, or where the dynamic linker finds it. */
static void take_groups(struct jpi_library *l)
{
    char beside[sizeof l->path + 32];
    const char *slash = strrchr(l->path, '/');
    snprintf(beside, sizeof beside, "%.*slibgpvm3.so.3", slash == NULL ? 0 : (int)(slash + 1 - l->path), l->path);
    void *groups = dlopen(beside, RTLD_NOW | RTLD_LOCAL);
    if (groups == NULL)
        groups = dlopen("libgpvm3.so.3", RTLD_NOW | RTLD_LOCAL);
    if (groups == NULL)
        return;
#define TAKE_GROUP(RESULT, NAME, ARGUMENTS) take(groups, #NAME, (void *)&l->NAME);
    JPI_GROUP_CALLS(TAKE_GROUP)
}

const char *jpi_open(const char *libpvm3)
{
    static char trouble[512];
    struct jpi_library *l = &the_library;
    void *pvm = dlopen(libpvm3, RTLD_NOW | RTLD_LOCAL);
    if (pvm == NULL) {
        snprintf(trouble, sizeof trouble, "%s", dlerror());
        return trouble;
    }
#define TAKE(RESULT, NAME, ARGUMENTS) take(pvm, #NAME, (void *)&l->NAME);
#define TAKE_PACK(SUFFIX, TYPE, WORDS, NUMBER, WIRE)         \
    take(pvm, "pvm_pk" #SUFFIX, (void *)&l->pvm_pk##SUFFIX); \
    take(pvm, "pvm_upk" #SUFFIX, (void *)&l->pvm_upk##SUFFIX);
    JPI_PVM_CALLS(TAKE)
    PVMI_TYPES(TAKE_PACK)
    take(pvm, "pvm_strerror", (void *)&l->pvm_strerror);
    take(pvm, "pvm_errno", (void *)&l->pvm_errno);
    JPI_SIMULATED_CALLS(TAKE)
    if (missing(l) != NULL) {
        snprintf(trouble, sizeof trouble, "%s is no PVM 3.4: it has no %s", libpvm3, missing(l));
        return trouble;
    }
    Dl_info from;
    void *inside;
    memcpy(&inside, (void *)&l->pvm_mytid, sizeof inside);
    if (dladdr(inside, &from) == 0 || realpath(from.dli_fname, l->path) == NULL)
        snprintf(l->path, sizeof l->path, "%s", libpvm3);
    /* By the handle of another PVM its clock would be libc's. */
    l->simulated = same_file((void *)&l->clock_gettime, (void *)&l->pvm_mytid);
    take_groups(l);
    l->pvm_setopt(PvmAutoErr, 0);                             /* errors become exceptions */
    if (l->pvmsim_enter != NULL && l->pvmsim_leave != NULL) { /* a layer's task from the start */
        l->pvmsim_enter("jpi");
        l->pvmsim_leave();
    }
    return NULL;
}

void jpi_throw(JNIEnv *env, const char *text)
{
    jclass exception = (*env)->FindClass(env, "jpi/JException");
    if (exception != NULL)
        (*env)->ThrowNew(env, exception, text);
}

int jpi_check(JNIEnv *env, const char *call, int code)
{
    char text[256];
    if (code >= 0)
        return code;
    const char *said = jpi()->pvm_strerror != NULL ? jpi()->pvm_strerror() : NULL;
    snprintf(text, sizeof text, "%s: %s (%d)", call, said != NULL ? said : "error", code);
    jpi_throw(env, text);
    return code;
}
