/* sockets.h - the machine's socket: abstract (nothing in any folder), for processes of the same user only. */
#ifndef SOCKETS_H
#define SOCKETS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SOCKETS_NAME_BYTES 100

/* The name of a machine that `ap1000 up` started; name NULL or "": the user's default one. */
void sockets_up_name(char out[SOCKETS_NAME_BYTES], const char *name);

/* A connected, a listening socket (close-on-exec); -1 and errno. */
int sockets_connect(const char *name);
int sockets_listen(const char *name);

/* One whole record with, if fd >= 0, a descriptor. False: the other side is gone. receive: *fd is -1 if none came. */
bool sockets_send(int socket, const void *record, size_t n, int fd);
bool sockets_receive(int socket, void *record, size_t n, int *fd);

#ifdef __cplusplus
}
#endif

#endif
