// Pan, zoom, select, trace, search, fold and minimap for a plan's SVG. Python draws it; this only moves and marks.

const VIEWS = new WeakMap();
// Streamlit may mount the component anew when the page above it changes: what was looked at is kept beside it.
const LAST = new Map();
const READABLE = 0.62;
const MINI_SIZE = 150;
const MOST_SCALE = 1.25;
const ROOM = 46; // for the bar above the plan
const LEAST_HEIGHT = 300;

export default function ({ parentElement, data, setTriggerValue }) {
  let view = VIEWS.get(parentElement);
  if (!view) {
    view = new GraphView(parentElement);
    VIEWS.set(parentElement, view);
  }
  view.tell = setTriggerValue;
  view.update(data);
}

class GraphView {
  constructor(root) {
    const find = (selector) => root.querySelector(selector);
    this.frame = find(".frame");
    this.stage = find(".stage");
    this.strips = find(".strips");
    this.input = find(".search input");
    this.found = find(".found");
    this.mini = find(".mini");
    this.hint = find(".hint");
    this.at = null;
    this.matches = [];
    this.match = -1;
    this.listen();
    new ResizeObserver(() => this.at && this.show()).observe(this.frame);
  }

  update(data) {
    this.data = data;
    if (data.hash !== this.hash) this.replace(data);
    this.frame.style.setProperty("--height", `${this.frameHeight(data.height)}px`);
    if (data.selected !== this.told) {
      // Python chose another node than we last told it about.
      this.selected = data.selected;
      this.told = data.selected;
      if (this.at && this.selected !== null) this.reveal(this.selected);
    }
    this.drawStrips(data.strips);
    if (!this.at) this.start();
    this.markSelected();
    this.runSearch(false);
  }

  // The picture is replaced only when it differs, so that pan and zoom outlive a rerun of the page.
  replace(data) {
    this.stage.innerHTML = data.svg;
    this.svg = this.stage.querySelector("svg");
    this.size = { width: +this.svg.getAttribute("width"), height: +this.svg.getAttribute("height") };
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.nodes = new Map([...this.svg.querySelectorAll(".node")].map((node) => [node.dataset.id, node]));
    this.drawMini();
    this.edges = [...this.svg.querySelectorAll(".edge")];
    this.bands = [...this.svg.querySelectorAll(".band")];
    this.parents = new Map();
    this.children = new Map();
    for (const edge of this.edges) {
      const { child, parent } = edge.dataset;
      this.parents.set(child, parent);
      this.children.set(parent, [...(this.children.get(parent) || []), child]);
    }
    this.hash = data.hash;
    if (data.shape !== this.shape) this.at = LAST.get(data.shape) || null;
    this.shape = data.shape;
    if (this.at) this.show();
  }

  // A small plan gets a small frame: a few cards in the middle of a tall one would lie below the fold.
  frameHeight(most) {
    return Math.min(most, Math.max(LEAST_HEIGHT, Math.ceil(this.size.height * MOST_SCALE) + ROOM));
  }

  // --- where we look: the picture's point in the upper left corner, and the scale ---

  get width() { return this.frame.clientWidth || 800; }
  get height() { return this.frame.clientHeight || 600; }

  show() {
    const { x, y, scale } = this.at;
    this.svg.setAttribute("viewBox", `${x} ${y} ${this.width / scale} ${this.height / scale}`);
    this.svg.setAttribute("preserveAspectRatio", "xMinYMin");
    LAST.set(this.shape, this.at);
    this.moveMini();
  }

  start() {
    const fits = Math.min(this.width / this.size.width, (this.height - 50) / this.size.height);
    if (fits >= READABLE) return this.fit();
    if (this.bands.length) {
      // Two stages: from the top, both of them in view.
      const scale = Math.min(1, Math.max(0.6, this.width / this.size.width));
      this.at = { scale, x: (this.size.width - this.width / scale) / 2, y: -46 / scale };
      return this.show();
    }
    const first = this.nodes.get(this.selected) || this.svg.querySelector(".node.root");
    this.at = { x: 0, y: 0, scale: Math.min(1, Math.max(0.85, fits)) };
    const card = box(first);
    if (this.nodes.has(this.selected)) return this.centre(card);
    // Sideways it is read from the sources on the left, upright from the sink at the top.
    const sideways = this.data.layout === "horizontal";
    this.at.x = sideways ? -10 : card.x + card.width / 2 - this.width / this.at.scale / 2;
    this.at.y = sideways ? this.size.height / 2 - this.height / this.at.scale / 2 : card.y - 56;
    this.show();
  }

  fit() {
    const room = ROOM;
    const scale = Math.min(MOST_SCALE, this.width / this.size.width, (this.height - room) / this.size.height);
    this.at = {
      scale,
      x: (this.size.width - this.width / scale) / 2,
      y: (this.size.height - (this.height - room) / scale) / 2 - room / scale,
    };
    this.show();
  }

  one() {
    const node = this.nodes.get(this.selected) || this.svg.querySelector(".node.root");
    this.at = { ...(this.at || { x: 0, y: 0 }), scale: 1 };
    this.centre(box(node));
  }

  centre(card) {
    this.at.x = card.x + card.width / 2 - this.width / this.at.scale / 2;
    this.at.y = card.y + card.height / 2 - this.height / this.at.scale / 2;
    this.show();
  }

  reveal(id) {
    const node = this.nodes.get(id);
    if (!node) return;
    const card = box(node);
    const { x, y, scale } = this.at;
    const inside = card.x > x && card.y > y + 44 / scale && card.x + card.width < x + this.width / scale && card.y + card.height < y + this.height / scale;
    if (inside && scale > 0.4) return;
    if (scale < 0.4) this.at.scale = 0.9;
    this.centre(card);
  }

  zoom(factor, point) {
    const { x, y, scale } = this.at;
    const next = Math.min(4, Math.max(0.03, scale * factor));
    const focus = point || { x: x + this.width / scale / 2, y: y + this.height / scale / 2 };
    this.at = { scale: next, x: focus.x - ((focus.x - x) * scale) / next, y: focus.y - ((focus.y - y) * scale) / next };
    this.show();
  }

  point(event) {
    const frame = this.frame.getBoundingClientRect();
    return { x: this.at.x + (event.clientX - frame.left) / this.at.scale, y: this.at.y + (event.clientY - frame.top) / this.at.scale };
  }

  // --- selecting and tracing ---

  select(id) {
    this.selected = id;
    this.told = id;
    this.markSelected();
    this.tell("picked", { node: id });
  }

  markSelected() {
    for (const [id, node] of this.nodes) {
      node.classList.toggle("selected", id === this.selected);
      node.setAttribute("aria-pressed", String(id === this.selected));
    }
  }

  trace(id) {
    const hot = new Set([id]);
    for (let up = this.parents.get(id); up !== undefined; up = this.parents.get(up)) hot.add(up);
    const todo = [...(this.children.get(id) || [])];
    while (todo.length) {
      const below = todo.pop();
      hot.add(below);
      todo.push(...(this.children.get(below) || []));
    }
    const other = new Set(this.bands.flatMap((band) => {
      const { from, to } = band.dataset;
      band.classList.toggle("hot", from === id || to === id);
      return from === id ? [to] : to === id ? [from] : [];
    }));
    // Beside another stage only the operator itself and what it became are of interest.
    if (this.bands.length) { hot.clear(); hot.add(id); }
    for (const each of other) hot.add(each);
    this.svg.classList.add("tracing");
    for (const [each, node] of this.nodes) node.classList.toggle("hot", hot.has(each));
    for (const edge of this.edges) edge.classList.toggle("hot", hot.has(edge.dataset.child) && hot.has(edge.dataset.parent));
  }

  fold(id) {
    const folded = new Set(this.data.folded);
    if (!folded.delete(id)) folded.add(id);
    this.tell("folded", { nodes: [...folded] });
  }

  focusNode(id) {
    const node = this.nodes.get(id);
    if (!node) return;
    for (const each of this.svg.querySelectorAll('.node[tabindex="0"]')) each.setAttribute("tabindex", "-1");
    node.setAttribute("tabindex", "0");
    node.focus({ preventScroll: true });
    this.reveal(id);
  }

  // The neighbour in a direction: along the tree to parent and child, across it to what stands beside.
  neighbour(id, key) {
    const sideways = this.data.layout === "horizontal";
    const [up, down, before] = sideways ? ["ArrowRight", "ArrowLeft", "ArrowUp"] : ["ArrowUp", "ArrowDown", "ArrowLeft"];
    if (key === up) return this.parents.get(id);
    if (key === down) return (this.children.get(id) || [])[0];
    const line = sideways ? "x" : "y";
    const across = sideways ? "y" : "x";
    const here = box(this.nodes.get(id));
    const beside = [...this.nodes].map(([each, node]) => [each, box(node)])
      .filter(([each, card]) => each !== id && Math.abs(card[line] - here[line]) < 40)
      .filter(([, card]) => (key === before ? card[across] < here[across] : card[across] > here[across]))
      .sort((a, b) => Math.abs(a[1][across] - here[across]) - Math.abs(b[1][across] - here[across]));
    return beside.length ? beside[0][0] : undefined;
  }

  // --- searching ---

  runSearch(jump) {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.svg.classList.toggle("searching", words.length > 0);
    this.matches = words.length ? [...this.nodes.keys()].filter((id) => words.every((word) => (this.data.texts[id] || "").includes(word))) : [];
    const hits = new Set(this.matches);
    for (const [id, node] of this.nodes) node.classList.toggle("match", hits.has(id));
    if (jump) this.match = -1;
    this.found.textContent = words.length ? (this.matches.length ? `${this.matches.length} found` : "nothing found") : "";
    if (jump && this.matches.length) this.nextMatch(1);
  }

  nextMatch(step) {
    if (!this.matches.length) return;
    this.match = (this.match + step + this.matches.length) % this.matches.length;
    this.found.textContent = `${this.match + 1} of ${this.matches.length}`;
    if (this.at.scale < 0.5) this.at.scale = 0.9;
    this.centre(box(this.nodes.get(this.matches[this.match])));
  }

  // --- the strip of each chain: text only, so nothing has to be escaped ---

  drawStrips(strips) {
    this.strips.replaceChildren(...strips.map((strip) => {
      const line = element("div", "strip");
      line.append(element("span", "title", strip.title));
      strip.steps.forEach((step, index) => {
        if (index) line.append(element("span", "joiner", step.joiner));
        const button = element("button", "");
        if (step.rows !== null) button.append(element("b", "", step.rows.toLocaleString("en-US")), " ");
        button.append(step.text);
        button.title = "Show this operator";
        button.onclick = () => { this.select(step.node); this.reveal(step.node); };
        line.append(button);
      });
      return line;
    }));
  }

  // --- the minimap ---

  drawMini() {
    const scale = Math.min(MINI_SIZE / this.size.width, MINI_SIZE / this.size.height);
    this.mini.setAttribute("viewBox", `0 0 ${this.size.width} ${this.size.height}`);
    this.mini.setAttribute("width", Math.max(this.size.width * scale, 24));
    this.mini.setAttribute("height", Math.max(this.size.height * scale, 24));
    const cards = [...this.svg.querySelectorAll(".card")].map((card) => {
      const copy = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      for (const name of ["x", "y", "width", "height"]) copy.setAttribute(name, card.getAttribute(name));
      copy.setAttribute("fill", card.getAttribute("stroke"));
      return copy;
    });
    this.mini.querySelector(".cards").replaceChildren(...cards);
  }

  moveMini() {
    const { x, y, scale } = this.at;
    const whole = x <= 2 && y <= 2 && x + this.width / scale >= this.size.width - 2 && y + this.height / scale >= this.size.height - 2;
    this.mini.classList.toggle("shown", !whole);
    const window = this.mini.querySelector(".window");
    const shape = { x, y, width: this.width / scale, height: this.height / scale };
    for (const [name, value] of Object.entries(shape)) window.setAttribute(name, value);
  }

  lookAt(event) {
    const mini = this.mini.getBoundingClientRect();
    const x = ((event.clientX - mini.left) / mini.width) * this.size.width;
    const y = ((event.clientY - mini.top) / mini.height) * this.size.height;
    this.centre({ x, y, width: 0, height: 0 });
  }

  // --- events ---

  listen() {
    const { frame, stage } = this;
    stage.addEventListener("pointerdown", (event) => this.press(event));
    stage.addEventListener("pointermove", (event) => this.drag(event));
    stage.addEventListener("pointerup", (event) => this.release(event));
    stage.addEventListener("pointercancel", () => this.endDrag());
    stage.addEventListener("pointerover", (event) => {
      const node = event.target.closest(".node");
      if (node && !this.held && !this.input.value) this.trace(node.dataset.id);
    });
    stage.addEventListener("pointerout", (event) => {
      if (!event.relatedTarget || !event.relatedTarget.closest || !event.relatedTarget.closest(".node")) this.svg.classList.remove("tracing");
    });
    stage.addEventListener("dblclick", (event) => event.target.closest(".node") && this.one());
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.addEventListener("fullscreenchange", () => this.fit());
    this.input.addEventListener("input", () => this.runSearch(true));
    this.mini.addEventListener("pointerdown", (event) => { this.mini.setPointerCapture(event.pointerId); this.lookAt(event); });
    this.mini.addEventListener("pointermove", (event) => event.buttons && this.lookAt(event));
    const actions = { in: () => this.zoom(1.25), out: () => this.zoom(0.8), fit: () => this.fit(), one: () => this.one(), full: () => this.fullScreen() };
    for (const button of frame.querySelectorAll(".tools button")) button.onclick = actions[button.dataset.do];
  }

  press(event) {
    if (event.button !== 0) return;
    this.held = { x: event.clientX, y: event.clientY, at: { ...this.at }, moved: false, target: event.target };
  }

  drag(event) {
    const held = this.held;
    if (!held || !event.buttons) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moved && Math.hypot(dx, dy) > 4) {
      held.moved = true;
      this.stage.setPointerCapture(event.pointerId);
      this.frame.classList.add("dragging");
    }
    if (held.moved) {
      this.at = { ...held.at, x: held.at.x - dx / held.at.scale, y: held.at.y - dy / held.at.scale };
      this.show();
    }
  }

  release() {
    const held = this.held;
    this.endDrag();
    if (!held || held.moved) return;
    const fold = held.target.closest(".fold");
    const node = held.target.closest(".node");
    if (fold) this.fold(fold.dataset.fold);
    else if (node) { this.select(node.dataset.id); this.focusNode(node.dataset.id); }
    else if (this.selected !== null) this.select(null);
  }

  endDrag() {
    this.held = null;
    this.frame.classList.remove("dragging");
  }

  // Without a key the wheel scrolls the page, as it does everywhere else on it.
  wheel(event) {
    const full = document.fullscreenElement !== null;
    if (event.ctrlKey || event.metaKey || full) {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0016), this.point(event));
      return;
    }
    this.hint.classList.add("shown");
    clearTimeout(this.hiding);
    this.hiding = setTimeout(() => this.hint.classList.remove("shown"), 1400);
  }

  key(event) {
    if (event.target === this.input) return this.searchKey(event);
    const node = event.target.closest(".node");
    const done = () => { event.preventDefault(); event.stopPropagation(); };
    if (node && event.key.startsWith("Arrow")) { done(); this.focusNode(this.neighbour(node.dataset.id, event.key)); }
    else if (node && (event.key === "Enter" || event.key === " ")) { done(); this.select(node.dataset.id); }
    else if (node && event.key === "c" && !event.ctrlKey && !event.metaKey) { done(); this.fold(node.dataset.id); }
    else if (event.key === "/") { done(); this.input.focus(); }
    else if (event.key === "Escape") this.select(null);
    else if (event.key === "+" || event.key === "=") { done(); this.zoom(1.25); }
    else if (event.key === "-") { done(); this.zoom(0.8); }
    else if (event.key === "f" && !event.ctrlKey && !event.metaKey) { done(); this.fit(); }
    else if (event.key === "1") { done(); this.one(); }
  }

  searchKey(event) {
    event.stopPropagation();
    if (event.key === "Enter") {
      event.preventDefault();
      this.nextMatch(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      const found = this.matches[this.match];
      this.input.value = "";
      this.runSearch(true);
      if (found !== undefined) this.focusNode(found);
    }
  }

  fullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else this.frame.requestFullscreen();
  }
}

function box(node) {
  const card = node.querySelector(".card");
  const read = (name) => +card.getAttribute(name);
  return { x: read("x"), y: read("y"), width: read("width"), height: read("height") };
}

function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}
