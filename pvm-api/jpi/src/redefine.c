/* redefine.c - class jpi.Native: classes of Java's own get other bodies (jpi.Patch), and threads tell that they begin
   and end. No other class is touched. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>

/* A class of one of java.base's packages, defined there: the loader of Java's own classes has no object. */
JNIEXPORT jclass JNICALL Java_jpi_Native_defineInJava(JNIEnv *env, jclass class, jstring name, jbyteArray code)
{
    (void)class;
    const char *text = (*env)->GetStringUTFChars(env, name, NULL);
    jbyte *bytes = (*env)->GetByteArrayElements(env, code, NULL);
    jclass made = NULL;
    if (text != NULL && bytes != NULL)
        made = (*env)->DefineClass(env, text, NULL, bytes, (*env)->GetArrayLength(env, code));
    if (bytes != NULL)
        (*env)->ReleaseByteArrayElements(env, code, bytes, JNI_ABORT);
    if (text != NULL)
        (*env)->ReleaseStringUTFChars(env, name, text);
    return made;
}

static jstring trouble(JNIEnv *env, jvmtiEnv *tools, const char *what, jvmtiError error)
{
    char *name = NULL, text[200];
    if (tools != NULL)
        (void)(*tools)->GetErrorName(tools, error, &name);
    (void)snprintf(text, sizeof text, "%s: %s", what, name != NULL ? name : "no such interface");
    if (name != NULL)
        (void)(*tools)->Deallocate(tools, (unsigned char *)name);
    return (*env)->NewStringUTF(env, text);
}

static void release(JNIEnv *env, jobjectArray codes, jvmtiClassDefinition *all, jsize n)
{
    for (jsize i = 0; i < n; i++)
        if (all[i].class_bytes != NULL)
            (*env)->ReleaseByteArrayElements(env, (*env)->GetObjectArrayElement(env, codes, i),
                                             (jbyte *)all[i].class_bytes, JNI_ABORT);
    free(all);
}

/* class jpi.Strand hears of threads that begin and end, in them. */
static void tell(JNIEnv *env, const char *method)
{
    jclass strand = (*env)->FindClass(env, "jpi/Strand");
    jmethodID called = strand != NULL ? (*env)->GetStaticMethodID(env, strand, method, "()V") : NULL;
    if (called != NULL)
        (*env)->CallStaticVoidMethod(env, strand, called);
    if ((*env)->ExceptionCheck(env))
        (*env)->ExceptionClear(env);
}

static void JNICALL begins(jvmtiEnv *tools, JNIEnv *env, jthread thread)
{
    (void)tools, (void)thread;
    tell(env, "begun");
}

static void JNICALL ends(jvmtiEnv *tools, JNIEnv *env, jthread thread)
{
    (void)tools, (void)thread;
    tell(env, "over");
}

/* For as long as the process lives. */
static jvmtiError listen(jvmtiEnv *tools)
{
    const jvmtiEventCallbacks calls = {.ThreadStart = begins, .ThreadEnd = ends};
    jvmtiError error = (*tools)->SetEventCallbacks(tools, &calls, sizeof calls);
    if (error == JVMTI_ERROR_NONE)
        error = (*tools)->SetEventNotificationMode(tools, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL);
    if (error == JVMTI_ERROR_NONE)
        error = (*tools)->SetEventNotificationMode(tools, JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, NULL);
    return error;
}

JNIEXPORT jstring JNICALL Java_jpi_Native_redefine(JNIEnv *env, jclass class, jobjectArray classes, jobjectArray codes)
{
    (void)class;
    JavaVM *vm = NULL;
    jvmtiEnv *tools = NULL;
    jvmtiCapabilities wanted = {.can_redefine_classes = 1, .can_redefine_any_class = 1};
    jsize n = (*env)->GetArrayLength(env, classes);
    if ((*env)->GetJavaVM(env, &vm) != 0 || (*vm)->GetEnv(vm, (void **)&tools, JVMTI_VERSION_11) != JNI_OK)
        return trouble(env, NULL, "JVMTI", 0);
    jvmtiError error = (*tools)->AddCapabilities(tools, &wanted);
    if (error != JVMTI_ERROR_NONE)
        return trouble(env, tools, "AddCapabilities", error);
    if ((*env)->EnsureLocalCapacity(env, 2 * n + 16) != 0)
        return NULL; /* an exception waits */
    jvmtiClassDefinition *all = calloc((size_t)n + 1, sizeof *all);
    for (jsize i = 0; all != NULL && i < n; i++) {
        jbyteArray code = (*env)->GetObjectArrayElement(env, codes, i);
        all[i].klass = (*env)->GetObjectArrayElement(env, classes, i);
        all[i].class_byte_count = (*env)->GetArrayLength(env, code);
        all[i].class_bytes = (unsigned char *)(*env)->GetByteArrayElements(env, code, NULL);
        if (all[i].class_bytes == NULL)
            n = i;
    }
    error = all == NULL ? JVMTI_ERROR_OUT_OF_MEMORY : (*tools)->RedefineClasses(tools, n, all);
    if (all != NULL)
        release(env, codes, all, n);
    jstring text = error == JVMTI_ERROR_NONE ? NULL : trouble(env, tools, "RedefineClasses", error);
    if (text == NULL && (error = listen(tools)) != JVMTI_ERROR_NONE)
        text = trouble(env, tools, "SetEventNotificationMode", error);
    return text;
}
