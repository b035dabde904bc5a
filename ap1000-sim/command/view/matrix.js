/* matrix.js - who sent how much to whom. */

const above = 110; /* where it begins, below the names of its columns */
let matrix = { key: "", count: new Float64Array(0), bytes: new Float64Array(0), top: 0 };

/* The stretch that it covers: that of the selection, or what the space-time picture shows, until the cursor if there is one. */
function matrix_stretch() {
    const { from, to } = view.selected || view;
    return { from, to: isNaN(view.cursor) ? to : Math.min(view.cursor, to) };
}

function matrix_part() {
    const { from, to } = matrix_stretch();
    const part = view.selected ? "the selection" : view.from <= data.from && view.to >= data.to ? "the run" : "the stretch of the picture";
    return `${part}${isNaN(view.cursor) ? "" : " until the cursor"}: ${exact(from)} to ${exact(Math.max(from, to))}`;
}

function sum_matrix() {
    const { from, to } = matrix_stretch(), key = [from, to, rows.length, JSON.stringify(view.find)].join();
    if (matrix.key === key) return;
    const n = rows.length;
    matrix = { key, count: new Float64Array(n * n), bytes: new Float64Array(n * n), top: 0 };
    for (let i = 0; i < messages.n && messages.sent[i] <= to; i++) {
        if (messages.sent[i] < from || !wanted(i)) continue;
        const at = tasks[messages.from[i]].row * n + tasks[messages.to[i]].row;
        matrix.count[at]++;
        matrix.bytes[at] += messages.bytes[i];
        matrix.top = Math.max(matrix.top, matrix.bytes[at]);
    }
}

const matrix_side = () => Math.max(2, Math.min((height - 130) / rows.length, (width - 260) / rows.length, 60));
const corner = { x: 0, y: 0 }; /* how far it has been moved, of more tasks than there is room for [px] */

function keep_matrix_inside() {
    const whole = rows.length * matrix_side(), inside = (v, room) => Math.max(0, Math.min(v, whole - room));
    corner.x = inside(corner.x, width - left - 10);
    corner.y = inside(corner.y, height - above - 10);
}

function move_matrix(dx, dy) {
    corner.x += dx;
    corner.y += dy;
    keep_matrix_inside();
    ask();
}

/* Names of the rows and columns that are seen. */
function name_matrix(side) {
    const every = Math.ceil(12 / side);
    pen.fillStyle = "#222";
    for (let r = 0; r < rows.length; r += every) {
        const x = left + (r + 0.5) * side - corner.x, y = above + (r + 0.5) * side - corner.y;
        pen.textAlign = "right";
        if (y > above) pen.fillText(rows[r].name, left - 6, y, left - 12);
        if (x < left) continue;
        pen.save();
        pen.translate(x, above - 6);
        pen.rotate(-Math.PI / 3);
        pen.textAlign = "left";
        pen.fillText(rows[r].name.split(" ")[0], 0, 0);
        pen.restore();
    }
}

function draw_matrix() {
    sum_matrix();
    keep_matrix_inside();
    const n = rows.length, side = matrix_side();
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, width, height);
    pen.font = Math.max(8, Math.min(12, side)) + "px 'DejaVu Sans', sans-serif";
    pen.textBaseline = "middle";
    name_matrix(side);
    pen.save();
    pen.beginPath();
    pen.rect(left - 1, above - 1, width - left + 1, height - above + 1);
    pen.clip();
    for (let r = 0; r < n; r++)
        for (let c = 0; c < n; c++) {
            const at = r * n + c;
            if (matrix.count[at] === 0) continue;
            const dark = matrix.top > 1 ? Math.log(1 + matrix.bytes[at]) / Math.log(1 + matrix.top) : 1;
            pen.fillStyle = `hsl(209, ${40 + 40 * dark}%, ${90 - 68 * dark}%)`;
            pen.fillRect(left + c * side - corner.x, above + r * side - corner.y, side - (side > 6), side - (side > 6));
        }
    pen.strokeStyle = "#888";
    pen.strokeRect(left - 0.5 - corner.x, above - 0.5 - corner.y, n * side, n * side);
    pen.restore();
    pen.fillStyle = "#222";
    pen.textAlign = "left";
    const more = n * side > Math.min(width - left - 10, height - above - 10) ? "; wheel, shift+wheel, drag: more tasks" : "";
    pen.fillText("from (row) to (column): darker is more bytes, by powers of ten; most " + matrix.top + " bytes" + more, left, 12);
    pen.fillText("sent in " + matrix_part(), left, 28);
    if (!isNaN(view.cursor)) {
        pen.fillStyle = "#d55e00";
        pen.fillText("Escape: not only until the cursor", left, 44);
    }
}

function matrix_text(x, y) {
    const side = matrix_side(), n = rows.length, c = Math.floor((x - left + corner.x) / side), r = Math.floor((y - above + corner.y) / side);
    if (x < left || y < above || c >= n || r >= n) return "";
    return `from ${rows[r].name}\nto ${rows[c].name}\n${matrix.count[r * n + c]} messages, ${matrix.bytes[r * n + c]} bytes`;
}
