/* pvm.c - classes jpi.Pvm and jpi.PvmPacking: PVM's own calls, for Java tasks that talk to tasks of other languages. An
 * error becomes a JException. The pack families come from the list of types that C's come from. */
#include <jni.h>
#include <stdlib.h>

#include "library.h"

/* Does an array of `length` words hold n items of `words` words each, `stride` items apart? */
static int fits(jsize length, jint n, jint stride, int words)
{
    return n == 0 || (n > 0 && stride > 0 && ((int64_t)(n - 1) * stride + 1) * words <= length);
}

/* One family: pack and unpack of arrays whose words are as long as C's. */
#define WORDS_OF(SUFFIX, TYPE, WORDS, CALL, RELEASE)                                                           \
    JNIEXPORT void JNICALL Java_jpi_PvmPacking_##CALL##SUFFIX(JNIEnv *env, jclass class, jarray array, jint n, \
                                                              jint stride)                                     \
    {                                                                                                          \
        (void)class;                                                                                           \
        int code = PvmBadParam;                                                                                \
        if (array != NULL && fits((*env)->GetArrayLength(env, array), n, stride, WORDS)) {                     \
            TYPE *words = (*env)->GetPrimitiveArrayCritical(env, array, NULL);                                 \
            code = words == NULL ? PvmNoMem : jpi()->pvm_##CALL##SUFFIX(words, n, stride);                     \
            if (words != NULL)                                                                                 \
                (*env)->ReleasePrimitiveArrayCritical(env, array, words, RELEASE);                             \
        }                                                                                                      \
        if (code == PvmBadParam) {                                                                             \
            jpi_throw(env, "pvm_" #CALL #SUFFIX ": the array does not hold so many items");                    \
            return;                                                                                            \
        }                                                                                                      \
        (void)jpi_check(env, "pvm_" #CALL #SUFFIX, code);                                                      \
    }
#define FAMILY(SUFFIX, TYPE, WORDS, NUMBER, WIRE) \
    WORDS_OF(SUFFIX, TYPE, WORDS, pk, JNI_ABORT)  \
    WORDS_OF(SUFFIX, TYPE, WORDS, upk, 0)
PVMI_TYPES(FAMILY)

_Static_assert(sizeof(long) == sizeof(jlong) && sizeof(int) == sizeof(jint), "the words of Java's arrays are C's");

JNIEXPORT void JNICALL Java_jpi_Pvm_pkstr(JNIEnv *env, jclass class, jstring text)
{
    (void)class;
    const char *chars = text == NULL ? NULL : (*env)->GetStringUTFChars(env, text, NULL);
    int code = chars == NULL ? PvmBadParam : jpi()->pvm_pkstr((char *)chars);
    if (chars != NULL)
        (*env)->ReleaseStringUTFChars(env, text, chars);
    (void)jpi_check(env, "pvm_pkstr", code);
}

/* No text in a message is longer than the message. */
JNIEXPORT jstring JNICALL Java_jpi_Pvm_upkstr(JNIEnv *env, jclass class)
{
    (void)class;
    int bytes = 0, tag, tid, code = jpi()->pvm_bufinfo(jpi()->pvm_getrbuf(), &bytes, &tag, &tid);
    char *chars = code < 0 ? NULL : malloc((size_t)bytes + 1);
    jstring text = NULL;
    if (code >= 0)
        code = chars == NULL ? PvmNoMem : jpi()->pvm_upkstr(chars);
    if (jpi_check(env, "pvm_upkstr", code) >= 0)
        text = (*env)->NewStringUTF(env, chars);
    free(chars);
    return text;
}

/* X(name, arguments of Java's, arguments of C's): calls with numbers alone. */
#define NUMBER_CALLS(X)                                \
    X(kill, (jint tid), (tid))                         \
    X(sendsig, (jint tid, jint number), (tid, number)) \
    X(initsend, (jint encoding), (encoding))           \
    X(send, (jint tid, jint tag), (tid, tag))          \
    X(recv, (jint tid, jint tag), (tid, tag))          \
    X(nrecv, (jint tid, jint tag), (tid, tag))         \
    X(probe, (jint tid, jint tag), (tid, tag))         \
    X(tidtohost, (jint tid), (tid))                    \
    X(setopt, (jint what, jint value), (what, value))
#define UNPACKED(...) __VA_ARGS__
#define NUMBER_CALL(NAME, JAVA, C)                                                           \
    JNIEXPORT jint JNICALL Java_jpi_Pvm_##NAME##0(JNIEnv * env, jclass class, UNPACKED JAVA) \
    {                                                                                        \
        (void)class;                                                                         \
        return jpi_check(env, "pvm_" #NAME, jpi()->pvm_##NAME C);                            \
    }
NUMBER_CALLS(NUMBER_CALL)

/* Not an error: whether a task is there. */
JNIEXPORT jboolean JNICALL Java_jpi_Pvm_pstat0(JNIEnv *env, jclass class, jint tid)
{
    (void)env, (void)class;
    return (jboolean)(jpi()->pvm_pstat(tid) == PvmOk);
}

JNIEXPORT jint JNICALL Java_jpi_Pvm_trecv0(JNIEnv *env, jclass class, jint tid, jint tag, jlong us)
{
    (void)class;
    struct timeval limit = {us / 1000000, us % 1000000};
    return jpi_check(env, "pvm_trecv", jpi()->pvm_trecv(tid, tag, us < 0 ? NULL : &limit));
}

/* about[3] = bytes, tag, tid */
JNIEXPORT void JNICALL Java_jpi_Pvm_bufinfo0(JNIEnv *env, jclass class, jint buffer, jintArray about)
{
    (void)class;
    int words[3] = {0, 0, 0};
    if (jpi_check(env, "pvm_bufinfo", jpi()->pvm_bufinfo(buffer, &words[0], &words[1], &words[2])) >= 0)
        (*env)->SetIntArrayRegion(env, about, 0, 3, (const jint *)words);
}

static int with_tids(JNIEnv *env, jintArray tids, int notify, int about, int tag)
{
    jsize n = (*env)->GetArrayLength(env, tids);
    jint *list = (*env)->GetIntArrayElements(env, tids, NULL);
    if (list == NULL)
        return PvmNoMem;
    int code = notify ? jpi()->pvm_notify(about, tag, n, (int *)list) : jpi()->pvm_mcast((int *)list, n, tag);
    (*env)->ReleaseIntArrayElements(env, tids, list, JNI_ABORT);
    return code;
}

JNIEXPORT void JNICALL Java_jpi_Pvm_mcast0(JNIEnv *env, jclass class, jintArray tids, jint tag)
{
    (void)class;
    (void)jpi_check(env, "pvm_mcast", with_tids(env, tids, 0, 0, tag));
}

JNIEXPORT void JNICALL Java_jpi_Pvm_notify0(JNIEnv *env, jclass class, jint about, jint tag, jintArray tids)
{
    (void)class;
    (void)jpi_check(env, "pvm_notify", with_tids(env, tids, 1, about, tag));
}

/* ---- groups ------------------------------------------------------------------------------------------------------ */

/* Java's and C's arguments behind the group's name. */
#define GROUP_CALL(NAME, JAVA, C)                                                                          \
    JNIEXPORT jint JNICALL Java_jpi_Pvm_##NAME##0(JNIEnv * env, jclass class, jstring group UNPACKED JAVA) \
    {                                                                                                      \
        (void)class;                                                                                       \
        if (jpi()->pvm_##NAME == NULL) {                                                                   \
            jpi_throw(env, "pvm_" #NAME ": libgpvm3.so.3 is not there");                                   \
            return -1;                                                                                     \
        }                                                                                                  \
        const char *name = group == NULL ? NULL : (*env)->GetStringUTFChars(env, group, NULL);             \
        int code = name == NULL ? PvmBadParam : jpi()->pvm_##NAME((char *)name UNPACKED C);                \
        if (name != NULL)                                                                                  \
            (*env)->ReleaseStringUTFChars(env, group, name);                                               \
        return jpi_check(env, "pvm_" #NAME, code);                                                         \
    }
GROUP_CALL(joingroup, (), ())
GROUP_CALL(lvgroup, (), ())
GROUP_CALL(gsize, (), ())
GROUP_CALL(getinst, (, jint tid), (, tid))
GROUP_CALL(gettid, (, jint instance), (, instance))
GROUP_CALL(barrier, (, jint count), (, count))
GROUP_CALL(bcast, (, jint tag), (, tag))
