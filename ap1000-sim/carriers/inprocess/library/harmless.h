/* harmless.h - the functions of libc and libm that mean the same in every task of a process: they keep nothing between
 * two calls that belongs to a program, or keep it where the program says. Files are found in the folder that all tasks
 * in process share, and are known by their FILE. One list: HARMLESS(NAME). */
#pragma once

/* clang-format off */
#define HARMLESS_NAMES(X) \
    /* memory and texts */ \
    X(malloc) X(calloc) X(realloc) X(free) X(memalign) X(posix_memalign) X(aligned_alloc) \
    X(malloc_usable_size) \
    X(memcpy) X(memmove) X(memset) X(memcmp) X(memchr) X(memrchr) X(memmem) X(mempcpy) X(memccpy) X(bcopy) X(bzero) \
    X(bcmp) X(rawmemchr) X(__rawmemchr) \
    X(strlen) X(strnlen) X(strcpy) X(strncpy) X(stpcpy) X(stpncpy) X(strcat) X(strncat) X(strcmp) X(strncmp) \
    X(strcasecmp) X(strncasecmp) X(strcoll) X(strxfrm) X(strchr) X(strrchr) X(strchrnul) X(strstr) X(strcasestr) \
    X(strspn) X(strcspn) X(strpbrk) X(strsep) X(strtok_r) X(__strtok_r) X(strdup) X(strndup) X(__strdup) X(__strndup) \
    X(index) X(rindex) X(strerror) X(strerror_r) X(__xpg_strerror_r) X(swab) X(ffs) X(ffsl) X(ffsll) \
    X(__ctype_b_loc) X(__ctype_tolower_loc) X(__ctype_toupper_loc) X(__ctype_get_mb_cur_max) \
    X(isalnum) X(isalpha) X(isblank) X(iscntrl) X(isdigit) X(isgraph) X(islower) X(isprint) X(ispunct) X(isspace) \
    X(isupper) X(isxdigit) X(isascii) X(toascii) X(tolower) X(toupper) \
    /* numbers */ \
    X(atoi) X(atol) X(atoll) X(atof) X(strtol) X(strtoul) X(strtoll) X(strtoull) X(strtod) X(strtof) X(strtold) \
    X(strtof128) X(strfromf128) X(__isoc23_strtol) X(__isoc23_strtoul) X(__isoc23_strtoll) X(__isoc23_strtoull) \
    X(strtoimax) X(strtoumax) \
    X(abs) X(labs) X(llabs) X(div) X(ldiv) X(lldiv) X(qsort) X(qsort_r) X(bsearch) X(lfind) X(lsearch) \
    X(rand_r) X(random_r) X(srandom_r) X(initstate_r) X(setstate_r) \
    X(erand48) X(nrand48) X(drand48_r) X(lrand48_r) X(srand48_r) X(htonl) X(htons) X(ntohl) X(ntohs) \
    /* printing into memory */ \
    X(sprintf) X(snprintf) X(vsprintf) X(vsnprintf) X(asprintf) X(vasprintf) X(sscanf) X(vsscanf) X(__isoc99_sscanf) \
    X(__isoc99_vsscanf) X(__isoc23_sscanf) X(__isoc23_vsscanf) X(__asprintf_chk) X(__vasprintf_chk) X(getline) \
    X(getdelim) X(__getdelim) \
    /* files by name, as all tasks in process see them */ \
    X(access) X(stat) X(stat64) X(lstat) X(lstat64) X(__xstat) X(__xstat64) X(__lxstat) X(__lxstat64) X(remove) \
    X(chmod) X(fchmodat) X(link) X(symlink) X(truncate) \
    X(truncate64) X(utime) X(utimes) X(utimensat) X(statfs) X(statfs64) X(statvfs) X(statvfs64) X(mkdtemp) \
    X(pathconf) X(fnmatch) \
    X(unlink) X(rename) X(mkdir) X(rmdir) X(getcwd) X(basename) X(dirname) X(__xpg_basename) \
    /* time, people, this computer */ \
    X(asctime_r) X(difftime) \
    X(getuid) X(geteuid) X(getgid) X(getegid) X(getpagesize) X(sysconf) X(__sysconf) X(sched_yield) \
    X(getentropy) X(getrandom) X(arc4random) X(arc4random_buf) X(arc4random_uniform) X(get_nprocs) X(get_nprocs_conf) \
    X(gethostid) X(getloadavg) X(sysinfo) X(__sched_cpucount) X(sched_getcpu) \
    X(inet_pton) X(inet_ntop) X(inet_addr) X(inet_aton) \
    /* inside a program */ \
    X(__errno_location) X(sigemptyset) X(sigfillset) X(sigaddset) X(sigdelset) X(sigismember) X(_setjmp) \
    X(pthread_self) X(pthread_equal) X(pthread_once) X(pthread_mutex_init) X(pthread_mutex_trylock) \
    X(pthread_mutex_unlock) X(pthread_mutex_destroy) X(pthread_mutexattr_init) X(pthread_mutexattr_settype) \
    X(pthread_mutexattr_destroy) X(pthread_cond_init) X(pthread_cond_signal) X(pthread_cond_broadcast) \
    X(pthread_cond_destroy) X(insque) X(remque) \
    X(strverscmp) X(gcvt) X(wmemchr) X(wmemcmp) X(wmemcpy) X(wmemmove) \
    X(wmemset) X(nl_langinfo) X(getsubopt) X(a64l) X(memfrob) X(iswalpha) X(iswdigit) X(iswalnum) \
    X(iswspace) X(iswupper) X(iswlower) X(iswpunct) X(iswprint) X(towupper) X(towlower) X(wcsncpy) X(wcscat) X(wcschr) \
    X(wcsrchr) X(wcsncmp) X(wcsstr) X(wcstol) X(wcstod) X(ftok) X(sync) \
    X(localeconv) X(mblen) X(mbtowc) X(wctomb) X(mbstowcs) X(wcstombs) X(wcslen) X(wcscpy) X(wcscmp) \
    /* mathematics */ \
    FLOATING(X, sqrt) FLOATING(X, cbrt) FLOATING(X, pow) FLOATING(X, exp) FLOATING(X, exp2) FLOATING(X, exp10) \
    FLOATING(X, expm1) FLOATING(X, log) FLOATING(X, log2) FLOATING(X, log10) FLOATING(X, log1p) FLOATING(X, logb) \
    FLOATING(X, sin) FLOATING(X, cos) FLOATING(X, tan) FLOATING(X, asin) FLOATING(X, acos) FLOATING(X, atan) \
    FLOATING(X, atan2) FLOATING(X, sincos) FLOATING(X, sinh) FLOATING(X, cosh) FLOATING(X, tanh) FLOATING(X, asinh) \
    FLOATING(X, acosh) FLOATING(X, atanh) FLOATING(X, hypot) FLOATING(X, floor) FLOATING(X, ceil) FLOATING(X, round) \
    FLOATING(X, trunc) FLOATING(X, rint) FLOATING(X, nearbyint) FLOATING(X, lround) FLOATING(X, llround) \
    FLOATING(X, lrint) FLOATING(X, llrint) FLOATING(X, fabs) FLOATING(X, fmod) FLOATING(X, remainder) \
    FLOATING(X, fmin) FLOATING(X, fmax) FLOATING(X, fdim) FLOATING(X, fma) FLOATING(X, modf) FLOATING(X, frexp) \
    FLOATING(X, ldexp) FLOATING(X, scalbn) FLOATING(X, scalbln) FLOATING(X, ilogb) FLOATING(X, copysign) \
    FLOATING(X, nan) FLOATING(X, nextafter) FLOATING(X, erf) FLOATING(X, erfc) FLOATING(X, tgamma) \
    FLOATING(X, lgamma_r) FLOATING(X, j0) FLOATING(X, j1) FLOATING(X, jn) FLOATING(X, y0) FLOATING(X, y1) \
    FLOATING(X, yn) FLOATING(X, cabs) FLOATING(X, carg) FLOATING(X, cexp) FLOATING(X, clog) FLOATING(X, csqrt) \
    FLOATING(X, cpow) FLOATING(X, csin) FLOATING(X, ccos) FLOATING(X, conj) FLOATING(X, creal) FLOATING(X, cimag) \
    FLOATING(X, drem) FLOATING(X, significand) X(__isnan) X(__isinf) X(__finite) X(isnan) X(isinf) X(finite) \
    X(__fpclassify) X(__fpclassifyf) X(__signbit) X(__signbitf) X(fesetround) X(fegetround) X(feclearexcept) \
    X(fetestexcept) X(feraiseexcept) X(fegetenv) X(fesetenv) X(feholdexcept) X(feupdateenv) X(fegetexcept) \
    X(feenableexcept) X(fedisableexcept) X(fegetexceptflag) X(fesetexceptflag)
#define FLOATING(X, NAME) X(NAME) X(NAME##f) X(NAME##l) X(NAME##f128)

/* The same for libraries of which each task has a copy: their locks lie in the copy, and what they change for a moment
 * they put back before anybody else runs. */
#define HARMLESS_IN_LIBRARIES(X) \
    X(__issignaling) X(__issignalingf) X(__issignalingl) X(__issignalingf128) X(getpwuid_r) X(munmap) \
    X(newlocale) X(uselocale) X(freelocale) X(strerror_l) X(pthread_rwlock_rdlock) X(pthread_rwlock_wrlock) \
    X(pthread_rwlock_unlock) \
    /* of C++: locales and characters */ \
    X(__newlocale) X(__duplocale) X(__uselocale) X(__freelocale) X(__nl_langinfo_l) X(__strcoll_l) \
    X(__strxfrm_l) X(__strtod_l) X(__strtof_l) X(strtold_l) X(__strftime_l) X(__wcsftime_l) X(__wcscoll_l) \
    X(__wcsxfrm_l) X(__towlower_l) X(__towupper_l) X(__wctype_l) X(__iswctype_l) X(btowc) X(wctob) X(mbrtowc) \
    X(wcrtomb) X(mbsrtowcs) X(mbsnrtowcs) X(wcsrtombs) X(wcsnrtombs) X(getwc) X(putwc) X(ungetwc) X(iconv_open) \
    X(iconv) X(iconv_close) X(gettext) X(dgettext) X(bindtextdomain) X(bind_textdomain_codeset)
/* clang-format on */
