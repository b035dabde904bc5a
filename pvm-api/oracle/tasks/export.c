/* export.c - the variables that children get. */
#include "oracle.h"

static const char *of(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? value : "(none)";
}

static void child(void)
{
    say("child: ORACLE_A %s ORACLE_B %s PVM_EXPORT %s", of("ORACLE_A"), of("ORACLE_B"), of("PVM_EXPORT"));
}

static void generation(const char *a)
{
    setenv("ORACLE_A", a, 1);
    take_lines(start("child"));
}

static void exported(void)
{
    generation("one");
    CODE(pvm_export(W("ORACLE_A")));
    say("PVM_EXPORT %s", of("PVM_EXPORT"));
    generation("two");
    setenv("ORACLE_B", "with spaces = and all", 1);
    CODE(pvm_export(W("ORACLE_B")), pvm_export(W("ORACLE_B")), pvm_export(W("ORACLE_NOT_SET")));
    say("PVM_EXPORT %s", of("PVM_EXPORT"));
    generation("three");
    CODE(pvm_unexport(W("ORACLE_A")));
    say("PVM_EXPORT %s", of("PVM_EXPORT"));
    CODE(pvm_unexport(W("ORACLE_A")), pvm_unexport(W("ORACLE_NOT_SET")));
    say("PVM_EXPORT %s", of("PVM_EXPORT"));
    generation("four");
    CODE(pvm_unexport(W("ORACLE_B")));
    say("PVM_EXPORT %s", of("PVM_EXPORT"));
    CODE(pvm_export(W("")));
    say("PVM_EXPORT %s", of("PVM_EXPORT"));
}

enum { MANY = 60 };

/* How much of it a task has, and the last of the variables. */
static void say_many(void)
{
    const char *names = of("PVM_EXPORT"), *colon = strrchr(names, ':');
    say("PVM_EXPORT of %d characters, the last name is %s = %s", (int)strlen(names), colon != NULL ? colon + 1 : "none",
        colon != NULL ? of(colon + 1) : "nothing");
}

/* More names than fit into a kilobyte. */
static void many(void)
{
    char name[40];
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "ORACLE_A_LONG_NAME_%02d", i);
        setenv(name, i == MANY - 1 ? "yes" : "1", 1);
        pvm_export(name);
    }
    say_many();
    take_lines(start("many"));
}

ROLES({"child", child, REPORTS}, {"many", say_many, REPORTS});
PARTS(exported, many);
