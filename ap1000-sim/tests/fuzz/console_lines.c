/* console_lines.c - lines as a person may type them into the console: split into words inside the line, and put
 * together again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "console/console.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *argv[CONSOLE_WORDS + 1], *line = malloc(n + 1); /* of that length, so that a checker sees each byte beyond */
    char unmatched;
    if (line == NULL)
        return 0;
    memcpy(line, data, n);
    line[n] = 0;
    argv[CONSOLE_WORDS] = line;
    int words = split_line(line, argv, &unmatched);
    size_t bytes = 0;
    if (words < 0 || words >= CONSOLE_WORDS || argv[words] != NULL || argv[CONSOLE_WORDS] != line ||
        (unmatched != 0 && words > 0))
        abort();
    for (int i = 0; i < words; i++) {
        if (argv[i] < line || argv[i] > line + n)
            abort();
        bytes += strlen(argv[i]) + (i > 0);
        (void)parse_tid(argv[i]);
    }
    char *joined = join_words(argv);
    if (strlen(joined) != bytes || bytes > n)
        abort();
    free(joined);
    free(line);
    return 0;
}
