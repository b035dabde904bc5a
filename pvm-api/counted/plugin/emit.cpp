// emit.cpp - the counting itself: local counters that are written out where other code may look.
#include "work.hpp"

namespace counted
{
namespace
{

const size_t MOST_COUNTERS = 16; ///< of a loop that counts rounds

class Emitter
{
  public:
    Emitter(function *fn, const Priced &p, bool pl) : f(fn), priced(p), plain(pl)
    {
    }

    void run()
    {
        std::vector<basic_block> blocks;
        basic_block bb;
        FOR_EACH_BB_FN(bb, f)
        if (bb->index < int(priced.blocks.size()))
            blocks.push_back(bb);
        for (class loop *l : priced.quiet_loops)
            count_rounds(l);
        if (!plain) {
            find_pending(blocks);
            if (priced.tail_calls)
                end_on_edges();
        }
        for (basic_block b : blocks)
            block(b);
        if (!plain)
            begin();
        mark_virtual_operands_for_renaming(f);
        update_ssa(TODO_update_ssa);
    }

  private:
    /// In a loop in which nobody looks, one counter for all blocks that cost the same; multiplied out at its exits.
    void count_rounds(class loop *l)
    {
        std::map<std::vector<long>, tree> counters;
        basic_block *body = get_loop_body(l);
        for (unsigned i = 0; i < l->num_nodes; i++) {
            const Work &w = priced.blocks[body[i]->index].work[0];
            if (w.any())
                counters[std::vector<long>(w.of, w.of + PVMSIM_WORK_CLASSES)] = NULL_TREE;
        }
        if (counters.size() <= MOST_COUNTERS) {
            for (unsigned i = 0; i < l->num_nodes; i++)
                in_rounds[body[i]->index] = 0;
            for (auto &counter : counters)
                multiply_out(l, counter.second = create_tmp_reg(TREE_TYPE(work_element(0)), "rounds"), counter.first,
                             body);
            for (unsigned i = 0; i < l->num_nodes; i++) {
                const Work &w = priced.blocks[body[i]->index].work[0];
                if (w.any())
                    rounds[body[i]->index] = counters[std::vector<long>(w.of, w.of + PVMSIM_WORK_CLASSES)];
            }
        }
        free(body);
    }

    void multiply_out(class loop *l, tree counter, const std::vector<long> &work, basic_block *body)
    {
        tree type = TREE_TYPE(counter);
        gimple_seq before = nullptr;
        gimple_seq_add_stmt(&before, gimple_build_assign(counter, build_zero_cst(type)));
        gsi_insert_seq_on_edge(loop_preheader_edge(l), before);
        auto_vec<edge> exits = get_loop_exit_edges(l);
        for (edge e : exits) {
            gimple_seq seq = nullptr;
            for (int c = 0; c < PVMSIM_WORK_CLASSES; c++)
                if (work[c]) {
                    tree amount = counter;
                    if (work[c] != 1)
                        amount = new_value(&seq, type, MULT_EXPR, counter, build_int_cst(type, work[c]));
                    add(&seq, local(c), amount);
                }
            gsi_insert_seq_on_edge(e, seq);
        }
        for (unsigned i = 0; i < l->num_nodes; i++)
            for (int c = 0; c < PVMSIM_WORK_CLASSES; c++)
                if (work[c])
                    in_rounds[body[i]->index] |= 1u << c;
    }

    tree local(int c)
    {
        if (!locals[c])
            locals[c] = create_tmp_reg(TREE_TYPE(work_element(c)), "work");
        return locals[c];
    }

    static void add(gimple_seq *seq, tree to, tree amount)
    {
        if (is_gimple_reg(to)) {
            gimple_seq_add_stmt(seq, gimple_build_assign(to, PLUS_EXPR, to, amount));
            return;
        }
        tree type = TREE_TYPE(to), before = make_ssa_name(type), after = make_ssa_name(type);
        gimple_seq_add_stmt(seq, gimple_build_assign(before, unshare_expr(to)));
        gimple_seq_add_stmt(seq, gimple_build_assign(after, PLUS_EXPR, before, amount));
        gimple_seq_add_stmt(seq, gimple_build_assign(unshare_expr(to), after));
    }

    tree target(int c)
    {
        return plain ? work_element(c) : local(c);
    }

    void segment(const Work &work, gimple_seq *seq)
    {
        for (int c = 0; c < PVMSIM_WORK_CLASSES; c++)
            if (work.of[c])
                add(seq, target(c), build_int_cst(TREE_TYPE(work_element(c)), work.of[c]));
    }

    void write_out(unsigned open, gimple_seq *seq)
    {
        for (int c = 0; c < PVMSIM_WORK_CLASSES; c++)
            if (open >> c & 1) {
                add(seq, work_element(c), local(c));
                gimple_seq_add_stmt(seq, gimple_build_assign(local(c), build_zero_cst(TREE_TYPE(local(c)))));
            }
    }

    static unsigned classes(const Work &work)
    {
        unsigned set = 0;
        for (int c = 0; c < PVMSIM_WORK_CLASSES; c++)
            if (work.of[c])
                set |= 1u << c;
        return set;
    }

    void find_pending(const std::vector<basic_block> &blocks)
    {
        pending.assign(priced.blocks.size(), 0);
        out.assign(priced.blocks.size(), 0);
        for (bool again = true; again;) {
            again = false;
            for (basic_block b : blocks) {
                edge e;
                edge_iterator ei;
                unsigned in = 0;
                FOR_EACH_EDGE(e, ei, b->preds)
                if (e->src->index < int(out.size()))
                    in |= out[e->src->index];
                pending[b->index] = in;
                const Segments &s = priced.blocks[b->index];
                unsigned set = (s.ends.empty() ? in : 0) | classes(s.work.back());
                if (in_rounds.count(b->index))
                    set |= in_rounds[b->index];
                for (auto &r : s.run_time)
                    set |= 1u << r.second.cls;
                if (set != out[b->index])
                    out[b->index] = set, again = true;
            }
        }
    }

    /// Where ways come together only to return, each of them writes out what it has: nothing after a call, which so
    /// stays a jump.
    void end_on_edges()
    {
        basic_block end;
        FOR_EACH_BB_FN(end, f)
        {
            const Segments &s = priced.blocks[end->index];
            bool only = s.ends.size() == 1 && gimple_code(s.ends[0]) == GIMPLE_RETURN && s.run_time.empty() &&
                        gsi_stmt(gsi_start_nondebug_after_labels_bb(end)) == s.ends[0] && !in_rounds.count(end->index);
            edge e;
            edge_iterator ei;
            FOR_EACH_EDGE(e, ei, end->preds)
            only = only && !(e->flags & EDGE_COMPLEX);
            if (!only)
                continue;
            ended.insert(end->index);
            FOR_EACH_EDGE(e, ei, end->preds)
            {
                gimple_seq seq = nullptr;
                segment(s.work[0], &seq);
                write_out(out[e->src->index] | classes(s.work[0]), &seq);
                gsi_insert_seq_on_edge(e, seq);
            }
        }
    }

    void block(basic_block b)
    {
        const Segments &s = priced.blocks[b->index];
        unsigned open = plain ? 0 : pending[b->index];
        size_t at = 0, ran = 0;
        for (gimple_stmt_iterator g = gsi_start_bb(b); !gsi_end_p(g); gsi_next(&g)) {
            gimple *stmt = gsi_stmt(g);
            while (ran < s.run_time.size() && s.run_time[ran].first == stmt) {
                run_time(s.run_time[ran].second, as_a<gcall *>(stmt), g);
                open |= 1u << s.run_time[ran++].second.cls;
            }
            if (at >= s.ends.size() || s.ends[at] != stmt || ended.count(b->index))
                continue;
            gimple_seq seq = nullptr;
            segment(s.work[at], &seq);
            open |= classes(s.work[at++]);
            if (!plain)
                write_out(open, &seq);
            open = 0;
            gsi_insert_seq_before(&g, seq, GSI_SAME_STMT);
        }
        gimple_seq seq = nullptr;
        if (rounds.count(b->index))
            add(&seq, rounds[b->index], build_one_cst(TREE_TYPE(rounds[b->index])));
        else if (!in_rounds.count(b->index))
            segment(s.work.back(), &seq);
        if (!seq)
            return;
        gimple_stmt_iterator g = gsi_last_bb(b);
        if (!gsi_end_p(g) && stmt_ends_bb_p(gsi_stmt(g)))
            gsi_insert_seq_before(&g, seq, GSI_SAME_STMT);
        else
            gsi_insert_seq_after(&g, seq, GSI_NEW_STMT);
    }

    tree new_value(gimple_seq *seq, tree type, tree_code code, tree a, tree b = NULL_TREE)
    {
        tree name = make_ssa_name(type);
        gimple_seq_add_stmt(seq, b ? gimple_build_assign(name, code, a, b) : gimple_build_assign(name, code, a));
        return name;
    }
    tree called(gimple_seq *seq, tree fndecl, std::vector<tree> args)
    {
        auto_vec<tree> all;
        for (tree t : args)
            all.safe_push(t);
        gcall *c = gimple_build_call_vec(fndecl, all);
        tree name = make_ssa_name(TREE_TYPE(TREE_TYPE(fndecl)));
        gimple_call_set_lhs(c, name);
        gimple_seq_add_stmt(seq, c);
        return name;
    }

    /// Adds what a call costs by its arguments before it; by its result after it.
    void run_time(const RunTimeWork &r, gcall *call, gimple_stmt_iterator &g)
    {
        tree type = TREE_TYPE(work_element(0)), amount = NULL_TREE;
        gimple_seq seq = nullptr;
        auto arg = [&](int a) { return gimple_call_arg(call, a); };
        auto as = [&](tree to, tree t) {
            return CONSTANT_CLASS_P(t) ? fold_convert(to, t) : new_value(&seq, to, NOP_EXPR, t);
        };
        auto wide = [&](tree t) { return as(type, t); };
        switch (r.kind) {
        case RunTimeWork::VALUE:
            if (r.a < 0) {
                tree result = gimple_call_lhs(call);
                if (!result || TREE_CODE(result) != SSA_NAME || stmt_ends_bb_p(call))
                    return;
                amount = wide(result);
                add(&seq, target(r.cls), amount);
                gsi_insert_seq_after(&g, seq, GSI_CONTINUE_LINKING);
                return;
            }
            amount = wide(arg(r.a));
            break;
        case RunTimeWork::LENGTH:
            amount = wide(
                r.b == r.a ? called(&seq, builtin_decl_implicit(BUILT_IN_STRLEN), {arg(r.a)})
                           : called(&seq, builtin_decl_explicit(BUILT_IN_STRNLEN), {arg(r.a), as(sizetype, arg(r.b))}));
            break;
        case RunTimeWork::ALIKE: {
            const bool within = r.b > r.a + 1;
            std::vector<tree> args = {arg(r.a), arg(r.a + 1)};
            if (within)
                args.push_back(as(sizetype, arg(r.b))); // without a prototype it may be an int
            tree alike = called(&seq, alike_function(within), args);
            add(&seq, target(r.cls), amount = wide(alike));
            gsi_insert_seq_before(&g, seq, GSI_SAME_STMT);
            if (!strcmp(plain_name(gimple_call_fndecl(call)), "strcmp"))
                first_difference(alike, call, g);
            return;
        }
        case RunTimeWork::PRODUCT:
            amount = new_value(&seq, type, MULT_EXPR, wide(arg(r.a)), wide(arg(r.b)));
            break;
        case RunTimeWork::SORT: {
            tree n = wide(arg(r.a)), unsigned_type = long_unsigned_type_node;
            tree more = new_value(&seq, type, BIT_IOR_EXPR, n, build_one_cst(type)); // its logarithm exists
            tree zeros = wide(
                called(&seq, builtin_decl_implicit(BUILT_IN_CLZL), {new_value(&seq, unsigned_type, NOP_EXPR, more)}));
            tree log = new_value(&seq, type, MINUS_EXPR, build_int_cst(type, 64), zeros);
            amount =
                new_value(&seq, type, MULT_EXPR, new_value(&seq, type, MULT_EXPR, n, log), build_int_cst(type, 20));
            break;
        }
        }
        add(&seq, target(r.cls), amount);
        gsi_insert_seq_before(&g, seq, GSI_SAME_STMT);
    }

    /// What strcmp returns, now that it is known how many bytes are alike: one way through the strings is enough.
    void first_difference(tree alike, gcall *call, gimple_stmt_iterator &g)
    {
        tree result = gimple_call_lhs(call), byte[2];
        if (!result || TREE_CODE(result) != SSA_NAME || stmt_ends_bb_p(call))
            return;
        gimple_seq seq = nullptr;
        for (int i = 0; i < 2; i++) {
            tree string = gimple_call_arg(call, i), at = make_ssa_name(ptr_type_node),
                 c = make_ssa_name(unsigned_char_type_node);
            gimple_seq_add_stmt(
                &seq, gimple_build_assign(at, POINTER_PLUS_EXPR, string, new_value(&seq, sizetype, NOP_EXPR, alike)));
            gimple_seq_add_stmt(&seq, gimple_build_assign(c, build2(MEM_REF, unsigned_char_type_node, at,
                                                                    build_zero_cst(ptr_type_node))));
            byte[i] = new_value(&seq, TREE_TYPE(result), NOP_EXPR, c);
        }
        gsi_insert_seq_before(&g, seq, GSI_SAME_STMT);
        gimple *difference = gimple_build_assign(result, MINUS_EXPR, byte[0], byte[1]);
        unlink_stmt_vdef(call);
        gsi_replace(&g, difference, false);
    }

    /// All local counters are 0 where the function begins.
    void begin()
    {
        gimple_seq seq = nullptr;
        for (tree t : locals)
            if (t)
                gimple_seq_add_stmt(&seq, gimple_build_assign(t, build_zero_cst(TREE_TYPE(t))));
        if (!seq)
            return;
        edge e = single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(f));
        gsi_insert_seq_on_edge(e, seq);
        gsi_commit_edge_inserts();
    }

    function *f;
    const Priced &priced;
    bool plain;
    tree locals[PVMSIM_WORK_CLASSES] = {};
    std::vector<unsigned> pending, out; ///< by block: the classes that may be other than 0 at its begin and end
    std::set<int> ended;                ///< blocks before which all has been written out
    std::map<int, unsigned> in_rounds;  ///< blocks of loops that count rounds: the classes that come out of them
    std::map<int, tree> rounds;         ///< of blocks: the counter
};

} // namespace

void emit_counting(function *f, const Priced &priced, bool plain)
{
    Emitter(f, priced, plain).run();
}

} // namespace counted
