/* proof.c - see proof.h; and the words that nobody can guess. */
#include "cluster/node/proof.h"

#include <crypt.h>
#include <fcntl.h>
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
    unsigned char bytes[NONCE_CHARS / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        (void)snprintf(nonce + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

bool proof_make(const struct node *n, char side, const struct greeting *from, const struct greeting *to, char *proof)
{
    char text[256], salt[32];
    struct crypt_data data;
    memset(&data, 0, sizeof data);
    (void)snprintf(text, sizeof text, "%s%c%d.%d.%.*s%.*s", n->secret, side, from->number, from->port, NONCE_CHARS,
                   from->nonce, NONCE_CHARS, to->nonce);
    (void)snprintf(salt, sizeof salt, "$6$%.16s$", to->nonce);
    const char *made = crypt_r(text, salt, &data);
    if (made == NULL || made[0] == '*')
        return false;
    (void)snprintf(proof, sizeof from->proof, "%s", made);
    return true;
}

bool proof_is_greeting(const struct greeting *g)
{
    return (g->magic == CLUSTER_MAGIC || g->magic == TOKEN_MAGIC) && g->version == CLUSTER_VERSION &&
           g->order == BYTE_ORDER_MARK && strnlen(g->nonce, sizeof g->nonce) == NONCE_CHARS &&
           memchr(g->proof, 0, sizeof g->proof) != NULL && strspn(g->nonce, "0123456789abcdef") == NONCE_CHARS;
}

bool proof_same(const char *a, const char *b)
{
    unsigned char differ = 0;
    for (size_t i = 0; i < sizeof((struct greeting *)0)->proof && (a[i] != 0 || b[i] != 0); i++)
        differ |= (unsigned char)a[i] ^ (unsigned char)b[i];
    return differ == 0;
}

struct greeting proof_greeting(const struct node *n)
{
    struct greeting g;
    memset(&g, 0, sizeof g);
    g.magic = CLUSTER_MAGIC;
    g.version = CLUSTER_VERSION;
    g.order = BYTE_ORDER_MARK;
    g.number = n->number;
    g.port = n->port;
    return g;
}

bool gate_greet(int fd, const char *token)
{
    struct greeting g;
    memset(&g, 0, sizeof g);
    g.magic = TOKEN_MAGIC;
    g.version = CLUSTER_VERSION;
    g.order = BYTE_ORDER_MARK;
    memcpy(g.nonce, token, NONCE_CHARS);
    return sockets_send_all(fd, &g, sizeof g);
}
