/* wire.h - packets and acknowledgements as bytes of a datagram. It tells what is Suci's and whole from what is not;
 * whether a packet belongs to a connection is for the caller to see, by its number.
 *
 * 36 bytes, numbers with their high byte first, then the packet's bytes:
 *     0 "SUCI"   4 version 1   5 kind 1, 2   6 again 0, 1   7 zero   8 connection   16 CRC-32 of all, with 0 here
 *     packet:            20 sequence   24 message   28 offset   32 total
 *     acknowledgement:   20 next       24 room      28 mask
 */
#ifndef SUCI_WIRE_H
#define SUCI_WIRE_H

#include "suci_core.h"

enum suci_wire_kind { SUCI_WIRE_FOREIGN, SUCI_WIRE_PACKET, SUCI_WIRE_ACK };

/* The header of a packet whose packet->length bytes are at body; SUCI_HEADER_BYTES to `to`. */
void suci_wire_packet(unsigned char *to, uint64_t connection, const struct suci_packet *packet, const void *body);
/* A whole acknowledgement. */
void suci_wire_ack(unsigned char *to, uint64_t connection, const struct suci_ack *ack);
/* What these bytes are; the packet's own ones stand from SUCI_HEADER_BYTES on. SUCI_WIRE_FOREIGN: nothing of Suci's, or
 * damaged, and nothing is set. */
enum suci_wire_kind suci_wire_read(const unsigned char *bytes, size_t size, uint64_t *connection,
                                   struct suci_packet *packet, struct suci_ack *ack);

#endif
