// Shows HTML; the same HTML again changes nothing, so that scrolling stays. A link that had the focus keeps it.
function fill(root, html) {
  if (root.planvizShown === html) return false;
  const focused = root.getRootNode().activeElement?.getAttribute("href");
  root.innerHTML = html;
  if (focused) root.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  root.planvizShown = html;
  return true;
}

// Links to pages of the app are real links, so they can be copied and opened in a new tab. A plain click goes there
// without loading the app anew: it tells Python, which changes the page.
function followLinks(root, setTriggerValue, beforeLeaving = () => {}) {
  root.onclick = (event) => {
    const link = event.target.closest("a[href^='?']");
    if (!link || !plain(event)) return;
    event.preventDefault();
    beforeLeaving();
    const [page, anchor] = link.getAttribute("href").split("#");
    // Whoever is there already only wants its top.
    window.planvizTrip = { from: page === (location.search || "?") ? null : location.search, anchor };
    setTriggerValue("went", page);
    land(window.planvizTrip);
  };
}

// A new page is read from its top, or from the part that the link names; a page that knows better ends the trip itself.
function land(trip, tries = 400) {
  if (window.planvizTrip !== trip || !tries) return;
  const app = document.querySelector("[data-testid=stApp]");
  const there = trip.anchor && document.getElementById(trip.anchor);
  const arrived = location.search !== trip.from;
  if (arrived && !trip.anchor) document.querySelector("[data-testid=stMain]").scrollTo({ top: 0 });
  else if (arrived && there && app.dataset.testScriptState === "notRunning") there.scrollIntoView();
  else setTimeout(() => land(trip, tries - 1), 25);
}

function plain(event) {
  return !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

// The lessons that were opened in this browser, the last one at the end.
function lessonsSeen() {
  try { return JSON.parse(localStorage.getItem("planviz-seen")) || []; } catch { return []; }
}

function rememberLesson(name) {
  const names = [...lessonsSeen().filter((each) => each !== name), name];
  try { localStorage.setItem("planviz-seen", JSON.stringify(names)); } catch { /* then it is not remembered */ }
}
