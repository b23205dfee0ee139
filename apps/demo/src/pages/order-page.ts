import type { PaymentState } from "@pay-index/core";
import { type Html, html } from "./html.ts";
import { type OrderSummary, renderOrderLines } from "./order-lines.ts";
import { type OrderStateTexts, orderStateTexts } from "./order-state-texts.ts";
import { payScriptTag } from "./scripts.ts";

/** The payment state of an order. */
export interface PaymentStateAndPlacement {
  readonly state: PaymentState;
  /** Whether the order is placed. If it is paid and not placed, it is being placed, or staff must resolve a problem. */
  readonly placed: boolean;
}

/** Returns the texts. Paid and placed are separate: the payment may be for an earlier cart. */
export function findStateTexts({ state, placed }: PaymentStateAndPlacement): OrderStateTexts {
  if (state !== "paid" || placed) return orderStateTexts[state];
  const says = "We have your payment. Your order is being placed; if this takes long, we will write to you.";
  return { title: "Paid", says, tone: "", looksAgain: true };
}

export interface OrderPageView {
  readonly bill: OrderSummary;
  readonly name: string;
  readonly firstName?: string | undefined;
  readonly standing: PaymentStateAndPlacement;
  /** Whether the order is this browser's cart, so that the buyer can pay it here. */
  readonly payable: boolean;
}

export function orderPage({ bill, name, firstName, standing, payable }: OrderPageView): Html {
  const words = findStateTexts(standing);
  const { title, offer } = words;
  const thanks = standing.placed && firstName ? `Thank you, ${firstName}. ` : "";
  return html`<h1>${title}</h1>
${renderStateNotice(words, { state: standing.state, thanks })}
${offer && (payable ? renderPayLink(offer) : html`<p>You can pay it in the browser in which you created it, while it is in your cart there.</p>`)}
<section class="sheet">
<h2>Your order</h2>
${renderOrderLines(bill)}
<p class="quiet">Order ${name}</p>
</section>
<p><a class="button second" href="/">Back to the shop</a></p>`;
}

function renderPayLink(offer: "pay" | "retry"): Html {
  return html`<p><a class="button" href="/checkout/payment">${offer === "retry" ? "Try again" : "Go on with the payment"}</a></p>`;
}

/** Displays the payment state. The buyer can check again, with or without scripts. */
export function renderStateNotice(
  { says, tone, looksAgain }: OrderStateTexts,
  { state, thanks }: { readonly state: PaymentState; readonly thanks: string },
): Html {
  return html`<p class="notice ${tone}" role="status" data-state="${state}" ${looksAgain && "data-looks-again"}>${thanks}${says}</p>
${looksAgain && html`<p><a href="">Look again</a></p>`}
${payScriptTag}`;
}
