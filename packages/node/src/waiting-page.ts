import type { Reply } from "@pay-index/core";
import { barePage, escapeHtml } from "./bare-page.ts";

export interface Waiting {
  /** The gateway's page spoke of a failure. It is not signed, so it is told as hearsay (RET-UNSIGNED). */
  readonly reportedProblem: boolean;
  /** Undefined while the store cannot be asked whose page this is. */
  readonly orderPage: string | undefined;
}

const open = "We are waiting for the confirmation of your payment. This page goes on by itself.";
const reported =
  "The payment page reported a problem. The shop is still waiting for confirmation. Please do not pay again yet: this page goes on by itself.";
const slow =
  "This takes longer than usual. You may leave this page: your order shows the outcome as soon as the shop knows it.";
const soon = "The outcome is there. Taking you on.";

/** What a buyer sees until the notification has come: never a result, no amount, no name (B-08). */
export function waitingPage({ reportedProblem, orderPage }: Waiting): Reply {
  const toOrder =
    orderPage === undefined ? "" : `<a href="${escapeHtml(orderPage)}">Back to your order</a>\n`;
  return barePage({
    status: orderPage === undefined ? 503 : 200,
    title: "Confirming your payment",
    head: `<noscript><meta http-equiv="refresh" content="5"></noscript>
<script src="../../wait.js" defer></script>`,
    main: `<div class="bar" aria-hidden="true"></div>
<h1>Confirming your payment</h1>
<p role="status" id="news" data-slow="${slow}" data-soon="${soon}">${reportedProblem ? reported : open}</p>
<nav aria-label="Payment">
${toOrder}<a href="">Check again</a>
</nav>`,
  });
}

/** Asks for the status beside its own page, less and less often, and goes where it says. */
export const waitingScript = `(() => {
  const status = location.pathname.replace(/\\/(?:wait|return)\\/([^/]+\\/[^/]+)\\/?$/, "/status/$1");
  const news = document.getElementById("news");
  let asked = 0;
  const pause = () => (asked < 15 ? 2000 : asked < 60 ? 5000 : 15000);
  const ask = async () => {
    asked += 1;
    let next;
    try {
      const answer = await fetch(status, { cache: "no-store", headers: { accept: "application/json" } });
      if (answer.status === 404) return;
      if (answer.status === 200) next = (await answer.json()).next;
    } catch {}
    if (next) {
      news.textContent = news.dataset.soon;
      location.replace(next);
      return;
    }
    if (asked === 15) news.textContent = news.dataset.slow;
    setTimeout(ask, pause());
  };
  setTimeout(ask, 1000);
})();
`;
