/* callers.c - who has called whom, for libraries that say so after an error (Fortran's): the copies of programs and
 * libraries are nothing that the loader knows of, so that they are told here, for as long as somebody asks. */
#include <elf.h>
#include <link.h>
#include <string.h>
#include <unwind.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"

/* Two functions of libgcc: `object` has room for what they note. */
void __register_frame_info(const void *frames, void *object);
void *__deregister_frame_info(const void *frames);

enum { OBJECT_WORDS = 16, POINTER_KIND = 0x1b /* DW_EH_PE_pcrel | DW_EH_PE_sdata4 */ };

static const Elf64_Phdr *headers_of(const struct inprocess_image *i, size_t *n)
{
    const Elf64_Ehdr *h = (const void *)i->base;
    *n = memcmp(h->e_ident, ELFMAG, SELFMAG) == 0 ? h->e_phnum : 0;
    return (const void *)(i->base + h->e_phoff);
}

/* Where its description of frames begins; NULL: it has none. */
static const void *frames_of(const struct inprocess_image *i)
{
    size_t n;
    int32_t away;
    const Elf64_Phdr *p = headers_of(i, &n);
    while (n > 0 && p->p_type != PT_GNU_EH_FRAME) {
        p++;
        n--;
    }
    const unsigned char *at = n > 0 ? i->base + p->p_vaddr : NULL;
    if (at == NULL || at[1] != POINTER_KIND)
        return NULL;
    memcpy(&away, at + 4, sizeof away);
    return at + 4 + away;
}

struct asking {
    _Unwind_Trace_Fn tell;
    void *argument;
    bool begun;
};

/* The first caller is ourselves. */
static _Unwind_Reason_Code tell_but_first(struct _Unwind_Context *context, void *asking)
{
    struct asking *a = asking;
    if (a->begun)
        return a->tell(context, a->argument);
    a->begun = true;
    return _URC_NO_REASON;
}

_Unwind_Reason_Code task_unwind_backtrace(_Unwind_Trace_Fn tell, void *argument)
{
    const struct inprocess_task *t = inprocess_current;
    void *objects[INPROCESS_IMAGES][OBJECT_WORDS];
    struct asking a = {tell, argument, false};
    for (size_t i = 0; i < t->nimages; i++)
        if (frames_of(&t->images[i]) != NULL)
            __register_frame_info(frames_of(&t->images[i]), objects[i]);
    _Unwind_Reason_Code code = _Unwind_Backtrace(tell_but_first, &a);
    for (size_t i = 0; i < t->nimages; i++)
        if (frames_of(&t->images[i]) != NULL)
            __deregister_frame_info(frames_of(&t->images[i]));
    return code;
}

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
