// operations.cpp - the cost of single operations by their types. Words of the machine have 4 bytes: integers and
// pointers, whatever their size here, are one word, double precision is two.
#include "values.hpp"

namespace counted
{
namespace
{

/// Numbers in a value of this type: 2 for complex, n for vectors.
int parts(tree type)
{
    if (TREE_CODE(type) == COMPLEX_TYPE)
        return 2;
    if (VECTOR_TYPE_P(type) && TYPE_VECTOR_SUBPARTS(type).is_constant())
        return int(TYPE_VECTOR_SUBPARTS(type).to_constant());
    return 1;
}
tree part(tree type)
{
    return TREE_CODE(type) == COMPLEX_TYPE || VECTOR_TYPE_P(type) ? TREE_TYPE(type) : type;
}
bool is_single(tree type)
{
    return TYPE_MODE(part(type)) == SFmode;
}
bool is_wide(tree type)
{
    return FLOAT_TYPE_P(type) && !is_single(type);
}

int add_of(tree type)
{
    return !FLOAT_TYPE_P(type) ? PVMSIM_WORK_INT : is_single(type) ? PVMSIM_WORK_FADD : PVMSIM_WORK_DADD;
}
int multiply_of(tree type)
{
    return !FLOAT_TYPE_P(type) ? PVMSIM_WORK_IMUL : is_single(type) ? PVMSIM_WORK_FMUL : PVMSIM_WORK_DMUL;
}
int divide_of(tree type)
{
    return !FLOAT_TYPE_P(type) ? PVMSIM_WORK_IDIV : is_single(type) ? PVMSIM_WORK_FDIV : PVMSIM_WORK_DDIV;
}

/// Shifts and additions of a multiplication by a constant: its digits of 1 and -1.
int shifts(HOST_WIDE_INT c)
{
    unsigned HOST_WIDE_INT u = c < 0 ? -(unsigned HOST_WIDE_INT)c : c;
    int digits = 0, low = u & 1;
    while (u) {
        if (u & 1) {
            digits++;
            u = (u & 3) == 3 ? u + 1 : u - 1;
        }
        u >>= 1;
    }
    return digits ? 2 * digits - 1 - low : 0;
}

Work divide_cost(const Value &v)
{
    if (FLOAT_TYPE_P(v.type))
        return Work().add(divide_of(v.type));
    if (!v.b.id && v.b.k > 0 && (v.b.k & (v.b.k - 1)) == 0)
        return Work().add(PVMSIM_WORK_INT, TYPE_UNSIGNED(v.type) || v.code == EXACT_DIV_EXPR ? 1 : 3);
    if (v.code == EXACT_DIV_EXPR)
        return Work().add(PVMSIM_WORK_INT, 4);
    return Work().add(PVMSIM_WORK_IDIV);
}

} // namespace

Work load_cost(tree type, bool bits)
{
    Work w;
    w.add(is_wide(type) ? PVMSIM_WORK_LOAD8 : PVMSIM_WORK_LOAD, parts(type));
    return bits ? w.add(PVMSIM_WORK_INT, 2) : w;
}

Work store_cost(tree type, bool bits)
{
    Work w;
    w.add(is_wide(type) ? PVMSIM_WORK_STORE8 : PVMSIM_WORK_STORE, parts(type));
    return bits ? w.add(PVMSIM_WORK_INT, 3).add(PVMSIM_WORK_LOAD) : w;
}

Work argument_cost(tree type)
{
    Work w = Work().add(PVMSIM_WORK_INT);
    if (AGGREGATE_TYPE_P(type))
        w.add(PVMSIM_WORK_BYTES, std::max(int_size_in_bytes(type), HOST_WIDE_INT(0)));
    return w.add(PVMSIM_WORK_LOAD, is_wide(type) ? 2 * parts(type) : parts(type));
}

Work compare_cost(tree type)
{
    return Work().add(add_of(type), parts(type));
}

Work operation_cost(const Value &v, bool by_constant)
{
    Work w;
    int n = parts(v.type);
    bool complex = TREE_CODE(v.type) == COMPLEX_TYPE, boolean = TREE_CODE(v.type) == BOOLEAN_TYPE;
    switch (v.code) {
    case MULT_EXPR:
        if (complex)
            return w.add(multiply_of(v.type), 4).add(add_of(v.type), 2);
        if (!FLOAT_TYPE_P(v.type) && !v.b.id)
            return w.add(PVMSIM_WORK_INT, shifts(v.b.k));
        return w.add(multiply_of(v.type), n);
    case RDIV_EXPR:
        if (by_constant) // a multiplication, which compilers make of it; with -ffast-math, before we see it
            return w.add(multiply_of(v.type), n);
        if (complex)
            return w.add(multiply_of(v.type), 6).add(add_of(v.type), 3).add(divide_of(v.type), 2);
        return w.add(divide_of(v.type), n);
    case TRUNC_DIV_EXPR:
    case FLOOR_DIV_EXPR:
    case CEIL_DIV_EXPR:
    case ROUND_DIV_EXPR:
    case EXACT_DIV_EXPR:
    case TRUNC_MOD_EXPR:
    case FLOOR_MOD_EXPR:
        return divide_cost(v);
    case FLOAT_EXPR:
    case FIX_TRUNC_EXPR:
        return w.add(PVMSIM_WORK_CONVERT);
    CASE_CONVERT:
        if (!FLOAT_TYPE_P(v.type) || TYPE_MODE(v.type) == machine_mode(v.b.k))
            return FLOAT_TYPE_P(v.type) ? w : w.add(PVMSIM_WORK_INT);
        return w.add(PVMSIM_WORK_CONVERT, n);
    case NE_EXPR:
    case EQ_EXPR:
    case BIT_NOT_EXPR:
    case BIT_XOR_EXPR:
        if (boolean) // a condition turned around
            return w;
        return w.add(add_of(v.type), n);
    case LROTATE_EXPR:
    case RROTATE_EXPR: // two shifts and an or, of which the front end makes one
        return w.add(PVMSIM_WORK_INT, v.b.id ? 4 : 3);
    case BIT_AND_EXPR:
    case BIT_IOR_EXPR:
        return boolean ? w.add(PVMSIM_WORK_BRANCH) : w.add(PVMSIM_WORK_INT, n);
    case MIN_EXPR:
    case MAX_EXPR:
        return w.add(add_of(v.type), n).add(PVMSIM_WORK_BRANCH, n);
    case ABS_EXPR:
        if (!FLOAT_TYPE_P(v.type))
            w.add(PVMSIM_WORK_BRANCH);
        return w.add(add_of(v.type), n);
    case REALPART_EXPR:
    case IMAGPART_EXPR:
    case COMPLEX_EXPR:
    case CONJ_EXPR:
    case PAREN_EXPR:
    case VIEW_CONVERT_EXPR:
        return w;
    default:
        return w.add(add_of(v.type), n);
    }
}

} // namespace counted
