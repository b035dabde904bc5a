/* hands.js - what the mouse, the keyboard and the link do; then the page begins. */

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
    if (view.matrix) move_matrix(e.shiftKey ? e.deltaY : e.deltaX, e.shiftKey ? 0 : e.deltaY);
    else if (e.shiftKey) move(0, e.deltaY + e.deltaX);
    else zoom(Math.pow(1.0015, e.deltaY), e.offsetX);
}, { passive: false });
canvas.addEventListener("mousedown", e => {
    view.mouse = { x: e.offsetX, y: e.offsetY, moved: false, selects: !view.matrix && e.offsetX >= left && (e.shiftKey || e.offsetY < head) };
});
/* A click without a move: what is under the pointer stays told, until the next click. */
window.addEventListener("mouseup", e => {
    if (view.mouse !== null && !view.mouse.moved && !view.mouse.selects) {
        view.stays = false;
        hover(view.mouse.x, view.mouse.y);
        view.stays = byId("tip").style.display !== "none";
    }
    view.mouse = null;
});
canvas.addEventListener("mousemove", e => {
    const m = view.mouse;
    if (m === null) return hover(e.offsetX, e.offsetY);
    if (e.offsetX === m.x && e.offsetY === m.y) return;
    view.stays = false;
    m.moved = true;
    if (m.selects) {
        select(m.x, m.y, e.offsetX, e.offsetY);
        return ask();
    }
    if (view.matrix) move_matrix(m.x - e.offsetX, m.y - e.offsetY);
    else move((m.x - e.offsetX) / (width - left), m.y - e.offsetY);
    view.mouse = { x: e.offsetX, y: e.offsetY, moved: true };
});
canvas.addEventListener("mouseleave", () => { if (!view.stays) byId("tip").style.display = "none"; });
function hide_tip() {
    view.stays = false;
    byId("tip").style.display = "none";
}

let before = 0;
function tick(now) {
    if (!view.playing) return;
    const span = view.to - view.from;
    view.cursor += Math.max(0, now - before) / 1000 / Number(byId("speed").value) * span;
    before = now;
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
/* The selection goes first, then the cursor. */
function none() {
    hide_tip();
    if (view.selected === null) return stop();
    view.selected = null;
    show_selection();
    ask();
}
function select_all() {
    select(left, 0, width, 0);
    ask();
}
function tab(is_matrix) {
    view.matrix = is_matrix;
    show_selection();
    byId("tab-time").setAttribute("aria-pressed", String(!is_matrix));
    byId("tab-matrix").setAttribute("aria-pressed", String(is_matrix));
    hide_tip();
    canvas.setAttribute("aria-label", is_matrix ? "who sent how much to whom" : "tasks over time");
    ask();
}
function find(text) {
    view.find = read_find(text.trim());
    view.picked = -1;
    view.found = null;
    show_selection();
    ask();
}

function press(name) {
    const what = name.replace("-", "_");
    view[what] = !view[what];
    byId(name).setAttribute("aria-pressed", String(view[what]));
    ask();
}

for (const name of ["path", "by-name"]) byId(name).addEventListener("click", () => press(name));
byId("path").style.display = data.path.n > 0 ? "" : "none";
byId("play").addEventListener("click", play);
byId("tab-time").addEventListener("click", () => tab(false));
byId("tab-matrix").addEventListener("click", () => tab(true));
byId("all").addEventListener("click", () => { view.from = data.from; view.to = data.to; view.top = view.row_px = 0; stop(); lay_out(); ask(); });
byId("arrows").addEventListener("change", ask);
byId("servers").addEventListener("change", () => { view.row_px = 0; view.selected = null; lay_out(); show_selection(); ask(); });
byId("networks").addEventListener("change", () => { view.row_px = 0; lay_out(); ask(); });
byId("find").addEventListener("input", () => find(byId("find").value));
byId("find").addEventListener("keydown", e => { if (e.key === "Enter") go_on(); });
byId("next").addEventListener("click", go_on);
window.addEventListener("resize", () => { lay_out(); ask(); });
window.addEventListener("keydown", e => {
    const its_own = { "select-one": true, text: true, checkbox: e.key === " " }; /* keys of what has them, or of the browser */
    if (e.ctrlKey || e.altKey || e.metaKey || its_own[e.target.type]) return;
    const keys = { ArrowLeft: () => move(-0.2, 0), ArrowRight: () => move(0.2, 0), ArrowUp: () => move(0, -40), ArrowDown: () => move(0, 40),
                   "+": () => zoom(0.7, (left + width) / 2), "-": () => zoom(1 / 0.7, (left + width) / 2), " ": play, "s": select_all, "Escape": none };
    if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
});

/* A link may say what is seen: #from=NS&to=NS&top=PX&find=TEXT&next&tab=matrix&cursor=NS&select=FROM_NS,TO_NS,FIRST_ROW,LAST_ROW&x=PX&y=PX
 * (the last two: the pointer), what is not: arrows=no&servers=no&networks=no, and which button has been pressed: path, by-name. */
const ticks = ["arrows", "servers", "networks"];
function link_to_here() {
    const s = view.selected, words = {
        from: view.from > data.from && view.from, to: view.to < data.to - 1 && view.to, top: view.top, find: view.find && view.find.text, tab: view.matrix && "matrix",
        cursor: view.cursor, select: s && [s.from, s.to, s.first, s.last].join(), path: view.path === (data.path.n === 0) && "pressed", "by-name": view.by_name && "pressed" };
    for (const name of ticks) words[name] = !byId(name).checked && "no";
    return new URLSearchParams(Object.entries(words).filter(([, word]) => word)).toString();
}
function go_to_link() {
    const link = new URLSearchParams(location.hash.slice(1)), number = name => Number(link.get(name));
    if (link.has("from")) view.from = number("from");
    if (link.has("to")) view.to = number("to");
    for (const name of ticks) if (link.has(name)) byId(name).checked = link.get(name) !== "no";
    for (const name of ["path", "by-name"]) if (link.has(name)) press(name);
    lay_out();
    if (link.has("top")) view.top = number("top");
    keep_inside();
    if (link.has("find")) { byId("find").value = link.get("find"); find(link.get("find")); }
    if (link.has("next")) go_on();
    if (link.has("cursor")) view.cursor = number("cursor");
    if (link.has("select")) {
        const [from, to, first = 0, last = rows.length] = link.get("select").split(",").map(Number), row = r => Math.max(0, Math.min(r, rows.length - 1));
        if (rows.length > 0) view.selected = { from, to, first: row(first), last: row(last) };
        show_selection();
    }
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
byId("computing").textContent = data.computing && `computing ${data.computing}`;
kinds.forEach(k => {
    const word = document.createElement("span"), box = document.createElement("i");
    box.style.background = k.colour;
    box.style.height = (24 * k.half).toFixed(0) + "px";
    word.append(box, k.name);
    byId("key").append(word);
});
byId("networks-label").style.display = networks.length > 0 ? "" : "none";
lay_out();
go_to_link();
if (data.live) { /* the run goes on: the page is written again, and read again as it is seen now */
    byId("computing").textContent += " (the run goes on)";
    setInterval(() => {
        if (view.playing || view.stays || view.mouse !== null || document.activeElement === byId("find")) return; /* the hand comes first */
        location.hash = link_to_here();
        location.reload();
    }, 2000);
}
