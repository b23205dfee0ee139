/**
 * Returns the seconds until the next reload of a page without scripts, if the buyer chose reloading (WCAG 2.2.1). The
 * pauses grow, and at the end it stops. `asked` is 0 if the buyer did not choose it.
 */
export function refreshDelay(asked: number): number | undefined {
  if (asked === 0) return undefined;
  if (asked < shortWaitRefreshes) return 5;
  return asked < shortWaitRefreshes + 60 ? 30 : undefined;
}

/** Returns the first value of `asked`. A page that has waited for long keeps its text. */
export function computeInitialRefreshCounter(asked: number): number {
  return isLongWait(asked) ? shortWaitRefreshes : 1;
}

/** The number of reloads before a page without scripts displays the text of a long wait: about a minute. */
const shortWaitRefreshes = 12;

export function isLongWait(asked: number): boolean {
  return asked >= shortWaitRefreshes;
}

/**
 * Polls the status with growing pauses, and opens the page that the status names. It displays no result itself: a
 * result is a page of the server. After a minute it displays the text of a long wait, with or without responses. After
 * an hour it polls only when the buyer returns to the tab.
 *
 * Written for old browsers as well.
 */
export const statusPollingScript = `(() => {
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
