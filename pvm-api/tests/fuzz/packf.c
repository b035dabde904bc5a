/* packf.c - formats of pvm_packf and pvm_unpackf of any text, with arguments that any of them may take. Counts are kept
 * to three digits, and none is taken from an argument, as a program gives these itself. */
#include <stdint.h>
#include <string.h>

#include "loop.h"
#include "pvm3.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define MOST_CHARS 60
#define ROOM (1 << 21) /* 999 items at a stride of 99, of 16 bytes each */

/* Only what a format is made of, so that most of them mean something. At most 12 specifications. */
static void read_format(char *format, const uint8_t *data, size_t n)
{
    static const char chars[] = "%%%%dxfscchluhl0123456789.+ q";
    int specs = 0, digits = 0;
    size_t k = 0;
    for (size_t i = 0; i < n && k < MOST_CHARS; i++) {
        char c = data[i] < 128 && data[i] != '*' && data[i] != 0 ? (char)data[i] : chars[data[i] % (sizeof chars - 1)];
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        specs += c == '%';
        if (digits <= (k > 0 && memchr(format, '.', k) != NULL ? 2 : 3) && specs <= 12)
            format[k++] = c;
    }
    format[k] = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static char format[MOST_CHARS + 1], room[ROOM];
    static char *const r = room;
    loop_configure(NULL);
    pvm_mytid();
    pvm_setopt(PvmAutoErr, 0);
    read_format(format, data, n);
    memset(room, 'x', 40);
    room[40] = 0;
    pvm_initsend(n % 3 == 0 ? PvmDataRaw : PvmDataDefault);
    int packed = pvm_packf(format, r, r, r, r, r, r, r, r, r, r, r, r);
    if (packed >= 0 && strncmp(format, "%+", 2) != 0) {
        pvm_send(pvm_mytid(), 1);
        if (pvm_recv(-1, 1) <= 0)
            __builtin_trap();
        pvm_unpackf(format, r, r, r, r, r, r, r, r, r, r, r, r);
    }
    loop_reset();
    return 0;
}
