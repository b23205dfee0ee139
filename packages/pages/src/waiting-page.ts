/**
 * Seconds between two looks of a browser without scripts whose buyer wants the page to look by itself (WCAG 2.2.1): often at first,
 * then seldom, in the end only by the buyer's own click. `asked` is 0 for a buyer who did not say so.
 */
export function refreshDelay(asked: number): number | undefined {
  if (asked === 0) return undefined;
  if (asked < shortWaitRefreshes) return 5;
  return asked < shortWaitRefreshes + 60 ? 30 : undefined;
}

/** What `asked` is once such a buyer wants it: the page that waits for long already stays one. */
export function firstRefreshCount(asked: number): number {
  return isLongWait(asked) ? shortWaitRefreshes : 1;
}

/** So often a browser without scripts looks before its page speaks of a long wait: a minute. */
const shortWaitRefreshes = 12;

export function isLongWait(asked: number): boolean {
  return asked >= shortWaitRefreshes;
}

/**
 * Asks for the status beside its own page, with growing pauses, and goes where it says. It shows no result by itself: an outcome
 * is a page of the server. After a minute it speaks of a long wait, whether it was answered or not; after an hour it asks only when the
 * buyer comes back to the tab.
 *
 * Old browsers run it too, so it is written for them.
 */
export const waitingScript = `(() => {
const news = document.querySelector("[data-pay-page]");
const { payPage, soon, long, longHeading } = news.dataset;
const place = (word) => location.pathname.replace(/\\/(?:wait|return)((?:\\/[^/]+){2})\\/?$/, "/" + word + "$1");
for (const each of news.querySelectorAll("[hidden]")) each.hidden = false;
const begun = Date.now();
let pause = 1000, timer, asking = false, over = false;
const say = (text) => {
  news.textContent = "";
  for (const line of text.split("\\n")) news.appendChild(document.createElement("p")).textContent = line;
};
const go = (address) => {
  over = true;
  say(soon);
  location.replace(address);
};
const ask = async () => {
  if (asking || over) return;
  asking = true;
  clearTimeout(timer);
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), 10000);
  try {
    const headers = { accept: "application/json" };
    const answer = await fetch(place("status"), { cache: "no-store", headers, signal: stop.signal });
    if (answer.status === 200) {
      const { url, page } = await answer.json();
      if (page === undefined && url !== undefined) go(url);
      else if (page !== undefined && page !== payPage) go(place("wait"));
    }
  } catch {}
  clearTimeout(late);
  asking = false;
  if (over || Date.now() - begun > 3600000) return;
  timer = setTimeout(ask, pause);
  pause = Math.min(pause * 1.25, 30000);
};
timer = setTimeout(ask, pause);
if (long !== undefined) setTimeout(() => {
  if (over) return;
  const heading = document.querySelector("h1");
  if (heading !== null) heading.textContent = document.title = longHeading;
  say(long);
}, 60000);
document.addEventListener("visibilitychange", () => document.hidden || ask());
})();
`;
