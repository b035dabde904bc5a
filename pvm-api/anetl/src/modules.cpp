// modules.cpp - what a node does for others beside its objects' methods: loads and unloads object modules, makes
// objects, says what it has.
#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

#include "layer.hpp"

namespace anetl::detail
{
namespace
{
const char *base_name(const std::string &path)
{
    return path.c_str() + path.rfind('/') + 1;
}
} // namespace

// "" and *out; or what is wrong.
std::string manager::load(const std::string &path, module **out)
{
    auto found = modules_.find(path);
    if (found != modules_.end()) {
        *out = found->second.get();
        return "";
    }
    if (path.find('/') != std::string::npos && access(path.c_str(), R_OK) != 0)
        return "module '" + path + "': " + std::strerror(errno);
    auto m = std::make_unique<module>();
    m->path = path;
    m->handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (m->handle == nullptr)
        return std::string("module '") + path + "' cannot be loaded: " + dlerror();
    auto *entry = reinterpret_cast<module_function *>(dlsym(m->handle, "anetl_module"));
    m->entry = entry != nullptr ? entry() : nullptr;
    std::string wrong;
    if (entry == nullptr)
        wrong = "module '" + path + "' is no object module: it lacks ANETL_MODULE(CLASS ...)";
    else if (m->entry->version != MODULE_VERSION)
        wrong = "module '" + path + "' was compiled with version " + std::to_string(m->entry->version) +
                " of libanetl's headers, this node is of version " + std::to_string(MODULE_VERSION) +
                ": compile it again";
    if (!wrong.empty()) {
        dlclose(m->handle);
        return wrong;
    }
    // A context for each method, as a method begins often and a stack is dear.
    for (int c = 0; c < m->entry->classes; c++)
        for (int i = 0; i < m->entry->first[c].count; i++) {
            std::vector<activation *> there;
            there.swap(idle_);
            activation *a = unused_context();
            idle_.swap(there);
            if (a != nullptr)
                idle_.push_back(a);
        }
    *out = m.get();
    modules_[path] = std::move(m);
    return "";
}

std::string manager::unload(const std::string &path)
{
    const auto found = modules_.find(path);
    if (found == modules_.end())
        return "module '" + path + "' is not loaded on node " + std::to_string(number) + " (" + node_name(number) + ")";
    module &m = *found->second;
    std::string names;
    int named = 0;
    std::map<std::uint32_t, const record *> in_order;
    for (const auto &[id, r] : objects_)
        if (r->from == &m)
            in_order[id] = r.get();
    for (const auto &[id, r] : in_order)
        if (named++ < 3)
            names += (names.empty() ? "" : ", ") + id_text(id) + " " + r->type.name;
    if (m.objects > 0)
        return "module '" + path + "' stays on node " + std::to_string(number) + " (" + node_name(number) +
               "): " + std::to_string(m.objects) +
               (m.objects == 1 ? " object of it lives (" : " objects of it live (") + names +
               (m.objects > 3 ? " ...)" : ")");
    dlclose(m.handle);
    modules_.erase(found);
    return "";
}

module *manager::module_of(const class_entry &type) const
{
    const auto begin = [](const void *at) {
        Dl_info info{};
        return dladdr(at, &info) != 0 ? info.dli_fbase : nullptr;
    };
    for (const auto &[path, m] : modules_)
        if (begin(m->entry) == begin(type.entries))
            return m.get();
    return nullptr;
}

record &manager::add(std::unique_ptr<object> o, const class_entry &type, module *from)
{
    if (last_object_ >= MOST_OBJECTS)
        throw error(objid{}, "node " + std::to_string(number) + " has made " + std::to_string(MOST_OBJECTS) +
                                 " objects: there are no more numbers");
    const std::uint32_t id = object_id(number, ++last_object_);
    record &r = *(objects_[id] = std::make_unique<record>());
    record_access::name(*o, id);
    r.it = std::move(o);
    r.id = id;
    r.type = type;
    r.from = from;
    r.held = record_access::held(*r.it);
    if (from != nullptr)
        from->objects++;
    return r;
}

// The message's text is "CLASS\nMODULE".
std::uint32_t manager::create(const message &m, std::string &wrong)
{
    const std::size_t line = m.text.find('\n');
    const std::string name = m.text.substr(0, line), path = line != std::string::npos ? m.text.substr(line + 1) : "";
    module *from = nullptr;
    if (!(wrong = load(path, &from)).empty())
        return 0;
    const class_entry *type = std::find_if(from->entry->first, from->entry->first + from->entry->classes,
                                           [&](const class_entry &c) { return name == c.name; });
    if (type == from->entry->first + from->entry->classes)
        wrong = "module '" + path + "' has no class " + name;
    else if (((type->interface ^ m.check) << 8) != 0)
        wrong = "class " + name + " is not the same in module '" + path + "' (methods " + type->methods +
                ") and where it is used: compile both with the same header";
    if (!wrong.empty())
        return 0;
    try {
        return add(std::unique_ptr<object>(type->make()), *type, from).id;
    } catch (const std::exception &e) {
        wrong = e.what();
    } catch (...) {
        wrong = "an exception that is no std::exception";
    }
    wrong = "the constructor of " + name + " (module '" + path + "') ended by " + wrong;
    return 0;
}

std::string manager::listing() const
{
    std::string text = "node " + std::to_string(number) + " on " + node_name(number) + ": " +
                       std::to_string(modules_.size()) + (modules_.size() == 1 ? " module, " : " modules, ") +
                       std::to_string(contexts_made) + " contexts of methods, " + std::to_string(idle_.size()) +
                       " idle\n";
    for (const auto &[path, m] : modules_) {
        text += "  " + std::string(base_name(path)) + ":";
        for (int c = 0; c < m->entry->classes; c++)
            text += std::string(c > 0 ? ", " : " ") + m->entry->first[c].name;
        text += "; " + std::to_string(m->objects) + (m->objects == 1 ? " object\n" : " objects\n");
    }
    return text;
}

void manager::reply_text(const message &m, const std::string &text)
{
    answer(m.from, m.number, m.tid, make_box(std::string(text)), pack_box<std::string>);
}

void manager::command(message &m)
{
    std::string wrong;
    module *loaded = nullptr;
    switch (m.what) {
    case kind::create:
        if (std::uint32_t id = create(m, wrong); id != 0)
            answer(m.from, m.number, m.tid, make_box(id), pack_box<std::uint32_t>);
        break;
    case kind::load:
        wrong = load(m.text, &loaded);
        if (wrong.empty())
            reply_text(m, "");
        break;
    case kind::unload:
        wrong = unload(m.text);
        if (wrong.empty())
            reply_text(m, "");
        break;
    case kind::list:
        reply_text(m, listing());
        break;
    case kind::where:
        if (const record *r = find(m.check != 0 ? object_id(number, m.check) : 0))
            reply_text(m, "object " + id_text(r->id) + ", a " + r->type.name + ", is on node " +
                              std::to_string(number) + ", " + node_name(number) + "; " + std::to_string(r->running) +
                              (r->running == 1 ? " method of it runs or waits" : " methods of it run or wait"));
        else
            wrong = "there is no object " + objid{object_id(number, m.check)}.text() + " (any more)";
        break;
    case kind::count:
        reply_text(m, std::to_string(sent_) + " " + std::to_string(received_) + " " + std::to_string(queue_.size()));
        break;
    case kind::changes:
        reply_text(m, std::to_string(events_[m.text].change));
        break;
    case kind::set:
    case kind::reset:
        changed(m);
        break;
    case kind::member:
        if (static_cast<std::size_t>(m.method) >= tids.size())
            tids.resize(static_cast<std::size_t>(m.method) + 1);
        tids[static_cast<std::size_t>(m.method)] = m.tid;
        gone_.erase(m.method);
        reply_text(m, "");
        break;
    case kind::gone:
        lost(m.method);
        break;
    case kind::over:
        leave_quietly();
    default:
        break;
    }
    if (!wrong.empty())
        refuse(m, wrong);
}
} // namespace anetl::detail
