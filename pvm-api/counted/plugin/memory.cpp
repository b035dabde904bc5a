// memory.cpp - references to memory: their address as a value, and whether what was read before is still there.
#include "values.hpp"

namespace counted
{
namespace
{

const int STEPS = 100;     ///< writes that the search for the last write of a place looks at
const size_t WRITES = 300; ///< a loop with more writes than this is held to write everything

bool is_local(tree decl)
{
    return (VAR_P(decl) || TREE_CODE(decl) == PARM_DECL || TREE_CODE(decl) == RESULT_DECL) && !is_global_var(decl);
}

tree base_of(tree ref)
{
    while (handled_component_p(ref))
        ref = TREE_OPERAND(ref, 0);
    if (TREE_CODE(ref) == MEM_REF && TREE_CODE(TREE_OPERAND(ref, 0)) == ADDR_EXPR)
        return base_of(TREE_OPERAND(TREE_OPERAND(ref, 0), 0));
    return ref;
}

/// Data of different kinds do not share memory in a sensible program; not -fstrict-aliasing, which depends on -O.
int kind_of(tree type)
{
    if (!type || AGGREGATE_TYPE_P(type))
        return 0;
    if (POINTER_TYPE_P(type))
        return 1;
    return 2 + int(TYPE_MODE(type));
}

/// An address that goes only into references, by way of copies.
bool only_references(tree name, int depth)
{
    imm_use_iterator i;
    use_operand_p p;
    FOR_EACH_IMM_USE_FAST(p, i, name)
    {
        gimple *s = USE_STMT(p);
        if (is_gimple_debug(s))
            continue;
        if (!is_gimple_assign(s) || depth > 10)
            return false;
        tree lhs = gimple_assign_lhs(s), rhs = gimple_assign_rhs1(s);
        enum tree_code code = gimple_assign_rhs_code(s);
        if (rhs != name && gimple_assign_rhs2(s) != name)
            continue; // within a reference
        if (rhs != name || TREE_CODE(lhs) != SSA_NAME || !POINTER_TYPE_P(TREE_TYPE(lhs)) ||
            (code != SSA_NAME && !CONVERT_EXPR_CODE_P(code) && code != POINTER_PLUS_EXPR) ||
            !only_references(lhs, depth + 1))
            return false;
    }
    return true;
}

} // namespace

/// Local variables whose address goes anywhere but into a reference.
void Values::find_escaped()
{
    basic_block bb;
    auto look = [this](tree t) {
        if (t && TREE_CODE(t) == ADDR_EXPR) {
            tree base = base_of(TREE_OPERAND(t, 0));
            if (DECL_P(base))
                escaped.insert(base);
        }
    };
    FOR_EACH_BB_FN(bb, f)
    {
        for (gphi_iterator i = gsi_start_phis(bb); !gsi_end_p(i); gsi_next(&i))
            for (unsigned a = 0; a < gimple_phi_num_args(i.phi()); a++)
                look(gimple_phi_arg_def(i.phi(), a));
        for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
            gimple *s = gsi_stmt(i);
            if (is_gimple_debug(s) ||
                (is_gimple_assign(s) && TREE_CODE(gimple_assign_lhs(s)) == SSA_NAME &&
                 POINTER_TYPE_P(TREE_TYPE(gimple_assign_lhs(s))) && only_references(gimple_assign_lhs(s), 0)))
                continue;
            for (unsigned o = 0; o < gimple_num_ops(s); o++) {
                tree t = gimple_op(s, o);
                look(t && TREE_CODE(t) == TREE_LIST ? TREE_VALUE(t) : t);
            }
        }
    }
}

Ref Values::reference(tree t)
{
    Ref ref;
    ref.type = TREE_TYPE(t);
    tree size = TYPE_SIZE_UNIT(ref.type);
    ref.size = size && tree_fits_shwi_p(size) ? tree_to_shwi(size) : -1;
    Num offset{0, 0};
    bool whole = true; // no variable index
    while (handled_component_p(t)) {
        switch (TREE_CODE(t)) {
        case COMPONENT_REF: {
            tree field = TREE_OPERAND(t, 1), at = component_ref_field_offset(t);
            ref.bits |= DECL_BIT_FIELD(field);
            offset = plus(offset, number(at));
            offset.k += tree_to_uhwi(DECL_FIELD_BIT_OFFSET(field)) / 8;
            break;
        }
        case ARRAY_REF:
        case ARRAY_RANGE_REF: {
            Num index = number(TREE_OPERAND(t, 1)), low = number(array_ref_low_bound(t)),
                each = number(array_ref_element_size(t));
            whole &= !index.id;
            if (!low.id)
                index.k -= low.k;
            else
                index = op(MINUS_EXPR, sizetype, index, low);
            offset = plus(offset, each.id ? op(MULT_EXPR, sizetype, index, each) : times(index, each.k));
            break;
        }
        case IMAGPART_EXPR:
            offset.k += ref.size > 0 ? ref.size : 0;
            break;
        case BIT_FIELD_REF:
            ref.bits = true;
            break;
        default:
            break;
        }
        t = TREE_OPERAND(t, 0);
    }
    Num base;
    if (TREE_CODE(t) == MEM_REF || TREE_CODE(t) == TARGET_MEM_REF) {
        base = number(TREE_OPERAND(t, 0));
        base.k += TREE_CODE(t) == MEM_REF ? HOST_WIDE_INT(mem_ref_offset(t).force_shwi().to_constant()) : 0;
    } else
        base = leaf(t, nullptr, Value::SYMBOL);
    int root = base.id ? values[base.id].root : 0;
    ref.address = plus(base, offset, root);
    const Value &r = values[root];
    if (root && r.kind == Value::SYMBOL && DECL_P(r.t) && is_local(r.t) && !escaped.count(r.t)) {
        ref.local = r.t;
        tree all = DECL_SIZE_UNIT(r.t);
        ref.in_register = whole && all && tree_fits_shwi_p(all) && tree_to_shwi(all) <= 64 && !TREE_THIS_VOLATILE(r.t);
    }
    return ref;
}

bool Values::apart(const Ref &a, const Ref &b)
{
    int ra = a.address.id ? values[a.address.id].root : 0, rb = b.address.id ? values[b.address.id].root : 0;
    if (a.address.id == b.address.id && a.size >= 0 && b.size >= 0 && !a.bits && !b.bits)
        return a.address.k + a.size <= b.address.k || b.address.k + b.size <= a.address.k;
    if (kind_of(a.type) && kind_of(b.type) && kind_of(a.type) != kind_of(b.type))
        return true;
    if (ra == rb)
        return false;
    if (a.local || b.local)
        return true;
    const Value &va = values[ra], &vb = values[rb];
    if (va.kind == Value::SYMBOL && vb.kind == Value::SYMBOL)
        return true;
    auto alone = [](const Value &v) { // a dummy argument of Fortran, or restrict
        return v.kind == Value::LEAF && POINTER_TYPE_P(v.type) && TYPE_RESTRICT(v.type) && TREE_CODE(v.t) == SSA_NAME &&
               SSA_NAME_IS_DEFAULT_DEF(v.t);
    };
    return alone(va) || alone(vb);
}

bool Values::may_write(gimple *s, const Ref &ref)
{
    if (is_gimple_call(s)) {
        tree lhs = gimple_call_lhs(s);
        if (lhs && TREE_CODE(lhs) != SSA_NAME) {
            if (!open.insert(s).second)
                return true; // its address is what is being found out
            const bool written = !apart(reference(lhs), ref);
            open.erase(s);
            if (written)
                return true;
        }
        CallPrice price;
        if (gimple_call_internal_p(s) || (library_price(as_a<gcall *>(s), price) && !price.writes))
            return false;
        return !ref.local;
    }
    if (!is_gimple_assign(s))
        return true;
    tree to = gimple_assign_lhs(s);
    if (kind_of(TREE_TYPE(to)) && kind_of(ref.type) && kind_of(TREE_TYPE(to)) != kind_of(ref.type))
        return false;
    auto found = stores.find(s);
    if (found == stores.end()) {
        if (!open.insert(s).second)
            return true; // its address is what is being found out
        found = stores.emplace(s, reference(to)).first;
        open.erase(s);
    }
    return !apart(found->second, ref);
}

const std::vector<gimple *> &Values::writes_of(class loop *l)
{
    auto found = writes.find(l);
    if (found != writes.end())
        return found->second;
    std::vector<gimple *> &all = writes[l];
    for (gimple *s : statements_of(l))
        if (gimple_vdef(s) && !gimple_clobber_p(s))
            all.push_back(s);
    return all;
}

Num Values::load(gimple *s)
{
    Ref ref = reference(gimple_assign_rhs1(s));
    tree state = gimple_vuse(s);
    basic_block bb = ENTRY_BLOCK_PTR_FOR_FN(f);
    for (int n = 0; state; n++) {
        if (SSA_NAME_IS_DEFAULT_DEF(state))
            break;
        gimple *d = SSA_NAME_DEF_STMT(state);
        bb = gimple_bb(d);
        if (n > STEPS)
            break;
        if (gimple_code(d) == GIMPLE_PHI) {
            class loop *l = bb->loop_father;
            if (l->header != bb || !l->latch || EDGE_COUNT(bb->preds) != 2 || writes_of(l).size() > WRITES)
                break;
            bool written = false;
            for (gimple *w : writes_of(l))
                written = written || may_write(w, ref);
            if (written)
                break;
            state = PHI_ARG_DEF_FROM_EDGE(d, EDGE_PRED(bb, EDGE_PRED(bb, 0)->src == l->latch));
        } else if (gimple_clobber_p(d)) {
            state = gimple_vuse(d);
        } else {
            if (gimple_assign_single_p(d) && !ref.bits && ref.size > 0 && !gimple_has_volatile_ops(d)) {
                const Ref w = reference(gimple_assign_lhs(d));
                if (w.address == ref.address && w.size == ref.size && kind_of(w.type) == kind_of(ref.type) &&
                    is_gimple_val(gimple_assign_rhs1(d)) && !w.bits)
                    return number(gimple_assign_rhs1(d));
            }
            if (may_write(d, ref))
                break;
            state = gimple_vuse(d);
        }
        bb = ENTRY_BLOCK_PTR_FOR_FN(f);
    }
    Value v;
    v.kind = Value::LOAD;
    v.a = ref.address;
    v.bb = bb;
    v.type = ref.type;
    v.in_register = ref.in_register;
    v.root = int(values.size());
    v.code = ref.bits;
    return {value(Key{Value::LOAD, ref.bits, ref.address.id, ref.address.k, 0, 0, state,
                      HOST_WIDE_INT(TYPE_MODE(ref.type))},
                  v),
            0};
}

} // namespace counted
