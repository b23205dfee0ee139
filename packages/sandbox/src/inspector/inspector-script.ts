/**
 * The only script of the inspector. It loads the page again after each event and replaces the contents of #live. A
 * reload has the same effect. Focus, open details and the scroll position stay.
 */
export const inspectorScript = `
"use strict";
(() => {
  const gap = 1000;
  const said = document.getElementById("said");
  let asked = false, busy = false, last = 0;

  const live = () => document.getElementById("live");

  async function refresh() {
    if (busy || document.hidden) { asked = true; return; }
    asked = false; busy = true;
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      if (answer.ok) exchange(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      // the sandbox is gone or starting again: the event source says when it is back
    }
    busy = false; last = Date.now();
    again();
  }

  function exchange(page) {
    const old = live(), fresh = page.getElementById("live");
    if (!old || !fresh || old.outerHTML === fresh.outerHTML) return;
    const active = old.contains(document.activeElement) ? document.activeElement.id : "";
    const typed = [...old.querySelectorAll("input,select,textarea")].some((field) => field === document.activeElement);
    const selection = getSelection();
    const reading = selection && !selection.isCollapsed && old.contains(selection.anchorNode);
    if (typed || reading) { asked = true; return; }
    for (const item of old.querySelectorAll("details[open][id]")) page.getElementById(item.id)?.setAttribute("open", "");
    for (const item of fresh.querySelectorAll("[data-item]")) {
      if (!old.querySelector("[data-item='" + CSS.escape(item.dataset.item) + "']")) item.classList.add("fresh");
    }
    const words = fresh.dataset.says ?? "";
    const changed = words !== (old.dataset.says ?? "");
    old.replaceWith(document.adoptNode(fresh));
    if (active) document.getElementById(active)?.focus({ preventScroll: true });
    if (changed && said) said.textContent = words;
  }

  let timer;
  function soon() {
    asked = true;
    clearTimeout(timer);
    timer = setTimeout(refresh, Math.max(100, gap - (Date.now() - last)));
  }

  // "in 18 s" does not stay true
  function again() {
    const seconds = Number(live()?.dataset.again);
    if (asked) soon();
    else if (seconds > 0) { clearTimeout(timer); timer = setTimeout(refresh, seconds * 1000); }
  }

  if (!live()) return;
  // a browser has six lines to one host: a page that nobody sees gives its own back
  let events;
  function listen() {
    events?.close();
    events = document.hidden ? undefined : new EventSource("/_sandbox/events");
    if (!events) return;
    events.onmessage = soon;
    // whatever happened while the line was down is on the page as it is now
    events.onopen = soon;
  }
  listen();
  document.addEventListener("visibilitychange", listen);
  addEventListener("pagehide", () => events?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
  document.addEventListener("focusout", () => { if (asked) soon(); });
  document.body.dataset.live = "yes";
})();
`;
