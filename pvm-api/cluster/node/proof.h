/* proof.h - what two daemons say to each other when they connect (gate.c), and the proof that each knows the secret of
 * this machine, which is never sent: crypt(3) of the secret and of what both have drawn (SHA-512, 5000 rounds: some
 * 3 ms).
 */
#ifndef CLUSTER_PROOF_H
#define CLUSTER_PROOF_H

#include "cluster/node/node.h"

#define NONCE_CHARS 32
#define TOKEN_MAGIC (CLUSTER_MAGIC + 1) /* of a greeting whose nonce is a word that is expected */

struct greeting {
    uint64_t magic;
    uint32_t version, order;
    int32_t number, port; /* who it is, and where it can be reached */
    char nonce[NONCE_CHARS + 8];
    char proof[128];
};

/* One of ours, without nonce and proof. */
struct greeting proof_greeting(const struct node *n);
/* Whether it has the form of one of this version. */
bool proof_is_greeting(const struct greeting *g);
/* What that side ('A' connects, 'B' is connected to) says for a connection with these two nonces. False: there is no
 * such crypt(3). */
bool proof_make(const struct node *n, char side, const struct greeting *from, const struct greeting *to, char *proof);
/* In a time that says nothing of where they differ. */
bool proof_same(const char *a, const char *b);

#endif
