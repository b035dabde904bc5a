/* flow_engine.cpp - opens the library that has SimGrid in it. */
#include "engine/flow_engine.hpp"

#include <dlfcn.h>
#include <stdexcept>

namespace ap1000
{

namespace
{

std::unique_ptr<FlowEngine> open(const std::string &library, const FlowTorus *torus, const FlowPlatform *platform)
{
    void *opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL); /* it stays open to the end of the process */
    const char *why = opened == nullptr ? dlerror() : nullptr;
    auto *make = opened != nullptr ? reinterpret_cast<MakeFlowEngine *>(dlsym(opened, make_flow_engine_name)) : nullptr;
    FlowEngine *made = make != nullptr ? make(AP1000_VERSION, torus, platform) : nullptr;
    if (made != nullptr)
        return std::unique_ptr<FlowEngine>(made);
    throw std::runtime_error("the library of flows, which has SimGrid in it, is not usable: " +
                             (why != nullptr ? std::string(why) : library + " is not of this version of ap1000"));
}

} // namespace

std::unique_ptr<FlowEngine> open_flow_engine(const std::string &library, const FlowTorus &torus)
{
    return open(library, &torus, nullptr);
}

std::unique_ptr<FlowEngine> open_flow_engine(const std::string &library, const FlowPlatform &platform)
{
    return open(library, nullptr, &platform);
}

} // namespace ap1000
