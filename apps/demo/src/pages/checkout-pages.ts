import { renderAddressFields, renderBuyerFields } from "./buyer-fields.ts";
import { type Html, html } from "./html.ts";
import { type OrderSummary, renderOrderLines } from "./order-lines.ts";
import {
  type PlanNameAndDescription,
  renderPaymentMethodFields,
  renderPopupOption,
} from "./payment-method-fields.ts";
import { payScriptTag } from "./scripts.ts";

type FieldTexts = Readonly<Record<string, string>>;

const steps = ["Address", "Delivery", "Payment"] as const;

/** Displays the current of the three steps, also for screen readers. */
function renderSteps(now: (typeof steps)[number]): Html {
  return html`<ol class="steps" aria-label="Steps of the checkout">
${steps.map((step) => html`<li ${step === now && html`aria-current="step"`}>${step}</li>`)}
</ol>`;
}

function renderProblems(problems: FieldTexts): Html | false {
  const words = Object.values(problems);
  return (
    words.length > 0 &&
    html`<p class="notice bad" role="alert">Not yet: ${words.map((text) => html`${text} `)}</p>`
  );
}

export interface AddressPageView {
  /** The totals of the goods, because the shipping cost is not known yet. */
  readonly bill: OrderSummary;
  /** The entered values, by the field's name. */
  readonly typed: FieldTexts;
  readonly problems: FieldTexts;
}

export function addressPage({ bill, typed, problems }: AddressPageView): Html {
  return html`<h1>Checkout</h1>
${renderSteps("Address")}
${renderProblems(problems)}
<section class="sheet">
<h2>Your order</h2>
${renderOrderLines(bill)}
<p><a href="/cart">Change the cart</a></p>
</section>
<form method="post" action="/checkout">
${renderBuyerFields(typed, problems)}
${renderAddressFields(typed, problems, { optional: false })}
<button>Go on to the delivery</button>
</form>`;
}

export interface ShippingPageView {
  readonly ways: readonly { readonly id: string; readonly name: string; readonly price: string }[];
  readonly chosen?: string | undefined;
  readonly problems: FieldTexts;
}

export function shippingPage({ ways, chosen = ways[0]?.id, problems }: ShippingPageView): Html {
  const way = ({ id, name, price }: ShippingPageView["ways"][number]) => html`<li class="way">
<input type="radio" id="shipping-${id}" name="shipping" value="${id}" ${id === chosen && "checked"}>
<label for="shipping-${id}">${name}<span class="quiet">${price}</span></label>
</li>`;
  return html`<h1>Checkout</h1>
${renderSteps("Delivery")}
${renderProblems(problems)}
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

export interface PaymentPageView {
  readonly bill: OrderSummary;
  /** The name of the order, which the demo searches for. */
  readonly order: string;
  readonly typed: FieldTexts;
  readonly problems: FieldTexts;
  readonly plan: PlanNameAndDescription | undefined;
}

export function paymentPage({ bill, order, typed, problems, plan }: PaymentPageView): Html {
  return html`<h1>Checkout</h1>
${renderSteps("Payment")}
${renderProblems(problems)}
<section class="sheet">
<h2>Your order</h2>
${renderOrderLines(bill)}
<p class="quiet" data-order="${order}">Order ${order}</p>
</section>
<form method="post" action="/checkout/payment" data-order-page="/orders/${order}">
${renderPaymentMethodFields(typed, problems, plan)}
${renderPopupOption(plan)}
<p class="news" role="status"></p>
<button>Order and pay</button>
<p class="centre"><a href="/checkout/shipping">Change the delivery</a></p>
</form>
${payScriptTag}`;
}
