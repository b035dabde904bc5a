/* test_machine_file.cpp - users' own machine files: what they change, and the one line about what is wrong in one. */
#include "machine_files.hpp"
#include "networks/ap1000/network_ap1000.hpp"
#include "networks/cluster/network_cluster.hpp"
#include "networks/workstations/network_workstations.hpp"

#include <set>

#include "expectation.hpp" /* last: CMocka's macros have common names */

/* The machines that come with it, by name. */
static std::set<std::string> built_in()
{
    std::set<std::string> names;
    for (const auto &file : fs::directory_iterator(folders[0]))
        if (file.path().extension() == ".toml")
            names.insert(file.path().stem().string());
    assert_in_range(names.size(), 8, 1000);
    return names;
}

static std::size_t row_of(const std::string &section, const std::string &name)
{
    std::size_t i = 0;
    while (parameter_table().at(i).section != section || parameter_table()[i].name != name)
        i++;
    return i;
}

TEST(only_what_differs)
{
    const std::string path = write("fast.toml", "base = \"ap1000\"\n[tnet]\nhop_us = 1\n[machine]\ngrid = \"4x2\"\n");
    const Parameters p = load_machine(path, folders), base = load_machine("ap1000", folders);
    expectation("own hop [ns]", 1000, p.own<Ap1000NetworkParameters>().tnet.hop);
    expectation("own grid, x", 4, p.grid.nx);
    expectation("the rest as before: link [ps/byte]", base.own<Ap1000NetworkParameters>().tnet.bandwidth,
                p.own<Ap1000NetworkParameters>().tnet.bandwidth);
    expectation("name", "fast", p.name);
    const Origin &o = p.origins[row_of("tnet", "hop_us")];
    expectation("kind", "own", kind_name(o.kind));
    expectation("source: file and line", path + ":3", o.source);
    expectation("source of the rest", "sourced", kind_name(p.origins[row_of("tnet", "link_mb_per_s")].kind));
}

/* What the evaluation draws from; a plain number of one's own has none. */
TEST(plausible_ranges)
{
    for (const std::string &name : built_in()) {
        const Parameters p = load_machine(name, folders);
        for (const auto &[row, origin] : given_numbers(p))
            if (origin.kind == Kind::assumed && row.unit != Unit::word)
                expectation((row.section + "." + row.name).c_str(), "a plausible range",
                            origin.plausible.because.empty() ? "none" : "a plausible range");
    }
    const Parameters p =
        load_machine(write("own.toml", "base = \"ap1000\"\n[tnet]\nhop_us = 1\n[snet]\n"
                                       "barrier_us = { value = 2, low = 1, high = 4, because = \"a reason\" }\n"),
                     folders);
    expectation("a plain number has none", "", p.origins[row_of("tnet", "hop_us")].plausible.because);
    const PlausibleRange &range = p.origins[row_of("snet", "barrier_us")].plausible;
    expectation("its reason", "a reason", range.because);
    assert_true(range.low == 1 && range.high == 4);
}

TEST(base_on_base)
{
    write("one.toml", "base = \"ap1000\"\n[cell]\nsend_us = 7\nrecv_us = 7\n");
    const Parameters p = load_machine(
        write("two.toml", "base = \"one\"\n[cell]\nrecv_us = { value = 8, kind = \"assumed\", source = \"a try\" }\n"),
        folders);
    expectation("from the file between [ns]", 7000, p.cell.send);
    expectation("from the last [ns]", 8000, p.cell.recv);
    expectation("with its source", "a try", p.origins[row_of("cell", "recv_us")].source);
    expectation("no circle", "own.toml:1: base = \"own.toml\": more than 8 files, each based on the next: a circle?",
                complaint("base = \"own.toml\"\n"));
}

TEST(files_that_are_not_there)
{
    try {
        load_machine("nosuch", {"/a", "/b"});
        fail();
    } catch (const MachineFileError &e) {
        expectation("name",
                    "no machine file \"nosuch\"; accepted: the path of a file (with a / or ending in .toml), or the "
                    "name of one in /a, /b",
                    e.what());
    }
    std::string names;
    for (const std::string &name : built_in())
        names += (names.empty() ? "" : ", ") + name;
    expectation("base, and the names that there are",
                "own.toml:1: base: no machine file \"no/such.toml\"; accepted: the path of a file (with a / or ending "
                "in .toml), or the name of one in " +
                    folders[0] + ": " + names,
                complaint("base = \"no/such.toml\"\n"));
}

TEST(values_that_are_wrong)
{
    const std::string base = "base = \"ap1000\"\n";
    const struct {
        const char *text, *says;
    } rows[] = {
        {"[tnet]\nhop_us = -1",
         "own.toml:3: tnet.hop_us = -1 us is not accepted: it must be a number from 0 to 1000000 us"},
        {"[tnet]\nhop_us = nan",
         "own.toml:3: tnet.hop_us = nan us is not accepted: it must be a number from 0 to 1000000 us"},
        {"[tnet]\n\nhop_us = \"0.16\"",
         "own.toml:4: tnet.hop_us = \"0.16\" is not accepted: it must be a number from 0 to 1000000 us"},
        {"[tnet]\nlink_mb_per_s = 70000",
         "own.toml:3: tnet.link_mb_per_s = 70000 MB/s is not accepted: rates are kept in whole ps a byte, of which the "
         "nearest is 71428.6 MB/s"},
        {"[bnet]\nbus_mb_per_s = 0",
         "own.toml:3: bnet.bus_mb_per_s = 0 MB/s is not accepted: it must be a number from 0.001 to 100000 MB/s"},
        {"[cell]\ncopy_ns_per_byte = true",
         "own.toml:3: cell.copy_ns_per_byte = true is not accepted: it must be a number from 0 to 100000 ns/byte"},
        {"[machine]\ncells = 2.5",
         "own.toml:3: machine.cells = 2.5 is not accepted: it must be a whole number from 1 to 65536"},
        {"[machine]\n\xEF\xB3\xBF = 1", "own.toml:3: U+FB26 to U+FEFE are no characters of a machine file"},
        {"[machine]\ngrid = 64", "own.toml:3: machine.grid = 64 is not accepted: it must be a text like \"8x8\""},
        {"[machine]\ngrid = \"8*8\"",
         "own.toml:3: grid '8*8': columns x rows are wanted, for example 16x8, with at most 65536 cells"},
        {"[machine]\ngrid = \"8x8\"\ncells = 63",
         "own.toml:3: machine.grid = \"8x8\" is 64 cells, but machine.cells = 63; give one of them"},
        {"[snet]\nbarrier_us = { kind = \"assumed\", source = \"x\" }",
         "own.toml:3: snet.barrier_us: value = nothing is not accepted: it must be a number from 0 to 1000000 us"},
        {"[snet]\nbarrier_us = { value = 1, kind = \"guess\", source = \"x\" }",
         "own.toml:3: snet.barrier_us: kind = \"guess\" is not accepted: it must be \"sourced\", \"calibrated\" or "
         "\"assumed\""},
        {"[snet]\nbarrier_us = { value = 1, kind = \"assumed\" }",
         "own.toml:3: snet.barrier_us: source must be a text that says where the number comes from"},
        {"[snet]\nbarrier_us = { value = 1, unit = \"ms\" }",
         "own.toml:3: snet.barrier_us has an unknown key unit; accepted: value, kind, source, low, high, because"},
        {"[snet]\nbarrier_us = { value = 1, low = 1, high = 5 }",
         "own.toml:3: snet.barrier_us: a plausible range is three keys of a number: low, high, and because, a text "
         "that "
         "gives the reason"},
        {"[snet]\nbarrier_us = { value = 1, low = -1, high = 5, because = \"x\" }",
         "own.toml:3: snet.barrier_us = -1 us is not accepted: it must be a number from 0 to 1000000 us"},
        {"[snet]\nbarrier_us = { value = 1, low = 2, high = 5, because = \"x\" }",
         "own.toml:3: snet.barrier_us: value = 1 us does not lie from low = 2 to high = 5"},
    };
    for (const auto &row : rows)
        expectation(row.text, row.says, complaint(base + row.text + "\n"));
}

TEST(keys_that_are_unknown)
{
    expectation(
        "key",
        "own.toml:3: unknown key tnet.hop_ns = 160; accepted in [tnet]: hop_us, link_mb_per_s, buffer_bytes, channels",
        complaint("base = \"ap1000\"\n[tnet]\nhop_ns = 160\n"));
    const std::string accepted = "; accepted: base, machine, cell, cell.processor, host, host.processor, tnet, bnet, "
                                 "snet, host_interface, control, layer.NAME";
    expectation("section", "own.toml:2: unknown section or key tent" + accepted,
                complaint("base = \"ap1000\"\n[tent]\n"));
    expectation("key outside a section", "own.toml:1: unknown section or key hop_us" + accepted,
                complaint("hop_us = 1\n"));
    std::string deep = "a";
    for (int parts = 1; parts < 60000; parts++)
        deep += ".a";
    expectation("a name of 60000 parts",
                "own.toml:2: more than 1000 points in a line: [SECTION] and NAME = VALUE are wanted",
                complaint("base = \"ap1000\"\n\"#\"." + deep + " = 1\n"));
    expectation("a section of 60000 parts",
                "own.toml:1: more than 1000 points in a line: [SECTION] and NAME = VALUE are wanted",
                complaint("[" + deep + "]\n"));
    expectation("section as a value", "own.toml:1: tnet = 3: it must be a section, [tnet]", complaint("tnet = 3\n"));
}

TEST(numbers_of_layers)
{
    const std::string base = "base = \"ap1000\"\n";
    write("one.toml", base + "[layer.jpi]\nsend_us = 5\nserialize_ns_per_byte = 2.5\n[layer.ompc]\ncheck_ns = 188\n");
    const Parameters p = load_machine(
        write("two.toml", "base = \"one\"\n[layer.jpi]\n"
                          "send_us = { value = 6.25, kind = \"assumed\", source = \"a try\" }\nnodes_count = 3\n"),
        folders);
    assert_non_null(p.layer_number("jpi.send_us"));
    assert_true(p.layer_number("jpi.send_us")->origin.written == 6.25); /* the last file's */
    expectation("with its source", "a try", p.layer_number("jpi.send_us")->origin.source);
    assert_true(p.layer_number("jpi.serialize_ns_per_byte")->origin.written == 2.5);
    expectation("another layer's, in its unit", "ns", unit_name(p.layer_number("ompc.check_ns")->row.unit));
    assert_null(p.layer_number("ompc.send_us"));
    assert_null(p.layer_number("send_us"));
    expectation("all of them, behind those of the machine", given_numbers(load_machine("ap1000", folders)).size() + 4,
                given_numbers(p).size());
    expectation("in order", "nodes_count", given_numbers(p)[given_numbers(p).size() - 4].row.name);
    const std::string endings = ": the name of a number ends in its unit: _ns_per_byte, _mb_per_s, _bytes, _percent, "
                                "_count, _ns, _us, _ms";
    const struct {
        std::string text, says;
    } rows[] = {
        {"[layer.jpi]\nsend = 5", "own.toml:3: layer.jpi.send" + endings},
        {"[layer.jpi]\n_us = 5", "own.toml:3: layer.jpi._us" + endings},
        {"[layer.jpi]\nsend_us = -1",
         "own.toml:3: layer.jpi.send_us = -1 us is not accepted: it must be a number from 0 to 1000000 us"},
        {"[layer.jpi]\nsend_us = true",
         "own.toml:3: layer.jpi.send_us = true is not accepted: it must be a number from 0 to 1000000 us"},
        {"[layer.jpi]\nnodes_count = 1.5",
         "own.toml:3: layer.jpi.nodes_count = 1.5 is not accepted: it must be a whole number from 0 to 1000000000"},
        {"[layer.jpi]\nsend_us = { value = 5, kind = \"assumed\" }",
         "own.toml:3: layer.jpi.send_us: source must be a text that says where the number comes from"},
        {"[layer]\nsend_us = 5", "own.toml:3: layer.send_us = 5: it must be a section, [layer.send_us]"},
        {"[layer]\nsend_us = { value = 5 }",
         "own.toml:3: layer.send_us = a table: it must be a section, [layer.send_us]"},
    };
    for (const auto &row : rows)
        expectation(row.text.c_str(), row.says.c_str(), complaint(base + row.text + "\n"));
    expectation("no section", "own.toml:1: layer = 3: sections are wanted, one for each layer above PVM: [layer.NAME]",
                complaint("layer = 3\n"));
}

TEST(files_that_are_no_machine)
{
    expectation(
        "no base, not complete",
        "own.toml: machine.cells is missing: give a whole number from 1 to 65536, or base = \"ap1000\" to change only "
        "some numbers of that machine",
        complaint("[tnet]\nhop_us = 1\n"));
}

/* A file without `base` that gives all values as plain numbers is a machine, too. */
TEST(a_whole_machine)
{
    std::string text, section;
    for (const ParameterRow &row : parameter_table()) {
        if (row.section != section)
            text += "[" + (section = row.section) + "]\n";
        text += row.name + " = 2\n";
    }
    expectation("no complaint", "", complaint(text));
    const Parameters p = load_machine((scratch / "own.toml").string(), {});
    expectation("2 cells are 2x1", 2, p.grid.nx);
    expectation("2 us [ns]", 2000, p.host.cost_ns[MACH_COST_GROUP_SERVER]);
}

TEST(workstations)
{
    const Parameters p = load_machine(write("ws.toml", "base = \"workstations\"\n[machine]\nhosts = 7\n[udp]\n"
                                                       "loss_ppm = 25000\n"),
                                      folders);
    expectation("7 hosts are 7 nodes: there is no other", 7, p.nodes());
    expectation("the last one", "ws6", p.node_name(6));
    expectation("loss [ppm]", 25000, p.own<WorkstationNetworkParameters>().udp.loss_ppm);
    expectation("10 Mb/s [ps/byte]", 800000, p.own<WorkstationNetworkParameters>().ethernet.bandwidth);
    const Parameters ap1000 = load_machine("ap1000", folders);
    expectation("64 cells and the host", 65, ap1000.nodes());
    expectation("the last one", "cell63", ap1000.node_name(64));
}

TEST(clusters)
{
    for (const char *name : {"beowulf", "pc-cluster", "rwc-cluster", "nt-cluster"}) {
        const Parameters p = load_machine(name, folders);
        expectation("each has its kind", "cluster", p.kind->name);
        for (const GivenNumber &n : given_numbers(p))
            assert_true(n.origin.kind != Kind::own && n.origin.source.size() > 3);
    }
    const Parameters pc = load_machine("pc-cluster", folders), rwc = load_machine("rwc-cluster", folders);
    expectation("pc-cluster: two processors in each", 2, pc.processors);
    expectation("pc-cluster: the first of 4 nodes", "node0", pc.node_name(0));
    expectation("pc-cluster: TCP is needed", 0, pc.own<ClusterNetworkParameters>().transport);
    expectation("rwc-cluster: PM", 1, rwc.own<ClusterNetworkParameters>().transport);
    expectation("rwc-cluster: 160 MB/s [ps/byte]", 6250, rwc.own<ClusterNetworkParameters>().link.bandwidth);
    for (const GivenNumber &n : given_numbers(rwc))
        assert_true(n.row.section != "tcp");
    const Parameters own =
        load_machine(write("hub.toml", "base = \"beowulf\"\n[machine]\nnodes = 3\nmedium = \"hub\"\n"), folders);
    expectation("a hub", 1, own.own<ClusterNetworkParameters>().medium);
    expectation("3 nodes, none of them a host", 3, own.nodes());
    for (const GivenNumber &n : given_numbers(own))
        assert_true(n.row.section != "switch");
    const std::string base = "base = \"beowulf\"\n";
    expectation("a word that is none",
                "own.toml:3: machine.medium = \"bus\" is not accepted: it must be \"switch\" or \"hub\"",
                complaint(base + "[machine]\nmedium = \"bus\"\n"));
    expectation(
        "no word",
        "own.toml:3: machine.transport = 1 is not accepted: it must be \"tcp\" or \"pm\" or \"daemons\" or \"suci\"",
        complaint(base + "[machine]\ntransport = 1\n"));
    expectation("a queue of less than nothing",
                "own.toml:3: switch.port_queue_bytes = -1 byte is not accepted: it must be a whole number from 0 to "
                "1000000000 byte",
                complaint(base + "[switch]\nport_queue_bytes = -1\n"));
    expectation("nobody waits for ever",
                "own.toml:3: suci.give_up_ms = 0 ms is not accepted: it must be a number from 0.001 to 1000000 ms",
                complaint(base + "[suci]\ngive_up_ms = 0\n"));
    expectation("more than all",
                "own.toml:3: tcp.loss_ppm = 2000000 ppm is not accepted: it must be a whole number from 0 to 1000000 "
                "ppm",
                complaint(base + "[tcp]\nloss_ppm = 2000000\n"));
    expectation(
        "another transport needs its numbers",
        "own.toml: pm.send_us is missing: give a number from 0 to 1000000 us, or base = \"beowulf\" to change only "
        "some numbers of that machine",
        complaint(base + "[machine]\ntransport = \"pm\"\n"));
    expectation("too many processors",
                "own.toml:3: node.processors = 65 is not accepted: it must be a whole number from 1 to 64",
                complaint(base + "[node]\nprocessors = 65\n"));
}

TEST(each_kind)
{
    std::string kinds;
    for (const MachineKind *kind : machine_kinds())
        kinds += (kinds.empty() ? "\"" : " or \"") + std::string(kind->name) + "\"";
    expectation("unknown", "own.toml:2: machine.kind = \"grape\" is not accepted: it must be " + kinds,
                complaint("[machine]\nkind = \"grape\"\n"));
    expectation(
        "not its base's",
        "own.toml:3: machine.kind = \"workstations\": its base is a machine of kind \"ap1000\", and so is this one",
        complaint("base = \"ap1000\"\n[machine]\nkind = \"workstations\"\n"));
    expectation("no cells", "own.toml:3: unknown key machine.cells = 4; accepted in [machine]: hosts, transport, kind",
                complaint("base = \"workstations\"\n[machine]\ncells = 4\n"));
    expectation("no torus",
                "own.toml:2: unknown section or key tnet; accepted: base, machine, workstation, workstation.processor, "
                "ethernet, udp, pvmd, tcp, "
                "suci, control, layer.NAME",
                complaint("base = \"workstations\"\n[tnet]\n"));
    expectation(
        "too much loss",
        "own.toml:3: udp.loss_ppm = 1000001 ppm is not accepted: it must be a whole number from 0 to 1000000 ppm",
        complaint("base = \"workstations\"\n[udp]\nloss_ppm = 1000001\n"));
    expectation("a socket of less than nothing",
                "own.toml:3: udp.receive_buffer_bytes = -1 byte is not accepted: it must be a whole number from 0 to "
                "1000000000 byte",
                complaint("base = \"beowulf\"\n[udp]\nreceive_buffer_bytes = -1\n"));
    expectation(
        "bytes are whole",
        "own.toml:3: pvmd.fragment_bytes = 4080.5 byte is not accepted: it must be a whole number from 1 to 60000 byte",
        complaint("base = \"workstations\"\n[pvmd]\nfragment_bytes = 4080.5\n"));
    Parameters p = load_machine("workstations", folders);
    std::string said;
    try {
        set_grid(p, "2x2", "--grid");
    } catch (const MachineFileError &e) {
        said = e.what();
    }
    expectation(
        "no grid",
        "--grid: \"2x2\" is not accepted: workstations have no grid; give their number (--cells, or hosts in the "
        "file)",
        said);
}

int main(int argc, char **argv)
{
    return test_machine_files(argc, argv, [] { return run_all_tests(nullptr, nullptr); });
}
