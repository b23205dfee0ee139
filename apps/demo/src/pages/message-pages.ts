import { type Html, html } from "./html.ts";

export function notFoundPage(): Html {
  return html`<h1>There is nothing here</h1>
<p>The address may be cut off. The address of an order is long, and all of it is needed.</p>
<p><a class="button second" href="/">To the shop</a></p>`;
}

/** The page for an order that the shop does not show to others before it is paid. */
export function orderNotAccessiblePage(): Html {
  return html`<h1>There is nothing here</h1>
<p>Until it is paid, an order is shown only in the browser that you put it together in, which has to allow cookies. If your address is cut off: all of it is needed.</p>
<p><a class="button second" href="/">To the shop</a></p>`;
}

export function errorPage(): Html {
  return html`<h1>Something went wrong</h1>
<p>It is our fault and not yours. If you were about to pay, look at your order first: it says where the payment stands.</p>
<p><a class="button second" href="/">To the shop</a></p>`;
}

/** The page after too many attempts. */
export function tooManyAttemptsPage(minutes: number): Html {
  return html`<h1>Please wait before you try again</h1>
<p>There were very many attempts to pay this order. Your order is saved, and nothing more was charged. You can try again in ${minutes} minutes.</p>
<p><a class="button second" href="/">To the shop</a></p>`;
}
