/* find.js - looking for a task, a tag or a call; what is under the pointer. */

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
    if (f.call !== undefined && f.call < 0) return `; nothing is called ${f.text}: a task (t40003), a tag (tag 5) or a call (pvm_recv) is wanted`;
    if (f.call !== undefined) {
        for (const t of rows) for (let i = 0; i < t.call.length; i++) n += t.call[i] === f.call;
        return `; ${n} stretches in ${f.text}`;
    }
    for (let i = 0; i < messages.n; i++) n += wanted(i);
    return `; ${n} messages of ${f.text}`;
}

/* The match after the one that was shown last, or, if that is not seen, the first that begins in what is seen; then from the
 * beginning again. Matches of one moment come in the order of their numbers: of messages, or of rows. */
function go_on() {
    const f = view.find, last = view.found !== null && view.found.t >= view.from && view.found.t <= view.to ? view.found : { t: view.from, number: -1 };
    if (f === null) return;
    let next = null, first = null;
    const earlier = (a, b) => b === null || a.t < b.t || a.t === b.t && a.number < b.number;
    const look = (t, number) => {
        const match = { t, number };
        if (earlier(last, match) && earlier(match, next)) next = match;
        if (earlier(match, first)) first = match;
    };
    if (f.call !== undefined)
        rows.forEach((task, row) => task.call.forEach((call, i) => { if (f.call >= 0 && call === f.call) look(task.begin[i], row); }));
    else
        for (let i = 0; i < messages.n; i++) if (wanted(i)) look(messages.sent[i], i);
    view.found = next || first;
    if (view.found === null) return;
    const { t, number } = view.found;
    view.picked = f.call === undefined ? number : -1;
    const span = Math.min(view.to - view.from, (data.to - data.from) / 10);
    view.from = t - span / 2;
    view.to = t + span / 2;
    keep_inside();
    if (view.picked >= 0) view.top = tasks[messages.from[view.picked]].row * view.row_px - height / 2;
    keep_inside();
    if (view.picked >= 0) show_tip(message_text(view.picked), x_of(t), y_of(tasks[messages.from[view.picked]].row));
    ask();
}

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
    const call = task.call[i] >= 0 ? ` (${data.calls[task.call[i]]}${task.line[i] >= 0 ? " at " + data.lines[task.line[i]] : ""})` : "";
    return `${task.name}\n${kinds[task.kind[i]].name}${call}\n${exact(task.begin[i])} to ${exact(task.end[i])}\n${exact(task.end[i] - task.begin[i])}`;
}

function hover(x, y) {
    if (view.stays) return;
    view.picked = view.matrix || y >= height - foot ? -1 : message_at(x, y);
    const text = view.matrix ? matrix_text(x, y) : view.picked >= 0 ? message_text(view.picked) : network_text(x, y) || segment_text(x, y);
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
