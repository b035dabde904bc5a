// object.cpp - what each object file has once: the counters of the calling thread (thread-local, one for all objects of
// an executable or shared library), the constructor that tells libpvm3 of them, and the list of functions counted.
#include "work.hpp"

namespace counted
{
namespace
{

// Trees that live as long as the compilation: the collector must know of them.
GTY(()) tree counter_type, counters, alike_decl[2], look_decl, stream_decl;
const ggc_root_tab roots[] = {{&counter_type, 1, sizeof counter_type, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
                              {&counters, 1, sizeof counters, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
                              {alike_decl, 2, sizeof(tree), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
                              {&look_decl, 1, sizeof look_decl, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
                              {&stream_decl, 1, sizeof stream_decl, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
                              LAST_GGC_ROOT_TAB};
std::vector<std::string> counted_names;
int first_of_ours, after_ours; ///< in the order of the symbol table

/// One for all objects that are linked together, and seen by no other.
void one_for_all(tree decl)
{
    TREE_PUBLIC(decl) = 1;
    DECL_ARTIFICIAL(decl) = 1;
    DECL_IGNORED_P(decl) = 1;
    DECL_VISIBILITY(decl) = VISIBILITY_HIDDEN;
    DECL_VISIBILITY_SPECIFIED(decl) = 1;
    make_decl_one_only(decl, DECL_ASSEMBLER_NAME(decl));
}

tree shared_variable(const char *name, tree type, bool of_thread)
{
    tree decl = build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier(name), type);
    TREE_STATIC(decl) = 1;
    TREE_USED(decl) = 1;
    DECL_PRESERVE_P(decl) = 1;
    one_for_all(decl);
    if (of_thread)
        set_decl_tls_model(decl, flag_shlib ? TLS_MODEL_INITIAL_EXEC : decl_default_tls_model(decl));
    varpool_node::add(decl);
    varpool_node::get(decl)->analyze();
    varpool_node::get(decl)->force_output = 1; // the uses come later
    return decl;
}

/// A function that other objects have too; body: statements of GENERIC.
tree shared_function(const char *name, tree type)
{
    tree decl = build_decl(BUILTINS_LOCATION, FUNCTION_DECL, get_identifier(name), type);
    TREE_STATIC(decl) = 1;
    TREE_USED(decl) = 1;
    TREE_NOTHROW(decl) = 1;
    DECL_UNINLINABLE(decl) = 1;
    DECL_PRESERVE_P(decl) = 1;
    DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT(decl) = 1;
    one_for_all(decl);
    tree result = build_decl(BUILTINS_LOCATION, RESULT_DECL, NULL_TREE, TREE_TYPE(type));
    DECL_ARTIFICIAL(result) = 1;
    DECL_IGNORED_P(result) = 1;
    DECL_CONTEXT(result) = decl;
    DECL_RESULT(decl) = result;
    return decl;
}

void finish_function(tree decl, tree variables, tree body)
{
    tree block = make_node(BLOCK);
    TREE_USED(block) = 1;
    BLOCK_VARS(block) = variables;
    BLOCK_SUPERCONTEXT(block) = decl;
    DECL_INITIAL(decl) = block;
    DECL_SAVED_TREE(decl) = build3(BIND_EXPR, void_type_node, variables, body, block);
    push_struct_function(decl);
    cfun->function_end_locus = BUILTINS_LOCATION;
    pop_cfun();
    gimplify_function_tree(decl);
    cgraph_node::add_new_function(decl, false);
}

tree return_of(tree decl, tree value)
{
    return build1(RETURN_EXPR, void_type_node, build2(MODIFY_EXPR, TREE_TYPE(value), DECL_RESULT(decl), value));
}

tree weak_function(const char *name, tree type)
{
    tree decl = build_fn_decl(name, type);
    declare_weak(decl);
    return decl;
}

tree is_there(tree fndecl)
{
    return build2(NE_EXPR, boolean_type_node, build_fold_addr_expr(fndecl), null_pointer_node);
}

/// int64_t *ap1000_work_here(void): the counters of the calling thread.
tree make_here()
{
    tree type = build_function_type_list(build_pointer_type(counter_type), NULL_TREE);
    tree decl = shared_function("ap1000_work_here", type);
    tree address = build1(ADDR_EXPR, build_pointer_type(TREE_TYPE(counters)), counters);
    finish_function(decl, NULL_TREE, return_of(decl, fold_convert(TREE_TYPE(type), address)));
    return decl;
}

/// int64_t ap1000_work_alike(const char *a, const char *b): how many bytes two strings have in common. Within: with a
/// third argument, the most that may be looked at.
tree make_alike(bool within)
{
    tree text = build_pointer_type(build_qualified_type(char_type_node, TYPE_QUAL_CONST));
    tree type = build_function_type_list(long_integer_type_node, text, text, within ? sizetype : NULL_TREE, NULL_TREE);
    // It reads the strings, and nothing else: counters may stay in registers.
    tree reads = build_string(within ? 8 : 6, ".cR R . ");
    type = build_type_attribute_variant(
        type, tree_cons(get_identifier("fn spec"), build_tree_list(NULL_TREE, reads), NULL_TREE));
    tree decl = shared_function(within ? "ap1000_work_alike_within" : "ap1000_work_alike", type), parm[3];
    const char *const names[] = {"a", "b", "most"};
    for (int i = 0; i < 2 + within; i++) {
        tree of = i < 2 ? text : sizetype;
        parm[i] = build_decl(BUILTINS_LOCATION, PARM_DECL, get_identifier(names[i]), of);
        DECL_ARG_TYPE(parm[i]) = of;
        DECL_CONTEXT(parm[i]) = decl;
        TREE_USED(parm[i]) = 1;
        if (i > 0)
            DECL_CHAIN(parm[i - 1]) = parm[i];
    }
    DECL_ARGUMENTS(decl) = parm[0];
    tree n = build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier("n"), long_integer_type_node);
    DECL_CONTEXT(n) = decl;
    TREE_USED(n) = 1;
    tree loop = alloc_stmt_list(), body = alloc_stmt_list(), zero = build_zero_cst(char_type_node);
    const int AT_ONCE = 4;
    for (int k = 0; k <= AT_ONCE; k++) { // n + k bytes are alike
        tree sum = build2(PLUS_EXPR, TREE_TYPE(n), n, build_int_cst(TREE_TYPE(n), k)), at[2];
        if (k == AT_ONCE) {
            append_to_statement_list(build2(MODIFY_EXPR, TREE_TYPE(n), n, sum), &loop);
            break;
        }
        for (int i = 0; i < 2; i++)
            at[i] = build1(INDIRECT_REF, TREE_TYPE(text),
                           build2(POINTER_PLUS_EXPR, text, parm[i], build1(NOP_EXPR, sizetype, unshare_expr(sum))));
        tree end = build2(TRUTH_ORIF_EXPR, boolean_type_node, build2(EQ_EXPR, boolean_type_node, at[0], zero),
                          build2(NE_EXPR, boolean_type_node, unshare_expr(at[0]), at[1]));
        if (within)
            end =
                build2(TRUTH_ORIF_EXPR, boolean_type_node,
                       build2(EQ_EXPR, boolean_type_node, build1(NOP_EXPR, sizetype, unshare_expr(sum)), parm[2]), end);
        append_to_statement_list(build3(COND_EXPR, void_type_node, end, return_of(decl, sum), NULL_TREE), &loop);
    }
    append_to_statement_list(build2(MODIFY_EXPR, TREE_TYPE(n), n, build_zero_cst(TREE_TYPE(n))), &body);
    append_to_statement_list(build1(LOOP_EXPR, void_type_node, loop), &body);
    finish_function(decl, n, body);
    return decl;
}

/// The constructor of each object: the first of those that were linked together tells the library.
void make_constructor(tree here)
{
    tree told = shared_variable("ap1000_work_told", integer_type_node, false);
    tree type =
        build_function_type_list(void_type_node, integer_type_node, build_pointer_type(TREE_TYPE(here)), NULL_TREE);
    tree counted = weak_function("pvmsim_counted", type);
    tree call = build_call_expr(counted, 2, build_int_cst(integer_type_node, PVMSIM_COUNTED_VERSION),
                                build_fold_addr_expr(here));
    tree body = alloc_stmt_list();
    append_to_statement_list(build2(MODIFY_EXPR, integer_type_node, told, integer_one_node), &body);
    append_to_statement_list(build3(COND_EXPR, void_type_node, is_there(counted), call, NULL_TREE), &body);
    tree first = build2(EQ_EXPR, boolean_type_node, told, integer_zero_node);
    cgraph_build_static_cdtor('I', build3(COND_EXPR, void_type_node, first, body, NULL_TREE), DEFAULT_INIT_PRIORITY);
}

} // namespace

void object_begin()
{
    register_callback("counted", PLUGIN_REGISTER_GGC_ROOTS, nullptr, const_cast<ggc_root_tab *>(roots));
    // A type of its own: what the program writes through its pointers is never a counter.
    counter_type = make_signed_type(64);
    TYPE_ALIAS_SET(counter_type) = new_alias_set();
    counters = shared_variable("ap1000_work", build_array_type_nelts(counter_type, PVMSIM_WORK_CLASSES), true);
    look_decl = weak_function("pvmsim_counted_look", build_function_type_list(void_type_node, NULL_TREE));
    stream_decl = weak_function("pvmsim_counted_stream",
                                build_function_type_list(void_type_node, long_integer_type_node, long_integer_type_node,
                                                         long_integer_type_node, NULL_TREE));
    first_of_ours = symtab->order;
    for (bool within : {false, true})
        alike_decl[within] = make_alike(within);
    make_constructor(make_here());
    after_ours = symtab->order;
}

void object_counted(tree fndecl)
{
    counted_names.push_back(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(fndecl)));
}

/// The section ap1000_counted holds texts that end with 0: "1 source" for each object, then the names of its counted
/// functions. It is not loaded; `ap1000` reads it to say how much of a program is counted. As assembler of the source
/// it goes with -flto, too.
void object_end()
{
    if (counted_names.empty())
        return;
    auto text = [](std::string s) {
        for (char &c : s)
            c = c == '"' || c == '\\' ? '_' : c;
        return "\t.string\t\"" + s + "\"\n";
    };
    std::string all = "\t.pushsection\tap1000_counted,\"\",@progbits\n" +
                      text(std::to_string(PVMSIM_COUNTED_VERSION) + " " +
                           (main_input_filename ? lbasename(main_input_filename) : ""));
    for (const std::string &name : counted_names)
        all += text(name.c_str() + (name[0] == '*'));
    all += "\t.popsection\n";
    symtab->finalize_toplevel_asm(build_string(all.size(), all.c_str()));
}

tree work_element(int cls)
{
    tree t = build4(ARRAY_REF, counter_type, counters, build_int_cst(integer_type_node, cls), NULL_TREE, NULL_TREE);
    TREE_THIS_VOLATILE(t) = TREE_SIDE_EFFECTS(t) =
        cfun && cfun->can_throw_non_call_exceptions; // else moved over what traps
    return t;
}
tree look_function()
{
    return look_decl;
}
tree stream_function()
{
    return stream_decl;
}
tree alike_function(bool within)
{
    return alike_decl[within];
}

/// Functions that this file made.
bool is_ours(tree fndecl)
{
    const cgraph_node *node = cgraph_node::get(fndecl);
    return node && node->order >= first_of_ours && node->order < after_ours;
}

} // namespace counted
