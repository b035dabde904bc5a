/* picture.js - the whole picture: axis, names, cursor, and the line below. */

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
    const begin = Math.ceil(view.from / step) * step;
    for (let k = 0; begin + k * step <= view.to; k++) { /* late in a long run a time and a step after it may be one number */
        const t = begin + k * step, x = x_of(t);
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
    pen.fillRect(0, 0, left, height - foot);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    const every = Math.ceil(12 / view.row_px);
    rows.forEach((t, i) => {
        const y = y_of(i);
        if (y < head || y > height - foot) return;
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

/* Where a message is at the cursor, between the rows of its two tasks. */
function y_at_cursor(i) {
    const y0 = y_of(tasks[messages.from[i]].row), y1 = y_of(tasks[messages.to[i]].row);
    if (messages.taken[i] < 0) return y0; /* nobody ever took it */
    return y0 + (view.cursor - messages.sent[i]) / Math.max(1, messages.taken[i] - messages.sent[i]) * (y1 - y0);
}

function draw_under_way(list) {
    const x = x_of(view.cursor);
    if (list.length <= most_at_cursor) {
        for (const i of list) {
            draw_message(i, "#d55e0088");
            pen.fillStyle = "#d55e00";
            pen.beginPath();
            pen.arc(x, y_at_cursor(i), 4, 0, 7);
            pen.fill();
        }
        return;
    }
    const count = new Map(); /* in boxes along the cursor, the darker the more */
    for (const i of list) {
        const box = Math.floor(y_at_cursor(i) / box_px);
        count.set(box, (count.get(box) || 0) + 1);
    }
    const most = Math.log(1 + Math.max(...count.values()));
    count.forEach((n, box) => {
        pen.fillStyle = `rgba(213, 94, 0, ${(0.1 + 0.8 * Math.log(1 + n) / most).toFixed(2)})`;
        pen.fillRect(x - 8, box * box_px, 16, box_px);
    });
}

function draw_cursor() {
    if (isNaN(view.cursor)) return;
    const under_way = [];
    for (let i = 0; i < messages.n && messages.sent[i] <= view.cursor; i++)
        if ((messages.taken[i] >= view.cursor || messages.taken[i] < 0) && wanted(i)) under_way.push(i);
    draw_under_way(under_way);
    view.under_way = under_way.length;
    pen.strokeStyle = "#d55e00";
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x_of(view.cursor), head - 6);
    pen.lineTo(x_of(view.cursor), height);
    pen.stroke();
}

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

/* All but the cursor and what is under the pointer is the same while a run plays, and is kept. */
const still = document.createElement("canvas");
let still_is = "";

function draw_still() {
    const is = JSON.stringify([view.from, view.to, view.top, view.row_px, width, height, foot, canvas.width, rows.length, view.moving, view.find,
                               byId("arrows").checked, view.path, view.by_name]);
    if (is === still_is) {
        pen.save();
        pen.setTransform(1, 0, 0, 1, 0, 0);
        pen.drawImage(still, 0, 0);
        pen.restore();
        return;
    }
    rows.forEach(draw_row);
    draw_boxes();
    draw_axis();
    view.visible = 0;
    view.density = false;
    if (byId("arrows").checked) draw_messages();
    if (view.path) draw_path();
    draw_regions();
    draw_networks();
    still.width = canvas.width;
    still.height = canvas.height;
    still.getContext("2d").drawImage(canvas, 0, 0);
    still_is = is;
}

function draw() {
    pen.clearRect(0, 0, width, height);
    if (view.matrix) {
        draw_matrix();
    } else {
        draw_still();
        draw_selection();
        if (view.picked >= 0) draw_message(view.picked, "#d55e00");
        draw_cursor();
        draw_names();
        name_networks();
    }
    say();
}

function say() {
    const shown = view.matrix ? `; sent in ${matrix_part()}` : `; ${view.visible} messages here` + (view.density ? ", too many for lines: darker is more under way; zoom in for arrows" : "");
    const at = isNaN(view.cursor) ? "" : `; ${view.playing ? "playing" : "cursor"} at ${exact(view.cursor)}` + (view.matrix ? "" : `, ${view.under_way} messages under way`);
    const on_path = view.path && !view.matrix && path.n > 0 ? `; critical path: ${path_text()}` : "";
    byId("status").textContent = `${rows.length} tasks, ${messages.n} messages; ${exact(view.from)} to ${exact(view.to)}${shown}${at}${on_path}${found_text()}${view.measured}`;
}
