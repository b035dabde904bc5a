/* tls.c - see tls.h; and the words that nobody can guess. */
#include "cluster/node/tls.h"

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define BYTE_ORDER_MARK 0x01020304u

void gate_boot_id(char *out, size_t room)
{
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, out, room - 1) : 0;
    out[n > 0 ? n : 0] = 0;
    if (fd >= 0)
        close(fd);
}

static void write_hex(const unsigned char *bytes, size_t n, char *text)
{
    for (size_t i = 0; i < n; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

bool gate_draw(char *token)
{
    unsigned char bytes[GATE_TOKEN_CHARS / 2];
    char text[GATE_TOKEN_CHARS + 1];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    write_hex(bytes, sizeof bytes, text);
    memcpy(token, text, GATE_TOKEN_CHARS);
    return true;
}

/* ---- who knows the secret ---------------------------------------------------------------------------------------- */

/* A rank of an MPI has one of its own with node 0, until it gets that of the machine. */
static unsigned give_secret(const struct node *n, int other, unsigned char *key, unsigned room)
{
    bool own = n->rank_secrets != NULL && other > 0 && other < NODES_MOST && n->rank_secrets[other][0] != 0;
    const char *secret = own ? n->rank_secrets[other] : n->secret;
    if (room < SECRET_CHARS)
        return 0;
    memcpy(key, secret, SECRET_CHARS);
    return SECRET_CHARS;
}

static unsigned on_call(SSL *tls, const char *hint, char *identity, unsigned room, unsigned char *key,
                        unsigned key_room)
{
    const struct tls_card *c = SSL_get_app_data(tls);
    uint32_t order = BYTE_ORDER_MARK;
    unsigned char first;
    memcpy(&first, &order, 1);
    (void)snprintf(identity, room, "%u %u %d %d %d %d %d", CLUSTER_VERSION, first, c->from, c->to, c->port,
                   c->processors, (int)c->node->encrypts);
    return give_secret(c->node, c->to, key, key_room);
}

/* Returns 0 if that is none of us. */
static unsigned on_called(SSL *tls, const char *identity, unsigned char *key, unsigned room)
{
    struct tls_card *c = SSL_get_app_data(tls);
    uint32_t order = BYTE_ORDER_MARK;
    unsigned version, theirs;
    unsigned char first;
    int encrypts;
    memcpy(&first, &order, 1);
    if (sscanf(identity, "%u %u %d %d %d %d %d", &version, &theirs, &c->from, &c->to, &c->port, &c->processors,
               &encrypts) != 7 ||
        version != CLUSTER_VERSION || theirs != first || c->to != c->node->number || encrypts != (int)c->node->encrypts)
        return 0;
    return give_secret(c->node, c->from, key, room);
}

bool tls_open(struct node *n)
{
    SSL_CTX *x = SSL_CTX_new(TLS_method());
    n->tls = x;
    if (x == NULL || SSL_CTX_set_min_proto_version(x, TLS1_3_VERSION) != 1 ||
        SSL_CTX_set_ciphersuites(x, "TLS_AES_128_GCM_SHA256") != 1 || SSL_CTX_set1_groups_list(x, "X25519") != 1)
        return false;
    (void)SSL_CTX_set_num_tickets(x, 0);
    (void)SSL_CTX_clear_options(x, SSL_OP_ENABLE_MIDDLEBOX_COMPAT);
    SSL_CTX_set_psk_client_callback(x, on_call);
    SSL_CTX_set_psk_server_callback(x, on_called);
    return true;
}

struct ssl_st *tls_new(struct tls_card *card, int fd, bool calls)
{
    SSL *tls = SSL_new(card->node->tls);
    if (tls == NULL || SSL_set_fd(tls, fd) != 1) {
        SSL_free(tls);
        return NULL;
    }
    SSL_set_app_data(tls, card);
    if (calls)
        SSL_set_connect_state(tls);
    else
        SSL_set_accept_state(tls);
    return tls;
}

int tls_shake(struct ssl_st *tls)
{
    ERR_clear_error();
    int made = SSL_do_handshake(tls);
    if (made == 1)
        return SSL_session_reused(tls) ? 0 : -1; /* by no certificate: both know the secret */
    int why = SSL_get_error(tls, made);
    if (why == SSL_ERROR_SYSCALL || ERR_GET_REASON(ERR_peek_error()) == SSL_R_UNEXPECTED_EOF_WHILE_READING)
        return TLS_CUT;
    if (why == SSL_ERROR_WANT_READ)
        return EPOLLIN;
    return why == SSL_ERROR_WANT_WRITE ? (int)EPOLLOUT : -1;
}

void tls_free(struct ssl_st *tls)
{
    SSL_free(tls);
}

bool tls_keys(struct ssl_st *tls, unsigned char *keys, size_t len_bytes)
{
    static const char label[] = "EXPERIMENTAL pvmnode";
    return SSL_export_keying_material(tls, keys, len_bytes, label, sizeof label - 1, NULL, 0, 0) == 1;
}

/* ---- a secret for two that have none ----------------------------------------------------------------------------- */

struct evp_pkey_st *tls_draw(unsigned char *public_key)
{
    size_t len = TLS_PUBLIC_BYTES;
    EVP_PKEY *own = EVP_PKEY_Q_keygen(NULL, NULL, "X25519");
    return own != NULL && EVP_PKEY_get_raw_public_key(own, public_key, &len) == 1 ? own : NULL;
}

bool tls_agree(struct evp_pkey_st *own, const unsigned char *theirs, char *secret)
{
    unsigned char shared[32], hash[32];
    char text[SECRET_CHARS + 1];
    size_t len = sizeof shared;
    EVP_PKEY *other = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, theirs, TLS_PUBLIC_BYTES);
    EVP_PKEY_CTX *x = EVP_PKEY_CTX_new(own, NULL);
    bool agreed = other != NULL && x != NULL && EVP_PKEY_derive_init(x) == 1 &&
                  EVP_PKEY_derive_set_peer(x, other) == 1 && EVP_PKEY_derive(x, shared, &len) == 1 &&
                  EVP_Q_digest(NULL, "SHA256", NULL, shared, sizeof shared, hash, NULL) == 1;
    EVP_PKEY_CTX_free(x);
    EVP_PKEY_free(other);
    if (agreed) {
        write_hex(hash, SECRET_CHARS / 2, text);
        memcpy(secret, text, sizeof text);
    }
    OPENSSL_cleanse(shared, sizeof shared);
    OPENSSL_cleanse(hash, sizeof hash);
    OPENSSL_cleanse(text, sizeof text);
    return agreed;
}

void tls_forget(struct evp_pkey_st *own)
{
    EVP_PKEY_free(own);
}
