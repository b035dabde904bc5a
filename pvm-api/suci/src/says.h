/* says.h - the lines that the library writes. */
#ifndef SUCI_SAYS_H
#define SUCI_SAYS_H

/* One line on stderr: "suci: " and the text. */
void suci_says(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
