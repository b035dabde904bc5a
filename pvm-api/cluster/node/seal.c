/* seal.c - what two daemons say to each other, in records: a length, the bytes, a MAC. The MAC is that of
 * AES-128-GCM, over the number of the record, its length and its bytes; if they are to be encrypted, GCM does that,
 * too. Each direction has a key of its own, which TLS has made for this connection. So a record that is changed,
 * left out, said again or in another order ends the connection. */
#include <errno.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cluster/node/tls.h"

#define RECORD_BYTES 32768u
#define MAC_BYTES 16u
#define HEAD_BYTES sizeof(uint32_t)
#define KEY_BYTES 16u
#define ROOM_BYTES (RECORD_BYTES + HEAD_BYTES + MAC_BYTES)

/* One direction. */
struct way {
    EVP_CIPHER_CTX *cipher;
    uint64_t number; /* of the next record */
};

struct seal {
    struct way in, out;
    bool encrypts, broken; /* broken: what comes is not what has been sent */
    size_t start, have;    /* of `read`: where its first record begins, and the end of all */
    size_t opened, given;  /* bytes of the first record, 0 if it is not open; those that have been given on */
    size_t taken, owed;    /* bytes of `written`: that the socket has taken, and all */
    unsigned char read[2 * ROOM_BYTES], written[ROOM_BYTES];
};

static bool open_way(struct way *w, const unsigned char *key, bool out)
{
    w->cipher = EVP_CIPHER_CTX_new();
    return w->cipher != NULL && EVP_CipherInit_ex(w->cipher, EVP_aes_128_gcm(), NULL, key, NULL, out) == 1;
}

struct seal *seal_new(struct ssl_st *tls, bool calls, bool encrypts)
{
    unsigned char keys[2 * KEY_BYTES];
    struct seal *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->encrypts = encrypts;
    bool made = tls_keys(tls, keys, sizeof keys) && open_way(&s->out, calls ? keys : keys + KEY_BYTES, true) &&
                open_way(&s->in, calls ? keys + KEY_BYTES : keys, false);
    OPENSSL_cleanse(keys, sizeof keys);
    if (made)
        return s;
    seal_free(s);
    return NULL;
}

void seal_free(struct seal *s)
{
    if (s == NULL)
        return;
    EVP_CIPHER_CTX_free(s->in.cipher);
    EVP_CIPHER_CTX_free(s->out.cipher);
    free(s);
}

bool seal_pends(const struct link *l)
{
    return l->seal != NULL && (l->seal->opened > 0 || l->seal->broken);
}

bool seal_owes(const struct link *l)
{
    return l->seal != NULL && l->seal->taken < l->seal->owed;
}

/* Both ends compute the same over head and bytes, which are encrypted or decrypted in their place if that is wanted. */
static bool pass(struct seal *s, struct way *w, unsigned char *head, size_t len)
{
    unsigned char iv[12] = {0};
    int n;
    memcpy(iv + 4, &w->number, sizeof w->number);
    w->number++;
    unsigned char *body = head + HEAD_BYTES;
    return EVP_CipherInit_ex(w->cipher, NULL, NULL, NULL, iv, -1) == 1 &&
           EVP_CipherUpdate(w->cipher, NULL, &n, head, (int)(s->encrypts ? HEAD_BYTES : HEAD_BYTES + len)) == 1 &&
           (!s->encrypts || EVP_CipherUpdate(w->cipher, body, &n, body, (int)len) == 1);
}

/* ---- what comes -------------------------------------------------------------------------------------------------- */

/* Opens the first record if it is there. */
static void open_record(struct seal *s)
{
    uint32_t len;
    unsigned char none[MAC_BYTES], *at = s->read + s->start;
    int n;
    if (s->opened > 0 || s->have - s->start < HEAD_BYTES)
        return;
    memcpy(&len, at, sizeof len);
    s->broken = len == 0 || len > RECORD_BYTES;
    if (s->broken || s->have - s->start < HEAD_BYTES + len + MAC_BYTES)
        return;
    s->broken = !pass(s, &s->in, at, len) ||
                EVP_CIPHER_CTX_ctrl(s->in.cipher, EVP_CTRL_AEAD_SET_TAG, MAC_BYTES, at + HEAD_BYTES + len) != 1 ||
                EVP_CipherFinal_ex(s->in.cipher, none, &n) != 1;
    s->opened = s->broken ? 0 : len;
    s->given = 0;
}

static size_t give(struct seal *s, unsigned char *to, size_t room)
{
    size_t part = s->opened - s->given < room ? s->opened - s->given : room;
    memcpy(to, s->read + s->start + HEAD_BYTES + s->given, part);
    s->given += part;
    if (s->given == s->opened) {
        s->start += HEAD_BYTES + s->opened + MAC_BYTES;
        s->opened = 0;
        open_record(s);
    }
    return part;
}

/* As read(2). *all: it had room for more. */
static ssize_t read_more(struct link *l, bool *all)
{
    struct seal *s = l->seal;
    memmove(s->read, s->read + s->start, s->have - s->start);
    s->have -= s->start;
    s->start = 0;
    ssize_t got = read(l->w.fd, s->read + s->have, sizeof s->read - s->have);
    *all = got > 0 && (size_t)got < sizeof s->read - s->have;
    s->have += got > 0 ? (size_t)got : 0;
    open_record(s);
    return got;
}

ssize_t seal_get(struct link *l, void *to, size_t room)
{
    struct seal *s = l->seal;
    size_t done = 0;
    ssize_t got = 1;
    if (s == NULL)
        return read(l->w.fd, to, room);
    for (bool all = false; done < room && !s->broken && got > 0 && (s->opened > 0 || done == 0 || !all);)
        if (s->opened > 0)
            done += give(s, (unsigned char *)to + done, room - done);
        else
            got = read_more(l, &all);
    if (done == 0 && s->broken)
        errno = EBADMSG;
    return done > 0 ? (ssize_t)done : s->broken ? -1 : got;
}

/* ---- what goes --------------------------------------------------------------------------------------------------- */

/* Fills the record from the pieces, behind so many of their bytes. Returns how many it has taken. */
static size_t gather(const struct iovec *pieces, int n, size_t from, unsigned char *record)
{
    size_t have = 0;
    for (int i = 0; i < n && have < RECORD_BYTES; i++) {
        if (from >= pieces[i].iov_len) {
            from -= pieces[i].iov_len;
            continue;
        }
        size_t left = pieces[i].iov_len - from, part = left < RECORD_BYTES - have ? left : RECORD_BYTES - have;
        memcpy(record + have, (const unsigned char *)pieces[i].iov_base + from, part);
        have += part;
        from = 0;
    }
    return have;
}

static bool close_record(struct seal *s, uint32_t len)
{
    unsigned char none[MAC_BYTES];
    int n;
    memcpy(s->written, &len, sizeof len);
    s->taken = 0;
    s->owed = HEAD_BYTES + len + MAC_BYTES;
    return pass(s, &s->out, s->written, len) && EVP_CipherFinal_ex(s->out.cipher, none, &n) == 1 &&
           EVP_CIPHER_CTX_ctrl(s->out.cipher, EVP_CTRL_AEAD_GET_TAG, MAC_BYTES, s->written + HEAD_BYTES + len) == 1;
}

/* False: the socket takes no more now. */
static bool write_owed(struct link *l)
{
    struct seal *s = l->seal;
    while (s->taken < s->owed) {
        ssize_t n = write(l->w.fd, s->written + s->taken, s->owed - s->taken);
        if (n < 0 && errno != EINTR)
            return false;
        s->taken += n > 0 ? (size_t)n : 0;
    }
    return true;
}

ssize_t seal_put(struct link *l, const struct iovec *pieces, int n)
{
    struct seal *s = l->seal;
    size_t sent = 0, part;
    if (s == NULL)
        return writev(l->w.fd, pieces, n);
    while (write_owed(l) && (part = gather(pieces, n, sent, s->written + HEAD_BYTES)) > 0) {
        if (!close_record(s, (uint32_t)part)) {
            errno = EIO;
            return -1;
        }
        sent += part;
    }
    return sent > 0 || n == 0 ? (ssize_t)sent : -1;
}
