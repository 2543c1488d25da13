// The gallery: search as you type, jump to a chapter, go on where you were.
const left = { scroll: 0, search: null, back: false };
window.addEventListener("popstate", () => { left.back = true; });

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".linked");
  const main = document.querySelector("[data-testid=stMain]");
  const find = (selector) => root.querySelector(selector);
  const all = (selector) => [...root.querySelectorAll(selector)];
  const first = root.planvizGallery === undefined;
  const { words, chapter, move } = data;
  const me = (root.planvizGallery ??= { words, chapter, move, timer: 0 });
  const moved = move !== me.move;
  if (moved) {
    clearTimeout(me.timer);
    Object.assign(me, { words, chapter, move });
  }

  const filled = fill(root, data.html);
  if (filled || moved) {
    find("input").value = me.words;
    filter();
  }
  if (filled) {
    markSeen();
    watchChapters();
  }
  if (first) arrive();
  else if (moved) data.chapter ? jump(data.chapter, "smooth") : main.scrollTo({ top: 0 });

  followLinks(root, setTriggerValue, () => Object.assign(left, { scroll: main.scrollTop, search: location.search }));
  find("input").oninput = (event) => search(event.target.value, 400);
  find("input").onkeydown = (event) => { if (event.key === "Escape") search(event.target.value = "", 0); };
  find(".bar ol").onclick = (event) => {
    const link = event.target.closest("a");
    if (!link || !plain(event)) return;
    event.preventDefault();
    event.stopPropagation();
    me.chapter = link.dataset.chapter;
    jump(me.chapter, "smooth");
    tell();
  };
  window.addEventListener("keydown", onSlash);
  return () => window.removeEventListener("keydown", onSlash);

  function onSlash(event) {
    const writes = ["INPUT", "TEXTAREA", "SELECT"].includes(event.composedPath()[0].tagName);
    if (event.key !== "/" || writes || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    find("input").focus();
  }

  function search(words, pause) {
    me.words = words;
    filter();
    clearTimeout(me.timer);
    me.timer = setTimeout(tell, pause);
  }

  // Python keeps both in the page's address.
  function tell() {
    setTriggerValue("place", { words: me.words.trim(), chapter: me.chapter });
  }

  // Cards that do not hold every word are hidden, and so are chapters without a card.
  function filter() {
    const words = me.words.toLowerCase().split(/\s+/).filter(Boolean);
    const cards = all("[data-words]");
    for (const card of cards) {
      card.hidden = !words.every((word) => card.dataset.words.includes(word));
      for (const concept of card.querySelectorAll(".concept")) {
        concept.hidden = !words.some((word) => concept.textContent.toLowerCase().includes(word));
      }
    }
    const shown = cards.filter((card) => !card.hidden).length;
    root.classList.toggle("searching", words.length > 0);
    find(".found").textContent = words.length ? `${shown} of ${cards.length} found` : `${cards.length} scenarios`;
    find(".nothing").hidden = shown > 0;
    for (const section of all("section")) {
      const hits = section.querySelectorAll("[data-words]:not([hidden])").length;
      section.hidden = words.length > 0 && hits === 0;
      const link = find(`.bar a[data-chapter="${section.dataset.chapter}"]`);
      link.classList.toggle("none", section.hidden);
      link.querySelector(".hits").textContent = words.length && hits ? ` ${hits}` : "";
    }
  }

  // Lessons that were opened before have a mark; whoever has begun is offered to go on after the last of them.
  function markSeen() {
    const names = lessonsSeen();
    const cards = all("[data-lesson]");
    for (const card of cards) card.classList.toggle("seen", names.includes(card.dataset.lesson));
    const last = cards.findIndex((card) => card.dataset.lesson === names.at(-1));
    if (last < 0 || last + 1 === cards.length) return;
    const next = cards[last + 1].querySelector("h3 a");
    Object.assign(find(".button"), { href: next.getAttribute("href"), textContent: `Go on: ${next.textContent.trim()}` });
  }

  function jump(chapter, behavior) {
    const section = find(`section[data-chapter="${CSS.escape(chapter)}"]`);
    if (!section || section.hidden) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    section.scrollIntoView({ behavior: still ? "instant" : behavior, block: "start" });
    section.querySelector("h2").focus({ preventScroll: true });
  }

  // Where a link leads; after the browser's Back, where one was before.
  function arrive() {
    if (left.back && left.search === location.search) main.scrollTo({ top: left.scroll });
    else if (data.chapter) jump(data.chapter, "instant");
    else return;
    left.back = false;
    window.planvizTrip = null;
  }

  // The chapter that one reads is marked in the bar.
  function watchChapters() {
    const inView = new Map();
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) inView.set(entry.target, entry.isIntersecting);
      const here = all("section").find((section) => inView.get(section))?.dataset.chapter;
      for (const link of all(".bar a")) {
        const current = String(link.dataset.chapter === here);
        if (current === "true" && link.getAttribute("aria-current") !== current) reveal(link);
        link.setAttribute("aria-current", current);
      }
    }, { root: main, rootMargin: "-20% 0px -60% 0px" });
    for (const section of all("section")) observer.observe(section);
  }

  function reveal(link) {
    const bar = link.closest("ol");
    bar.scrollTo({ left: link.offsetLeft - bar.clientWidth / 2 + link.offsetWidth / 2, behavior: "smooth" });
  }
}
