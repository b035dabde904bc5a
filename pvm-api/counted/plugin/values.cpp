// values.cpp - numbers of names, and loops in which they stay or step. memory.cpp has the references.
#include "values.hpp"

namespace counted
{

Values::Values(function *fn) : f(fn)
{
    values.resize(1);
    names.resize(num_ssa_names + 1, Num{0, 0});
    named.resize(num_ssa_names + 1, 0);
    find_escaped();
}

int Values::value(const Key &key, const Value &v)
{
    auto found = known.emplace(key, int(values.size()));
    if (found.second)
        values.push_back(v);
    return found.first->second;
}

/// A name that is made of no others, or a variable's address.
Num Values::leaf(tree t, basic_block bb, Value::Kind kind)
{
    Value v;
    v.kind = kind;
    v.bb = bb ? bb : ENTRY_BLOCK_PTR_FOR_FN(f);
    v.t = t;
    v.type = kind == Value::SYMBOL ? ptr_type_node : TREE_TYPE(t);
    v.root = int(values.size());
    return {value(Key{kind, 0, 0, 0, 0, 0, t, 0}, v), 0};
}

Num Values::op(int code, tree type, Num a, Num b)
{
    if (commutative_tree_code(tree_code(code)) && b < a)
        std::swap(a, b);
    Value v;
    v.kind = Value::OP;
    v.code = code;
    v.a = a;
    v.b = b;
    v.type = type;
    return {value(Key{Value::OP, code, a.id, a.k, b.id, b.k, nullptr, TYPE_MODE(type)}, v), 0};
}

/// Constants go to the end of a sum, so that a[i] and a[i + 1] have the same value with other constants.
Num Values::plus(Num a, Num b, int root)
{
    HOST_WIDE_INT k = HOST_WIDE_INT((unsigned HOST_WIDE_INT)a.k + (unsigned HOST_WIDE_INT)b.k);
    if (!a.id || !b.id)
        return {a.id ? a.id : b.id, k};
    Num sum = op(PLUS_EXPR, long_integer_type_node, {a.id, 0}, {b.id, 0});
    if (root)
        values[sum.id].root = root;
    return {sum.id, k};
}

Num Values::times(Num a, HOST_WIDE_INT c)
{
    HOST_WIDE_INT k = HOST_WIDE_INT((unsigned HOST_WIDE_INT)a.k * (unsigned HOST_WIDE_INT)c);
    if (!a.id || c == 0)
        return {0, k};
    if (c == 1)
        return {a.id, k};
    const Value v = values[a.id];
    if (v.kind == Value::OP && v.code == MULT_EXPR && !v.b.id) // a constant times another
        return {times(v.a, v.b.k * c).id, k};
    Value product;
    product.kind = Value::OP;
    product.code = MULT_EXPR;
    product.a = {a.id, 0};
    product.b = {0, c};
    product.type = long_integer_type_node;
    return {value(Key{Value::OP, MULT_EXPR, a.id, 0, 0, c, nullptr, 0}, product), k};
}

void Values::name(unsigned version, Num value)
{
    names[version] = value;
    named[version] = 1;
    if (!value.k)
        names_of[value.id].insert(version);
}

Num Values::number(tree t)
{
    switch (TREE_CODE(t)) {
    case SSA_NAME: {
        unsigned n = SSA_NAME_VERSION(t);
        if (!named[n]) {
            Num found = of_name(t);
            if (!named[n])
                name(n, found);
        }
        return names[n];
    }
    case INTEGER_CST:
        return {0, tree_fits_shwi_p(t) ? tree_to_shwi(t) : HOST_WIDE_INT(TREE_INT_CST_LOW(t))};
    case ADDR_EXPR:
        if (handled_component_p(TREE_OPERAND(t, 0)) || TREE_CODE(TREE_OPERAND(t, 0)) == MEM_REF)
            return reference(TREE_OPERAND(t, 0)).address;
        return leaf(TREE_OPERAND(t, 0), nullptr, Value::SYMBOL);
    case REAL_CST:
    case COMPLEX_CST:
    case VECTOR_CST: {
        Value v;
        v.kind = Value::REAL;
        v.t = t;
        v.type = TREE_TYPE(t);
        inchash::hash hash;
        inchash::add_expr(t, hash);
        return {value(Key{Value::REAL, 0, 0, 0, 0, 0, nullptr, HOST_WIDE_INT(hash.end()) << 8 | TYPE_MODE(v.type)}, v),
                0};
    }
    default:
        return leaf(t, nullptr);
    }
}

Num Values::of_name(tree name)
{
    gimple *s = SSA_NAME_DEF_STMT(name);
    if (SSA_NAME_IS_DEFAULT_DEF(name) || virtual_operand_p(name))
        return leaf(name, nullptr);
    basic_block bb = gimple_bb(s);
    if (gimple_code(s) == GIMPLE_PHI) {
        if (bb->loop_father->header != bb && !(bb->flags & BB_IRREDUCIBLE_LOOP)) {
            this->name(SSA_NAME_VERSION(name), leaf(name, bb)); // for phis that lead back here
            Num first = number(gimple_phi_arg_def(s, 0));
            unsigned same = 1;
            while (same < gimple_phi_num_args(s) && number(gimple_phi_arg_def(s, same)) == first)
                same++;
            if (same == gimple_phi_num_args(s) && first.id)
                return first;
        }
        return leaf(name, bb);
    }
    if (is_gimple_assign(s))
        return of_assign(s);
    return leaf(name, bb);
}

Num Values::of_assign(gimple *s)
{
    tree lhs = gimple_assign_lhs(s), type = TREE_TYPE(lhs), rhs = gimple_assign_rhs1(s);
    enum tree_code code = gimple_assign_rhs_code(s);
    if (gimple_has_volatile_ops(s))
        return leaf(lhs, gimple_bb(s));
    switch (get_gimple_rhs_class(code)) {
    case GIMPLE_SINGLE_RHS:
        if (gimple_assign_load_p(s))
            return load(s);
        if (TREE_CODE(rhs) == SSA_NAME || CONSTANT_CLASS_P(rhs) || code == ADDR_EXPR)
            return number(rhs);
        if (code == VIEW_CONVERT_EXPR && TREE_CODE(TREE_OPERAND(rhs, 0)) == SSA_NAME)
            return number(TREE_OPERAND(rhs, 0));
        return leaf(lhs, gimple_bb(s));
    case GIMPLE_UNARY_RHS:
        if (CONVERT_EXPR_CODE_P(code) && !FLOAT_TYPE_P(type) && !FLOAT_TYPE_P(TREE_TYPE(rhs)) && !VECTOR_TYPE_P(type)) {
            Num n = number(rhs);
            if (INTEGRAL_TYPE_P(type) && INTEGRAL_TYPE_P(TREE_TYPE(rhs)) && TYPE_PRECISION(type) < 32 &&
                TYPE_PRECISION(type) > 1 && TYPE_PRECISION(type) < TYPE_PRECISION(TREE_TYPE(rhs)) && n.id)
                return op(code, type, n, {0, TYPE_PRECISION(type)}); // cut off
            return n;
        }
        return op(code, type, number(rhs), {0, HOST_WIDE_INT(TYPE_MODE(TREE_TYPE(rhs)))});
    case GIMPLE_BINARY_RHS: {
        Num a = number(rhs), b = number(gimple_assign_rhs2(s));
        if (FLOAT_TYPE_P(type) || VECTOR_TYPE_P(type) || FLOAT_TYPE_P(TREE_TYPE(rhs)))
            return op(code, FLOAT_TYPE_P(TREE_TYPE(rhs)) ? TREE_TYPE(rhs) : type, a, b);
        if (code == POINTER_PLUS_EXPR)
            return plus(a, b, a.id ? values[a.id].root : 0);
        if (code == PLUS_EXPR && !b.id && INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) <= 32)
            b.k = sext_hwi(b.k, TYPE_PRECISION(type)); // i - 1 of an unsigned i
        if (code == PLUS_EXPR)
            return plus(a, b);
        if ((code == MINUS_EXPR || code == POINTER_DIFF_EXPR) && !b.id)
            return {a.id, a.k - b.k};
        if ((code == MINUS_EXPR || code == POINTER_DIFF_EXPR) && a.id == b.id)
            return {0, a.k - b.k};
        if (code == MULT_EXPR && (!a.id || !b.id))
            return a.id ? times(a, b.k) : times(b, a.k);
        if (code == LSHIFT_EXPR && !b.id && b.k >= 0 && b.k < 62)
            return times(a, HOST_WIDE_INT_1 << b.k);
        return op(code, TREE_CODE_CLASS(code) == tcc_comparison ? TREE_TYPE(rhs) : type, a, b);
    }
    default:
        return leaf(lhs, gimple_bb(s));
    }
}

bool Values::constant_in(int id, class loop *l)
{
    if (!id)
        return true;
    auto found = constant.find({id, l->num});
    if (found != constant.end())
        return found->second;
    const Value v = values[id];
    bool same = true;
    if (v.kind == Value::LEAF || v.kind == Value::LOAD)
        same = !flow_bb_inside_loop_p(l, v.bb);
    if (same && (v.kind == Value::OP || v.kind == Value::LOAD))
        same = constant_in(v.a.id, l) && constant_in(v.b.id, l);
    return constant[{id, l->num}] = same;
}

bool Values::steps_in(int id, class loop *l)
{
    if (constant_in(id, l))
        return true;
    auto found = steps.find({id, l->num});
    if (found != steps.end())
        return found->second;
    steps[{id, l->num}] = false; // while it is being found out
    const Value v = values[id];
    bool yes = false;
    if (v.kind == Value::LEAF && TREE_CODE(v.t) == SSA_NAME && l->latch && v.bb == l->header &&
        gimple_code(SSA_NAME_DEF_STMT(v.t)) == GIMPLE_PHI && !FLOAT_TYPE_P(v.type)) {
        edge back = find_edge(l->latch, l->header);
        Num next = number(PHI_ARG_DEF_FROM_EDGE(SSA_NAME_DEF_STMT(v.t), back));
        const Value n = values[next.id];
        yes = next.id == id || (n.kind == Value::OP && (n.code == PLUS_EXPR || n.code == MINUS_EXPR) &&
                                ((n.a.id == id && constant_in(n.b.id, l)) ||
                                 (n.code == PLUS_EXPR && n.b.id == id && constant_in(n.a.id, l))));
    } else if (v.kind == Value::OP && !FLOAT_TYPE_P(v.type)) {
        if (v.code == PLUS_EXPR || v.code == MINUS_EXPR)
            yes = steps_in(v.a.id, l) && steps_in(v.b.id, l);
        else if (v.code == MULT_EXPR)
            yes = (steps_in(v.a.id, l) && constant_in(v.b.id, l)) || (constant_in(v.a.id, l) && steps_in(v.b.id, l));
    }
    return steps[{id, l->num}] = yes;
}

} // namespace counted
