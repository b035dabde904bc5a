/* selection.js - a stretch of time, of all tasks or of some: what they did in it, in numbers. */

/* From one point of the picture to another; above or below the rows it means all of them. */
function select(x0, y0, x1, y1) {
    const inside = y => y >= head && y < height - foot, row_of = y => Math.floor((y - head + view.top) / view.row_px);
    if (rows.length === 0) return;
    const all = !inside(y0) || !inside(y1), clamp = r => Math.max(0, Math.min(rows.length - 1, r));
    const times = [x0, x1].map(x => Math.max(view.from, Math.min(view.to, t_of(x)))).sort((a, b) => a - b);
    view.selected = { from: times[0], to: times[1], first: all ? 0 : clamp(Math.min(row_of(y0), row_of(y1))),
                      last: all ? rows.length - 1 : clamp(Math.max(row_of(y0), row_of(y1))) };
    show_selection();
}

/* How long the task was in each kind: whole segments by their sums, less what the first and the last have outside. */
function times_in(task, from, to) {
    const sums = sums_of(task), i = first_after(task, from), j = count_until(task.begin, to);
    if (i >= j) return new Float64Array(kinds.length);
    const out = Float64Array.from(kinds, (_, k) => sums[k][j] - sums[k][i]);
    out[task.kind[i]] -= Math.max(0, from - task.begin[i]);
    out[task.kind[j - 1]] -= Math.max(0, task.end[j - 1] - to);
    return out;
}

/* Messages sent, and taken, in it by its tasks; how long those sent took until they were taken. */
function messages_in(s) {
    const m = { sent: 0, sent_bytes: 0, taken: 0, taken_bytes: 0, waits: [], pairs: new Map() };
    const has = task => tasks[task].row >= s.first && tasks[task].row <= s.last;
    for (let i = 0; i < messages.n && messages.sent[i] <= s.to; i++) {
        if (!wanted(i)) continue;
        if (messages.sent[i] >= s.from && has(messages.from[i])) {
            const pair = messages.from[i] * tasks.length + messages.to[i];
            m.sent++;
            m.sent_bytes += messages.bytes[i];
            m.pairs.set(pair, (m.pairs.get(pair) || 0) + messages.bytes[i]);
            if (messages.taken[i] >= 0) m.waits.push(messages.taken[i] - messages.sent[i]);
        }
        if (messages.taken[i] >= s.from && messages.taken[i] <= s.to && has(messages.to[i])) {
            m.taken++;
            m.taken_bytes += messages.bytes[i];
        }
    }
    return m;
}

function selection_text(s) {
    const n = s.last - s.first + 1, all = new Float64Array(kinds.length), span = (s.to - s.from) * n;
    for (let r = s.first; r <= s.last; r++) times_in(rows[r], s.from, s.to).forEach((t, k) => { all[k] += t; });
    const lines = [`${exact(s.from)} to ${exact(s.to)}: ${exact(s.to - s.from)}`,
                   n === rows.length ? `all ${n} tasks` : n === 1 ? rows[s.first].name : `${n} tasks, ${rows[s.first].name} to ${rows[s.last].name}`, ""];
    kinds.forEach((k, i) => { if (all[i] > 0) lines.push(`${(100 * all[i] / span).toFixed(1).padStart(5)} %  ${k.name}`); });
    const there = all.reduce((a, b) => a + b, 0);
    if (span - there > span / 2000) lines.push(`${(100 - 100 * there / span).toFixed(1).padStart(5)} %  no task yet, or no more`);
    const m = messages_in(s);
    lines.push("");
    if (view.find !== null && view.find.call === undefined) lines.push(`of the messages of ${view.find.text} alone:`);
    lines.push(`sent: ${m.sent} messages, ${m.sent_bytes} bytes`, `received: ${m.taken} messages, ${m.taken_bytes} bytes`);
    if (m.waits.length > 0) {
        const waits = Float64Array.from(m.waits).sort(), n_waits = waits.length, middle = (waits[(n_waits - 1) >> 1] + waits[n_waits >> 1]) / 2;
        lines.push("from send to receipt:", `    median ${exact(middle)}`, `    longest ${exact(waits[n_waits - 1])}`);
        const [pair, bytes] = [...m.pairs].reduce((a, b) => b[1] > a[1] ? b : a);
        lines.push(`most bytes: ${bytes}`, `    from ${tasks[Math.floor(pair / tasks.length)].name}`, `    to ${tasks[pair % tasks.length].name}`);
    }
    if (networks.length > 0) lines.push("");
    for (const net of networks)
        lines.push(`${net.name}: mean ${mean_in_use(net, s.from, s.to).toFixed(2)}, at most ${most_in_use(net, s.from, s.to)}`);
    return lines.join("\n");
}

function show_selection() {
    const panel = byId("sums");
    panel.style.display = view.selected && !view.matrix ? "block" : "none";
    if (view.selected === null) return;
    const at_left = x_of(view.selected.from) - left > width - x_of(view.selected.to); /* where it hides least */
    panel.style.right = at_left ? "auto" : "10px";
    panel.style.left = at_left ? left + 10 + "px" : "auto";
    panel.textContent = selection_text(view.selected);
}

/* A veil over all else. */
function draw_selection() {
    const s = view.selected;
    if (s === null) return;
    const inside = (low, v, high) => Math.max(low, Math.min(high, v)), bottom = height - foot;
    const x = inside(left, x_of(s.from), width), to = inside(left, x_of(s.to), width);
    const y = inside(head, y_of(s.first - 0.5), bottom), end = inside(head, y_of(s.last + 0.5), bottom);
    pen.fillStyle = "#ffffffa8";
    pen.fillRect(left, head, width - left, y - head);
    pen.fillRect(left, y, x - left, end - y);
    pen.fillRect(to, y, width - to, end - y);
    pen.fillRect(left, end, width - left, bottom - end);
    pen.strokeStyle = "#000";
    pen.lineWidth = 1;
    pen.strokeRect(x, y, to - x, end - y);
}
