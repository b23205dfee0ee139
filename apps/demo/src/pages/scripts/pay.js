import { openPayment, resumePayment } from "./pay-index/index.js";
import { popUp, sameTab } from "./pay-index/web.js";

/* Without this file every form is sent as it stands, and the shop redirects. It adds to the pages and is missed on none. */

for (const form of document.querySelectorAll("form[data-order-page]")) payIn(form);
const standing = document.querySelector("[data-state]");
if (standing) void watch(standing);

function payIn(form) {
  let isPaying = false;
  for (const each of form.querySelectorAll("[data-with-script]")) each.hidden = false;
  form.addEventListener("submit", async (event) => {
    const fields = new FormData(form);
    // A card is asked for on the shop's own page: there is no payment page to open.
    if (["card", "subscription"].includes(fields.get("variant"))) return;
    event.preventDefault();
    if (isPaying) return;
    isPaying = true;
    await pay(form, fields, () => {
      isPaying = false;
    });
  });
}

async function pay(form, fields, done) {
  const { orderPage: returnUrl } = form.dataset;
  const say = (text) => {
    form.querySelector("[role=status]").textContent = text;
  };
  say("One moment, please.");
  // In the click, before anything is awaited, or browsers block it.
  const inThisTab = sameTab({ returnUrl });
  const browser = fields.has("window") ? popUp({ returnUrl, orElse: inThisTab }) : inThisTab;
  const started = await start(form, fields);
  // A page that the browser does not leave, since the buyer stops it, has a button that works: it leads to the same payment page.
  done();
  if (!started?.statusUrl) {
    await browser.close?.();
    // Sent elsewhere, as from a cart that was paid meanwhile: the order's page knows. Else the form itself leads to what is wrong.
    return started?.isElsewhere ? location.assign(returnUrl) : form.submit();
  }
  if (fields.has("window")) say("Pay in the other window. This page goes on when you are done there.");
  const { url, attemptId, statusUrl: status } = started;
  const result = await openPayment({ url, browser, attemptId, status });
  // The buyer came back by the back button, and may want another way. Whatever else happened the order's page tells, and looks again.
  if (result.status === 0 && !fields.has("window")) say(result.message);
  else location.assign(returnUrl);
}

/** Milliseconds. A gateway that is slow to answer is given up before. */
const patience = 60_000;

/** Without a `statusUrl`: the shop has not started a payment. Undefined: it could not be reached. */
async function start(form, fields) {
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(patience),
    });
    const isStarted = answer.ok && answer.headers.get("content-type")?.startsWith("application/json");
    return isStarted ? await answer.json() : { isElsewhere: answer.ok && answer.redirected };
  } catch {
    return undefined;
  }
}

/** On the order's page: asks how the payment ended that was open, and looks again while something is on its way. */
async function watch({ textContent: said, dataset }) {
  const result = await resumePayment({ browser: sameTab({ returnUrl: location.pathname }) });
  if (result && (await hasNews(said))) return location.reload();
  if (dataset.looksAgain === undefined) return;
  for (let seconds = 2; seconds < 60; seconds *= 1.5) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    if (await hasNews(said)) return location.reload();
  }
}

/** Whether this page says something else by now. A shop that does not answer has no news. */
async function hasNews(said) {
  try {
    const text = await (await fetch(location.href)).text();
    const now = new DOMParser().parseFromString(text, "text/html").querySelector("[data-state]");
    return now !== null && now.textContent !== said;
  } catch {
    return false;
  }
}
