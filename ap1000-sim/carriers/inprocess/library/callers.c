/* callers.c - who has called whom, for what is thrown (C++) and for libraries that say so after an error (Fortran's):
 * libgcc asks the loader, who knows nothing of the copies of programs and libraries. */
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

static const Elf64_Phdr *headers_of(const struct inprocess_image *i, size_t *n)
{
    const Elf64_Ehdr *h = (const void *)i->base;
    *n = memcmp(h->e_ident, ELFMAG, SELFMAG) == 0 ? h->e_phnum : 0;
    return (const void *)(i->base + h->e_phoff);
}

#if __GLIBC_PREREQ(2, 35)

/* Does the code lie in this copy? Then where, and what says how its functions are left. */
static bool find_in(const struct inprocess_image *i, const unsigned char *code, struct dl_find_object *found)
{
    size_t n;
    const Elf64_Phdr *p = headers_of(i, &n);
    const unsigned char *end = i->base;
    *found = (struct dl_find_object){0};
    for (; n > 0; n--, p++)
        if (p->p_type == PT_GNU_EH_FRAME)
            found->dlfo_eh_frame = (void *)(uintptr_t)(i->base + p->p_vaddr);
        else if (p->p_type == PT_LOAD)
            end = i->base + p->p_vaddr + p->p_memsz; /* they are in order */
    found->dlfo_map_start = (void *)(uintptr_t)i->base;
    found->dlfo_map_end = (void *)(uintptr_t)(end - 1);
    return code >= i->base && code < end && found->dlfo_eh_frame != NULL;
}

/* What libgcc asks for each caller of what is thrown. */
int task_dl_find_object(void *code, struct dl_find_object *found)
{
    const struct inprocess_task *t = inprocess_current;
    for (size_t i = 0; i < t->nimages; i++)
        if (find_in(&t->images[i], code, found))
            return 0;
    return _dl_find_object(code, found);
}

#endif

struct listing {
    int (*tell)(struct dl_phdr_info *, size_t, void *);
    void *argument;
    bool begun;
};

/* The first one of this process is the simulator. */
static int list_but_first(struct dl_phdr_info *info, size_t bytes, void *listing)
{
    struct listing *l = listing;
    if (l->begun)
        return l->tell(info, bytes, l->argument);
    l->begun = true;
    return 0;
}

int task_dl_iterate_phdr(int (*tell)(struct dl_phdr_info *, size_t, void *), void *argument)
{
    const struct inprocess_task *t = inprocess_current;
    struct listing l = {tell, argument, false};
    int result = 0;
    for (size_t i = 0; i < t->nimages && result == 0; i++) {
        size_t n;
        struct dl_phdr_info info = {.dlpi_addr = (Elf64_Addr)t->images[i].base, .dlpi_name = t->images[i].path};
        info.dlpi_phdr = headers_of(&t->images[i], &n);
        info.dlpi_phnum = (Elf64_Half)n;
        result = tell(&info, sizeof info, argument);
    }
    return result != 0 ? result : dl_iterate_phdr(list_but_first, &l);
}
