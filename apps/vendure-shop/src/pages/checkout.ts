import { addressFields, buyerFields } from "@pay-index-apps/demo/look/buyer-fields";
import { type Html, html } from "@pay-index-apps/demo/look/html";
import { moneyText } from "@pay-index-apps/demo/look/money-text";
import { orderLines } from "@pay-index-apps/demo/look/order-lines";
import { wayFields } from "@pay-index-apps/demo/look/ways";
import { billOf } from "../bill.ts";
import type { ShippingMethod } from "../shop-api/change-order.ts";
import type { Order } from "../shop-api/order.ts";

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
  readonly order: Order;
  /** What the buyer typed before, by the name of the field. */
  readonly typed: Named;
  readonly problems: Named;
}

export function addressPage({ order, typed, problems }: AddressStep): Html {
  return html`<h1>Checkout</h1>
${stepsLine("Address")}
${complaints(problems)}
<section class="sheet">
<h2>Your order</h2>
${orderLines(billOf({ ...order, shippingLines: [], totalWithTax: thingsOf(order) }))}
<p><a href="/cart">Change the cart</a></p>
</section>
<form method="post" action="/checkout">
${buyerFields(typed, problems)}
${addressFields(typed, problems, { optional: false })}
<button>Go on to the delivery</button>
</form>`;
}

/** Before the delivery is chosen, the order is its things. */
function thingsOf({ lines }: Order): number {
  return lines.reduce((sum, { linePriceWithTax }) => sum + linePriceWithTax, 0);
}

export interface DeliveryStep {
  readonly order: Order;
  readonly methods: readonly ShippingMethod[];
  readonly problems: Named;
}

export function deliveryPage({ order, methods, problems }: DeliveryStep): Html {
  const chosen = order.shippingLines[0]?.shippingMethod.id ?? methods[0]?.id;
  const way = ({ id, name, priceWithTax }: ShippingMethod) => html`<li class="way">
<input type="radio" id="shipping-${id}" name="shipping" value="${id}" ${id === chosen && "checked"}>
<label for="shipping-${id}">${name}<span class="quiet">${moneyText({ minor: priceWithTax, currency: order.currencyCode })}</span></label>
</li>`;
  return html`<h1>Checkout</h1>
${stepsLine("Delivery")}
${complaints(problems)}
<form method="post" action="/checkout/shipping">
<fieldset class="sheet">
<legend>How it comes to you</legend>
<ul class="plain">
${methods.map(way)}
</ul>
</fieldset>
<button>Go on to the payment</button>
<p class="centre"><a href="/checkout">Change the address</a></p>
</form>`;
}

export interface PaymentStep {
  readonly order: Order;
  readonly typed: Named;
  readonly problems: Named;
}

export function paymentPage({ order, typed, problems }: PaymentStep): Html {
  return html`<h1>Checkout</h1>
${stepsLine("Payment")}
${complaints(problems)}
<section class="sheet">
<h2>Your order</h2>
${orderLines(billOf(order))}
<p class="quiet" data-order="${order.code}">Order ${order.code}</p>
</section>
<form method="post" action="/checkout/payment">
${wayFields(typed, problems)}
<button>Order and pay</button>
<p class="centre"><a href="/checkout/shipping">Change the delivery</a></p>
</form>`;
}
