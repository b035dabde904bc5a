/* native.c - class suci.Native: libsuci for Java. Arrays are copied: no call holds a Java array while it waits. */
#include <jni.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pvm.h"
#include "suci.h"

struct java_suci {
    struct suci *suci;
    int sender;
    JavaVM *vm;
    jobject flow; /* a flow control in Java, or NULL */
    char *bytes;  /* of the message that is being read or written */
    long room;
};

static void throw(JNIEnv * env, const char *what)
{
    jclass exception = (*env)->FindClass(env, "suci/SuciException");
    if (exception == NULL)
        return;
    jmethodID make = (*env)->GetMethodID(env, exception, "<init>", "(Ljava/lang/String;)V");
    jstring text = (*env)->NewStringUTF(env, what);
    if (make != NULL && text != NULL)
        (*env)->Throw(env, (jthrowable)(*env)->NewObject(env, exception, make, text));
}

/* An error of libsuci, which has said more on stderr, becomes an exception. True: it was one. */
static int failed(JNIEnv *env, const char *call, long code)
{
    char text[96];
    const char *why = code == SUCI_SILENT ? "the node is silent"
                      : code == SUCI_FULL ? "too much is not confirmed: flush first"
                      : code == SUCI_BAD  ? "an argument is wrong"
                                          : "the system refused";
    if (code >= 0 || code == SUCI_NOTHING)
        return 0;
    snprintf(text, sizeof text, "%s: %s", call, why);
    throw(env, text);
    return 1;
}

static struct java_suci *of(jlong handle)
{
    return (struct java_suci *)(intptr_t)handle;
}

static char *room_for(JNIEnv *env, struct java_suci *j, long n)
{
    if (n > j->room) {
        char *more = realloc(j->bytes, (size_t)n);
        if (more == NULL) {
            throw(env, "no memory");
            return NULL;
        }
        j->bytes = more;
        j->room = n;
    }
    return j->bytes;
}

/* What this version of Suci for Java spends on a packet: the paper counts objects and copies; [layer.suci] of the
 * machine file says how many of them a packet takes, and how long each. */
static void costs(struct suci *s)
{
    struct suci_pvm pvm;
    double objects = 0, object_us = 0, copies = 0, copy_ns = 0;
    if (!suci_pvm_table(&pvm) || pvm.pvmsim_parameter == NULL)
        return;
    pvm.pvmsim_parameter("suci.objects_of_100_packets_count", &objects);
    pvm.pvmsim_parameter("suci.object_us", &object_us);
    pvm.pvmsim_parameter("suci.arraycopies_of_100_packets_count", &copies);
    pvm.pvmsim_parameter("suci.arraycopy_ns_per_byte", &copy_ns);
    suci_spends(s, (int64_t)(10 * objects * object_us + 0.5), copies * copy_ns / 100);
}

JNIEXPORT jlong JNICALL Java_suci_Native_open(JNIEnv *env, jclass class, jstring ip, jint port)
{
    (void)class;
    struct suci_address own = {NULL, port};
    struct java_suci *j = calloc(1, sizeof *j);
    if (ip != NULL)
        own.ip = (*env)->GetStringUTFChars(env, ip, NULL);
    if (j != NULL)
        j->suci = suci_open(ip == NULL ? NULL : &own, NULL);
    if (ip != NULL && own.ip != NULL)
        (*env)->ReleaseStringUTFChars(env, ip, own.ip);
    if (j == NULL || j->suci == NULL) {
        free(j);
        throw(env, "Suci could not be opened");
        return 0;
    }
    costs(j->suci);
    return (jlong)(intptr_t)j;
}

JNIEXPORT void JNICALL Java_suci_Native_close(JNIEnv *env, jclass class, jlong handle, jlong linger_ns)
{
    (void)class;
    suci_close(of(handle)->suci, linger_ns);
    if (of(handle)->flow != NULL)
        (*env)->DeleteGlobalRef(env, of(handle)->flow);
    free(of(handle)->bytes);
    free(of(handle));
}

JNIEXPORT jint JNICALL Java_suci_Native_port(JNIEnv *env, jclass class, jlong handle)
{
    (void)env, (void)class;
    return suci_own_port(of(handle)->suci);
}

JNIEXPORT void JNICALL Java_suci_Native_add(JNIEnv *env, jclass class, jlong handle, jint node, jstring ip, jint port)
{
    (void)class;
    const char *text = ip == NULL ? NULL : (*env)->GetStringUTFChars(env, ip, NULL);
    int code = suci_database_add(of(handle)->suci, node, text, port);
    if (text != NULL)
        (*env)->ReleaseStringUTFChars(env, ip, text);
    failed(env, "add", code);
}

JNIEXPORT void JNICALL Java_suci_Native_addTask(JNIEnv *env, jclass class, jlong handle, jint node, jint tid)
{
    (void)class;
    failed(env, "add", suci_database_task(of(handle)->suci, node, tid));
}

JNIEXPORT void JNICALL Java_suci_Native_write(JNIEnv *env, jclass class, jlong handle, jint node, jbyteArray from,
                                              jint length)
{
    (void)class;
    char *bytes = room_for(env, of(handle), length + 1L);
    if (bytes == NULL)
        return;
    (*env)->GetByteArrayRegion(env, from, 0, length, (jbyte *)bytes);
    failed(env, "write", suci_write(of(handle)->suci, node, bytes, length));
}

JNIEXPORT jint JNICALL Java_suci_Native_read(JNIEnv *env, jclass class, jlong handle, jbyteArray to, jlong ns)
{
    (void)class;
    struct java_suci *j = of(handle);
    jsize room = (*env)->GetArrayLength(env, to);
    char *bytes = room_for(env, j, room + 1L);
    if (bytes == NULL)
        return -1;
    long size = suci_read(j->suci, &j->sender, bytes, room, ns);
    if (failed(env, "read", size))
        return -1;
    if (size > 0)
        (*env)->SetByteArrayRegion(env, to, 0, (jsize)size, (const jbyte *)bytes);
    return (jint)size;
}

JNIEXPORT jint JNICALL Java_suci_Native_sender(JNIEnv *env, jclass class, jlong handle)
{
    (void)env, (void)class;
    return of(handle)->sender;
}

JNIEXPORT jboolean JNICALL Java_suci_Native_flush(JNIEnv *env, jclass class, jlong handle, jlong ns)
{
    (void)class;
    int code = suci_flush(of(handle)->suci, -1, ns);
    return !failed(env, "flush", code) && code == 0;
}

JNIEXPORT void JNICALL Java_suci_Native_ack(JNIEnv *env, jclass class, jlong handle)
{
    (void)class;
    failed(env, "ack", suci_ack(of(handle)->suci, -1));
}

JNIEXPORT void JNICALL Java_suci_Native_flow(JNIEnv *env, jclass class, jlong handle, jstring name)
{
    (void)class;
    static const struct {
        const char *name;
        const struct suci_flow *flow;
    } flows[] = {{"stop_and_wait", &suci_stop_and_wait},
                 {"fixed_32", &suci_fixed_32},
                 {"reno", &suci_reno},
                 {"rate", &suci_rate}};
    const char *text = name == NULL ? NULL : (*env)->GetStringUTFChars(env, name, NULL);
    int code = SUCI_BAD;
    for (size_t i = 0; text != NULL && i < sizeof flows / sizeof *flows; i++)
        if (strcmp(text, flows[i].name) == 0)
            code = suci_set_flow(of(handle)->suci, -1, flows[i].flow);
    if (text != NULL)
        (*env)->ReleaseStringUTFChars(env, name, text);
    if (code == SUCI_BAD)
        throw(env, "flow: a flow control is stop_and_wait, fixed_32, reno or rate");
}

enum { NUMBERS = 5, OWN = 3 };

static void set_numbers(struct suci_flow *flow, const jlong n[NUMBERS])
{
    flow->window = (int)n[0];
    flow->gap_ns = n[1];
    flow->ack_every = (int)n[2];
    flow->ack_delay_ns = n[3];
    flow->resend_after_ns = n[4];
}

/* A flow control in Java: its last number is where its struct java_suci is. It is called inside a call of Java's. */
static void event_in_java(struct suci *s, int node, enum suci_event event, const struct suci_state *now,
                          struct suci_flow *flow)
{
    (void)s;
    struct java_suci *j = of((jlong)flow->own[OWN]);
    JNIEnv *env = NULL;
    if ((*j->vm)->GetEnv(j->vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK || (*env)->ExceptionCheck(env) ||
        (*env)->PushLocalFrame(env, 8) != 0)
        return;
    const jlong state[] = {
        now->now_ns, now->round_trip_ns, now->least_round_trip_ns, now->resend_after_ns, now->under_way, now->acked,
        now->lost,   now->held_back};
    jlong numbers[NUMBERS] = {flow->window, flow->gap_ns, flow->ack_every, flow->ack_delay_ns, flow->resend_after_ns};
    jlongArray of_state = (*env)->NewLongArray(env, 8), of_numbers = (*env)->NewLongArray(env, NUMBERS), after = NULL;
    jdoubleArray own = (*env)->NewDoubleArray(env, OWN);
    jmethodID call = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, j->flow), "call", "(II[J[J[D)[J");
    if (of_state != NULL && of_numbers != NULL && own != NULL && call != NULL) {
        (*env)->SetLongArrayRegion(env, of_state, 0, 8, state);
        (*env)->SetLongArrayRegion(env, of_numbers, 0, NUMBERS, numbers);
        (*env)->SetDoubleArrayRegion(env, own, 0, OWN, flow->own);
        after = (*env)->CallObjectMethod(env, j->flow, call, node, (jint)event, of_state, of_numbers, own);
    }
    if (after != NULL && !(*env)->ExceptionCheck(env)) {
        (*env)->GetLongArrayRegion(env, after, 0, NUMBERS, numbers);
        (*env)->GetDoubleArrayRegion(env, own, 0, OWN, flow->own);
        set_numbers(flow, numbers);
    }
    (*env)->PopLocalFrame(env, NULL);
}

JNIEXPORT void JNICALL Java_suci_Native_flowNumbers(JNIEnv *env, jclass class, jlong handle, jlongArray numbers,
                                                    jdoubleArray own, jobject events)
{
    (void)class;
    struct java_suci *j = of(handle);
    struct suci_flow flow = {.event = events == NULL ? NULL : event_in_java};
    jlong n[NUMBERS];
    (*env)->GetLongArrayRegion(env, numbers, 0, NUMBERS, n);
    set_numbers(&flow, n);
    if (events != NULL) {
        (*env)->GetDoubleArrayRegion(env, own, 0, OWN, flow.own);
        flow.own[OWN] = (double)handle; /* an address has 47 bits */
        (*env)->GetJavaVM(env, &j->vm);
    }
    if (failed(env, "flow", suci_set_flow(j->suci, -1, &flow)))
        return; /* the flow control of before goes on */
    if (j->flow != NULL)
        (*env)->DeleteGlobalRef(env, j->flow);
    j->flow = events == NULL ? NULL : (*env)->NewGlobalRef(env, events);
}

JNIEXPORT jlongArray JNICALL Java_suci_Native_counts(JNIEnv *env, jclass class, jlong handle, jint node)
{
    (void)class;
    struct suci_counts c;
    jlongArray array = (*env)->NewLongArray(env, 5);
    if (array == NULL || failed(env, "counts", suci_count(of(handle)->suci, node, &c)))
        return NULL;
    jlong numbers[] = {(jlong)c.packets, (jlong)c.resent, (jlong)c.timeouts, (jlong)c.taken, (jlong)c.repeated};
    (*env)->SetLongArrayRegion(env, array, 0, 5, numbers);
    return array;
}
