/* sockets.h - the machine's socket: abstract (nothing in any folder), for processes of the same user only. */
#ifndef SOCKETS_H
#define SOCKETS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SOCKETS_NAME_BYTES 100
#define SOCKETS_UP_NAME_CHARS 60 /* the most that a name given by a user may have */

/* The name of a machine that stays, which that command started (`ap1000 up`, `pvmrun --up`); name NULL or "": the
 * user's default one. False: it is too long. */
bool sockets_up_name(char out[SOCKETS_NAME_BYTES], const char *command, const char *name);

/* The same file at a number above 2, close-on-exec: a program that has closed one of 0 to 2 may still print. -1 stays
 * -1. */
int sockets_above_standard(int fd);

/* Puts /dev/null in the place of each of the descriptors 0, 1 and 2 that is closed: what is opened next must not become
 * one of the three. */
void sockets_open_standard(void);

/* A connected, a listening socket (close-on-exec); -1 and errno. */
int sockets_connect(const char *name);
int sockets_listen(const char *name);

/* One whole record with, if fd >= 0, a descriptor. False: the other side is gone. receive: *fd is -1 if none came. */
bool sockets_send(int socket, const void *record, size_t n, int fd);
bool sockets_receive(int socket, void *record, size_t n, int *fd);

/* All these bytes into a stream, also if a signal interrupts. False and errno: the other side is gone, or the stream
 * does not wait and has no more room. */
bool sockets_send_all(int stream, const void *bytes, size_t n);

/* Is the other side there? If fd is -1 or closed, nobody can tell: true. */
bool sockets_partner_lives(int fd);

#ifdef __cplusplus
}
#endif

#endif
