/* rows.js - tasks over time: what each does, a column of pixels at a time. */

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

/* The colour of a call by its name: far from those of its neighbours in the list. */
const colour_of_call = call => `hsl(${call * 137.5 % 360}, 65%, ${call % 2 ? 38 : 55}%)`;

/* Boxes to be drawn, by colour: a change of it costs more than a box. */
const boxes = new Map();
function draw_boxes() {
    boxes.forEach((list, colour) => {
        pen.fillStyle = colour;
        for (let i = 0; i < list.length; i += 4) pen.fillRect(list[i], list[i + 1], list[i + 2], list[i + 3]);
        list.length = 0;
    });
}

function draw_row(task) {
    const y = y_of(task.row), h = view.row_px, px = (view.moving ? 3 : 1) * (view.to - view.from) / (width - left);
    if (y + h < head || y - h > height - foot) return;
    const debt = new Float64Array(kinds.length);
    let last_x = -1, last_kind = -1, last_call = -1, from_x = 0;
    const flush = to_x => {
        if (last_kind < 0) return;
        const half = kinds[last_kind].half * h, colour = last_call >= 0 ? colour_of_call(last_call) : kinds[last_kind].colour;
        if (!boxes.has(colour)) boxes.set(colour, []);
        boxes.get(colour).push(from_x, y - half, Math.max(to_x - from_x, 0.6), 2 * half);
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
        const call = view.by_name && kind === 1 ? task.call[i] : -1;
        if (kind !== last_kind || call !== last_call || a > last_x + 0.5) {
            flush(last_x);
            from_x = a;
            last_kind = kind;
            last_call = call;
        }
        last_x = b;
        i = j;
    }
    flush(last_x);
}
