/* encode.h - converts items in memory to bytes in a message, and back. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "types.h"

/* The numbers for encodings that pvm_getminfo gives, and that the header of a packed message has (pvm_pkmesg). */
#define PVMI_SIGNATURE_DEFAULT 0x10000000
#define PVMI_SIGNATURE_IN_PLACE 0x20000000
#define PVMI_SIGNATURE_TRACE 0x40000000
#define PVMI_SIGNATURE_RAW 0x00408c41 /* the data format of 64-bit little-endian Linux */

int pvmi_signature_of(int encoding);
/* Returns -1 if there is none. A message in place has become a raw one by the time it is read. */
int pvmi_encoding_of(int signature);

/* How many bytes one item takes, without the padding of byte runs. Here and below, PvmDataInPlace counts as PvmDataRaw,
 * and PvmDataTrace as PvmDataDefault. */
size_t pvmi_item_bytes(const struct pvmi_type *type, int encoding);
/* How many bytes follow n bytes of a run in PvmDataDefault, so that the next item starts at a multiple of 4. */
size_t pvmi_padding(int encoding, size_t n);

/* Convert nitem items to or from the bytes at `wire`, which have no gaps. The first item is at `items`, and each is
 * `stride` items after the last. */
void pvmi_encode(const struct pvmi_type *type, int encoding, unsigned char *wire, const void *items, size_t nitem,
                 int stride);
void pvmi_decode(const struct pvmi_type *type, int encoding, const unsigned char *wire, void *items, size_t nitem,
                 int stride);

/* Converts a single 32-bit word, such as the length of a string. */
void pvmi_encode_word(int encoding, unsigned char *wire, int32_t value);
int32_t pvmi_decode_word(int encoding, const unsigned char *wire);
