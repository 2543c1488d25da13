// Links to pages of the app are real links, so they can be copied and opened in a new tab. A plain click goes there
// without loading the app anew: it tells Python, which changes the page.
function followLinks(root, setTriggerValue, beforeLeaving = () => {}) {
  root.onclick = (event) => {
    const link = event.target.closest("a[href^='?']");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    beforeLeaving(link);
    setTriggerValue("went", link.getAttribute("href"));
  };
}

// Shows HTML; the same HTML again changes nothing, so that focus and scrolling stay.
function fill(root, html) {
  if (root.planvizShown === html) return false;
  root.innerHTML = html;
  root.planvizShown = html;
  return true;
}
