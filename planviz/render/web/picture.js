// Shows the drawn run and moves the curtain over what has not happened yet, as the player says by "planviz:batch".
const pictures = new WeakMap();
const REACH = 14;
const LEAST_WIDTH = { 1: 760, 2: 1050, 3: 1230 };

export default function ({ parentElement, data }) {
  let picture = pictures.get(parentElement);
  if (!picture) {
    picture = makePicture(parentElement);
    pictures.set(parentElement, picture);
  }
  picture.take(data);
  return () => picture.leave();
}

function makePicture(root) {
  const find = (name) => root.querySelector(name);
  const [whole, scroll, stage, drawing, veils, now, tip] =
    [".picture", ".scroll", ".stage", ".drawing", ".veils", ".now", ".tip"].map(find);
  const me = { zoom: 1, hash: null };

  function heightAt(position) {
    const { tops, bottom: lowest } = me.data;
    const at = Math.min(Math.max(Math.floor(position), 0), tops.length - 1);
    const bottom = at === 0 ? lowest : tops[at - 1];
    return bottom + (tops[at] - bottom) * Math.min(Math.max(position - at, 0), 1);
  }

  // The picture may show some of the player's steps only: those from `first` on.
  function move(whole_position, whole_at) {
    const { size, tops, top, bottom, first } = me.data;
    const position = Math.min(Math.max(whole_position - first, 0), tops.length);
    const at = Math.min(Math.max(whole_at - first, 0), tops.length - 1);
    const y = heightAt(position);
    me.y = y;
    const share = position >= tops.length ? 0 : Math.max(y - top + 8, 0) / (bottom - top + 8);
    for (const veil of veils.children) veil.style.transform = `scaleY(${share})`;
    now.style.transform = `translateY(${((y - 40) / 80) * 100}%)`;
    if (me.at !== at) { me.at = at; now.innerHTML = nowLine(me.data, at); }
    if (me.zoom > 1) {
      const place = (y / size.height) * stage.clientHeight;
      if (place < scroll.scrollTop + 40 || place > scroll.scrollTop + scroll.clientHeight - 40) scroll.scrollTop = place - scroll.clientHeight / 2;
    }
  }

  function onBatch(event) {
    if (me.data && event.detail.run === me.data.run) move(event.detail.position, event.detail.index);
  }

  function zoomTo(zoom, x = scroll.clientWidth / 2, y = scroll.clientHeight / 2) {
    const before = me.zoom;
    me.zoom = Math.min(Math.max(zoom, 1), 8);
    const left = (scroll.scrollLeft + x) * (me.zoom / before) - x, top = (scroll.scrollTop + y) * (me.zoom / before) - y;
    stage.style.width = `${me.zoom * 100}%`;
    scroll.style.maxHeight = me.zoom > 1 ? `${scroll.clientHeight}px` : "";
    whole.classList.toggle("zoomed", me.zoom > 1);
    scroll.scrollLeft = left;
    scroll.scrollTop = top;
  }

  // The nearest of many points that are drawn in one path; those under the curtain do not answer.
  function nearest(event) {
    const { points, size } = me.data;
    if (!points.length) return null;
    const box = drawing.getBoundingClientRect(), scale = size.width / box.width;
    const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
    let best = null, reach = REACH * REACH;
    for (const point of points) {
      const far = (point[0] - x) ** 2 + (point[1] - y) ** 2;
      if (far < reach && point[1] >= me.y - 1) { reach = far; best = point; }
    }
    if (!best) return null;
    const words = me.data.words, more = best[5] > 1 ? ` And ${best[5] - 1} more of like fate here.` : "";
    return `${best[2]} ${words[best[3]]}${words[best[4]]}${more}`;
  }

  function onMove(event) {
    const marked = event.target.closest ? event.target.closest("[data-tip]") : null;
    const words = marked ? marked.dataset.tip : nearest(event);
    tip.hidden = !words;
    if (!words) return;
    tip.textContent = words;
    const box = whole.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    tip.style.left = `${Math.max(Math.min(x + 14, box.width - tip.offsetWidth - 8), 4)}px`;
    tip.style.top = `${y + 18 + tip.offsetHeight > box.height ? y - tip.offsetHeight - 12 : y + 18}px`;
  }

  let grip = null;
  stage.addEventListener("pointermove", onMove);
  stage.addEventListener("pointerleave", () => { tip.hidden = true; });
  stage.addEventListener("dblclick", () => zoomTo(1));
  scroll.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = scroll.getBoundingClientRect();
    zoomTo(me.zoom * (event.deltaY < 0 ? 1.25 : 0.8), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  scroll.addEventListener("pointerdown", (event) => { if (me.zoom > 1) grip = [event.clientX, event.clientY, scroll.scrollLeft, scroll.scrollTop]; });
  window.addEventListener("pointerup", () => { grip = null; });
  scroll.addEventListener("pointermove", (event) => {
    if (!grip) return;
    scroll.scrollLeft = grip[2] + grip[0] - event.clientX;
    scroll.scrollTop = grip[3] + grip[1] - event.clientY;
  });
  find(".in").onclick = () => zoomTo(me.zoom * 1.5);
  find(".out").onclick = () => zoomTo(me.zoom / 1.5);
  find(".fit").onclick = () => zoomTo(1);
  window.addEventListener("planviz:batch", onBatch);

  me.take = (data) => {
    me.data = data;
    if (me.hash !== data.hash) {
      me.hash = data.hash;
      me.at = null;
      drawing.innerHTML = data.svg;
      for (const title of drawing.querySelectorAll("title")) {
        title.parentElement.dataset.tip = title.textContent;
        title.remove();
      }
      const { size, bottom } = data, share = (part, all) => `${(part / all) * 100}%`;
      veils.replaceChildren(...data.panels.map(({ curtain: [left, top, right] }) => {
        const veil = document.createElement("div");
        veil.className = "veil";
        Object.assign(veil.style, {
          left: share(left, size.width), width: share(right - left, size.width),
          top: share(top, size.height), height: share(bottom - top, size.height),
        });
        return veil;
      }));
      stage.style.minWidth = `${LEAST_WIDTH[data.panels.length]}px`;
      now.setAttribute("viewBox", `0 -40 ${size.width} 80`);
    }
    const told = window.planvizBatch;
    if (told && told.run === data.run) move(told.position, told.index);
    else move(data.first + data.tops.length, data.first + data.tops.length - 1);
  };
  me.leave = () => {
    setTimeout(() => {
      if (root.isConnected || (root.host && root.host.isConnected)) return;
      window.removeEventListener("planviz:batch", onBatch);
      pictures.delete(root);
    }, 0);
  };
  return me;
}

// The line of the present in every run: the watermark's name, and an arrow over the delay to the newest event seen.
function nowLine({ panels, colors }, at) {
  return panels.map(({ plot: [left, right], state, now }) => {
    const beside = state ? `M${state[0]} 0H${state[1]}` : "";
    return `<path d="M${left} 0H${right}${beside}" stroke="${colors.text}" stroke-width="1.8"/>` + nowWords(now[at] || [], colors);
  }).join("");
}

function nowWords([label, x, y, anchor, arrow, delay], colors) {
  if (!label) return "";
  const text = (x, y, words, fill, anchor, px) =>
    `<text x="${x}" y="${y}" fill="${fill}" font-size="${px}" font-weight="600" text-anchor="${anchor}">${words}</text>`;
  const name = text(x, y, label, colors.watermark, anchor, 12);
  if (!arrow) return name;
  const [from, to] = arrow;
  return name + `<path d="M${from + 2} -7H${to - 2}" stroke="${colors.text}" stroke-width="1.2"/>`
    + `<path d="M${from + 1} -7l7 -3.5v7zM${to - 1} -7l-7 -3.5v7z" fill="${colors.text}"/>`
    + text((from + to) / 2, -12, delay, colors.text, "middle", 11);
}
