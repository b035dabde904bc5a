/* trace_json.hpp - writes a run as a Chrome trace (JSON, one event a line), which Perfetto and chrome://tracing open.
 *
 * Process 1 has the tasks, one thread each, numbered by tid; process 2 the networks, one counter each. ts is simulated
 * time in us with three decimals: exact. Format: "Trace Event Format" of the Chromium project.
 */
#ifndef AP1000_TRACE_JSON_HPP
#define AP1000_TRACE_JSON_HPP

#include <map>
#include <string>

#include "config/parameters.hpp"
#include "observe/compressed_file.hpp"
#include "observe/provenance.hpp"
#include "observe/trace_sink.hpp"

namespace ap1000
{

class TraceJson : public TraceSink
{
  public:
    /* Opens `path`, compressed if it ends in .gz; the first event is the first thing written. Throws
     * std::runtime_error, with one line that names the file, if it cannot be written. */
    TraceJson(std::string path, const Parameters &p, const Provenance &by);

    void begin_track(const Track &track, Ns t) override;
    void end_track(int tid, Ns t) override;
    void enter(int tid, const Slice &s, Ns t) override;
    void leave(int tid, Activity what, Ns t) override;
    void sent(const TracedMessage &m, CallName call, Ns t) override;
    void accepted(const TracedMessage &m, CallName call, Ns t) override;
    void level(Resource what, int units, Ns t) override;
    bool wants_levels() const override
    {
        return true;
    }
    void finish(Ns t) override;
    bool is_whole() const override
    {
        return whole_;
    }

  private:
    template <typename... Pieces> void event(const Pieces &...pieces);
    template <typename... Pieces> void at(const char *phase, int tid, Ns t, const Pieces &...pieces);

    std::string path_;
    CompressedWriter file_;
    std::string text_; /* not written yet */
    bool whole_ = true;
    std::map<int, Ns> slice_since_; /* by tid: when the innermost open slice began */
};

} // namespace ap1000

#endif
