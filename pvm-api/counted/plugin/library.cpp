// library.cpp - the price of library functions by name: cycles of a call and bytes that it goes through. No analysis.
#include <cmath>
#include <cstring>
#include <sstream>
#include "work.hpp"

namespace counted
{
namespace
{

enum Bytes { NONE, N2, N3, LEN1, LEN2, RESULT, ALIKE, ALIKE3, LEN2_OF_3, TIMES12, TIMES23, SORTED };
const int BYTES = PVMSIM_WORK_BYTES;
const RunTimeWork bytes_of[] = {
    {},
    {RunTimeWork::VALUE, BYTES, 1},
    {RunTimeWork::VALUE, BYTES, 2},
    {RunTimeWork::LENGTH, BYTES, 0, 0},
    {RunTimeWork::LENGTH, BYTES, 1, 1},
    {RunTimeWork::VALUE, BYTES},
    {RunTimeWork::ALIKE, BYTES, 0, 1},
    {RunTimeWork::ALIKE, BYTES, 0, 2},
    {RunTimeWork::LENGTH, BYTES, 1, 2},
    {RunTimeWork::PRODUCT, BYTES, 0, 1},
    {RunTimeWork::PRODUCT, BYTES, 1, 2},
    {RunTimeWork::SORT, PVMSIM_WORK_LIBRARY, 1, 1},
};
enum Looks { QUIET, LOUD };
struct Row {
    const char *names, *arguments; ///< pointers, integers, floating point, any; * for whatever follows
    int cycles;
    Bytes bytes;
    Looks looks;
    bool writes;
};

/// Cycles of the mathematical and string functions: musl's sources, compiled with this plugin, on the same arguments.
/// Those of the heap, of printf and its kin, and from lgamma to powi are guesses; of complex numbers, the sum of parts.
/// LOUD: other code may run in it, or it waits.
const int MATHEMATICAL = 31; ///< the first rows: of floating point, and with kin for float and long double
const Row rows[] = {
    {"sin", "f", 173, NONE, QUIET, false},
    {"cos", "f", 177, NONE, QUIET, false},
    {"tan", "f", 293, NONE, QUIET, false},
    {"asin acos", "f", 230, NONE, QUIET, false},
    {"atan", "f", 200, NONE, QUIET, false},
    {"atan2", "ff", 320, NONE, QUIET, false},
    {"sinh cosh tanh", "f", 260, NONE, QUIET, false},
    {"exp exp2", "f", 188, NONE, QUIET, false},
    {"log log2", "f", 206, NONE, QUIET, false},
    {"log10", "f", 220, NONE, QUIET, false},
    {"pow", "ff", 540, NONE, QUIET, false},
    {"hypot fmod remainder drem", "ff", 150, NONE, QUIET, false},
    {"cbrt", "f", 250, NONE, QUIET, false},
    {"floor ceil rint round trunc nearbyint lround llround lrint llrint iround", "f", 30, NONE, QUIET, false},
    {"frexp", "fp", 30, NONE, QUIET, true},
    {"ldexp scalbn scalbln", "fi", 40, NONE, QUIET, false},
    {"modf", "fp", 40, NONE, QUIET, true},
    {"sincos", "fpp", 350, NONE, QUIET, true},
    {"lgamma tgamma gamma j0 j1 y0 y1", "f", 600, NONE, QUIET, false},
    {"jn yn", "if", 900, NONE, QUIET, false},
    {"expm1 exp10 log1p", "f", 220, NONE, QUIET, false},
    {"erf erfc asinh acosh atanh", "f", 300, NONE, QUIET, false},
    {"nextafter fdim", "ff", 40, NONE, QUIET, false},
    {"powi _gfortran_pow_r8_i8", "fi", 80, NONE, QUIET, false},
    {"cabs", "f", 150, NONE, QUIET, false},
    {"carg", "f", 320, NONE, QUIET, false},
    {"csqrt", "f", 245, NONE, QUIET, false},
    {"cexp", "f", 560, NONE, QUIET, false},
    {"clog", "f", 680, NONE, QUIET, false},
    {"csin ccos", "f", 870, NONE, QUIET, false},
    {"cpow", "ff", 1270, NONE, QUIET, false},
    {"rand", "", 45, NONE, QUIET, false},
    {"srand srand48", "i", 20, NONE, QUIET, false},
    {"random", "", 60, NONE, QUIET, false},
    {"srandom", "i", 400, NONE, QUIET, false},
    {"drand48", "", 150, NONE, QUIET, false},
    {"lrand48", "", 120, NONE, QUIET, false},
    {"atoi atol", "p", 97, NONE, QUIET, false},
    {"atof", "p", 400, NONE, QUIET, false},
    {"strtol strtoul", "ppi", 150, NONE, QUIET, true},
    {"strtod", "pp", 450, NONE, QUIET, true},
    {"strlen", "p", 40, RESULT, QUIET, false},
    {"strcpy stpcpy", "pp", 40, LEN2, QUIET, true},
    {"strncpy", "ppi", 40, N3, QUIET, true},
    {"strcat", "pp", 60, LEN2, QUIET, true},
    {"strncat", "ppi", 60, LEN2_OF_3, QUIET, true},
    {"strcmp", "pp", 30, ALIKE, QUIET, false},
    {"strncmp", "ppi", 35, ALIKE3, QUIET, false},
    {"strcasecmp", "pp", 60, ALIKE, QUIET, false},
    {"strchr index", "pi", 60, NONE, QUIET, false},
    {"strrchr rindex", "pi", 80, NONE, QUIET, false},
    {"strspn strcspn strpbrk", "pp", 80, NONE, QUIET, false},
    {"strnlen", "pi", 40, RESULT, QUIET, false},
    {"strstr", "pp", 150, NONE, QUIET, false},
    {"strtok", "pp", 120, NONE, QUIET, true},
    {"strdup", "p", 200, LEN1, QUIET, false},
    {"memcpy mempcpy", "ppi", 24, N3, QUIET, true},
    {"memmove bcopy", "ppi", 30, N3, QUIET, true},
    {"memset", "pii", 24, N3, QUIET, true},
    {"memcmp", "ppi", 24, N3, QUIET, false},
    {"memchr", "pii", 60, NONE, QUIET, false},
    {"bzero", "pi", 24, N2, QUIET, true},
    {"malloc", "i", 150, NONE, QUIET, false},
    {"calloc", "ii", 150, TIMES12, QUIET, false},
    {"realloc", "pi", 250, NONE, QUIET, false},
    {"free", "p", 100, NONE, QUIET, false},
    {"alloca", "i", 4, NONE, QUIET, false},
    {"_Znwm _Znam", "i", 156, NONE, QUIET, false},
    {"_ZdlPv _ZdaPv", "p", 106, NONE, QUIET, false},
    {"_ZdlPvm _ZdaPvm", "pi", 106, NONE, QUIET, false},
    {"isalpha isdigit isspace isupper islower isalnum toupper tolower", "i", 8, NONE, QUIET, false},
    {"__ctype_b_loc __errno_location", "", 4, NONE, QUIET, false},
    {"printf", "p*", 2500, NONE, LOUD, false},
    {"fprintf", "pp*", 2500, NONE, LOUD, false},
    {"sprintf sscanf", "pp*", 2500, NONE, QUIET, true},
    {"snprintf", "pip*", 2500, NONE, QUIET, true},
    {"vprintf", "p.", 2500, NONE, LOUD, false},
    {"vfprintf", "pp.", 2500, NONE, LOUD, false},
    {"scanf", "p*", 2500, NONE, LOUD, true},
    {"fscanf", "pp*", 2500, NONE, LOUD, true},
    {"puts", "p", 500, NONE, LOUD, false},
    {"fputs", "pp", 500, NONE, LOUD, false},
    {"putchar", "i", 60, NONE, LOUD, false},
    {"fgets", "pip", 300, NONE, LOUD, true},
    {"getchar", "", 40, NONE, LOUD, false},
    {"fopen", "pp", 2000, NONE, LOUD, false},
    {"fclose", "p", 1500, NONE, LOUD, false},
    {"fread", "piip", 200, TIMES23, LOUD, true},
    {"fwrite", "piip", 200, TIMES23, LOUD, false},
    {"qsort", "piip", 100, SORTED, LOUD, true},
    {"_gfortran_pow_i4_i4 _gfortran_pow_i8_i8", "*", 120, NONE, QUIET, false},
    {"_gfortran_pow_r4_i8", "*", 48, NONE, QUIET, false},
    {"_gfortran_pow_c4_i4 _gfortran_pow_c4_i8", "*", 120, NONE, QUIET, false},
    {"_gfortran_pow_c8_i4 _gfortran_pow_c8_i8", "*", 160, NONE, QUIET, false},
    {"_gfortran_st_write _gfortran_st_write_done", "*", 800, NONE, LOUD, false},
    {"_gfortran_transfer_integer_write", "*", 900, NONE, LOUD, false},
    {"_gfortran_transfer_real_write", "*", 2000, NONE, LOUD, false},
    {"_gfortran_transfer_character_write", "*", 400, NONE, LOUD, false},
};

const std::map<std::string, const Row *> &table()
{
    static std::map<std::string, const Row *> t;
    if (t.empty())
        for (const Row &row : rows) {
            std::istringstream names(row.names);
            for (std::string name; names >> name;)
                t[name] = &row;
        }
    return t;
}

/// Its name without what front ends put before it.
const char *source_name(tree fndecl)
{
    const char *name = IDENTIFIER_POINTER(fndecl_built_in_p(fndecl) ? DECL_NAME(fndecl) : DECL_ASSEMBLER_NAME(fndecl));
    name += name[0] == '*';
    return strncmp(name, "__builtin_", 10) ? name : name + 10;
}

/// As _FORTIFY_SOURCE calls it.
bool is_checked(const char *name)
{
    size_t n = strlen(name);
    return n > 6 && !strncmp(name, "__", 2) && !strcmp(name + n - 4, "_chk");
}

/// The types of a function's arguments as the call has them, or its definition, or its prototype. False: not known.
bool arguments_of(tree fndecl, const gcall *call, std::vector<tree> &types)
{
    for (unsigned i = 0; call && i < gimple_call_num_args(call); i++) { // without a prototype, 0 may be a pointer
        tree argument = gimple_call_arg(call, i);
        types.push_back(integer_zerop(argument) ? NULL_TREE : TREE_TYPE(argument));
    }
    if (call)
        return true;
    if (DECL_STRUCT_FUNCTION(fndecl))
        for (tree p = DECL_ARGUMENTS(fndecl); p; p = DECL_CHAIN(p))
            types.push_back(TREE_TYPE(p));
    else
        for (tree t = TYPE_ARG_TYPES(TREE_TYPE(fndecl)); t && t != void_list_node; t = TREE_CHAIN(t))
            types.push_back(TREE_VALUE(t));
    return DECL_STRUCT_FUNCTION(fndecl) || prototype_p(TREE_TYPE(fndecl));
}

/// It has the arguments of the library's function; else it is another that has only its name. Those of _FORTIFY_SOURCE
/// have more.
bool suits(const Row &row, tree fndecl, const gcall *call)
{
    std::vector<tree> types;
    const bool checked = is_checked(source_name(fndecl));
    if (!arguments_of(fndecl, call, types) || (checked && row.bytes == NONE))
        return true;
    size_t i = 0;
    for (const char *wanted = row.arguments; *wanted; wanted++, i++) {
        if (*wanted == '*')
            return true;
        if (i == types.size() || (*wanted == 'f' && (!types[i] || !FLOAT_TYPE_P(types[i]))) ||
            (types[i] &&
             ((*wanted == 'p' && !POINTER_TYPE_P(types[i])) || (*wanted == 'i' && !INTEGRAL_TYPE_P(types[i])))))
            return false;
    }
    return checked || i == types.size();
}

/// The row of a name; sinf and sinl are sin.
const Row *row_of_name(const char *name, double &factor)
{
    factor = 1;
    auto found = table().find(name);
    if (found != table().end())
        return found->second;
    size_t n = strlen(name);
    if (n < 4 || (name[n - 1] != 'f' && name[n - 1] != 'l'))
        return nullptr;
    found = table().find(std::string(name, n - 1));
    if (found == table().end() || found->second - rows >= MATHEMATICAL)
        return nullptr;
    factor = name[n - 1] == 'f' ? 0.6 : 1; // long double is double on SunOS 4
    return found->second;
}

const Row *row_of(tree fndecl, const gcall *call, double &factor)
{
    const Row *row = row_of_name(plain_name(fndecl), factor);
    return row && suits(*row, fndecl, call) ? row : nullptr;
}

/// GCC's own functions on a SPARC V7. It counts no bits: libgcc's routines, written in C and compiled with this plugin,
/// and their call. It has ldstub and swap, 4 cycles each (its twin ERC32 in GDB's sim/erc32/exec.c), and no fence; all
/// else is done under a lock of a byte, as by Linux's atomic.S of 1996. va_start stores six registers (GCC's sparc.c).
const struct {
    const char *begins; ///< of names; the first that fits
    int ints, loads, stores, branches, calls;
} compilers_own[] = {
    {"__builtin_popcount", 20, 0, 0, 0, 1},
    {"__builtin_parity", 10, 0, 0, 0, 1},
    {"__builtin_clz", 8, 1, 0, 2, 1},
    {"__builtin_ctz", 9, 1, 0, 2, 1},
    {"__builtin_clrsb", 11, 1, 0, 3, 1},
    {"__builtin_ffs ffs", 9, 1, 0, 3, 1},
    {"__builtin_va_start", 1, 0, 6, 0, 0},
    {"__builtin_va_copy", 1, 0, 0, 0, 0},
    {"__atomic_load", 0, 1, 0, 0, 0},
    {"__atomic_store __atomic_clear __sync_lock_release", 0, 0, 1, 0, 0},
    {"__atomic_exchange __atomic_test_and_set __sync_lock_test_and_set", 2, 1, 0, 0, 0},
    {"__atomic_thread_fence __atomic_signal_fence __sync_synchronize", 0, 0, 0, 0, 0},
    {"__atomic_compare_exchange __sync_bool_compare __sync_val_compare", 5, 2, 2, 2, 0},
    {"__atomic_ __sync_", 4, 2, 2, 1, 0},
};

bool is_compilers_own(tree fndecl, Work &work)
{
    const std::string name = IDENTIFIER_POINTER(DECL_NAME(fndecl));
    for (const auto &own : compilers_own) {
        std::istringstream begins(own.begins);
        for (std::string begin; fndecl_built_in_p(fndecl, BUILT_IN_NORMAL) && begins >> begin;)
            if (!name.compare(0, begin.size(), begin))
                return work.add(PVMSIM_WORK_INT, own.ints)
                    .add(PVMSIM_WORK_LOAD, own.loads)
                    .add(PVMSIM_WORK_STORE, own.stores)
                    .add(PVMSIM_WORK_BRANCH, own.branches)
                    .add(PVMSIM_WORK_CALL, own.calls)
                    .any();
    }
    return false;
}

/// Functions that are an operation.
bool is_operation(tree fndecl, Work &work)
{
    if (is_compilers_own(fndecl, work))
        return true;
    tree type = TREE_TYPE(TREE_TYPE(fndecl));
    const std::string name = plain_name(fndecl);
    if (FLOAT_TYPE_P(type) && (name == "sqrt" || name == "sqrtf" || name == "sqrtl"))
        work.add(PVMSIM_WORK_SQRT);
    else if (FLOAT_TYPE_P(type) && (name == "fabs" || name == "fabsf"))
        work.add(type == float_type_node ? PVMSIM_WORK_FADD : PVMSIM_WORK_DADD);
    else if (FLOAT_TYPE_P(type) && (name == "fmax" || name == "fmaxf" || name == "fmin" || name == "fminf" ||
                                    name == "copysign" || name == "copysignf"))
        work.add(type == float_type_node ? PVMSIM_WORK_FADD : PVMSIM_WORK_DADD).add(PVMSIM_WORK_BRANCH);
    else if (FLOAT_TYPE_P(type) && name == "fma")
        work.add(PVMSIM_WORK_DADD).add(PVMSIM_WORK_DMUL);
    else if (INTEGRAL_TYPE_P(type) && (name == "abs" || name == "labs"))
        work.add(PVMSIM_WORK_INT).add(PVMSIM_WORK_BRANCH);
    return work.any();
}

bool is_power(const gcall *call, CallPrice &price, bool single)
{
    tree power = gimple_call_num_args(call) == 2 ? gimple_call_arg(call, 1) : NULL_TREE;
    if (!power || TREE_CODE(power) != REAL_CST)
        return false;
    // Compilers make these of pow with a constant, some of them only with -ffast-math.
    if (real_equal(&TREE_REAL_CST(power), &dconst2))
        price.work.add(single ? PVMSIM_WORK_FMUL : PVMSIM_WORK_DMUL);
    else if (real_equal(&TREE_REAL_CST(power), &dconsthalf))
        price.work.add(PVMSIM_WORK_SQRT);
    else
        return false;
    return true;
}

} // namespace

const char *plain_name(tree fndecl)
{
    static char plain[128];
    const char *name = source_name(fndecl);
    size_t n = strlen(name);
    for (const char *standard : {"__isoc99_", "__isoc23_"}) // what glibc calls scanf, strtol and their kin
        if (!strncmp(name, standard, 9))
            return name + 9;
    if (n < sizeof plain && is_checked(name)) {
        memcpy(plain, name + 2, n - 6);
        plain[n - 6] = 0;
        return plain;
    }
    return name;
}

int library_quiet(tree fndecl, const gcall *call)
{
    double factor;
    Work work;
    const Row *row = row_of(fndecl, call, factor);
    return row ? row->looks == QUIET : is_operation(fndecl, work) ? 1 : -1;
}

/// A definition that others call: they hold it to be the library's, and count that.
Work library_cycles_of(const cgraph_node *node)
{
    double factor;
    Work work;
    const bool seen = node->definition && TREE_PUBLIC(node->decl) && !DECL_COMDAT(node->decl) &&
                      !DECL_EXTERNAL(node->decl) && DECL_STRUCT_FUNCTION(node->decl);
    if (const Row *row = seen ? row_of(node->decl, nullptr, factor) : nullptr)
        work.add(PVMSIM_WORK_LIBRARY, std::lround(row->cycles * factor)).add(PVMSIM_WORK_CALL, -1);
    return work;
}

bool library_price(const gcall *call, CallPrice &price)
{
    tree fndecl = gimple_call_fndecl(call);
    if (!fndecl)
        return false;
    const cgraph_node *node = cgraph_node::get(fndecl);
    if (node && node->definition && !DECL_EXTERNAL(fndecl)) /* the program's own */
        return false;
    double factor;
    Work own;
    const Row *row = row_of(fndecl, call, factor);
    if (!row && !is_operation(fndecl, price.work))
        return false;
    price.quiet = !row || row->looks == QUIET;
    price.writes = row ? row->writes : is_compilers_own(fndecl, own);
    if (!row || (!strcmp(row->names, "pow") && is_power(call, price, TREE_TYPE(TREE_TYPE(fndecl)) == float_type_node)))
        return true;
    price.work.add(PVMSIM_WORK_LIBRARY, std::lround(row->cycles * factor));
    if (row->bytes != NONE)
        price.more.push_back(bytes_of[row->bytes]);
    return true;
}

} // namespace counted
