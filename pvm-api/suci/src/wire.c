/* wire.c - see wire.h. */
#include "wire.h"

#include <string.h>
#include <zlib.h>

static void put32(unsigned char *to, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(v >> (24 - 8 * i));
}

static uint32_t get32(const unsigned char *from)
{
    return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

static void put64(unsigned char *to, uint64_t v)
{
    put32(to, (uint32_t)(v >> 32));
    put32(to + 4, (uint32_t)v);
}

static uint64_t get64(const unsigned char *from)
{
    return (uint64_t)get32(from) << 32 | get32(from + 4);
}

static uint32_t sum(const unsigned char *header, const void *body, size_t size)
{
    static const unsigned char none[4];
    uLong crc = crc32(crc32(crc32(0, header, 16), none, 4), header + 20, SUCI_HEADER_BYTES - 20);
    return (uint32_t)(size == 0 ? crc : crc32(crc, body, (uInt)size));
}

static void head(unsigned char *to, int kind, uint64_t connection)
{
    memcpy(to, "SUCI\1", 5);
    to[5] = (unsigned char)kind;
    to[6] = to[7] = 0;
    put64(to + 8, connection);
}

void suci_wire_packet(unsigned char *to, uint64_t connection, const struct suci_packet *packet, const void *body)
{
    head(to, SUCI_WIRE_PACKET, connection);
    to[6] = packet->again;
    put32(to + 20, packet->sequence);
    put32(to + 24, packet->message);
    put32(to + 28, packet->offset);
    put32(to + 32, packet->total);
    put32(to + 16, sum(to, body, packet->length));
}

void suci_wire_ack(unsigned char *to, uint64_t connection, const struct suci_ack *ack)
{
    head(to, SUCI_WIRE_ACK, connection);
    put32(to + 20, ack->next);
    put32(to + 24, ack->room);
    put64(to + 28, ack->mask);
    put32(to + 16, sum(to, NULL, 0));
}

enum suci_wire_kind suci_wire_read(const unsigned char *bytes, size_t size, uint64_t *connection,
                                   struct suci_packet *packet, struct suci_ack *ack)
{
    if (size < SUCI_HEADER_BYTES || size > SUCI_HEADER_BYTES + 65535 || memcmp(bytes, "SUCI\1", 5) != 0)
        return SUCI_WIRE_FOREIGN;
    size_t body = size - SUCI_HEADER_BYTES;
    if (get32(bytes + 16) != sum(bytes, bytes + SUCI_HEADER_BYTES, body))
        return SUCI_WIRE_FOREIGN;
    if (bytes[5] == SUCI_WIRE_PACKET)
        *packet = (struct suci_packet){.sequence = get32(bytes + 20),
                                       .message = get32(bytes + 24),
                                       .offset = get32(bytes + 28),
                                       .total = get32(bytes + 32),
                                       .length = (uint16_t)body,
                                       .again = bytes[6] != 0};
    else if (bytes[5] == SUCI_WIRE_ACK && body == 0)
        *ack = (struct suci_ack){.next = get32(bytes + 20), .room = get32(bytes + 24), .mask = get64(bytes + 28)};
    else
        return SUCI_WIRE_FOREIGN;
    *connection = get64(bytes + 8);
    return bytes[5] == SUCI_WIRE_PACKET ? SUCI_WIRE_PACKET : SUCI_WIRE_ACK;
}
