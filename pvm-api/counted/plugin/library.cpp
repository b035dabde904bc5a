// library.cpp - the price of library functions by name: cycles of a call and bytes that it goes through. No analysis.
#include <cmath>
#include <cstring>
#include "work.hpp"

namespace counted
{
namespace
{

enum Bytes { NONE, N2, N3, LEN1, LEN2, RESULT, ALIKE, ALIKE3, LEN2_OF_3, TIMES12, TIMES23, SORTED };
/// Their arguments: pointers, integers, any.
const char *const arguments_of[] = {"", "pi", "p.i", "p", "pp", "p", "pp", "ppi", "ppi", "ii", "pii", "piip"};
enum Looks { QUIET, LOUD };
struct Row {
    const char *name;
    int cycles;
    Bytes bytes;
    Looks looks;
    bool writes;
};

/// Cycles of the mathematical and string functions: musl's sources, compiled with this plugin, on the same arguments.
/// Those of the heap and of printf and its kin are guesses. LOUD: other code may run in it, or it waits.
const int MATHEMATICAL = 28; ///< the first rows: of floating point, and with kin for float and long double
const Row rows[] = {
    {"sin", 173, NONE, QUIET, false},
    {"cos", 177, NONE, QUIET, false},
    {"tan", 293, NONE, QUIET, false},
    {"asin", 230, NONE, QUIET, false},
    {"acos", 230, NONE, QUIET, false},
    {"atan", 200, NONE, QUIET, false},
    {"atan2", 320, NONE, QUIET, false},
    {"sinh", 260, NONE, QUIET, false},
    {"cosh", 260, NONE, QUIET, false},
    {"tanh", 260, NONE, QUIET, false},
    {"exp", 188, NONE, QUIET, false},
    {"exp2", 188, NONE, QUIET, false},
    {"log", 206, NONE, QUIET, false},
    {"log2", 206, NONE, QUIET, false},
    {"log10", 220, NONE, QUIET, false},
    {"pow", 540, NONE, QUIET, false},
    {"hypot", 150, NONE, QUIET, false},
    {"cbrt", 250, NONE, QUIET, false},
    {"fmod", 150, NONE, QUIET, false},
    {"floor", 30, NONE, QUIET, false},
    {"ceil", 30, NONE, QUIET, false},
    {"rint", 30, NONE, QUIET, false},
    {"round", 30, NONE, QUIET, false},
    {"trunc", 30, NONE, QUIET, false},
    {"frexp", 30, NONE, QUIET, true},
    {"ldexp", 40, NONE, QUIET, false},
    {"modf", 40, NONE, QUIET, true},
    {"sincos", 350, NONE, QUIET, true},
    {"rand", 45, NONE, QUIET, false},
    {"srand", 20, NONE, QUIET, false},
    {"random", 60, NONE, QUIET, false},
    {"srandom", 400, NONE, QUIET, false},
    {"drand48", 150, NONE, QUIET, false},
    {"lrand48", 120, NONE, QUIET, false},
    {"srand48", 20, NONE, QUIET, false},
    {"atoi", 97, NONE, QUIET, false},
    {"atol", 97, NONE, QUIET, false},
    {"atof", 400, NONE, QUIET, false},
    {"strtol", 150, NONE, QUIET, true},
    {"strtoul", 150, NONE, QUIET, true},
    {"strtod", 450, NONE, QUIET, true},
    {"strlen", 40, RESULT, QUIET, false},
    {"strcpy", 40, LEN2, QUIET, true},
    {"stpcpy", 40, LEN2, QUIET, true},
    {"strncpy", 40, N3, QUIET, true},
    {"strcat", 60, LEN2, QUIET, true},
    {"strncat", 60, LEN2_OF_3, QUIET, true},
    {"strcmp", 30, ALIKE, QUIET, false},
    {"strncmp", 35, ALIKE3, QUIET, false},
    {"strcasecmp", 60, ALIKE, QUIET, false},
    {"strchr", 60, NONE, QUIET, false},
    {"strrchr", 80, NONE, QUIET, false},
    {"strstr", 150, NONE, QUIET, false},
    {"strtok", 120, NONE, QUIET, true},
    {"strdup", 200, LEN1, QUIET, false},
    {"memcpy", 24, N3, QUIET, true},
    {"memmove", 30, N3, QUIET, true},
    {"mempcpy", 24, N3, QUIET, true},
    {"memset", 24, N3, QUIET, true},
    {"memcmp", 24, N3, QUIET, false},
    {"memchr", 60, NONE, QUIET, false},
    {"bcopy", 30, N3, QUIET, true},
    {"bzero", 24, N2, QUIET, true},
    {"malloc", 150, NONE, QUIET, false},
    {"calloc", 150, TIMES12, QUIET, false},
    {"realloc", 250, NONE, QUIET, false},
    {"free", 100, NONE, QUIET, false},
    {"alloca", 4, NONE, QUIET, false},
    {"_Znwm", 156, NONE, QUIET, false},
    {"_Znam", 156, NONE, QUIET, false},
    {"_ZdlPv", 106, NONE, QUIET, false},
    {"_ZdlPvm", 106, NONE, QUIET, false},
    {"_ZdaPv", 106, NONE, QUIET, false},
    {"_ZdaPvm", 106, NONE, QUIET, false},
    {"isalpha", 8, NONE, QUIET, false},
    {"isdigit", 8, NONE, QUIET, false},
    {"isspace", 8, NONE, QUIET, false},
    {"isupper", 8, NONE, QUIET, false},
    {"islower", 8, NONE, QUIET, false},
    {"isalnum", 8, NONE, QUIET, false},
    {"toupper", 8, NONE, QUIET, false},
    {"tolower", 8, NONE, QUIET, false},
    {"__ctype_b_loc", 4, NONE, QUIET, false},
    {"__errno_location", 4, NONE, QUIET, false},
    {"printf", 2500, NONE, LOUD, false},
    {"fprintf", 2500, NONE, LOUD, false},
    {"sprintf", 2500, NONE, QUIET, true},
    {"snprintf", 2500, NONE, QUIET, true},
    {"vprintf", 2500, NONE, LOUD, false},
    {"vfprintf", 2500, NONE, LOUD, false},
    {"sscanf", 2500, NONE, QUIET, true},
    {"scanf", 2500, NONE, LOUD, true},
    {"fscanf", 2500, NONE, LOUD, true},
    {"puts", 500, NONE, LOUD, false},
    {"fputs", 500, NONE, LOUD, false},
    {"putchar", 60, NONE, LOUD, false},
    {"fgets", 300, NONE, LOUD, true},
    {"getchar", 40, NONE, LOUD, false},
    {"fopen", 2000, NONE, LOUD, false},
    {"fclose", 1500, NONE, LOUD, false},
    {"fread", 200, TIMES23, LOUD, true},
    {"fwrite", 200, TIMES23, LOUD, false},
    {"qsort", 100, SORTED, LOUD, true},
    {"_gfortran_pow_i4_i4", 120, NONE, QUIET, false},
    {"_gfortran_pow_r8_i4", 80, NONE, QUIET, false},
    {"_gfortran_st_write", 800, NONE, LOUD, false},
    {"_gfortran_st_write_done", 800, NONE, LOUD, false},
    {"_gfortran_transfer_integer_write", 900, NONE, LOUD, false},
    {"_gfortran_transfer_real_write", 2000, NONE, LOUD, false},
    {"_gfortran_transfer_character_write", 400, NONE, LOUD, false},
};

const std::map<std::string, const Row *> &table()
{
    static std::map<std::string, const Row *> t;
    if (t.empty())
        for (const Row &row : rows)
            t[row.name] = &row;
    return t;
}

/// It has the arguments of the library's function; else it is another that has only its name.
bool suits(const Row &row, tree fndecl, const gcall *call)
{
    const char *wanted = &row - rows < MATHEMATICAL ? "f" : arguments_of[row.bytes];
    tree type = TREE_TYPE(fndecl), next = TYPE_ARG_TYPES(type);
    if (!call && !prototype_p(type))
        return true;
    for (unsigned i = 0; wanted[i]; i++, next = next ? TREE_CHAIN(next) : NULL_TREE) {
        tree here = next ? TREE_VALUE(next) : NULL_TREE;
        if (call)
            here = i < gimple_call_num_args(call) ? TREE_TYPE(gimple_call_arg(call, i)) : NULL_TREE;
        if (!here || (wanted[i] == 'p' && !POINTER_TYPE_P(here)) || (wanted[i] == 'i' && !INTEGRAL_TYPE_P(here)) ||
            (wanted[i] == 'f' && !FLOAT_TYPE_P(here)))
            return false;
    }
    return true;
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
    factor = name[n - 1] == 'f' ? 0.6 : 1.5;
    return found->second;
}

const Row *row_of(tree fndecl, const gcall *call, double &factor)
{
    const Row *row = row_of_name(plain_name(fndecl), factor);
    return row && suits(*row, fndecl, call) ? row : nullptr;
}

/// Functions that are an operation.
bool is_operation(tree fndecl, Work &work)
{
    tree type = TREE_TYPE(TREE_TYPE(fndecl));
    const std::string name = plain_name(fndecl);
    if (FLOAT_TYPE_P(type) && (name == "sqrt" || name == "sqrtf" || name == "sqrtl"))
        work.add(PVMSIM_WORK_SQRT);
    else if (FLOAT_TYPE_P(type) && (name == "fabs" || name == "fabsf"))
        work.add(type == float_type_node ? PVMSIM_WORK_FADD : PVMSIM_WORK_DADD);
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
    const char *name = IDENTIFIER_POINTER(fndecl_built_in_p(fndecl) ? DECL_NAME(fndecl) : DECL_ASSEMBLER_NAME(fndecl));
    name += name[0] == '*';
    if (!strncmp(name, "__builtin_", 10))
        name += 10;
    size_t n = strlen(name);
    for (const char *standard : {"__isoc99_", "__isoc23_"}) // what glibc calls scanf, strtol and their kin
        if (!strncmp(name, standard, 9))
            return name + 9;
    if (n > 6 && n < sizeof plain && !strncmp(name, "__", 2) && !strcmp(name + n - 4, "_chk")) { // _FORTIFY_SOURCE
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

bool library_price(const gcall *call, CallPrice &price)
{
    tree fndecl = gimple_call_fndecl(call);
    if (!fndecl)
        return false;
    const cgraph_node *node = cgraph_node::get(fndecl);
    if (node && node->definition && !DECL_EXTERNAL(fndecl)) /* the program's own */
        return false;
    double factor;
    const Row *row = row_of(fndecl, call, factor);
    if (!row && !is_operation(fndecl, price.work))
        return false;
    price.quiet = !row || row->looks == QUIET;
    price.writes = row && row->writes;
    if (!row || (!strcmp(row->name, "pow") && is_power(call, price, TREE_TYPE(TREE_TYPE(fndecl)) == float_type_node)))
        return true;
    price.work.add(PVMSIM_WORK_LIBRARY, std::lround(row->cycles * factor));
    int args = gimple_call_num_args(call);
    auto value = [&](int a) {
        if (a < args)
            price.more.push_back({RunTimeWork::VALUE, PVMSIM_WORK_BYTES, a});
    };
    auto pair = [&](RunTimeWork::Kind kind, int cls, int a, int b) {
        if (b < args)
            price.more.push_back({kind, cls, a, b});
    };
    switch (row->bytes) {
    case NONE:
        break;
    case N2:
        value(1);
        break;
    case N3:
        value(2);
        break;
    case LEN1:
        pair(RunTimeWork::LENGTH, PVMSIM_WORK_BYTES, 0, 0);
        break;
    case LEN2:
        pair(RunTimeWork::LENGTH, PVMSIM_WORK_BYTES, 1, 1);
        break;
    case RESULT:
        price.more.push_back({RunTimeWork::VALUE, PVMSIM_WORK_BYTES, -1});
        break;
    case LEN2_OF_3:
        pair(RunTimeWork::LENGTH, PVMSIM_WORK_BYTES, 1, 2);
        break;
    case ALIKE:
    case ALIKE3:
        pair(RunTimeWork::ALIKE, PVMSIM_WORK_BYTES, 0, row->bytes == ALIKE ? 1 : 2);
        break;
    case TIMES12:
        pair(RunTimeWork::PRODUCT, PVMSIM_WORK_BYTES, 0, 1);
        break;
    case TIMES23:
        if (gimple_call_num_args(call) == 5) // fread with _FORTIFY_SOURCE: the room comes second
            pair(RunTimeWork::PRODUCT, PVMSIM_WORK_BYTES, 2, 3);
        else
            pair(RunTimeWork::PRODUCT, PVMSIM_WORK_BYTES, 1, 2);
        break;
    case SORTED:
        pair(RunTimeWork::SORT, PVMSIM_WORK_LIBRARY, 1, 1);
        break;
    }
    return true;
}

} // namespace counted
