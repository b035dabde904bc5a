/* says.c - the lines that the library writes. */
#include "says.h"

#include <stdarg.h>
#include <stdio.h>

void suci_says(const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "suci: %s\n", line); /* one write: lines of several programs do not mix */
}
