// The gallery: search as you type, jump to a chapter, and come back to where you were.
const remembered = { scroll: 0, from: null, back: false };
window.addEventListener("popstate", () => { remembered.back = true; });

export default function ({ parentElement, data, setTriggerValue, setStateValue }) {
  const root = parentElement.querySelector(".linked");
  const fresh = fill(root, data.html);
  const find = (selector) => root.querySelector(selector);
  const all = (selector) => [...root.querySelectorAll(selector)];
  const main = document.querySelector("[data-testid=stMain]");
  const input = find("input[type=search]");
  const me = (root.planvizGallery ??= { chapter: data.chapter });

  followLinks(root, setTriggerValue, () => {
    remembered.scroll = main.scrollTop;
    remembered.from = location.search;
  });
  if (fresh) {
    if (root.planvizFilled === undefined) input.value = data.words;
    else input.value = root.planvizFilled;
    filter();
    watchChapters();
    arrive();
  }

  input.oninput = () => { filter(); clearTimeout(me.timer); me.timer = setTimeout(tell, 400); };
  input.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    input.value = "";
    filter();
    tell();
  };
  for (const link of all(".bar a")) {
    link.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      event.stopPropagation();
      me.chapter = link.dataset.chapter;
      jump(me.chapter, true);
      tell();
    };
  }

  const onKey = (event) => {
    const name = event.composedPath()[0].tagName;
    if (event.key !== "/" || ["INPUT", "TEXTAREA", "SELECT"].includes(name) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);

  function tell() {
    setStateValue("place", { words: input.value.trim(), chapter: me.chapter || "" });
  }

  // Cards that do not hold every word are hidden, and so are chapters without a card.
  function filter() {
    root.planvizFilled = input.value;
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
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
    for (const section of all("section[data-chapter]")) {
      const hits = section.querySelectorAll("[data-words]:not([hidden])").length;
      section.hidden = words.length > 0 && hits === 0;
      const link = find(`.bar a[data-chapter="${section.dataset.chapter}"]`);
      link.classList.toggle("none", section.hidden);
      link.querySelector(".hits").textContent = words.length && hits ? ` ${hits}` : "";
    }
  }

  function jump(chapter, smooth) {
    const section = find(`section[data-chapter="${CSS.escape(chapter)}"]`);
    if (!section || section.hidden) return;
    const still = !smooth || matchMedia("(prefers-reduced-motion: reduce)").matches;
    section.scrollIntoView({ behavior: still ? "instant" : "smooth", block: "start" });
    section.querySelector("h2").focus({ preventScroll: true });
  }

  // Where a link leads, or where one was before the browser's Back.
  function arrive() {
    if (remembered.back && remembered.from === location.search) main.scrollTo({ top: remembered.scroll });
    else if (data.chapter) jump(data.chapter, false);
    remembered.back = false;
  }

  // The chapter that one reads is marked in the bar.
  function watchChapters() {
    const links = all(".bar a");
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) entry.target.planvizSeen = entry.isIntersecting;
      const first = all("section[data-chapter]").find((section) => section.planvizSeen);
      for (const link of links) {
        const here = first && link.dataset.chapter === first.dataset.chapter;
        if (here && link.getAttribute("aria-current") !== "true") reveal(link);
        link.setAttribute("aria-current", here ? "true" : "false");
      }
    }, { root: main, rootMargin: "-20% 0px -60% 0px" });
    for (const section of all("section[data-chapter]")) observer.observe(section);
  }

  function reveal(link) {
    const bar = link.closest("ol");
    bar.scrollTo({ left: link.offsetLeft - bar.clientWidth / 2 + link.offsetWidth / 2, behavior: "smooth" });
  }
}
