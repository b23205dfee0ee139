import { type Html, html } from "./html.ts";

export function notFoundPage(): Html {
  return html`<h1>Page not found</h1>
<p>The address may be incomplete. Check that you opened the whole address of your order.</p>
<p><a class="button second" href="/">To the shop</a></p>`;
}

/** The page for an order that the shop does not show to others before it is paid. */
export function orderNotAccessiblePage(): Html {
  return html`<h1>Page not found</h1>
<p>An unpaid order is displayed only in the browser in which you created it. The browser must allow cookies. The address may also be incomplete.</p>
<p><a class="button second" href="/">To the shop</a></p>`;
}

export function errorPage(): Html {
  return html`<h1>Something went wrong</h1>
<p>The shop has an error. If you were about to pay, open your order first: it displays the state of the payment.</p>
<p><a class="button second" href="/">To the shop</a></p>`;
}

/** The page after too many attempts. */
export function tooManyAttemptsPage(minutes: number): Html {
  return html`<h1>Please wait before you try again</h1>
<p>There were too many attempts to pay this order. Your order is saved, and nothing more was charged. You can try again in ${minutes} minutes.</p>
<p><a class="button second" href="/">To the shop</a></p>`;
}
