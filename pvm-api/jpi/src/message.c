/* message.c - class jpi.Native: messages. Each is some head words (int) and one run of bytes, raw, out of a Java array
 * and into one, with no copy but PVM's own. What the words mean is Java's business (Packet.java). */
#include <jni.h>

#include "library.h"

enum { HEAD_WORDS_MAX = 16 };

/* Packs the head and length bytes of an array of primitives behind offset, and sends them. The array does not move
 * meanwhile. */
static int send_in_place(JNIEnv *env, int tid, int tag, int *head, int words, jarray array, jlong offset, jint length)
{
    const struct jpi_library *l = jpi();
    int code = l->pvm_initsend(PvmDataInPlace);
    if (code >= 0)
        code = l->pvm_pkint(head, words, 1);
    if (code < 0 || length == 0)
        return code < 0 ? code : l->pvm_send(tid, tag);
    char *bytes = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
    if (bytes == NULL)
        return PvmNoMem;
    code = l->pvm_pkbyte(bytes + offset, length, 1);
    if (code >= 0)
        code = l->pvm_send(tid, tag);
    (*env)->ReleasePrimitiveArrayCritical(env, array, bytes, JNI_ABORT);
    return code;
}

JNIEXPORT void JNICALL Java_jpi_Native_send(JNIEnv *env, jclass class, jint tid, jint tag, jintArray head, jarray array,
                                            jlong offset, jint length)
{
    (void)class;
    jint words[HEAD_WORDS_MAX];
    jsize n = (*env)->GetArrayLength(env, head);
    if (n > HEAD_WORDS_MAX) {
        jpi_throw(env, "the head of a message is too long");
        return;
    }
    (*env)->GetIntArrayRegion(env, head, 0, n, words);
    (void)jpi_check(env, "pvm_send", send_in_place(env, tid, tag, (int *)words, n, array, offset, length));
}

/* The next message of any sender with this tag into about[3] = bytes, tag, tid. 1; 0 if none came within timeout_ns
 * (0: has one come yet?; -1: waits for ever). */
JNIEXPORT jint JNICALL Java_jpi_Native_receive(JNIEnv *env, jclass class, jint tag, jlong timeout_ns, jintArray about)
{
    (void)class;
    const struct jpi_library *l = jpi();
    jlong us = (timeout_ns + 999) / 1000;
    struct timeval limit = {us / 1000000, us % 1000000};
    int words[3] = {0, 0, 0}, buffer = timeout_ns == 0  ? l->pvm_nrecv(-1, tag)
                                       : timeout_ns < 0 ? l->pvm_recv(-1, tag)
                                                        : l->pvm_trecv(-1, tag, &limit);
    if (buffer > 0)
        (void)l->pvm_bufinfo(buffer, &words[0], &words[1], &words[2]);
    (*env)->SetIntArrayRegion(env, about, 0, 3, (const jint *)words);
    return jpi_check(env, "pvm_recv", buffer) > 0;
}

JNIEXPORT void JNICALL Java_jpi_Native_unpackHead(JNIEnv *env, jclass class, jintArray head)
{
    (void)class;
    int words[HEAD_WORDS_MAX];
    jsize n = (*env)->GetArrayLength(env, head);
    if (n <= HEAD_WORDS_MAX && jpi_check(env, "pvm_upkint", jpi()->pvm_upkint(words, n, 1)) >= 0)
        (*env)->SetIntArrayRegion(env, head, 0, n, (const jint *)words);
}

/* The next length bytes of the message into an array of primitives. */
JNIEXPORT void JNICALL Java_jpi_Native_unpack(JNIEnv *env, jclass class, jarray array, jint length)
{
    (void)class;
    if (length == 0)
        return;
    char *bytes = (*env)->GetPrimitiveArrayCritical(env, array, NULL);
    int code = bytes == NULL ? PvmNoMem : jpi()->pvm_upkbyte(bytes, length, 1);
    if (bytes != NULL)
        (*env)->ReleasePrimitiveArrayCritical(env, array, bytes, 0);
    (void)jpi_check(env, "pvm_upkbyte", code);
}
