/* spawn.c - pvm_spawn, and what a child gets from its parent.
 *
 * The machine looks for the file and places the tasks. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "call.h"
#include "calls_state.h"
#include "control.h"
#include "process.h"
#include "request.h"
#include "system_body.h"
#include "system_messages.h"
#include "tracing.h"
#include "wire.h"

/* The children's current folder: `where` may say "host:folder", relative to this task's folder. A folder that does not
 * exist counts as none given, without an error, as in PVM. */
static void find_folder(char *folder, size_t room, const char *where)
{
    const char *colon = where != NULL ? strchr(where, ':') : NULL;
    process_folder(folder, room);
    if (colon == NULL || colon[1] == 0)
        return;
    size_t base = colon[1] == '/' ? 0 : strlen(folder);
    char wanted[PATH_MAX];
    int len_wanted = snprintf(wanted, sizeof wanted, "%.*s%s%s", (int)base, folder, base > 0 ? "/" : "", colon + 1);
    struct stat s;
    if (len_wanted < (int)room && len_wanted < PATH_MAX && stat(wanted, &s) == 0 && S_ISDIR(s.st_mode))
        strcpy(folder, wanted);
}

/* put: of the body's encoding. Writes how children are traced. Returns how many variables. */
static int put_trace(const struct pvm_task *t, struct wire_out *vars, void (*put)(struct wire_out *, const char *))
{
    char pair[64];
    snprintf(pair, sizeof pair, "PVMTMASK=%s", t->tracing.mask[PvmTaskChild]);
    put(vars, pair);
    snprintf(pair, sizeof pair, "PVMTRCBUF=%d", t->options.value[PvmTraceBuffer]);
    put(vars, pair);
    snprintf(pair, sizeof pair, "PVMTRCOPT=%d", t->options.value[PvmTraceOptions]);
    put(vars, pair);
    return 3;
}

static bool traces_children(const struct pvm_task *t)
{
    static const char nothing[] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@";
    return t->options.value[PvmTraceTid] != 0 || t->options.value[PvmTraceBuffer] != 0 ||
           t->options.value[PvmTraceOptions] != 0 || strcmp(t->tracing.mask[PvmTaskChild], nothing) != 0;
}

/* Writes NAME=value, of a name of that length. Returns 1. */
static int put_variable(struct wire_out *vars, const char *name, size_t len, const char *value)
{
    char *pair = malloc(len + strlen(value) + 2);
    vars->bad |= pair == NULL;
    if (pair != NULL) {
        memcpy(pair, name, len);
        pair[len] = '=';
        strcpy(pair + len + 1, value);
        wire_put_str(vars, pair);
    }
    free(pair);
    return 1;
}

/* Passes on PVM_EXPORT, which holds names between colons, and each named variable that is set. Returns how many
 * variables. */
static int put_exports(struct wire_out *vars)
{
    static const char own_name[] = "PVM_EXPORT";
    const char *names = process_variable(own_name);
    if (names == NULL)
        return 0;
    int n = put_variable(vars, own_name, strlen(own_name), names);
    for (const char *at = names; *at != 0;) {
        size_t len = strcspn(at, ":");
        char *name = strndup(at, len);
        const char *value = name != NULL && len > 0 ? process_variable(name) : NULL;
        vars->bad |= name == NULL;
        if (value != NULL)
            n += put_variable(vars, name, len, value);
        free(name);
        at += len + (at[len] == ':');
    }
    return n;
}

static int count_words(char **argv)
{
    int argc = 0;
    while (argv != NULL && argv[argc] != NULL)
        argc++;
    return argc;
}

static struct mach_sink output_of_children(const struct pvm_task *t)
{
    return (struct mach_sink){t->options.value[PvmOutputTid], t->options.value[PvmOutputContext],
                              t->options.value[PvmOutputCode]};
}

static struct mach_sink trace_of_children(const struct pvm_task *t)
{
    return (struct mach_sink){t->options.value[PvmTraceTid], t->options.value[PvmTraceContext],
                              t->options.value[PvmTraceCode]};
}

/* The part of `where` that names a node or a kind. The caller frees it. */
static char *place_of(const char *where)
{
    return where != NULL ? strndup(where, strcspn(where, ":")) : NULL;
}

static void put_request(struct pvm_task *t, struct wire_out *body, const char *file, char **argv, int flags,
                        const char *where, int count)
{
    char folder[PATH_MAX], own[PATH_MAX], *place = place_of(where);
    struct wire_out args = {NULL, 0, 0, 0}, vars = {NULL, 0, 0, 0};
    int nvars = traces_children(t) ? put_trace(t, &vars, wire_put_str) : 0;
    nvars += put_exports(&vars);
    find_folder(folder, sizeof folder, where);
    process_program_folder(own, sizeof own);
    control_spawn_put(body, &(struct control_spawn){.file = file,
                                                    .flags = flags,
                                                    .where = place,
                                                    .count = count,
                                                    .args = wire_strs_of(&args, count_words(argv), argv),
                                                    .output = output_of_children(t),
                                                    .trace = trace_of_children(t),
                                                    .context = t->contexts.current,
                                                    .folder = folder,
                                                    .spawner_folder = own,
                                                    .pvm_path = process_variable("PVM_PATH"),
                                                    .variables = {nvars, vars.bytes, vars.len}});
    body->bad |= args.bad | vars.bad | (where != NULL && place == NULL);
    free(args.bytes);
    free(vars.bytes);
    free(place);
}

/* Writes the environment as PVM sends it to a manager: with how children are traced, and their context. Returns how
 * many variables. */
static int put_managed_environment(struct pvm_task *t, struct wire_out *vars, const char *folder)
{
    struct wire_out exports = {NULL, 0, 0, 0};
    char line[PATH_MAX + 16];
    const int exported = put_exports(&exports);
    struct wire_in in = {exports.bytes, exports.len, 0, 0};
    const int n = exported + put_trace(t, vars, system_put_str);
    snprintf(line, sizeof line, "PVMCTX=0x%x", (unsigned)t->contexts.current);
    system_put_str(vars, line);
    if (folder[0] != 0) {
        snprintf(line, sizeof line, "PVMSPAWNWD=%s", folder);
        system_put_str(vars, line);
    }
    for (int i = 0; i < exported; i++)
        system_put_str(vars, wire_get_str(&in));
    vars->bad |= exports.bad;
    free(exports.bytes);
    return n + (folder[0] != 0 ? 2 : 1);
}

static void put_managed_request(struct pvm_task *t, struct wire_out *body, const char *file, char **argv, int flags,
                                const char *where, int count)
{
    const char *colon = where != NULL ? strchr(where, ':') : NULL;
    char *place = place_of(where);
    struct wire_out args = {NULL, 0, 0, 0}, vars = {NULL, 0, 0, 0};
    int nvars = put_managed_environment(t, &vars, colon != NULL ? colon + 1 : "");
    system_spawn_put(body, &(struct system_spawn){.file = file,
                                                  .flags = flags,
                                                  .where = place,
                                                  .count = count,
                                                  .args = system_strs_of(&args, count_words(argv), argv),
                                                  .output = output_of_children(t),
                                                  .trace = trace_of_children(t),
                                                  .variables = {nvars, vars.bytes, vars.len}});
    body->bad |= args.bad | vars.bad | (where != NULL && place == NULL);
    free(args.bytes);
    free(vars.bytes);
    free(place);
}

/* Asks the resource manager. It gives the tids, first those of the tasks that were started, as in PVM. A list of
 * another length than asked is PvmOutOfRes. PvmNoTask: there is no manager any more. */
static int spawn_managed(struct pvm_task *t, struct wire_out *body, int count, int *tids)
{
    struct pvmi_buf *answer;
    struct wire_in in;
    int code = pvmi_manager_ask(t, "pvm_spawn", SM_SPAWN, body, &answer, &in);
    if (code < 0)
        return code;
    int said = system_get_int(&in), started = 0;
    struct wire_in again = in;
    for (int i = 0; i < count && said == count; i++)
        started += system_get_int(&in) > 0;
    for (int i = 0, good = 0, bad = started; i < count && said == count && !in.bad; i++) {
        int tid = system_get_int(&again);
        tids[tid > 0 ? good++ : bad++] = tid;
    }
    pvmi_buf_free(t, answer);
    return in.bad ? PvmBadMsg : said < 0 ? said : said != count ? PvmOutOfRes : started;
}

/* Notes that this child's output comes here, if it is caught. tid: or an error. */
static void catch_child(struct pvm_task *t, int tid)
{
    if (tid > 0 && t->calls->catching.file != NULL && t->options.value[PvmOutputTid] == t->who.tid)
        pvmi_catch_child(t, tid);
}

static int ask_manager(struct pvm_task *t, const char *file, char **argv, int flags, const char *where, int count,
                       int *tids)
{
    struct wire_out body = {NULL, 0, 0, 0};
    int *list = malloc((size_t)count * sizeof *list);
    if (list == NULL)
        return PvmNoMem;
    put_managed_request(t, &body, file, argv, flags, where, count);
    int started = spawn_managed(t, &body, count, list);
    for (int i = 0; i < count && started >= 0; i++)
        catch_child(t, list[i]);
    if (started >= 0 && tids != NULL)
        memcpy(tids, list, (size_t)count * sizeof *list);
    free(list);
    return started;
}

static int spawn(struct pvm_task *t, const char *file, char **argv, int flags, const char *where, int count, int *tids)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_answer answer;
    if (file == NULL || count < 1)
        return PvmBadParam;
    if (pvmi_managed(t) && (flags & CONTROL_SPAWN_SERVICE) == 0) {
        int code = ask_manager(t, file, argv, flags, where, count, tids);
        if (pvmi_managed(t))
            return code;
    }
    put_request(t, &body, file, argv, flags, where, count);
    int started = pvmi_control(t, CONTROL_SPAWN, &body, &answer);
    /* In PVM these are answers about each task, not about the call. */
    bool none = started == PvmNoHost || started == PvmNoFile;
    if (started < 0 && !none)
        return started;
    int *list = pvmi_traced(t) ? calloc((size_t)count, sizeof *list) : NULL, nlist = 0;
    for (int i = 0; i < count; i++) {
        int tid = none ? started : wire_get_int(&answer.in);
        if (tids != NULL)
            tids[i] = tid;
        if (list != NULL && tid > 0)
            list[nlist++] = tid;
        catch_child(t, tid);
    }
    pvmi_answer_drop(t, &answer);
    PVMI_EXIT(t, none ? 0 : started, list, nlist);
    free(list);
    return none ? 0 : started;
}

/* The environment may add to the flags, as in PVM. */
static int flags_of(int flags)
{
    const char *more = process_variable("PVMTASK");
    return more != NULL ? flags | (int)strtol(more, NULL, 0) : flags;
}

/* Fewer tasks than were asked for are an answer and no error: the codes are in tids. */
PVM_PUBLIC int pvm_spawn(char *file, char **argv, int flags, char *where, int count, int *tids)
{
    struct pvm_task *t = pvmi_enter();
    flags = flags_of(flags);
    PVMI_ENTRY(t, file, where, flags, count);
    return pvmi_return(t, "pvm_spawn", t == NULL ? PvmSysErr : spawn(t, file, argv, flags, where, count, tids));
}
