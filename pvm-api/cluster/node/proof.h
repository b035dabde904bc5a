/* proof.h - what two daemons say to each other when they connect (gate.c), and the proof that each knows the secret of
 * this machine, which is never sent: HMAC-SHA256, by the library nettle, over what both have said before.
 */
#ifndef CLUSTER_PROOF_H
#define CLUSTER_PROOF_H

#include "cluster/node/node.h"

#define PROOF_BYTES 32
#define TOKEN_MAGIC (CLUSTER_MAGIC + 1) /* of a greeting whose nonce is a word that is expected */

struct greeting {
    uint64_t magic;
    uint32_t version, order;
    int32_t number, port; /* who it is, and where it can be reached */
    char nonce[GATE_TOKEN_CHARS];
};

/* One of ours, with a nonce that nobody has seen. False: the system gives none. */
bool proof_greeting(const struct node *n, struct greeting *g);
/* Whether it has the form of one of this version. */
bool proof_is_greeting(const struct greeting *g);
/* What that side ('A' connects, 'B' is connected to) says for a connection with these two greetings. */
void proof_make(const struct node *n, char side, const struct greeting *a, const struct greeting *b,
                unsigned char *proof);
/* Whether that is it, in a time that says nothing of where they differ. */
bool proof_is(const struct node *n, char side, const struct greeting *a, const struct greeting *b,
              const unsigned char *proof);

#endif
