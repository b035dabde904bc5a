/* page.js - runs the scripts of a page that `ap1000 view` wrote, without a browser: node page.js PAGE EXPRESSION...
 *
 * Prints the values of the expressions as one JSON array. An expression may use all that the scripts have, and `drawn`: what
 * has been drawn on the canvas since drawn.length = 0, in order: [kind, style, numbers or text...]. */
"use strict";
const fs = require("fs"), vm = require("vm");

const page = fs.readFileSync(process.argv[2], "utf8");
const between = (begin, end) => page.slice(page.indexOf(begin) + begin.length, page.indexOf(end, page.indexOf(begin)));
const drawn = [];

/* A pen that writes down what it draws; everything else that it is asked for does nothing. */
function pen() {
    let at = [0, 0];
    const has = { fillStyle: "", strokeStyle: "" };
    const does = {
        fillRect: (...box) => drawn.push(["box", has.fillStyle, ...box]),
        fillText: (text, x, y) => drawn.push(["text", has.fillStyle, text, x, y]),
        moveTo: (x, y) => { at = [x, y]; },
        lineTo: (x, y) => { drawn.push(["line", has.strokeStyle, ...at, x, y]); at = [x, y]; },
        arc: (x, y, r) => drawn.push(["dot", has.fillStyle, x, y, r]),
    };
    return new Proxy(has, { get: (_, name) => does[name] || (name in has ? has[name] : () => {}), set: (_, name, value) => { has[name] = value; return true; } });
}

function element(name) {
    const one = { id: name, style: {}, value: "10", checked: true, textContent: "", clientWidth: 1400, clientHeight: 800, width: 0, height: 0, with: pen(), heard: {} };
    return Object.assign(one, { addEventListener: (event, f) => { one.heard[event] = f; }, setAttribute: () => {}, append: () => {}, getContext: () => one.with });
}

const elements = {};
const byName = name => elements[name] = elements[name] || element(name);
byName("data").textContent = between('<script id="data" type="application/json">', "</script>");
const world = vm.createContext({
    document: { getElementById: byName, createElement: element, title: "" }, window: { devicePixelRatio: 1, addEventListener: (event, f) => { byName("window").heard[event] = f; } },
    location: { hash: process.env.LINK || "", reload: () => drawn.push(["anew"]) }, requestAnimationFrame: () => {}, setTimeout: () => 0, clearTimeout: () => {},
    setInterval: f => { byName("window").heard.later = f; }, performance: { now: () => 0 },
    atob, URLSearchParams, console, drawn,
});
vm.runInContext(between("<script>\n", "</script>"), world);
console.log(JSON.stringify(process.argv.slice(3).map(expression => vm.runInContext(expression, world)),
                           (_, value) => typeof value === "number" && !isFinite(value) ? String(value) : value));
