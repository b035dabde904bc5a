/* sddf_value.c - see sddf_value.h. */
#include "sddf_value.h"

#include <stdlib.h>
#include <string.h>

#include "pvm3.h"
#include "pvmtev.h"

const char *sddf_type_name(int type)
{
    switch (type & ~TEV_DATA_ARRAY) {
    case TEV_DATA_BYTE:
    case TEV_DATA_STRING:
        return "char";
    case TEV_DATA_FLOAT:
    case TEV_DATA_CPLX:
        return "float";
    case TEV_DATA_DOUBLE:
    case TEV_DATA_DCPLX:
        return "double";
    default:
        return "int";
    }
}

bool sddf_is_array(int type)
{
    int base = type & ~TEV_DATA_ARRAY;
    return (type & TEV_DATA_ARRAY) != 0 || base == TEV_DATA_STRING;
}

void sddf_put_text(FILE *to, const char *text)
{
    fprintf(to, "[%zu] { \"%s\" }", strlen(text) + 1, text);
}

int sddf_next_int(void)
{
    int value = -1;
    pvm_upkint(&value, 1, 1);
    return value;
}

/* n numbers of a type of PVM, n * `parts` of C, with commas between them. */
#define PUT_NUMBERS(C_TYPE, PARTS, UNPACK, FORMAT)                                 \
    {                                                                              \
        C_TYPE *v = calloc((size_t)n * (PARTS) + 1, sizeof *v);                    \
        bool got = v != NULL && UNPACK(v, n, 1) >= 0;                              \
        for (int i = 0; got && i < n * (PARTS); i++)                               \
            fprintf(to, "%s" FORMAT, i > 0 ? ", " : "", v[i]);                  \
        free(v);                                                                   \
        break;                                                                     \
    }

static void put_numbers(FILE *to, int base, int n)
{
    switch (base) {
    case TEV_DATA_SHORT: PUT_NUMBERS(short, 1, pvm_upkshort, "%d")
    case TEV_DATA_USHORT: PUT_NUMBERS(unsigned short, 1, pvm_upkushort, "%u")
    case TEV_DATA_UINT: PUT_NUMBERS(unsigned, 1, pvm_upkuint, "%u")
    case TEV_DATA_LONG: PUT_NUMBERS(long, 1, pvm_upklong, "%ld")
    case TEV_DATA_ULONG: PUT_NUMBERS(unsigned long, 1, pvm_upkulong, "%lu")
    case TEV_DATA_FLOAT: PUT_NUMBERS(float, 1, pvm_upkfloat, "%f")
    case TEV_DATA_CPLX: PUT_NUMBERS(float, 2, pvm_upkcplx, "%f")
    case TEV_DATA_DOUBLE: PUT_NUMBERS(double, 1, pvm_upkdouble, "%f")
    case TEV_DATA_DCPLX: PUT_NUMBERS(double, 2, pvm_upkdcplx, "%f")
    default: PUT_NUMBERS(int, 1, pvm_upkint, "%d")
    }
}

/* Strings have no length before them: none is longer than the message. */
static void put_strings(FILE *to, int n, bool array, int room)
{
    char *text = calloc(1, (size_t)room + 1);
    if (array)
        fprintf(to, "[%d] { ", n);
    for (int i = 0; i < n && text != NULL && pvm_upkstr(text) >= 0; i++) {
        fprintf(to, "%s", i > 0 ? ", " : "");
        sddf_put_text(to, text);
    }
    if (array)
        fprintf(to, " }");
    free(text);
}

static void put_bytes(FILE *to, int n)
{
    char *text = calloc(1, (size_t)n + 1);
    if (text != NULL && pvm_upkbyte(text, n, 1) >= 0)
        sddf_put_text(to, text);
    free(text);
}

void sddf_put_value(FILE *to, int type)
{
    int base = type & ~TEV_DATA_ARRAY, room = 0;
    bool array = (type & TEV_DATA_ARRAY) != 0;
    int n = array ? sddf_next_int() : 1;
    pvm_bufinfo(pvm_getrbuf(), &room, NULL, NULL);
    if (n < 0 || n > room)
        return;
    if (base == TEV_DATA_STRING) {
        put_strings(to, n, array, room);
    } else if (base == TEV_DATA_BYTE) {
        put_bytes(to, n);
    } else {
        bool brackets = sddf_is_array(type);
        if (brackets)
            fprintf(to, "[%d] { ", base == TEV_DATA_CPLX || base == TEV_DATA_DCPLX ? 2 * n : n);
        put_numbers(to, base, n);
        fprintf(to, "%s", brackets ? " }" : "");
    }
}
