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
    await pay(form, fields);
    isPaying = false;
  });
}

async function pay(form, fields) {
  const { orderPage: returnUrl } = form.dataset;
  const say = (text) => {
    form.querySelector("[role=status]").textContent = text;
  };
  say("One moment, please.");
  // In the click, before anything is awaited, or browsers block it.
  const inThisTab = sameTab({ returnUrl });
  const browser = fields.has("window") ? popUp({ returnUrl, orElse: inThisTab }) : inThisTab;
  const started = await start(form, fields);
  // The form itself then leads to what is wrong, or to an order that is paid.
  if (!started?.statusUrl) {
    await browser.close?.();
    return form.submit();
  }
  if (fields.has("window")) say("Pay in the other window. This page goes on when you are done there.");
  const { url, orderNumber, statusUrl: status } = started;
  const result = await openPayment({ url, browser, orderNumber, status });
  // Paid or failed: the order's page tells it. Else the buyer has left the payment page, and may want another way.
  if (result.status === 0) say(result.message);
  else location.assign(returnUrl);
}

/** Undefined: the shop has not started a payment, or could not be reached. */
async function start(form, fields) {
  try {
    const headers = { accept: "application/json" };
    const answer = await fetch(form.action, { method: "POST", headers, body: new URLSearchParams(fields) });
    const isStarted = answer.ok && answer.headers.get("content-type")?.startsWith("application/json");
    return isStarted ? await answer.json() : undefined;
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
