// One control for all that shows a batch. It tells the page's pictures of every frame by the window event
// "planviz:batch", so that playing needs no round trip. It tells the program when it comes to rest; while playing it
// does so too, but only when the program is idle and not too often.
const players = new WeakMap();
const ICONS = {
  play: '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5v14l11-7z"/></svg>',
  pause: '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 5h4v14H6zM14 5h4v14h-4z"/></svg>',
  prev: '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6h2v12H6zm3.5 6 8.5 6V6z"/></svg>',
  next: '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M16 6h2v12h-2zM6 18l8.5-6L6 6z"/></svg>',
};
const THUMB = 16;
const TELL_MILLIS = 700;

export default function ({ parentElement, data, setTriggerValue }) {
  let player = players.get(parentElement);
  if (!player) {
    player = makePlayer(parentElement);
    players.set(parentElement, player);
  }
  player.take(data, setTriggerValue);
  return () => player.leave();
}

function makePlayer(root) {
  const find = (name) => root.querySelector(name);
  const [play, prev, next, place, where, speed, follow, marks] =
    [".play", ".prev", ".next", ".place", ".where", ".speed", ".follow", ".marks"].map(find);
  prev.innerHTML = ICONS.prev;
  next.innerHTML = ICONS.next;
  const me = { ids: [], kinds: "", position: 0, playing: false, following: false, seq: null, frame: 0, last: 0, sent: null };

  const index = () => Math.min(Math.max(Math.ceil(me.position) - 1, 0), me.ids.length - 1);
  const pace = () => Math.max(1, me.ids.length / 45) * parseFloat(speed.value);

  function show() {
    const at = index();
    place.value = me.position;
    place.style.setProperty("--done", `calc(${THUMB / 2}px + (100% - ${THUMB}px) * ${me.position / me.ids.length})`);
    play.innerHTML = me.playing ? ICONS.pause : ICONS.play;
    play.setAttribute("aria-label", me.playing ? "Pause" : "Play");
    prev.disabled = at === 0;
    next.disabled = at === me.ids.length - 1;
    follow.classList.toggle("on", me.following);
    follow.setAttribute("aria-pressed", me.following);
    const kind = { d: "data", n: "no data", f: "failed" }[me.kinds[at]];
    const words = `<b>${me.noun} ${me.ids[at]}</b> <span>of ${me.ids[me.ids.length - 1]} · ${kind}</span>`;
    if (me.words !== words) { me.words = words; where.innerHTML = words; place.setAttribute("aria-valuetext", where.textContent); }
    const detail = { run: me.run, index: at, position: me.position, playing: me.playing };
    window.planvizBatch = detail;
    window.dispatchEvent(new CustomEvent("planviz:batch", { detail }));
  }

  function tell() {
    const told = `${me.ids[index()]} ${me.following}`;
    if (me.sent === told) return;
    me.sent = told;
    me.toldAt = performance.now();
    me.set("place", { id: me.ids[index()], follow: me.following });
  }

  function tellOnTheWay(now) {
    const app = document.querySelector("[data-testid=stApp]");
    const idle = app && app.dataset.testScriptState === "notRunning";
    if (idle && now - (me.toldAt || 0) > TELL_MILLIS) tell();
  }

  function stop() {
    me.playing = false;
    cancelAnimationFrame(me.frame);
  }

  function go(position, rest = true) {
    stop();
    me.position = Math.min(Math.max(position, 1), me.ids.length);
    me.following = me.live && me.position === me.ids.length;
    show();
    if (rest) tell();
  }

  // Move on to a position at the pace of the chosen speed, then come to rest there.
  function run(target) {
    stop();
    me.playing = true;
    me.last = performance.now();
    const step = (now) => {
      if (!me.playing) return;
      me.position = Math.min(me.position + Math.min((now - me.last) / 1000, 0.1) * pace(), target());
      me.last = now;
      if (me.position >= target()) { stop(); me.following = me.live; show(); tell(); return; }
      show();
      tellOnTheWay(now);
      me.frame = requestAnimationFrame(step);
    };
    me.frame = requestAnimationFrame(step);
    show();
  }

  function toggle() {
    if (me.playing) { go(index() + 1); return; }
    if (me.position >= me.ids.length) me.position = 0;
    me.following = false;
    run(() => me.ids.length);
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.composedPath()[0];
    const name = target.tagName || "";
    const role = target.getAttribute ? target.getAttribute("role") || "" : "";
    const writes = ["TEXTAREA", "SELECT", "CANVAS"].includes(name) || (name === "INPUT" && target !== place) || target.isContentEditable;
    if (writes || /slider|option|combobox|listbox|menu|grid|spinbutton/.test(role)) return;
    // Whoever came to a row of choices by keyboard moves within it; whoever clicked there moves the player.
    if (event.key === "Tab") me.clicked = null;
    if (/radio|tab/.test(role) && !(me.clicked && target.contains(me.clicked))) return;
    const presses = name === "BUTTON" || name === "A" || name === "SUMMARY";
    const moves = {
      " ": presses ? null : toggle,
      ArrowLeft: () => go(index()),
      ArrowRight: () => go(index() + 2),
      Home: () => go(1),
      End: () => go(me.ids.length),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  }

  play.onclick = toggle;
  prev.onclick = () => go(index());
  next.onclick = () => go(index() + 2);
  place.oninput = () => { stop(); me.following = false; me.position = parseFloat(place.value); show(); };
  place.onchange = () => go(Math.round(parseFloat(place.value)));
  follow.onclick = () => go(me.ids.length);
  const onPointer = (event) => { me.clicked = event.composedPath()[0]; };
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("pointerdown", onPointer, true);
  const resized = new ResizeObserver(() => drawMarks(marks, me.kinds));
  resized.observe(marks);

  function name(noun) {
    if (me.noun === noun) return;
    me.noun = noun;
    const words = new Map([
      [prev, [`Previous ${noun}`, "left arrow"]], [next, [`Next ${noun}`, "right arrow"]], [follow, [`Follow the newest ${noun}`, "End"]],
    ]);
    for (const [button, [label, key]] of words) { button.title = `${label} (${key})`; button.setAttribute("aria-label", label); }
    place.setAttribute("aria-label", noun[0].toUpperCase() + noun.slice(1));
  }

  me.take = (data, set) => {
    const grew = me.ids.length && data.ids.length > me.ids.length;
    Object.assign(me, { ids: data.ids, run: data.run, live: data.live, set });
    name(data.noun);
    if (me.kinds !== data.kinds) { me.kinds = data.kinds; drawMarks(marks, me.kinds); }
    place.max = me.ids.length;
    follow.hidden = !data.live;
    if (me.seq !== data.seq) {
      me.seq = data.seq;
      me.following = data.follow;
      if (grew && data.follow && !me.playing) { run(() => me.ids.length); return; }
      stop();
      me.position = me.ids.indexOf(data.place) + 1;
      me.sent = `${data.place} ${data.follow}`;
    } else if (grew && me.following && !me.playing) {
      run(() => me.ids.length);
      return;
    }
    show();
  };
  me.leave = () => {
    // A rerun of the program calls this too; only a player that left the page may forget its keys.
    setTimeout(() => {
      if (root.isConnected || (root.host && root.host.isConnected)) return;
      stop();
      resized.disconnect();
      window.removeEventListener("keydown", onKey, true);
      window.removeEventListener("pointerdown", onPointer, true);
      players.delete(root);
    }, 0);
  };
  return me;
}

// A mark a batch: filled for data, hollow for none, a cross for failed. Too many share a column; a failed one always shows.
function drawMarks(canvas, kinds) {
  const width = canvas.clientWidth, height = canvas.clientHeight, ratio = window.devicePixelRatio || 1;
  if (!width || !kinds.length) return;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  const color = getComputedStyle(canvas).color;
  const room = (width - THUMB) / kinds.length;
  const columns = new Map();
  for (let i = 0; i < kinds.length; i++) {
    const x = Math.round(THUMB / 2 + (i + 1) * room);
    const rank = "ndf".indexOf(kinds[i]);
    if (!(columns.get(x) >= rank)) columns.set(x, rank);
  }
  const middle = height / 2 + 2, radius = Math.min(4, Math.max(0.8, room / 2.6));
  pen.strokeStyle = pen.fillStyle = color;
  for (const [x, rank] of columns) {
    pen.globalAlpha = rank === 0 ? 0.6 : 1;
    pen.beginPath();
    if (rank === 2) {
      pen.strokeStyle = "#d1350f";
      pen.lineWidth = 2.2;
      const r = Math.max(radius, 3);
      pen.moveTo(x - r, middle - r); pen.lineTo(x + r, middle + r);
      pen.moveTo(x + r, middle - r); pen.lineTo(x - r, middle + r);
      pen.stroke();
      pen.strokeStyle = color;
    } else if (radius < 2) {
      pen.fillRect(x - 0.5, rank ? 3 : middle, 1, height - (rank ? 3 : middle));
    } else {
      pen.lineWidth = 1.4;
      pen.arc(x, middle, rank ? radius : radius - 0.7, 0, 7);
      if (rank) pen.fill(); else pen.stroke();
    }
  }
}
