/* data.js - the page that `ap1000 view` writes: a run over time, and who sent how much to whom. Nothing is loaded from anywhere.
 *
 * Plain canvas and no drawing library: a library of charts draws every point it is given; a run of a million slices needs one
 * look-up a pixel, and that is what most of these files are. This one has the data, and what of them is seen.
 *
 * The data (view.cpp writes them): per task disjoint segments in the order of time; messages in the order of their sending.
 * Times are simulated ns.
 */
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);

/* Columns come as base64 of little-endian numbers. */
function column(text, Kind) {
    const raw = atob(text), bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return new Kind(bytes.buffer);
}

/* In the order of PlotState (plot_data.hpp). */
const kinds = [
    { name: "computing", colour: "#009e73", half: 0.42 },
    { name: "in a call", colour: "#0072b2", half: 0.42 },
    { name: "waits: message", colour: "#f0e442", half: 0.22 },
    { name: "barrier", colour: "#cc79a7", half: 0.22 },
    { name: "control program", colour: "#e69f00", half: 0.22 },
    { name: "processor", colour: "#d55e00", half: 0.22 },
    { name: "sleeping", colour: "#bbbbbb", half: 0.42 },
];

const tasks = data.tasks.map(t => ({
    tid: t.tid, name: t.name, server: t.server, row: -1,
    begin: column(t.begin, Float64Array), end: column(t.end, Float64Array),
    kind: column(t.kind, Uint8Array), call: column(t.call, Int32Array), line: column(t.line, Int32Array), sums: null,
}));
const messages = {
    n: data.messages.n, sent: column(data.messages.sent, Float64Array), taken: column(data.messages.taken, Float64Array),
    from: column(data.messages.from, Int32Array), to: column(data.messages.to, Int32Array),
    tag: column(data.messages.tag, Int32Array), bytes: column(data.messages.bytes, Float64Array),
};
/* How much of each network is in use, from each time on. */
const networks = data.networks.map(n => ({ name: n.name, at: column(n.at, Float64Array), value: column(n.value, Int32Array), area: null, most: 0 }));
const most_drawn = 4000; /* of messages that a density is made of while a hand moves */
const most_at_cursor = 120; /* as arrows, of those under way there */
const most_lines = 1200; /* messages as lines in one picture: more are a density */
const most_heads = 250;  /* with heads */

/* ---- what is seen -------------------------------------------------------------------------------------------------- */

const view = { from: data.from, to: data.to, top: 0, row_px: 0, matrix: false, cursor: NaN, playing: false,
               find: null, measured: "", moving: false, picked: -1, mouse: null, selected: null, found: null, visible: 0, density: false, under_way: 0,
               path: data.path.n > 0, by_name: false, stays: false };
const canvas = byId("canvas"), pen = canvas.getContext("2d");
const left = 190, head = 26;
let width = 0, height = 0, foot = 0, rows = []; /* foot: the height of the strips of the networks, below the rows */

/* How many of the sorted times are not after t. */
function count_until(times, t) {
    let low = 0, high = times.length;
    while (low < high) {
        const mid = (low + high) >> 1;
        if (times[mid] <= t) low = mid + 1; else high = mid;
    }
    return low;
}

function time_text(ns, span) {
    const unit = span >= 2e9 ? ["s", 1e9] : span >= 2e6 ? ["ms", 1e6] : span >= 2e3 ? ["us", 1e3] : ["ns", 1];
    const digits = Math.max(0, Math.min(9, Math.ceil(-Math.log10(span / unit[1] / 100))));
    return (ns / unit[1]).toFixed(digits) + " " + unit[0];
}
const exact = ns => ns >= 1e9 ? (ns / 1e9).toFixed(9) + " s" : ns >= 1e6 ? (ns / 1e6).toFixed(6) + " ms" : (ns / 1e3).toFixed(3) + " us";
const x_of = t => left + (t - view.from) / (view.to - view.from) * (width - left);
const t_of = x => view.from + (x - left) / (width - left) * (view.to - view.from);
const y_of = row => head + (row + 0.5) * view.row_px - view.top;

function lay_out() {
    const scale = window.devicePixelRatio || 1;
    width = canvas.clientWidth;
    height = canvas.clientHeight;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    rows = tasks.filter(t => byId("servers").checked || !t.server);
    tasks.forEach(t => { t.row = -1; });
    rows.forEach((t, i) => { t.row = i; });
    foot = byId("networks").checked ? networks.length * strip_px : 0;
    const fit = Math.max(3, Math.min(44, (height - foot - head - 6) / Math.max(1, rows.length)));
    view.row_px = Math.max(view.row_px, fit);
    keep_inside();
}

function keep_inside() {
    const span = Math.min(Math.max(view.to - view.from, 10), data.to - data.from);
    view.from = Math.min(Math.max(view.from, data.from), data.to - span);
    view.to = view.from + span;
    view.top = Math.max(0, Math.min(view.top, rows.length * view.row_px - (height - foot - head)));
}
