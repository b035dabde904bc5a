/* messages.js - messages over time: arrows, lines, or how many are under way where and when. */

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
    const columns = Math.ceil((width - left) / box_px) + 1, lines = Math.ceil((height - foot - head) / box_px) + 1;
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
    let visible = 0;
    for (let i = 0; i < messages.n && messages.sent[i] <= view.to; i++) visible += is_visible(i);
    view.visible = visible;
    view.density = visible > most_lines;
    if (view.density) {
        const most = view.moving ? most_drawn : 10 * most_drawn, share = visible > most ? most / visible * 4294967296 : 4294967296;
        draw_density(share);
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
    }
    pen.stroke();
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
