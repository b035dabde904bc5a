/* says.h - the lines that the library writes. */
#pragma once

/* One line on stderr: "suci: " and the text. */
void suci_says(const char *format, ...) __attribute__((format(printf, 1, 2)));
