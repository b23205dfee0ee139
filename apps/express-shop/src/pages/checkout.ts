import { cartQuery } from "../cart.ts";
import { countries, methods, type Problems } from "../checkout.ts";
import { cartOf, type Order } from "../orders/orders.ts";
import { complaint, field, marks } from "./field.ts";
import { type Html, html } from "./html.ts";
import { orderLines } from "./order-lines.ts";

export interface CheckoutForm {
  readonly order: Order;
  /** What the buyer typed before, by the name of the field. */
  readonly typed: Readonly<Record<string, string>>;
  readonly problems: Problems;
}

/** The five ways to pay, in the order of how little a buyer has to think about them. */
const ways = [
  ["hosted", "On the payment page", "You type your card on the gateway's page. This shop never sees it."],
  ["card", "By card, here", "You type your card in this shop. Your bank may ask you to confirm."],
  ["link", "By payment link", "You get an invoice with its own address, and pay it there."],
  [
    "subscription",
    "Every month by card",
    "The same again each month for a year. The first month is paid now.",
  ],
  ["apm", "Wallet or bank", "Alipay, iDEAL and others. You confirm it with them."],
] as const;

export function checkoutPage({ order, typed, problems }: CheckoutForm): Html {
  const wrong = Object.keys(problems).length;
  return html`<h1>Checkout</h1>
${wrong > 0 && html`<p class="notice bad" role="alert">Not yet: ${Object.values(problems).map((words) => html`${words} `)}</p>`}
<section class="sheet">
<h2>Your order</h2>
${orderLines(order)}
<p><a href="/cart?${cartQuery(cartOf(order))}">Change the cart</a></p>
</section>
<form method="post" action="/checkout/${order.id}">
${buyerFields(typed, problems)}
${addressFields(typed)}
${wayFields(typed, problems)}
<button>Order and pay</button>
</form>`;
}

function buyerFields(typed: CheckoutForm["typed"], problems: Problems): Html {
  const known = (name: string) => ({ name, value: typed[name], problem: problems[name] });
  return html`<fieldset class="sheet">
<legend>Who buys</legend>
<div class="pair">
${field({ ...known("firstName"), label: "First name", autocomplete: "given-name" })}
${field({ ...known("lastName"), label: "Last name", autocomplete: "family-name" })}
</div>
${field({ ...known("email"), label: "E-mail", type: "email", autocomplete: "email" })}
${field({ ...known("phone"), label: "Telephone", type: "tel", autocomplete: "tel" })}
</fieldset>`;
}

function addressFields(typed: CheckoutForm["typed"]): Html {
  const known = (name: string) => ({ name, value: typed[name], optional: true });
  const names = new Intl.DisplayNames("en", { type: "region" });
  const option = (code: string) =>
    html`<option value="${code}" ${code === (typed.country || "US") && "selected"}>${names.of(code)}</option>`;
  return html`<fieldset class="sheet">
<legend>Where it goes</legend>
<div class="field">
<label for="country">Country</label>
<select id="country" name="country" autocomplete="country">${countries.map(option)}</select>
</div>
${field({ ...known("street"), label: "Street and number", autocomplete: "street-address" })}
<div class="pair">
${field({ ...known("postcode"), label: "Postcode", autocomplete: "postal-code" })}
${field({ ...known("city"), label: "City", autocomplete: "address-level2" })}
</div>
</fieldset>`;
}

function wayFields(typed: CheckoutForm["typed"], problems: Problems): Html {
  const chosen = typed.variant || "hosted";
  const way = ([variant, name, words]: (typeof ways)[number]) => html`<li class="way">
<input type="radio" id="way-${variant}" name="variant" value="${variant}" ${variant === chosen && "checked"}>
<label for="way-${variant}">${name}<span class="quiet">${words}</span></label>
${variant === "apm" && methodField(typed, problems)}
</li>`;
  return html`<fieldset class="sheet">
<legend>How to pay</legend>
<ul class="plain">
${ways.map(way)}
</ul>
${complaint("variant", problems.variant)}
</fieldset>`;
}

function methodField(typed: CheckoutForm["typed"], problems: Problems): Html {
  const option = ([id, name]: [string, string]) =>
    html`<option value="${id}" ${id === typed.method && "selected"}>${name}</option>`;
  return html`<div class="field">
<label for="method">With</label>
<select id="method" name="method" ${marks("method", problems.method)}>
<option value="">I choose on the next page</option>
${Object.entries(methods).map(option)}
</select>
${complaint("method", problems.method)}
</div>`;
}
