/* proof.c - see proof.h; and the words that nobody can guess. */
#include "cluster/node/proof.h"

#include <fcntl.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define BYTE_ORDER_MARK UINT32_C(0x01020304)

void gate_boot_id(char *out, size_t room)
{
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, out, room - 1) : 0;
    out[n > 0 ? n : 0] = 0;
    if (fd >= 0)
        close(fd);
}

bool gate_draw(char *nonce)
{
    unsigned char bytes[GATE_TOKEN_CHARS / 2];
    char text[GATE_TOKEN_CHARS + 1];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    memcpy(nonce, text, GATE_TOKEN_CHARS);
    return true;
}

void proof_make(const struct node *n, char side, const struct greeting *a, const struct greeting *b,
                unsigned char *proof)
{
    struct hmac_sha256_ctx context;
    hmac_sha256_set_key(&context, SECRET_CHARS, (const uint8_t *)n->secret);
    hmac_sha256_update(&context, 1, (const uint8_t *)&side);
    hmac_sha256_update(&context, sizeof *a, (const uint8_t *)a);
    hmac_sha256_update(&context, sizeof *b, (const uint8_t *)b);
    hmac_sha256_digest(&context, PROOF_BYTES, proof);
}

bool proof_is(const struct node *n, char side, const struct greeting *a, const struct greeting *b,
              const unsigned char *proof)
{
    unsigned char right[PROOF_BYTES];
    proof_make(n, side, a, b, right);
    return memeql_sec(right, proof, sizeof right) != 0;
}

static bool is_nonce(const char *text)
{
    int n = 0;
    while (n < GATE_TOKEN_CHARS && text[n] != 0 && strchr("0123456789abcdef", text[n]) != NULL)
        n++;
    return n == GATE_TOKEN_CHARS;
}

bool proof_is_greeting(const struct greeting *g)
{
    return (g->magic == CLUSTER_MAGIC || g->magic == TOKEN_MAGIC) && g->version == CLUSTER_VERSION &&
           g->order == BYTE_ORDER_MARK && is_nonce(g->nonce);
}

bool proof_greeting(const struct node *n, struct greeting *g)
{
    memset(g, 0, sizeof *g);
    g->magic = CLUSTER_MAGIC;
    g->version = CLUSTER_VERSION;
    g->order = BYTE_ORDER_MARK;
    g->number = n->number;
    g->port = n->port;
    return gate_draw(g->nonce);
}

bool gate_greet(int fd, const char *token)
{
    struct greeting g;
    memset(&g, 0, sizeof g);
    g.magic = TOKEN_MAGIC;
    g.version = CLUSTER_VERSION;
    g.order = BYTE_ORDER_MARK;
    memcpy(g.nonce, token, GATE_TOKEN_CHARS);
    return sockets_send_all(fd, &g, sizeof g);
}
