// price.cpp - what each statement costs and where: a simple optimizing compiler of 1992. Costs of single operations are
// in operations.cpp.
#include "values.hpp"

namespace counted
{
namespace
{

class Pricer
{
  public:
    Pricer(function *fn, Priced &o, bool h) : f(fn), out(o), hoist(h), values(fn), uses(num_ssa_names + 1, 0)
    {
        out.blocks.resize(last_basic_block_for_fn(f));
        tails.resize(last_basic_block_for_fn(f));
        for (Segments &s : out.blocks)
            s.work.resize(1);
    }

    void run()
    {
        int n = n_basic_blocks_for_fn(f) - NUM_FIXED_BLOCKS;
        std::vector<int> order(n + NUM_FIXED_BLOCKS);
        n = pre_and_rev_post_order_compute_fn(f, nullptr, order.data(), false);
        for (int i = 0; i < n; i++) {
            bb = BASIC_BLOCK_FOR_FN(f, order[i]);
            for (gimple_stmt_iterator g = gsi_start_bb(bb); !gsi_end_p(g); gsi_next(&g))
                statement(gsi_stmt(g));
            edge e;
            edge_iterator ei;
            FOR_EACH_EDGE(e, ei, bb->succs)
            incoming(e);
        }
        for (size_t i = 0; i < tails.size(); i++)
            out.blocks[i].work.back() += tails[i];
    }

  private:
    enum Use { UNKNOWN, UNUSED, ADDRESS, VALUE };

    /// Is a name needed as a value, or only within addresses?
    Use use_of(tree name)
    {
        char &use = uses[SSA_NAME_VERSION(name)];
        if (use)
            return Use(use);
        use = VALUE; // what leads back here goes through a phi
        Use most = UNUSED;
        imm_use_iterator i;
        use_operand_p p;
        FOR_EACH_IMM_USE_FAST(p, i, name)
        {
            gimple *s = USE_STMT(p);
            if (is_gimple_debug(s))
                continue;
            Use here = VALUE;
            if (is_gimple_assign(s)) {
                enum tree_code code = gimple_assign_rhs_code(s);
                tree lhs = gimple_assign_lhs(s);
                bool names_itself =
                    gimple_assign_rhs1(s) == name || gimple_assign_rhs2(s) == name || gimple_assign_rhs3(s) == name;
                if (!names_itself || (TREE_CODE(lhs) != SSA_NAME && gimple_assign_rhs1(s) != name))
                    here = ADDRESS; // within a reference
                else if (TREE_CODE(lhs) == SSA_NAME &&
                         (code == POINTER_PLUS_EXPR || code == PLUS_EXPR || code == MINUS_EXPR || code == MULT_EXPR ||
                          code == LSHIFT_EXPR || CONVERT_EXPR_CODE_P(code) || code == SSA_NAME))
                    here = FLOAT_TYPE_P(TREE_TYPE(lhs)) ? VALUE : use_of(lhs);
            }
            if (here > most)
                most = here;
            if (most == VALUE)
                break;
        }
        uses[SSA_NAME_VERSION(name)] = most;
        return most;
    }

    Work &now()
    {
        return out.blocks[bb->index].work.back();
    }

    /// The outermost loop around this block in which the value stays the same; null: it does not in any.
    class loop *outermost(int id)
    {
        class loop *found = nullptr;
        for (class loop *l = bb->loop_father; hoist && loop_outer(l) && values.constant_in(id, l); l = loop_outer(l))
            found = l;
        return found;
    }

    /// The loop around this block in which the value changes from round to round.
    class loop *changes_in(int id)
    {
        class loop *l = bb->loop_father;
        while (loop_outer(l) && values.constant_in(id, l))
            l = loop_outer(l);
        return hoist && loop_outer(l) ? l : nullptr;
    }

    /// Adds work for `what`, a value plus k, where it is computed first; false: it has been computed on every way here.
    bool once(Num what, int id, const Work &work)
    {
        std::vector<basic_block> &places = computed[what];
        for (basic_block p : places)
            if (dominated_by_p(CDI_DOMINATORS, bb, p))
                return false;
        class loop *l = outermost(id);
        places.push_back(l ? l->header : bb);
        if (l)
            before(l) += work;
        else
            now() += work;
        return true;
    }
    Work &before(class loop *l)
    {
        return tails[loop_preheader_edge(l)->src->index];
    }

    void need(Num n)
    {
        if (!n.id) {
            if (n.k < -4096 || n.k > 4095) // more than an instruction holds
                once(n, 0, Work().add(PVMSIM_WORK_INT));
            return;
        }
        need(n.id);
        if (n.k)
            once(n, n.id, Work().add(PVMSIM_WORK_INT));
    }

    void need(int id)
    {
        const Value v = values.at(id);
        switch (v.kind) {
        case Value::SYMBOL:
            if (DECL_P(v.t) ? is_global_var(v.t) || TREE_CODE(v.t) == FUNCTION_DECL : true)
                once({id, 0}, id, Work().add(PVMSIM_WORK_INT));
            break;
        case Value::REAL:
            once({id, 0}, id, load_cost(v.type, false));
            break;
        case Value::LOAD:
            if (v.in_register)
                break;
            if (once({id, 0}, id, load_cost(v.type, v.code)))
                need_address(v.a);
            break;
        case Value::OP: {
            class loop *l = v.code == MULT_EXPR && v.b.id && !FLOAT_TYPE_P(v.type) ? changes_in(id) : nullptr;
            if (l && values.steps_in(id, l)) { // an addition in each round; the product before the first
                if (once({id, 0}, id, Work().add(PVMSIM_WORK_INT)))
                    before(l).add(PVMSIM_WORK_IMUL);
                break;
            }
            if (once({id, 0}, id, operation_cost(v, values.at(v.b.id).kind == Value::REAL))) {
                need(v.a);
                if (!v.b.id && !FLOAT_TYPE_P(v.type))
                    break; // a constant of the operation
                need(v.b);
            }
            break;
        }
        default:
            break;
        }
    }

    /// An address: a register and a constant, or two registers. What goes in equal steps goes in a register of its own.
    void need_address(Num n)
    {
        if (!n.id)
            return need(n);
        const Value v = values.at(n.id);
        class loop *l = changes_in(n.id);
        if (l && values.steps_in(n.id, l)) {
            if (v.kind == Value::OP && first_round.insert({n.id, l->num}).second)
                before(l).add(PVMSIM_WORK_INT);
            return;
        }
        if (v.kind != Value::OP || v.code != PLUS_EXPR)
            return need(n.id);
        if (sums.insert({n.id, bb->index}).second) {
            need_address({v.a.id, 0});
            need_address({v.b.id, 0});
        }
        if (n.k && values.at(v.a.id).kind != Value::SYMBOL && values.at(v.b.id).kind != Value::SYMBOL)
            once({n.id, HOST_WIDE_INT_MIN}, n.id, Work().add(PVMSIM_WORK_INT));
    }

    /// What a phi of the next block gets from here: constants have to be put into a register.
    void incoming(edge e)
    {
        Work &tail = tails[e->src->index];
        for (gphi_iterator i = gsi_start_phis(e->dest); !gsi_end_p(i); gsi_next(&i)) {
            if (virtual_operand_p(gimple_phi_result(i.phi())) || use_of(gimple_phi_result(i.phi())) == UNUSED)
                continue;
            tree t = PHI_ARG_DEF_FROM_EDGE(i.phi(), e);
            if (TREE_CODE(t) == SSA_NAME)
                continue;
            if (CONSTANT_CLASS_P(t) && !FLOAT_TYPE_P(TREE_TYPE(t)))
                tail.add(PVMSIM_WORK_INT);
            else
                need(values.number(t));
        }
    }

    void statement(gimple *s)
    {
        if (out.unpriced.count(s)) {
            if (is_gimple_call(s))
                end_segment(s);
            return;
        }
        switch (gimple_code(s)) {
        case GIMPLE_ASSIGN:
            assign(s);
            if (may_trap_out(f, s))
                end_segment(s);
            break;
        case GIMPLE_COND:
            condition(s);
            break;
        case GIMPLE_SWITCH: {
            unsigned labels = gimple_switch_num_labels(as_a<gswitch *>(s));
            need(values.number(gimple_switch_index(as_a<gswitch *>(s))));
            if (labels <= 5) // comparisons one after the other, half of them
                now().add(PVMSIM_WORK_INT, labels / 2).add(PVMSIM_WORK_BRANCH, labels / 2);
            else
                now().add(PVMSIM_WORK_INT, 3).add(PVMSIM_WORK_LOAD).add(PVMSIM_WORK_BRANCH, 2);
            break;
        }
        case GIMPLE_CALL:
            call(as_a<gcall *>(s));
            break;
        case GIMPLE_RETURN: {
            tree value = gimple_return_retval(as_a<greturn *>(s));
            if (value && is_gimple_val(value)) {
                need(values.number(value));
                if (CONSTANT_CLASS_P(value) && !FLOAT_TYPE_P(TREE_TYPE(value)))
                    now().add(PVMSIM_WORK_INT);
            }
            end_segment(s);
            break;
        }
        case GIMPLE_RESX:
            end_segment(s);
            break;
        case GIMPLE_ASM:
            now().add(PVMSIM_WORK_INT);
            if (gimple_vdef(s))
                end_segment(s);
            break;
        case GIMPLE_GOTO:
            now().add(PVMSIM_WORK_BRANCH);
            break;
        default:
            break;
        }
    }

    void assign(gimple *s)
    {
        tree lhs = gimple_assign_lhs(s), rhs = gimple_assign_rhs1(s), type = TREE_TYPE(lhs);
        enum tree_code code = gimple_assign_rhs_code(s);
        if (TREE_CODE(lhs) != SSA_NAME) {
            if (gimple_clobber_p(s))
                return;
            return store(lhs, rhs);
        }
        Use use = use_of(lhs);
        if (gimple_has_volatile_ops(s)) {
            need_address(values.reference(rhs).address);
            now() += load_cost(type, false);
        } else if (use == UNUSED)
            return;
        else if (code == COND_EXPR) {
            need(values.number(gimple_assign_rhs2(s)));
            need(values.number(gimple_assign_rhs3(s)));
            now().add(PVMSIM_WORK_INT).add(PVMSIM_WORK_BRANCH);
        } else if (use == VALUE || gimple_assign_load_p(s)) {
            if (TREE_CODE(rhs) == SSA_NAME || !is_gimple_val(rhs) || gimple_num_ops(s) > 2)
                need(values.number(lhs));
            else
                need(values.number(rhs));
        }
        if (gimple_assign_rhs_class(s) == GIMPLE_TERNARY_RHS && code != COND_EXPR)
            for (unsigned o = 1; o < gimple_num_ops(s); o++)
                need(values.number(gimple_op(s, o)));
        if (TREE_CODE_CLASS(code) == tcc_comparison && used_as_number(lhs))
            now().add(PVMSIM_WORK_INT);
    }

    /// The result of a comparison has to be put into a register; conditions branch on it.
    bool used_as_number(tree name)
    {
        const unsigned version = SSA_NAME_VERSION(name);
        if (as_number.size() <= version)
            as_number.resize(num_ssa_names, UNASKED);
        if (as_number[version] == UNASKED)
            as_number[version] = is_used_as_number(name) ? YES : NO;
        return as_number[version] == YES;
    }

    bool is_used_as_number(tree name)
    {
        imm_use_iterator i;
        use_operand_p p;
        FOR_EACH_IMM_USE_FAST(p, i, name)
        {
            gimple *s = USE_STMT(p);
            if (is_gimple_debug(s) || gimple_code(s) == GIMPLE_COND)
                continue;
            if (is_gimple_assign(s) && TREE_CODE(gimple_assign_lhs(s)) == SSA_NAME &&
                use_of(gimple_assign_lhs(s)) != UNUSED) {
                enum tree_code code = gimple_assign_rhs_code(s);
                if ((code == BIT_AND_EXPR || code == BIT_IOR_EXPR || code == BIT_XOR_EXPR || code == BIT_NOT_EXPR ||
                     code == SSA_NAME || code == NE_EXPR || code == EQ_EXPR || CONVERT_EXPR_CODE_P(code)) &&
                    !used_as_number(gimple_assign_lhs(s)))
                    continue;
            }
            return true;
        }
        return false;
    }

    void store(tree lhs, tree rhs)
    {
        Ref to = values.reference(lhs);
        if (AGGREGATE_TYPE_P(to.type) || (!is_gimple_val(rhs) && TREE_CODE(rhs) != CONSTRUCTOR)) {
            if (!to.in_register)
                need_address(to.address);
            if (TREE_CODE(rhs) == CONSTRUCTOR || TREE_CODE(rhs) == STRING_CST) {
                if (!to.in_register && to.size > 0)
                    now().add(PVMSIM_WORK_BYTES, to.size);
                return;
            }
            Ref from = values.reference(rhs);
            if (!from.in_register)
                need_address(from.address);
            if (to.size > 8)
                now().add(PVMSIM_WORK_BYTES, to.in_register && from.in_register ? 0 : to.size);
            else {
                if (!from.in_register)
                    now().add(PVMSIM_WORK_LOAD);
                if (!to.in_register)
                    now().add(PVMSIM_WORK_STORE);
            }
            return;
        }
        if (is_gimple_val(rhs)) {
            Num n = values.number(rhs);
            need(n);
            if (!n.id && n.k && n.k >= -4096 && n.k <= 4095)
                once(n, 0, Work().add(PVMSIM_WORK_INT));
        }
        if (to.in_register)
            return;
        need_address(to.address);
        now() += store_cost(to.type, to.bits);
    }

    void condition(gimple *s)
    {
        tree a = gimple_cond_lhs(s), b = gimple_cond_rhs(s);
        now().add(PVMSIM_WORK_BRANCH);
        bool of_condition = TREE_CODE(a) == SSA_NAME && TREE_CODE(TREE_TYPE(a)) == BOOLEAN_TYPE && CONSTANT_CLASS_P(b);
        need(values.number(a));
        need(values.number(b));
        if (!of_condition)
            now() += compare_cost(TREE_TYPE(a));
    }

    void call(gcall *s)
    {
        CallPrice price;
        tree fndecl = gimple_call_fndecl(s);
        bool internal = gimple_call_internal_p(s), known = !internal && library_price(s, price);
        cgraph_node *node = fndecl ? cgraph_node::get(fndecl) : nullptr;
        bool quiet = known ? price.quiet : is_quiet_call(s);
        bool operation = known && !price.work.of[PVMSIM_WORK_LIBRARY];
        bool nothing = internal || (!known && fndecl && fndecl_built_in_p(fndecl) && quiet &&
                                    IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(fndecl))[0] == '_'); // none of a library
        bool part = node && is_inline(node->ultimate_alias_target());
        for (unsigned i = 0; i < gimple_call_num_args(s) && !nothing; i++) {
            tree t = gimple_call_arg(s, i);
            if (!is_gimple_val(t)) {
                tree size = TYPE_SIZE_UNIT(TREE_TYPE(t));
                if (!part && size && tree_fits_shwi_p(size))
                    now().add(PVMSIM_WORK_BYTES, tree_to_shwi(size));
                continue;
            }
            Num n = values.number(t);
            if (part && TREE_CODE(t) == ADDR_EXPR)
                continue;
            need(n);
            if (!n.id && !part && !operation)
                now().add(PVMSIM_WORK_INT);
        }
        if (!fndecl && !internal && gimple_call_fn(s))
            need(values.number(gimple_call_fn(s)));
        now() += price.work;
        if (internal)
            now() += internal_cost(s);
        if (node) {
            now() += base_of(node->ultimate_alias_target());
            now() += library_cycles_of(node->ultimate_alias_target());
        }
        if (!known && !nothing && !part)
            now().add(PVMSIM_WORK_CALL);
        for (const RunTimeWork &more : price.more)
            out.blocks[bb->index].run_time.push_back({s, more});
        bool jump = !known && !nothing && is_last(s);
        out.tail_calls |= jump;
        if (!quiet || jump)
            end_segment(s);
        tree lhs = gimple_call_lhs(s);
        if (lhs && TREE_CODE(lhs) != SSA_NAME && !AGGREGATE_TYPE_P(TREE_TYPE(lhs))) {
            Ref to = values.reference(lhs);
            if (!to.in_register)
                now() += store_cost(to.type, to.bits);
        }
    }

    static Work internal_cost(gcall *s)
    {
        const std::string name = internal_fn_name(gimple_call_internal_fn(s));
        if (name == "VA_ARG" && gimple_call_lhs(s))
            return argument_cost(TREE_TYPE(gimple_call_lhs(s)));
        if (name == "MUL_OVERFLOW")
            return Work().add(PVMSIM_WORK_IMUL).add(PVMSIM_WORK_INT);
        return name == "ADD_OVERFLOW" || name == "SUB_OVERFLOW" ? Work().add(PVMSIM_WORK_INT) : Work();
    }

    /// Behind it comes only the function's end.
    bool is_last(gimple *s)
    {
        gimple_stmt_iterator g = gsi_for_stmt(s);
        do
            gsi_next_nondebug(&g);
        while (!gsi_end_p(g) && gimple_code(gsi_stmt(g)) == GIMPLE_PREDICT);
        if (gsi_end_p(g) && single_succ_p(bb))
            g = gsi_start_nondebug_after_labels_bb(single_succ(bb));
        return !gsi_end_p(g) && gimple_code(gsi_stmt(g)) == GIMPLE_RETURN;
    }

    void end_segment(gimple *s)
    {
        out.blocks[bb->index].ends.push_back(s);
        out.blocks[bb->index].work.emplace_back();
    }

    function *f;
    Priced &out;
    bool hoist;
    Values values;
    enum AsNumber : char { UNASKED, NO, YES };
    std::vector<char> as_number; // by the version of a name
    std::vector<char> uses;
    std::vector<Work> tails; ///< what is added at the end of blocks
    std::map<Num, std::vector<basic_block>> computed;
    std::set<std::pair<int, int>> first_round, sums; ///< sums of addresses that a block has
    basic_block bb = nullptr;
};

} // namespace

void price_function(function *f, Priced &out, bool hoist)
{
    Pricer(f, out, hoist).run();
}

} // namespace counted
