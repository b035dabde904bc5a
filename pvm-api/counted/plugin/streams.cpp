// streams.cpp - innermost loops that go through memory in equal steps tell the library how far they have gone, so that
// data larger than the cache cost more. Which references those are is found out before anything is counted.
#include "values.hpp"

namespace counted
{

/// What each round adds to a value: k, or k times a value that stays the same in the loop. With an inner loop: at a
/// round of that one, whichever it is. False: not known.
bool Values::step_of(int id, class loop *l, Step &step, class loop *inner)
{
    auto found = step_found.find({id, l->num, inner != nullptr});
    if (found == step_found.end()) {
        step.known = find_step(id, l, step, inner);
        found = step_found.insert({{id, l->num, inner != nullptr}, step}).first;
    }
    step = found->second;
    return step.known;
}

bool Values::find_step(int id, class loop *l, Step &step, class loop *inner)
{
    step = {0, 0};
    if (constant_in(id, l))
        return true;
    const Value v = values[id];
    if (inner && v.kind == Value::LEAF && v.bb == inner->header && steps_in(id, inner)) {
        Num begin = number(PHI_ARG_DEF_FROM_EDGE(SSA_NAME_DEF_STMT(v.t), loop_preheader_edge(inner)));
        return step_of(id, inner, step) && constant_in(step.times, l) && step_of(begin.id, l, step);
    }
    if ((!inner || v.kind == Value::LEAF) && !steps_in(id, l))
        return false;
    if (v.kind == Value::LEAF) {
        Num next = number(PHI_ARG_DEF_FROM_EDGE(SSA_NAME_DEF_STMT(v.t), find_edge(l->latch, l->header)));
        const Value n = values[next.id];
        if (next.id == id)
            step = {next.k, 0};
        else if (n.code == PLUS_EXPR && !next.k && !n.a.k && !n.b.k)
            return times_constant(n.a.id == id ? n.b.id : n.a.id, 1, step);
        else
            return false;
        return true;
    }
    Step a, b;
    if (v.kind == Value::OP && v.code == PLUS_EXPR) {
        if (!step_of(v.a.id, l, a, inner) || !step_of(v.b.id, l, b, inner) || (a.k && b.k && a.times != b.times))
            return false;
        step = {a.k + b.k, a.k ? a.times : b.times};
        return true;
    }
    if (v.kind != Value::OP || v.code != MULT_EXPR)
        return false;
    if (!v.b.id) {
        if (!step_of(v.a.id, l, a, inner))
            return false;
        step = {a.k * v.b.k, a.times};
        return true;
    }
    Num moves = constant_in(v.a.id, l) ? v.b : v.a, stays = moves.id == v.a.id ? v.b : v.a;
    return step_of(moves.id, l, a, inner) && !a.times && !stays.k && constant_in(stays.id, l) &&
           times_constant(stays.id, a.k, step);
}

bool Values::times_constant(int id, HOST_WIDE_INT k, Step &step)
{
    const Value v = values[id];
    step = {k, id};
    if (v.kind == Value::OP && v.code == MULT_EXPR && !v.b.id && !v.a.k)
        step = {k * v.b.k, v.a.id};
    return true;
}

/// A name that has this value where the block begins.
tree Values::name_at(int id, basic_block bb)
{
    for (unsigned n : names_of[id])
        if (tree name = ssa_name(n)) {
            basic_block set = SSA_NAME_IS_DEFAULT_DEF(name) ? nullptr : gimple_bb(SSA_NAME_DEF_STMT(name));
            if (!set || dominated_by_p(CDI_DOMINATORS, bb, set))
                return name;
        }
    return values[id].kind == Value::LEAF && TREE_CODE(values[id].t) == SSA_NAME &&
                   SSA_NAME_IS_DEFAULT_DEF(values[id].t)
               ? values[id].t
               : NULL_TREE;
}

namespace
{

const int MOST = 8; ///< streams of a loop

/// The reference to memory of a statement that a stream can be made of.
tree reference_of(gimple *s)
{
    if (!gimple_assign_single_p(s) || gimple_has_volatile_ops(s))
        return NULL_TREE;
    tree t = gimple_store_p(s) ? gimple_assign_lhs(s) : gimple_assign_load_p(s) ? gimple_assign_rhs1(s) : NULL_TREE;
    return t && !DECL_P(t) && is_gimple_addressable(t) && TREE_CODE(t) != BIT_FIELD_REF &&
                   !(TREE_CODE(t) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(t, 1))) &&
                   ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(TREE_TYPE(t)))
               ? t
               : NULL_TREE;
}

/// Local variables of less than this are never larger than a cache, and a compiler keeps many of them in registers.
bool is_small(const Ref &ref)
{
    tree all = ref.local ? DECL_SIZE_UNIT(ref.local) : NULL_TREE;
    return all && tree_fits_shwi_p(all) && tree_to_shwi(all) < 4096;
}

/// The loop around an innermost one, if it does little else and each of its rounds goes as often through the inner one.
class loop *nest_of(Values &values, class loop *l)
{
    class loop *nest = loop_outer(l);
    auto_vec<edge> exits = get_loop_exit_edges(l);
    edge exit = exits.length() == 1 ? exits[0] : nullptr, begin = loop_preheader_edge(l);
    gimple *last = exit ? gsi_stmt(gsi_last_nondebug_bb(exit->src)) : nullptr;
    if (!loop_outer(nest) || nest->inner != l || l->next || !nest->latch || !last || gimple_code(last) != GIMPLE_COND ||
        !dominated_by_p(CDI_DOMINATORS, l->latch, exit->src) ||
        !dominated_by_p(CDI_DOMINATORS, nest->latch, begin->src) || calls_others(nest))
        return nullptr;
    for (tree t : {gimple_cond_lhs(last), gimple_cond_rhs(last)}) {
        int id = values.number(t).id;
        Values::Step step;
        if (!values.steps_in(id, l) || !values.step_of(id, nest, step, l) || step.k)
            return nullptr;
    }
    return nest;
}

/// `times` as a name that stands before the loop; false: there is none.
bool name_before(Values &values, class loop *l, Values::Step step, tree &times)
{
    times = step.times ? values.name_at(step.times, loop_preheader_edge(l)->src) : NULL_TREE;
    return !step.times || (times && INTEGRAL_TYPE_P(TREE_TYPE(times)));
}

void find_in(Values &values, class loop *l, std::vector<Stream> &found)
{
    std::set<std::pair<int, HOST_WIDE_INT>> seen; // a[i] and a[i + 1] are one stream, the next array of a block is not
    basic_block *body = get_loop_body(l);
    const size_t first = found.size();
    class loop *nest = nest_of(values, l);
    for (unsigned i = 0; i < l->num_nodes && seen.size() < MOST; i++)
        for (gimple_stmt_iterator g = gsi_start_bb(body[i]);
             !gsi_end_p(g) && dominated_by_p(CDI_DOMINATORS, l->latch, body[i]); gsi_next(&g)) {
            tree t = reference_of(gsi_stmt(g));
            if (!t)
                continue;
            Ref ref = values.reference(t);
            Values::Step step;
            if (is_small(ref) || !ref.address.id || !values.step_of(ref.address.id, l, step) || !step.k ||
                !seen.insert({ref.address.id, ref.address.k >> 9}).second)
                continue;
            Stream s = {l, nullptr, gsi_stmt(g), t, step.k, NULL_TREE, 0, NULL_TREE};
            if (!name_before(values, l, step, s.times))
                continue;
            Values::Step turn;
            tree times = NULL_TREE;
            if (nest && values.step_of(ref.address.id, nest, turn, l) &&
                name_before(values, nest, turn, s.nest_times) && name_before(values, nest, step, times)) {
                s.nest_step = turn.k;
                s.times = times;
            } else
                nest = nullptr;
            found.push_back(s);
        }
    for (size_t i = first; i < found.size(); i++)
        found[i].nest = nest;
    free(body);
}

class Teller
{
  public:
    Teller(const Stream &first)
        : l(first.loop), nest(first.nest), type(long_integer_type_node), rounds(create_tmp_reg(type, "rounds")),
          turns(create_tmp_reg(type, "turns"))
    {
    }

    void follow(const Stream &s)
    {
        tree last = create_tmp_reg(type, "last");
        lasts.push_back(last);
        streams.push_back(s);
        gimple_stmt_iterator g = gsi_for_stmt(s.at);
        mark_addressable(s.reference);
        tree address = build_fold_addr_expr(unshare_expr(s.reference)), name = make_ssa_name(TREE_TYPE(address));
        gsi_insert_before(&g, gimple_build_assign(name, address), GSI_SAME_STMT);
        gsi_insert_before(&g, gimple_build_assign(last, NOP_EXPR, name), GSI_SAME_STMT);
        if (streams.size() == 1)
            gsi_insert_before(&g, more(rounds, 1), GSI_SAME_STMT);
    }

    void finish()
    {
        for (class loop *at : {l, nest})
            if (at)
                for (tree t : lasts)
                    before(at, gimple_build_assign(t, build_zero_cst(type)));
        before(l, gimple_build_assign(rounds, build_zero_cst(type)));
        if (nest) {
            before(l, more(turns, 1));
            before(nest, gimple_build_assign(rounds, build_zero_cst(type)));
            before(nest, gimple_build_assign(turns, build_zero_cst(type)));
        }
        auto_vec<edge> exits = get_loop_exit_edges(nest ? nest : l);
        for (edge e : exits)
            if (!(e->flags & EDGE_COMPLEX))
                tell(e);
    }

  private:
    gimple *more(tree counter, int n)
    {
        return gimple_build_assign(counter, PLUS_EXPR, counter, build_int_cst(type, n));
    }

    static void before(class loop *loop, gimple *s)
    {
        gimple_stmt_iterator g = gsi_last_bb(loop_preheader_edge(loop)->src);
        if (!gsi_end_p(g) && stmt_ends_bb_p(gsi_stmt(g)))
            gsi_insert_before(&g, s, GSI_SAME_STMT);
        else
            gsi_insert_after(&g, s, GSI_NEW_STMT);
    }

    /// if (rounds >= enough && pvmsim_counted_stream) { pvmsim_counted_stream(last, step, rounds); ... }; of a nest for
    /// each turn through its inner loop.
    void tell(edge exit)
    {
        edge go = split_block(split_edge(exit), static_cast<gimple *>(nullptr));
        basic_block rest = go->dest;
        HOST_WIDE_INT widest = 1;
        for (const Stream &s : streams)
            widest = std::max(widest, s.times || absu_hwi(s.step) > 32 ? 32 : HOST_WIDE_INT(absu_hwi(s.step)));
        basic_block call = block_if(
            go,
            gimple_build_cond(GE_EXPR, rounds, build_int_cst(type, PVMSIM_STREAM_LEAST / widest), NULL_TREE, NULL_TREE),
            stream_function());
        if (nest)
            add(call, more(turns, -1));
        for (size_t i = 0; i < streams.size(); i++) {
            const Stream &s = streams[i];
            tree last = lasts[i], step = product(call, s.times, s.step);
            if (nest && s.nest_step)
                last = value(call, MINUS_EXPR, last,
                             value(call, MULT_EXPR, product(call, s.nest_times, s.nest_step), turns));
            add(call, gimple_build_call(stream_function(), 3, last, step, rounds));
        }
        if (!nest) {
            make_single_succ_edge(call, rest, EDGE_FALLTHRU);
            return;
        }
        add(call, gimple_build_cond(GT_EXPR, turns, build_zero_cst(type), NULL_TREE, NULL_TREE));
        make_edge(call, call, EDGE_TRUE_VALUE)->probability = profile_probability::likely();
        make_edge(call, rest, EDGE_FALSE_VALUE)->probability = profile_probability::unlikely();
    }

    tree value(basic_block bb, tree_code code, tree a, tree b)
    {
        tree name = make_ssa_name(type);
        add(bb, gimple_build_assign(name, code, a, b));
        return name;
    }

    /// k times a name, which may be missing.
    tree product(basic_block bb, tree times, HOST_WIDE_INT k)
    {
        if (!times)
            return build_int_cst(type, k);
        tree wide = make_ssa_name(type);
        add(bb, gimple_build_assign(wide, NOP_EXPR, times));
        return value(bb, MULT_EXPR, wide, build_int_cst(type, k));
    }

    class loop *l, *nest;
    tree type, rounds, turns;
    std::vector<tree> lasts;
    std::vector<Stream> streams;
};

} // namespace

void add(basic_block bb, gimple *s)
{
    gimple_stmt_iterator g = gsi_last_bb(bb);
    gsi_insert_after(&g, s, GSI_NEW_STMT);
}

basic_block block_if(edge go, gimple *condition, tree fndecl)
{
    basic_block here = go->src, is_there = create_empty_bb(here), call = create_empty_bb(is_there);
    for (basic_block bb : {is_there, call})
        add_bb_to_loop(bb, here->loop_father);
    add(here, condition);
    add(is_there, gimple_build_cond(NE_EXPR, build_fold_addr_expr(fndecl), null_pointer_node, NULL_TREE, NULL_TREE));
    go->flags = (go->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
    go->probability = profile_probability::very_likely();
    make_edge(here, is_there, EDGE_TRUE_VALUE)->probability = profile_probability::very_unlikely();
    make_edge(is_there, call, EDGE_TRUE_VALUE)->probability = profile_probability::even();
    make_edge(is_there, go->dest, EDGE_FALSE_VALUE)->probability = profile_probability::even();
    return call;
}

std::vector<Stream> find_streams(function *f)
{
    std::vector<Stream> found;
    Values values(f);
    for (unsigned i = 1; i < number_of_loops(f); i++) {
        class loop *l = get_loop(f, i);
        if (l && !l->inner && l->latch && l->header)
            find_in(values, l, found);
    }
    return found;
}

void tell_streams(function *f, const std::vector<Stream> &streams)
{
    for (size_t i = 0; i < streams.size();) {
        Teller teller(streams[i]);
        size_t first = i;
        for (; i < streams.size() && streams[i].loop == streams[first].loop; i++)
            teller.follow(streams[i]);
        teller.finish();
    }
    if (streams.empty())
        return;
    free_dominance_info(CDI_DOMINATORS);
    mark_virtual_operands_for_renaming(f);
    update_ssa(TODO_update_ssa);
}

} // namespace counted
