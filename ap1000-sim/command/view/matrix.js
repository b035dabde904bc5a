/* matrix.js - who sent how much to whom. */

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
    pen.fillText("sent in " + matrix_part(), left, 28);
    if (!isNaN(view.cursor)) {
        pen.fillStyle = "#d55e00";
        pen.fillText("Escape: not only until the cursor", left, 44);
    }
}

function matrix_text(x, y) {
    const side = matrix_side(), n = rows.length, c = Math.floor((x - left) / side), r = Math.floor((y - 110) / side);
    if (c < 0 || r < 0 || c >= n || r >= n) return "";
    return `from ${rows[r].name}\nto ${rows[c].name}\n${matrix.count[r * n + c]} messages, ${matrix.bytes[r * n + c]} bytes`;
}
