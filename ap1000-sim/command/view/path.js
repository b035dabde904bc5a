/* path.js - the critical path over the rows, and where the regions of the run begin (pvmsim_region). */

const path = { n: data.path.n, from: column(data.path.from, Float64Array), to: column(data.path.to, Float64Array),
               at: column(data.path.at, Int32Array), next: column(data.path.next, Int32Array), shares: null };

/* What its time goes into, the most first: "messages 61.0 %, in a call 30.2 %". */
function path_text() {
    if (path.shares === null) {
        const all = new Float64Array(kinds.length + 1);
        for (let i = 0; i < path.n; i++)
            if (path.at[i] !== path.next[i]) all[kinds.length] += path.to[i] - path.from[i];
            else if (path.at[i] >= 0) times_in(tasks[path.at[i]], path.from[i], path.to[i]).forEach((t, k) => { all[k] += t; });
        const sum = all.reduce((a, b) => a + b, 0);
        path.shares = [...all].map((t, k) => [t, k < kinds.length ? kinds[k].name : "messages"]).filter(([t]) => t > sum / 200)
            .sort((a, b) => b[0] - a[0]).map(([t, name]) => `${name} ${(100 * t / sum).toFixed(1)} %`).join(", ");
    }
    return path.shares;
}

function draw_path() {
    pen.strokeStyle = "#e31a1c";
    pen.lineWidth = 2.5;
    pen.beginPath();
    for (let i = 0; i < path.n; i++) {
        const at = path.at[i] >= 0 ? tasks[path.at[i]].row : -1, next = path.next[i] >= 0 ? tasks[path.next[i]].row : -1;
        if (at < 0 || next < 0 || path.from[i] > view.to || path.to[i] < view.from) continue;
        pen.moveTo(x_of(path.from[i]), y_of(at));
        pen.lineTo(x_of(path.to[i]), y_of(next));
    }
    pen.stroke();
}

function draw_regions() {
    pen.strokeStyle = "#444";
    pen.lineWidth = 1;
    pen.textAlign = "left";
    for (const [name, t] of data.regions) {
        const x = x_of(t);
        if (t < view.from || t > view.to) continue;
        pen.setLineDash([4, 3]);
        pen.beginPath();
        pen.moveTo(x, head - 6);
        pen.lineTo(x, height - foot);
        pen.stroke();
        pen.setLineDash([]);
        pen.fillStyle = "#444";
        pen.fillText(name, x + 3, head + 6);
    }
}
