/* parameter_rows.cpp - see parameter_rows.hpp. */
#include "config/parameter_rows.hpp"

namespace ap1000
{

namespace
{

/* The names of the costs, in the order of enum mach_cost. */
#define COST_NAME(SYMBOL, NAME) NAME "_us",
constexpr const char *cost_names[] = {MACH_COSTS(COST_NAME)};
#undef COST_NAME

#define WEIGHT_NAME(SYMBOL, NAME, WHAT) #NAME "_cycles",
constexpr const char *weight_names[] = {PVMSIM_WORK_CLASSES_OF(WEIGHT_NAME)};
#undef WEIGHT_NAME

constexpr double max_cycle_ns = 1e6, max_cycles = 1e5, max_cache_bytes = 1e12;

} // namespace

void add_nodes(std::vector<ParameterRow> &rows, const char *name, int most, bool (*needed)(const Parameters &))
{
    rows.push_back({"machine", name, Unit::count, 1, static_cast<double>(most), {}, needed, {}});
}

void add_number(std::vector<ParameterRow> &rows, const char *section, const char *name, Unit unit, double low,
                double high, At at, bool (*needed)(const Parameters &))
{
    rows.push_back({section, name, unit, low, high, std::move(at), needed, {}});
}

void add_us(std::vector<ParameterRow> &rows, const char *section, const char *name, At at)
{
    add_number(rows, section, name, Unit::us, 0, max_us, std::move(at));
}

void add_mb_per_s(std::vector<ParameterRow> &rows, const char *section, const char *name, At at)
{
    add_number(rows, section, name, Unit::mb_per_s, min_mb_per_s, max_mb_per_s, std::move(at));
}

void add_choice(std::vector<ParameterRow> &rows, const char *section, const char *name, std::vector<std::string> words,
                At at, bool (*needed)(const Parameters &))
{
    const auto last = static_cast<double>(words.size() - 1);
    rows.push_back({section, name, Unit::word, 0, last, std::move(at), needed, std::move(words)});
}

void add_costs(std::vector<ParameterRow> &rows, const char *section, NodeParameters Parameters::*node, bool native)
{
    add_us(rows, section, "send_us", [node](Parameters &p) -> std::int64_t & { return (p.*node).send; });
    add_us(rows, section, "recv_us", [node](Parameters &p) -> std::int64_t & { return (p.*node).recv; });
    add_number(rows, section, "copy_ns_per_byte", Unit::ns_per_byte, 0, max_ns_per_byte,
               [node](Parameters &p) -> std::int64_t & { return (p.*node).copy; });
    for (int i = 0; i < MACH_NCOSTS; i++)
        if (native || std::string_view(cost_names[i]).rfind("native_", 0) != 0)
            add_us(rows, section, cost_names[i],
                   [node, i](Parameters &p) -> std::int64_t & { return (p.*node).cost_ns[i]; });
}

void add_processor(std::vector<ParameterRow> &rows, const char *section, NodeParameters Parameters::*node, bool partly)
{
    const auto add = [&, node, partly](const char *name, Unit unit, double high, auto place) {
        const auto given = [node, place, partly](const Parameters &p) {
            ProcessorParameters own = (p.*node).processor;
            return place(own) >= 0 || (!partly && own.cycle >= 0);
        };
        rows.push_back({std::string(section) + ".processor",
                        name,
                        unit,
                        unit == Unit::cycle_ns ? 0.001 : 0,
                        high,
                        [node, place](Parameters &p) -> std::int64_t & { return place((p.*node).processor); },
                        given,
                        {}});
    };
    add("cycle_ns", Unit::cycle_ns, max_cycle_ns, [](ProcessorParameters &p) -> std::int64_t & { return p.cycle; });
    for (std::size_t i = 0; i < PVMSIM_WORK_CLASSES; i++)
        add(weight_names[i], Unit::cycles, max_cycles,
            [i](ProcessorParameters &p) -> std::int64_t & { return p.weight[i]; });
    add("cache_bytes", Unit::bytes, max_cache_bytes, [](ProcessorParameters &p) -> std::int64_t & { return p.cache; });
    add("line_bytes", Unit::bytes, max_cache_bytes, [](ProcessorParameters &p) -> std::int64_t & { return p.line; });
}

void add_control(std::vector<ParameterRow> &rows)
{
    add_us(rows, "control", "handle_us", [](Parameters &p) -> std::int64_t & { return p.control.handle; });
    add_us(rows, "control", "spawn_us", [](Parameters &p) -> std::int64_t & { return p.control.spawn; });
}

} // namespace ap1000
