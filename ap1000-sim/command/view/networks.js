/* networks.js - how much of each network is in use over time, in strips below the rows: the mean of each column of pixels, the
 * greatest that is seen reaching to the top. */

const strip_px = 40;

/* area[i]: value times ns, from the first time until the i-th. */
function area_of(n) {
    if (n.area === null) {
        n.area = new Float64Array(n.at.length);
        for (let i = 1; i < n.at.length; i++) n.area[i] = n.area[i - 1] + n.value[i - 1] * (n.at[i] - n.at[i - 1]);
    }
    return n.area;
}

function area_until(n, t) {
    const area = area_of(n), i = count_until(n.at, t) - 1;
    return i < 0 ? 0 : area[i] + n.value[i] * (t - n.at[i]);
}

const mean_in_use = (n, from, to) => to > from ? (area_until(n, to) - area_until(n, from)) / (to - from) : 0;

function most_in_use(n, from, to) {
    const first = Math.max(0, count_until(n.at, from) - 1), end = count_until(n.at, to);
    let most = 0;
    for (let i = first; i < end; i++) most = Math.max(most, n.value[i]);
    return most;
}

const strip_top = i => height - foot + i * strip_px;

function draw_networks() {
    if (foot === 0) return;
    pen.fillStyle = "#fff";
    pen.fillRect(0, height - foot, width, foot);
    networks.forEach((n, i) => {
        const top = strip_top(i) + 5, high = strip_px - 8, means = [];
        for (let x = left; x < width; x++) means.push(mean_in_use(n, t_of(x), t_of(x + 1)));
        n.most = means.reduce((a, b) => Math.max(a, b), 0);
        pen.fillStyle = "#56b4e9";
        means.forEach((m, c) => {
            const h = m > 0 ? Math.max(0.7, m / n.most * high) : 0;
            pen.fillRect(left + c, top + high - h, 1, h);
        });
        pen.strokeStyle = "#999";
        pen.lineWidth = 1;
        pen.strokeRect(left + 0.5, top + 0.5, width - left - 1, high);
    });
}

function name_networks() {
    if (foot === 0) return;
    pen.fillStyle = "#fff";
    pen.fillRect(0, height - foot, left, foot);
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    pen.font = "11px 'DejaVu Sans', sans-serif";
    networks.forEach((n, i) => {
        pen.fillStyle = "#222";
        pen.fillText(n.name, left - 6, strip_top(i) + 15, left - 12);
        pen.fillStyle = "#666";
        pen.fillText(`top: ${Number(n.most.toPrecision(3))}`, left - 6, strip_top(i) + 29, left - 12);
    });
}

/* What is under the pointer; "": no strip. */
function network_text(x, y) {
    const i = Math.floor((y - (height - foot)) / strip_px);
    if (foot === 0 || x < left || i < 0 || i >= networks.length) return "";
    const n = networks[i], t = t_of(x), at = count_until(n.at, t) - 1;
    return `${n.name}\n${exact(t)}: ${at < 0 ? 0 : n.value[at]}\nmean of this column: ${mean_in_use(n, t_of(Math.floor(x)), t_of(Math.floor(x) + 1)).toFixed(2)}`;
}
