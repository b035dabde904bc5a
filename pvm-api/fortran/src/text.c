/* text.c - converts texts between Fortran, where they have a length and trailing blanks, and C. */
#include <stdint.h>
#include <string.h>

#include "fortran.h"

bool pvmfi_text_in(char *out, size_t most, const char *text, size_t len)
{
    size_t n = strnlen(text, (uint32_t)len);
    while (n > 0 && text[n - 1] == ' ')
        n--;
    out[0] = '\0';
    if (n > most)
        return false;
    memcpy(out, text, n);
    out[n] = '\0';
    return true;
}

void pvmfi_text_out(char *text, size_t len, const char *s)
{
    size_t room = (uint32_t)len;
    size_t n = strnlen(s, room);
    memcpy(text, s, n);
    memset(text + n, ' ', room - n);
}
