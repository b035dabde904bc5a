/* choose.c - counted.so, the plugin that -fplugin= names: it loads the one that was built for the compiler at hand,
 * counted-12.so for GCC 12 and so on, from its own folder. It counts nothing itself. */
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The beginnings of GCC's structures; they have been the same since GCC 4.5. */
struct plugin_name_args {
    char *base_name;
    const char *full_name;
};
struct plugin_gcc_version {
    const char *basever;
};

#define SEEN __attribute__((visibility("default")))
SEEN int plugin_is_GPL_compatible;
SEEN int plugin_init(struct plugin_name_args *info, struct plugin_gcc_version *version);

static void say_which(const char *folder, const char *basever)
{
    DIR *dir = opendir(folder);
    fprintf(stderr, "%s/counted.so: no plugin for GCC %s; there are", folder, basever);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (!strncmp(e->d_name, "counted-", 8))
            fprintf(stderr, " %s", e->d_name);
    fprintf(stderr, "\n");
    if (dir)
        closedir(dir);
}

int plugin_init(struct plugin_name_args *info, struct plugin_gcc_version *version)
{
    const char *slash = strrchr(info->full_name, '/');
    char folder[4096], path[4200];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - info->full_name) : 1, slash ? info->full_name : ".");
    snprintf(path, sizeof path, "%s/counted-%d.so", folder, atoi(version->basever));
    void *plugin = dlopen(path, RTLD_NOW);
    int (*init)(struct plugin_name_args *, struct plugin_gcc_version *);
    if (!plugin || !(*(void **)&init = dlsym(plugin, "plugin_init"))) {
        if (access(path, F_OK) == 0)
            fprintf(stderr, "%s\n", dlerror());
        else
            say_which(folder, version->basever);
        return 1;
    }
    return init(info, version);
}
