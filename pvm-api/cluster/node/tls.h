/* tls.h - how a connection between two daemons is made: TLS 1.3 by the library OpenSSL, with the secret of the
 * machine as the key that both know (PSK), and a fresh X25519 for each connection. Who does not know the secret is
 * refused before more than a hash is computed for it. From then on seal.c carries what is said, with keys that TLS
 * gives it: records of TLS are encrypted always, which costs a long message several times its time. */
#pragma once

#include "cluster/node/node.h"

/* Who connects, as it says itself, and whom it means. What it says is true when the connection is made. */
struct tls_card {
    struct node *node;              /* the one that the connection is of */
    int from, to, port, processors; /* port: where the one who connects can be reached */
};

/* Prepares this node for connections. */
bool tls_open(struct node *n);
/* A new one over that socket. The card must stay until the connection is made; of one that calls, it is what it says,
 * and of the other it is filled in. NULL: no memory. */
struct ssl_st *tls_new(struct tls_card *card, int fd, bool calls);
/* Goes on making it: EPOLLIN or EPOLLOUT: when the socket is ready for that, it goes on; 0: it is made; -1: it is
 * refused; TLS_CUT: the other end has closed it without a word. */
#define TLS_CUT (-2)
int tls_shake(struct ssl_st *tls);
void tls_free(struct ssl_st *tls);

/* Keys that only the two have, when it is made. */
bool tls_keys(struct ssl_st *tls, unsigned char *keys, size_t len_bytes);

/* ---- seal.c: what is said over a connection, in records with a MAC each */

/* NULL: no memory, or no keys. */
struct seal *seal_new(struct ssl_st *tls, bool calls, bool encrypts);
void seal_free(struct seal *s);
/* As read(2) and writev(2); a record that is not the one that the other one has sent next is EBADMSG. Without a seal
 * they are read(2) and writev(2). */
ssize_t seal_get(struct link *l, void *to, size_t room);
ssize_t seal_put(struct link *l, const struct iovec *pieces, int n);
/* It has read more than it has given on: epoll does not know of it. */
bool seal_pends(const struct link *l);
/* The socket has not taken all records yet. */
bool seal_owes(const struct link *l);

/* Two that know no secret agree on one (X25519, for a network on which strangers listen, and say nothing). */
#define TLS_PUBLIC_BYTES 32
struct evp_pkey_st *tls_draw(unsigned char *public_key);
/* Makes the secret of the key of one and the public key of the other: both get the same. */
bool tls_agree(struct evp_pkey_st *own, const unsigned char *theirs, char *secret);
void tls_forget(struct evp_pkey_st *own);
