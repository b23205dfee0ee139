import { addressFields, buyerFields } from "./buyer-fields.ts";
import { type Html, html } from "./html.ts";
import { type Bill, orderLines } from "./order-lines.ts";
import { payScript } from "./scripts.ts";
import { ownWindow, type ShownPlan, wayFields } from "./ways.ts";

type Named = Readonly<Record<string, string>>;

const steps = ["Address", "Delivery", "Payment"] as const;

/** Which of the three steps this is, for eyes and for a screen reader. */
function stepsLine(now: (typeof steps)[number]): Html {
  return html`<ol class="steps" aria-label="Steps of the checkout">
${steps.map((step) => html`<li ${step === now && html`aria-current="step"`}>${step}</li>`)}
</ol>`;
}

function complaints(problems: Named): Html | false {
  const words = Object.values(problems);
  return (
    words.length > 0 &&
    html`<p class="notice bad" role="alert">Not yet: ${words.map((text) => html`${text} `)}</p>`
  );
}

export interface AddressStep {
  /** Of the things alone: what the delivery costs is not known yet. */
  readonly bill: Bill;
  /** What the buyer typed before, by the name of the field. */
  readonly typed: Named;
  readonly problems: Named;
}

export function addressPage({ bill, typed, problems }: AddressStep): Html {
  return html`<h1>Checkout</h1>
${stepsLine("Address")}
${complaints(problems)}
<section class="sheet">
<h2>Your order</h2>
${orderLines(bill)}
<p><a href="/cart">Change the cart</a></p>
</section>
<form method="post" action="/checkout">
${buyerFields(typed, problems)}
${addressFields(typed, problems, { optional: false })}
<button>Go on to the delivery</button>
</form>`;
}

export interface DeliveryStep {
  readonly ways: readonly { readonly id: string; readonly name: string; readonly price: string }[];
  readonly chosen?: string | undefined;
  readonly problems: Named;
}

export function deliveryPage({ ways, chosen = ways[0]?.id, problems }: DeliveryStep): Html {
  const way = ({ id, name, price }: DeliveryStep["ways"][number]) => html`<li class="way">
<input type="radio" id="shipping-${id}" name="shipping" value="${id}" ${id === chosen && "checked"}>
<label for="shipping-${id}">${name}<span class="quiet">${price}</span></label>
</li>`;
  return html`<h1>Checkout</h1>
${stepsLine("Delivery")}
${complaints(problems)}
<form method="post" action="/checkout/shipping">
<fieldset class="sheet">
<legend>How it comes to you</legend>
<ul class="plain">
${ways.map(way)}
</ul>
</fieldset>
<button>Go on to the payment</button>
<p class="centre"><a href="/checkout">Change the address</a></p>
</form>`;
}

export interface PaymentStep {
  readonly bill: Bill;
  /** What the order is known by; the demo looks for it. */
  readonly order: string;
  readonly typed: Named;
  readonly problems: Named;
  readonly plan: ShownPlan | undefined;
}

export function paymentPage({ bill, order, typed, problems, plan }: PaymentStep): Html {
  return html`<h1>Checkout</h1>
${stepsLine("Payment")}
${complaints(problems)}
<section class="sheet">
<h2>Your order</h2>
${orderLines(bill)}
<p class="quiet" data-order="${order}">Order ${order}</p>
</section>
<form method="post" action="/checkout/payment" data-order-page="/orders/${order}">
${wayFields(typed, problems, plan)}
${ownWindow(plan)}
<p class="news" role="status"></p>
<button>Order and pay</button>
<p class="centre"><a href="/checkout/shipping">Change the delivery</a></p>
</form>
${payScript}`;
}
