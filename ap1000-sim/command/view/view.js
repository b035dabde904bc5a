/* view.js - the page that `ap1000 view` writes: a run over time, and who sent how much to whom. Nothing is loaded from anywhere.
 *
 * Plain canvas and no drawing library: a library of charts draws every point it is given; a run of a million slices needs one
 * look-up a pixel, and that is what most of this file is.
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
    kind: column(t.kind, Uint8Array), call: column(t.call, Int32Array), sums: null,
}));
const messages = {
    n: data.messages.n, sent: column(data.messages.sent, Float64Array), taken: column(data.messages.taken, Float64Array),
    from: column(data.messages.from, Int32Array), to: column(data.messages.to, Int32Array),
    tag: column(data.messages.tag, Int32Array), bytes: column(data.messages.bytes, Float64Array),
};
const most_drawn = 4000; /* of messages under way at the cursor; of those that a density is made of while a hand moves */
const most_lines = 1200; /* messages as lines in one picture: more are a density */
const most_heads = 250;  /* with heads */

/* ---- what is seen -------------------------------------------------------------------------------------------------- */

const view = { from: data.from, to: data.to, top: 0, row_px: 0, matrix: false, cursor: NaN, playing: false,
               find: null, measured: "", moving: false, picked: -1, mouse: null, drawn: 0, every: 1, visible: 0, density: false };
const canvas = byId("canvas"), pen = canvas.getContext("2d");
const left = 190, head = 26;
let width = 0, height = 0, rows = [];

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
    const fit = Math.max(3, Math.min(44, (height - head - 6) / Math.max(1, rows.length)));
    view.row_px = Math.max(view.row_px, fit);
    keep_inside();
}

function keep_inside() {
    const span = Math.min(Math.max(view.to - view.from, 10), data.to - data.from);
    view.from = Math.min(Math.max(view.from, data.from), data.to - span);
    view.to = view.from + span;
    view.top = Math.max(0, Math.min(view.top, rows.length * view.row_px - (height - head)));
}

/* The first segment, from number `low` on, that ends after t: looked for nearby first. */
function first_after(task, t, low = 0) {
    let step = 8, high = low;
    while (high < task.end.length && task.end[high] <= t) { low = high + 1; high += step; step *= 2; }
    high = Math.min(high, task.end.length);
    while (low < high) {
        const mid = (low + high) >> 1;
        if (task.end[mid] > t) high = mid; else low = mid + 1;
    }
    return low;
}

/* sums[kind][i]: time in this kind in the segments before i. */
function sums_of(task) {
    if (task.sums === null) {
        task.sums = kinds.map(() => new Float64Array(task.end.length + 1));
        for (let i = 0; i < task.end.length; i++)
            for (let k = 0; k < kinds.length; k++)
                task.sums[k][i + 1] = task.sums[k][i] + (task.kind[i] === k ? task.end[i] - task.begin[i] : 0);
    }
    return task.sums;
}

/* The kind for a column with segments i to j - 1. Each kind gets as many columns as it has time: what filled most of each column would
 * make one colour of a row in which something else fills a third of every column. debt[kind]: columns that it has not got yet. */
function kind_in_turn(task, i, j, debt) {
    const sums = sums_of(task);
    let all = 0, best = 0;
    for (let k = 0; k < kinds.length; k++) all += sums[k][j] - sums[k][i];
    for (let k = 0; k < kinds.length; k++) {
        debt[k] += all > 0 ? (sums[k][j] - sums[k][i]) / all : 0;
        if (debt[k] > debt[best]) best = k;
    }
    debt[best] -= 1;
    return best;
}

/* Boxes to be drawn, by kind: a change of colour costs more than a box. */
const boxes = kinds.map(() => []);
function draw_boxes() {
    boxes.forEach((list, kind) => {
        pen.fillStyle = kinds[kind].colour;
        for (let i = 0; i < list.length; i += 4) pen.fillRect(list[i], list[i + 1], list[i + 2], list[i + 3]);
        list.length = 0;
    });
}

function draw_row(task) {
    const y = y_of(task.row), h = view.row_px, px = (view.moving ? 3 : 1) * (view.to - view.from) / (width - left);
    if (y + h < head || y - h > height) return;
    const debt = new Float64Array(kinds.length);
    let last_x = -1, last_kind = -1, from_x = 0;
    const flush = to_x => {
        if (last_kind < 0) return;
        const half = kinds[last_kind].half * h;
        boxes[last_kind].push(from_x, y - half, Math.max(to_x - from_x, 0.6), 2 * half);
        last_kind = -1;
    };
    for (let i = first_after(task, view.from); i < task.end.length && task.begin[i] < view.to;) {
        let j = i + 1, end = task.end[i], kind = task.kind[i];
        if (end - task.begin[i] < px) { /* several in a pixel */
            j = Math.max(j, first_after(task, task.begin[i] + px, i));
            kind = kind_in_turn(task, i, j, debt);
            end = task.end[j - 1];
        }
        const a = Math.max(left, x_of(task.begin[i])), b = Math.min(width, x_of(end));
        if (kind !== last_kind || a > last_x + 0.5) {
            flush(last_x);
            from_x = a;
            last_kind = kind;
        }
        last_x = b;
        i = j;
    }
    flush(last_x);
}

/* Numbers that follow each other, spread: so that those that are drawn make no pattern. */
function hash(i) {
    i = Math.imul(i ^ (i >>> 16), 0x7feb352d);
    i = Math.imul(i ^ (i >>> 15), 0x846ca68b);
    return (i ^ (i >>> 16)) >>> 0;
}

function wanted(i) {
    const f = view.find;
    if (messages.from[i] < 0 || messages.to[i] < 0 || tasks[messages.from[i]].row < 0 || tasks[messages.to[i]].row < 0) return false;
    return f === null || f.tag === undefined && f.tid === undefined || f.tag !== undefined && messages.tag[i] === f.tag
        || f.tid !== undefined && (tasks[messages.from[i]].tid === f.tid || tasks[messages.to[i]].tid === f.tid);
}

/* The end of an arrow that nobody took: at once, so that it is seen as a dot. */
const end_of = i => messages.taken[i] >= 0 ? messages.taken[i] : messages.sent[i];
const is_visible = i => messages.sent[i] <= view.to && end_of(i) >= view.from && wanted(i);

/* How many messages are under way where and when, in boxes of a few pixels, the darker the more: so many lines would make one black. */
const box_px = 6;
function draw_density(share) {
    const columns = Math.ceil((width - left) / box_px) + 1, lines = Math.ceil((height - head) / box_px) + 1;
    const boxes_of = new Float32Array(columns * lines);
    let most = 0;
    for (let i = 0; i < messages.n && messages.sent[i] <= view.to; i++) {
        if (!is_visible(i) || hash(i) >= share) continue;
        const x0 = x_of(messages.sent[i]), y0 = y_of(tasks[messages.from[i]].row);
        const dx = x_of(end_of(i)) - x0, dy = (messages.taken[i] >= 0 ? y_of(tasks[messages.to[i]].row) : y0) - y0;
        const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / box_px));
        for (let s = 0; s <= steps; s++) {
            const c = Math.floor((x0 + dx * s / steps - left) / box_px), l = Math.floor((y0 + dy * s / steps - head) / box_px);
            if (c < 0 || c >= columns || l < 0 || l >= lines) continue;
            most = Math.max(most, ++boxes_of[l * columns + c]);
        }
    }
    for (let l = 0; l < lines; l++)
        for (let c = 0; c < columns; c++) {
            const n = boxes_of[l * columns + c];
            if (n === 0) continue;
            pen.fillStyle = `rgba(40, 40, 40, ${(0.06 + 0.36 * Math.log(1 + n) / Math.log(1 + most)).toFixed(2)})`;
            pen.fillRect(left + c * box_px, head + l * box_px, box_px, box_px);
        }
}

/* A head on the line from (x0, y0) to (x1, y1). */
function add_head(x0, y0, x1, y1) {
    const way = Math.atan2(y1 - y0, x1 - x0);
    for (const turn of [-0.4, 0.4]) {
        pen.moveTo(x1, y1);
        pen.lineTo(x1 - 7 * Math.cos(way + turn), y1 - 7 * Math.sin(way + turn));
    }
}

function draw_messages() {
    let visible = 0, drawn = 0;
    for (let i = 0; i < messages.n && messages.sent[i] <= view.to; i++) visible += is_visible(i);
    view.visible = visible;
    view.density = visible > most_lines;
    if (view.density) {
        const most = view.moving ? most_drawn : 10 * most_drawn, share = visible > most ? most / visible * 4294967296 : 4294967296;
        draw_density(share);
        view.every = Math.max(1, Math.round(visible / most));
        return;
    }
    pen.strokeStyle = visible > 400 ? "#00000077" : "#000000aa";
    pen.lineWidth = visible > 400 ? 0.6 : 0.9;
    pen.beginPath();
    for (let i = 0; i < messages.n && messages.sent[i] <= view.to; i++) {
        if (!is_visible(i)) continue;
        const x0 = x_of(messages.sent[i]), y0 = y_of(tasks[messages.from[i]].row);
        pen.moveTo(x0, y0);
        if (messages.taken[i] >= 0) {
            const x1 = x_of(messages.taken[i]), y1 = y_of(tasks[messages.to[i]].row);
            pen.lineTo(x1, y1);
            if (visible <= most_heads) add_head(x0, y0, x1, y1);
        } else pen.arc(x0, y0, 2.5, 0, 7);
        drawn++;
    }
    pen.stroke();
    view.drawn = drawn;
    view.every = 1;
}

function draw_message(i, colour) {
    const y0 = y_of(tasks[messages.from[i]].row), t1 = end_of(i);
    pen.strokeStyle = colour;
    pen.lineWidth = 2.5;
    pen.beginPath();
    pen.moveTo(x_of(messages.sent[i]), y0);
    pen.lineTo(x_of(t1), y_of(tasks[messages.to[i]].row));
    pen.stroke();
}

function draw_axis() {
    const span = view.to - view.from, rough = span / Math.max(2, (width - left) / 130), ten = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = [1, 2, 5, 10].map(m => m * ten).find(s => s >= rough);
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, width, head);
    pen.fillStyle = "#444";
    pen.strokeStyle = "#0002";
    pen.lineWidth = 1;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = "11px 'DejaVu Sans', sans-serif";
    for (let t = Math.ceil(view.from / step) * step; t <= view.to; t += step) {
        const x = x_of(t);
        pen.beginPath();
        pen.moveTo(x, head - 5);
        pen.lineTo(x, height);
        pen.stroke();
        if (x > left + 20 && x < width - 30) pen.fillText(time_text(t, step * 100), x, head / 2);
    }
}

/* Names of tasks; while a run is played, each with the colour of what it does. */
function draw_names() {
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, left, height);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    const every = Math.ceil(12 / view.row_px);
    rows.forEach((t, i) => {
        const y = y_of(i);
        if (y < head || y > height) return;
        const found = view.find !== null && (view.find.tid === t.tid);
        if (!isNaN(view.cursor)) {
            const s = first_after(t, view.cursor);
            if (s < t.end.length && t.begin[s] <= view.cursor) {
                pen.fillStyle = kinds[t.kind[s]].colour;
                pen.fillRect(left - 10, y - 0.42 * view.row_px, 8, 0.84 * view.row_px);
            }
        }
        if (i % every !== 0 && !found) return;
        pen.fillStyle = found ? "#d55e00" : "#222";
        pen.font = (found ? "bold " : "") + Math.min(12, Math.max(8, view.row_px * every * 0.8)) + "px 'DejaVu Sans', sans-serif";
        pen.fillText(t.name, left - 14, y, left - 20);
    });
}

function draw_cursor() {
    if (isNaN(view.cursor)) return;
    for (let i = 0, n = 0; i < messages.n && messages.sent[i] <= view.cursor && n < most_drawn; i++)
        if (messages.taken[i] >= view.cursor && wanted(i)) {
            const y0 = y_of(tasks[messages.from[i]].row), y1 = y_of(tasks[messages.to[i]].row);
            const part = (view.cursor - messages.sent[i]) / Math.max(1, messages.taken[i] - messages.sent[i]);
            draw_message(i, "#d55e0088");
            pen.fillStyle = "#d55e00";
            pen.beginPath();
            pen.arc(x_of(view.cursor), y0 + part * (y1 - y0), 4, 0, 7);
            pen.fill();
            n++;
        }
    pen.strokeStyle = "#d55e00";
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x_of(view.cursor), head - 6);
    pen.lineTo(x_of(view.cursor), height);
    pen.stroke();
}

/* ---- the matrix ---------------------------------------------------------------------------------------------------- */

let matrix = { key: "", count: new Float64Array(0), bytes: new Float64Array(0), top: 0 };

/* Of what was sent in the stretch that the space-time picture shows, until the cursor if there is one. */
function sum_matrix() {
    const to = isNaN(view.cursor) ? view.to : Math.min(view.cursor, view.to), key = [view.from, to, rows.length, JSON.stringify(view.find)].join();
    if (matrix.key === key) return;
    const n = rows.length;
    matrix = { key, count: new Float64Array(n * n), bytes: new Float64Array(n * n), top: 0 };
    for (let i = 0; i < messages.n && messages.sent[i] <= to; i++) {
        if (messages.sent[i] < view.from || !wanted(i)) continue;
        const at = tasks[messages.from[i]].row * n + tasks[messages.to[i]].row;
        matrix.count[at]++;
        matrix.bytes[at] += messages.bytes[i];
        matrix.top = Math.max(matrix.top, matrix.bytes[at]);
    }
}

const matrix_side = () => Math.max(2, Math.min((height - 130) / rows.length, (width - 260) / rows.length, 60));

function draw_matrix() {
    sum_matrix();
    const n = rows.length, side = matrix_side();
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, width, height);
    pen.font = Math.max(8, Math.min(12, side)) + "px 'DejaVu Sans', sans-serif";
    pen.textBaseline = "middle";
    const every = Math.ceil(12 / side);
    for (let r = 0; r < n; r++) {
        for (let c = 0; c < n; c++) {
            const at = r * n + c;
            if (matrix.count[at] === 0) continue;
            const dark = matrix.top > 1 ? Math.log(1 + matrix.bytes[at]) / Math.log(1 + matrix.top) : 1;
            pen.fillStyle = `hsl(209, ${40 + 40 * dark}%, ${90 - 68 * dark}%)`;
            pen.fillRect(left + c * side, 110 + r * side, side - (side > 6), side - (side > 6));
        }
        if (r % every !== 0) continue;
        pen.fillStyle = "#222";
        pen.textAlign = "right";
        pen.fillText(rows[r].name, left - 6, 110 + (r + 0.5) * side, left - 12);
        pen.save();
        pen.translate(left + (r + 0.5) * side, 104);
        pen.rotate(-Math.PI / 3);
        pen.textAlign = "left";
        pen.fillText(rows[r].name.split(" ")[0], 0, 0);
        pen.restore();
    }
    pen.strokeStyle = "#888";
    pen.strokeRect(left - 0.5, 109.5, n * side, n * side);
    pen.fillStyle = "#222";
    pen.textAlign = "left";
    pen.fillText("from (row) to (column): darker is more bytes, by powers of ten; most " + matrix.top + " bytes", left, 12);
    if (!isNaN(view.cursor)) {
        pen.fillStyle = "#d55e00";
        pen.fillText(`only what was sent until the cursor, ${exact(view.cursor)}; Escape: all of the stretch`, left, 28);
    }
}

/* ---- one picture --------------------------------------------------------------------------------------------------- */

let asked = false;
function ask() {
    if (!asked) requestAnimationFrame(() => { asked = false; draw(); });
    asked = true;
}

/* While a hand moves or the run plays, columns are three pixels wide; the fine picture comes when they rest. */
let rest = 0;
function moves() {
    view.moving = true;
    clearTimeout(rest);
    rest = setTimeout(() => { view.moving = false; ask(); }, 150);
}

function draw() {
    pen.clearRect(0, 0, width, height);
    if (view.matrix) {
        draw_matrix();
    } else {
        rows.forEach(draw_row);
        draw_boxes();
        draw_axis();
        view.drawn = view.visible = 0;
        view.every = 1;
        view.density = false;
        if (byId("arrows").checked) draw_messages();
        if (view.picked >= 0) draw_message(view.picked, "#d55e00");
        draw_cursor();
        draw_names();
    }
    say();
}

function say() {
    const shown = view.matrix ? "" : `; ${view.visible} messages here` + (view.density ? ", too many for lines: darker is more under way; zoom in for arrows" : "");
    const at = isNaN(view.cursor) ? "" : `; ${view.playing ? "playing" : "cursor"} at ${exact(view.cursor)}`;
    byId("status").textContent = `${rows.length} tasks, ${messages.n} messages; ${exact(view.from)} to ${exact(view.to)}${shown}${at}${found_text()}${view.measured}`;
}

/* ---- finding ------------------------------------------------------------------------------------------------------- */

/* "t40003", "tag 5", or the name of a call. */
function read_find(text) {
    const tag = /^tag\s*:?\s*(-?\d+)$/.exec(text), tid = /^t([0-9a-f]+)$/i.exec(text);
    if (text === "") return null;
    if (tag) return { text, tag: Number(tag[1]) };
    if (tid) return { text, tid: parseInt(tid[1], 16) };
    return { text, call: data.calls.indexOf(text) };
}

function found_text() {
    const f = view.find;
    if (f === null) return "";
    let n = 0;
    if (f.call !== undefined) {
        for (const t of rows) for (let i = 0; i < t.call.length; i++) n += f.call >= 0 && t.call[i] === f.call;
        return `; ${n} stretches in ${f.text}`;
    }
    for (let i = 0; i < messages.n; i++) n += wanted(i);
    return `; ${n} messages of ${f.text}`;
}

/* The next match after the middle of what is seen, then from the beginning again. */
function go_on() {
    const f = view.find, middle = (view.from + view.to) / 2;
    if (f === null) return;
    let best = Infinity, first = Infinity, which = -1, which_first = -1;
    const look = (t, i) => {
        if (t > middle + 1 && t < best) { best = t; which = i; }
        if (t < first) { first = t; which_first = i; }
    };
    if (f.call !== undefined)
        for (const t of rows) for (let i = 0; i < t.call.length; i++) { if (f.call >= 0 && t.call[i] === f.call) look(t.begin[i], -1); }
    else
        for (let i = 0; i < messages.n; i++) if (wanted(i)) look(messages.sent[i], i);
    const t = best < Infinity ? best : first;
    if (t === Infinity) return;
    view.picked = best < Infinity ? which : which_first;
    const span = Math.min(view.to - view.from, (data.to - data.from) / 10);
    view.from = t - span / 2;
    view.to = t + span / 2;
    keep_inside();
    if (view.picked >= 0) view.top = tasks[messages.from[view.picked]].row * view.row_px - height / 2;
    keep_inside();
    if (view.picked >= 0) show_tip(message_text(view.picked), x_of(t), y_of(tasks[messages.from[view.picked]].row));
    ask();
}

/* ---- hovering ------------------------------------------------------------------------------------------------------ */

function message_at(x, y) {
    let best = -1, least = 5;
    if (!byId("arrows").checked) return -1;
    for (let i = 0; i < messages.n && messages.sent[i] <= view.to; i++) {
        if (!is_visible(i)) continue;
        const x0 = x_of(messages.sent[i]), y0 = y_of(tasks[messages.from[i]].row), x1 = x_of(end_of(i)), y1 = y_of(tasks[messages.to[i]].row);
        const dx = x1 - x0, dy = y1 - y0, s = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
        const d = Math.hypot(x - x0 - s * dx, y - y0 - s * dy);
        if (d < least) { least = d; best = i; }
    }
    return best;
}

function message_text(i) {
    const from = tasks[messages.from[i]], to = tasks[messages.to[i]];
    const end = messages.taken[i] >= 0 ? `received ${exact(messages.taken[i])}\n${exact(messages.taken[i] - messages.sent[i])} from the send to the call that took it`
        : "never received";
    return `message with tag ${messages.tag[i]}, ${messages.bytes[i]} bytes\nfrom ${from.name}\nto ${to.name}\nsent ${exact(messages.sent[i])}\n${end}`;
}

function segment_text(x, y) {
    const row = Math.floor((y - head + view.top) / view.row_px), t = t_of(x);
    if (row < 0 || row >= rows.length || x < left) return "";
    const task = rows[row], i = first_after(task, t);
    if (i >= task.end.length || task.begin[i] > t) return `${task.name}\n${exact(t)}`;
    const call = task.call[i] >= 0 ? " (" + data.calls[task.call[i]] + ")" : "";
    return `${task.name}\n${kinds[task.kind[i]].name}${call}\n${exact(task.begin[i])} to ${exact(task.end[i])}\n${exact(task.end[i] - task.begin[i])}`;
}

function matrix_text(x, y) {
    const side = matrix_side(), n = rows.length, c = Math.floor((x - left) / side), r = Math.floor((y - 110) / side);
    if (c < 0 || r < 0 || c >= n || r >= n) return "";
    return `from ${rows[r].name}\nto ${rows[c].name}\n${matrix.count[r * n + c]} messages, ${matrix.bytes[r * n + c]} bytes`;
}

function hover(x, y) {
    view.picked = view.matrix ? -1 : message_at(x, y);
    const text = view.matrix ? matrix_text(x, y) : view.picked >= 0 ? message_text(view.picked) : segment_text(x, y);
    show_tip(text, x, y);
    ask();
}

function show_tip(text, x, y) {
    const tip = byId("tip");
    tip.textContent = text;
    tip.style.display = text === "" ? "none" : "block";
    tip.style.left = Math.min(x + 14, width - 360) + "px";
    tip.style.top = Math.min(y + 14, height - 110) + "px";
}

/* ---- hands --------------------------------------------------------------------------------------------------------- */

function zoom(factor, x) {
    const t = t_of(Math.max(left, x));
    view.from = t - (t - view.from) * factor;
    view.to = t + (view.to - t) * factor;
    keep_inside();
    moves();
    ask();
}

function move(share, down) {
    const span = view.to - view.from;
    view.from += share * span;
    view.to += share * span;
    view.top += down;
    keep_inside();
    moves();
    ask();
}

canvas.addEventListener("wheel", e => {
    e.preventDefault();
    if (e.shiftKey) move(0, e.deltaY + e.deltaX);
    else if (!view.matrix) zoom(Math.pow(1.0015, e.deltaY), e.offsetX);
}, { passive: false });
canvas.addEventListener("mousedown", e => { view.mouse = { x: e.offsetX, y: e.offsetY }; });
window.addEventListener("mouseup", () => { view.mouse = null; });
canvas.addEventListener("mousemove", e => {
    if (view.mouse === null) return hover(e.offsetX, e.offsetY);
    move((view.mouse.x - e.offsetX) / (width - left), view.mouse.y - e.offsetY);
    view.mouse = { x: e.offsetX, y: e.offsetY };
});
canvas.addEventListener("mouseleave", () => { byId("tip").style.display = "none"; });

let before = 0;
function tick(now) {
    if (!view.playing) return;
    const span = view.to - view.from;
    view.cursor += (now - before) / 1000 / Number(byId("speed").value) * span;
    before = now;
    moves();
    if (view.cursor > view.to) {
        if (view.to >= data.to - 1) return stop();
        view.from += span;
        view.to += span;
        keep_inside();
    }
    draw();
    requestAnimationFrame(tick);
}
function play() {
    if (view.playing) return stop(true);
    view.playing = true;
    if (isNaN(view.cursor) || view.cursor < view.from || view.cursor >= view.to) view.cursor = view.from;
    before = performance.now();
    byId("play").textContent = "Pause";
    requestAnimationFrame(tick);
}
function stop(keep) {
    view.playing = false;
    if (!keep) view.cursor = NaN;
    byId("play").textContent = "Play";
    ask();
}
function tab(is_matrix) {
    view.matrix = is_matrix;
    byId("tab-time").setAttribute("aria-pressed", String(!is_matrix));
    byId("tab-matrix").setAttribute("aria-pressed", String(is_matrix));
    byId("tip").style.display = "none";
    ask();
}
function find(text) {
    view.find = read_find(text.trim());
    view.picked = -1;
    ask();
}

byId("play").addEventListener("click", play);
byId("tab-time").addEventListener("click", () => tab(false));
byId("tab-matrix").addEventListener("click", () => tab(true));
byId("all").addEventListener("click", () => { view.from = data.from; view.to = data.to; view.top = view.row_px = 0; stop(); lay_out(); ask(); });
byId("arrows").addEventListener("change", ask);
byId("servers").addEventListener("change", () => { view.row_px = 0; lay_out(); ask(); });
byId("find").addEventListener("input", () => find(byId("find").value));
byId("find").addEventListener("keydown", e => { if (e.key === "Enter") go_on(); });
byId("next").addEventListener("click", go_on);
window.addEventListener("resize", () => { lay_out(); ask(); });
window.addEventListener("keydown", e => {
    if (e.target.tagName === "INPUT" && e.target.type === "text") return;
    const keys = { ArrowLeft: () => move(-0.2, 0), ArrowRight: () => move(0.2, 0), ArrowUp: () => move(0, -40), ArrowDown: () => move(0, 40),
                   "+": () => zoom(0.7, (left + width) / 2), "-": () => zoom(1 / 0.7, (left + width) / 2), " ": play, "Escape": () => stop() };
    if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
});

/* A link may say what is seen: #from=NS&to=NS&find=TEXT&next&tab=matrix&cursor=NS&x=PX&y=PX (the last two: the pointer). */
function go_to_link() {
    const link = new URLSearchParams(location.hash.slice(1)), number = name => Number(link.get(name));
    if (link.has("from")) view.from = number("from");
    if (link.has("to")) view.to = number("to");
    keep_inside();
    if (link.has("servers")) byId("servers").checked = link.get("servers") !== "no";
    lay_out();
    if (link.has("find")) { byId("find").value = link.get("find"); find(link.get("find")); }
    if (link.has("next")) go_on();
    if (link.has("cursor")) view.cursor = number("cursor");
    if (link.get("tab") === "matrix") tab(true);
    draw();
    if (link.has("x")) { hover(number("x"), number("y")); draw(); }
    if (link.has("zooms")) { /* how long pictures take on this computer */
        const n = number("zooms"), begin = performance.now();
        for (let i = 0; i < n; i++) { zoom(0.97, width / 2); draw(); }
        clearTimeout(rest);
        view.moving = false;
        view.measured = `; ${((performance.now() - begin) / n).toFixed(1)} ms a picture`;
        say();
    }
}

document.title = byId("title").textContent = data.title;
kinds.forEach(k => {
    const word = document.createElement("span"), box = document.createElement("i");
    box.style.background = k.colour;
    box.style.height = (24 * k.half).toFixed(0) + "px";
    word.append(box, k.name);
    byId("key").append(word);
});
lay_out();
go_to_link();
