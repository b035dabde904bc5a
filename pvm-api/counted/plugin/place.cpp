// place.cpp - what blocks cost is moved to where counting it is cheapest; the sums stay the same. Only where nobody
// looks at the counters in between: in whole functions, or in loops.
#include "work.hpp"

namespace counted
{
namespace
{

/// What local functions cost in any case, which their callers count.
std::map<const cgraph_node *, Work> bases;
std::set<const cgraph_node *> done;

class Placer
{
  public:
    Placer(function *fn, Priced &p) : f(fn), priced(p)
    {
    }

    void run()
    {
        calculate_dominance_info(CDI_POST_DOMINATORS);
        mark_irreducible_loops();
        for (unsigned i = 1; i < number_of_loops(f); i++) {
            class loop *l = get_loop(f, i);
            if (l && is_quiet_loop(l) && (!loop_outer(loop_outer(l)) || !is_quiet_loop(loop_outer(l))))
                priced.quiet_loops.push_back(l);
        }
        whole = true;
        basic_block bb;
        FOR_EACH_BB_FN(bb, f)
        whole = whole && is_clean(bb);
        for (class loop *l : priced.quiet_loops)
            for (unsigned i = number_of_loops(f) - 1; i > 0; i--) // inner loops come last
                if (class loop *in = get_loop(f, i))
                    if (in == l || flow_loop_nested_p(l, in))
                        shift_header(in);
        std::vector<int> order(n_basic_blocks_for_fn(f));
        int n = pre_and_rev_post_order_compute_fn(f, nullptr, order.data(), false);
        while (n-- > 0) { // what comes last is first
            bb = BASIC_BLOCK_FOR_FN(f, order[n]);
            if (in_region(bb)) {
                choose(bb);
                lift(bb);
            }
        }
    }

  private:
    Work &work(basic_block bb)
    {
        return priced.blocks[bb->index].work[0];
    }
    bool is_clean(basic_block bb)
    {
        const Segments &s = priced.blocks[bb->index];
        return !(bb->flags & BB_IRREDUCIBLE_LOOP) &&
               (s.ends.empty() || (s.ends.size() == 1 && gimple_code(s.ends[0]) == GIMPLE_RETURN));
    }
    bool is_quiet_loop(class loop *l)
    {
        if (!l->latch || !loop_preheader_edge(l))
            return false;
        basic_block *body = get_loop_body(l);
        bool quiet = true;
        for (unsigned i = 0; i < l->num_nodes; i++)
            quiet = quiet && is_clean(body[i]);
        free(body);
        auto_vec<edge> exits = get_loop_exit_edges(l);
        for (edge e : exits)
            quiet = quiet && !(e->flags & EDGE_COMPLEX);
        return quiet && exits.length() <= 4;
    }
    bool in_region(basic_block bb)
    {
        if (whole)
            return true;
        for (class loop *l : priced.quiet_loops)
            if (flow_bb_inside_loop_p(l, bb))
                return true;
        return false;
    }

    /// A header runs once for each begin of its loop and once for each further round.
    void shift_header(class loop *l)
    {
        Work w = work(l->header);
        work(l->header) = Work();
        priced.blocks[loop_preheader_edge(l)->src->index].work.back() += w;
        work(l->latch) += w;
    }

    /// Of two ways one is counted as the rest of the other.
    void choose(basic_block bb)
    {
        if (EDGE_COUNT(bb->succs) != 2)
            return;
        basic_block a = EDGE_SUCC(bb, 0)->dest, b = EDGE_SUCC(bb, 1)->dest;
        for (basic_block s : {a, b})
            if (!single_pred_p(s) || s->loop_father != bb->loop_father || !in_region(s) || !work(s).any())
                return;
        if (a == b || ((EDGE_SUCC(bb, 0)->flags | EDGE_SUCC(bb, 1)->flags) & EDGE_COMPLEX))
            return;
        work(bb) += work(b);
        work(a) += -work(b);
        work(b) = Work();
    }

    /// To the first block that runs as often.
    void lift(basic_block bb)
    {
        basic_block first = bb;
        for (basic_block d = get_immediate_dominator(CDI_DOMINATORS, bb);
             d && d != ENTRY_BLOCK_PTR_FOR_FN(f) && in_region(d); d = get_immediate_dominator(CDI_DOMINATORS, d))
            if (d->loop_father == bb->loop_father && dominated_by_p(CDI_POST_DOMINATORS, d, bb))
                first = d;
        if (first == bb || !work(bb).any())
            return;
        work(first) += work(bb);
        work(bb) = Work();
    }

    function *f;
    Priced &priced;
    bool whole = false;
};

/// All that call it are here, and will be counted after it.
bool is_only_called_here(cgraph_node *node, const std::set<const cgraph_node *> &counted)
{
    if (TREE_PUBLIC(node->decl) || node->address_taken || node->force_output || DECL_STATIC_CONSTRUCTOR(node->decl) ||
        DECL_STATIC_DESTRUCTOR(node->decl) || DECL_PRESERVE_P(node->decl) || node->alias || !node->callers)
        return false;
    for (cgraph_edge *e = node->callers; e; e = e->next_caller)
        if (e->caller == node || !e->call_stmt || done.count(e->caller) || !counted.count(e->caller))
            return false;
    ipa_ref *ref;
    for (int i = 0; node->iterate_referring(i, ref); i++)
        return false;
    return true;
}

} // namespace

void place_work(function *f, Priced &priced)
{
    Placer(f, priced).run();
}

void give_to_callers(cgraph_node *node, Priced &priced, const std::set<const cgraph_node *> &counted)
{
    done.insert(node);
    basic_block first = single_succ(ENTRY_BLOCK_PTR_FOR_FN(DECL_STRUCT_FUNCTION(node->decl)));
    if (single_pred_p(first))
        priced.blocks[first->index].work[0] += -library_cycles_of(node);
    if (!single_pred_p(first) || !is_only_called_here(node, counted))
        return;
    Work &w = priced.blocks[first->index].work[0];
    bases[node] = w;
    w = Work();
}

const Work &base_of(const cgraph_node *node)
{
    static const Work nothing;
    auto found = bases.find(node);
    return found == bases.end() ? nothing : found->second;
}

} // namespace counted
