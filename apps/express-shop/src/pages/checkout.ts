import { addressFields, buyerFields } from "@pay-index-apps/demo/look/buyer-fields";
import { type Html, html } from "@pay-index-apps/demo/look/html";
import { orderLines } from "@pay-index-apps/demo/look/order-lines";
import { payScript } from "@pay-index-apps/demo/look/scripts";
import { ownWindow, wayFields } from "@pay-index-apps/demo/look/ways";
import { cartQuery } from "../cart.ts";
import type { Problems } from "../checkout.ts";
import { billOf, cartOf, type Order, planOf } from "../orders/orders.ts";

export interface CheckoutForm {
  readonly order: Order;
  /** What the buyer typed before, by the name of the field. */
  readonly typed: Readonly<Record<string, string>>;
  readonly problems: Problems;
}

export function checkoutPage({ order, typed, problems }: CheckoutForm): Html {
  const wrong = Object.keys(problems).length;
  return html`<h1>Checkout</h1>
${wrong > 0 && html`<p class="notice bad" role="alert">Not yet: ${Object.values(problems).map((words) => html`${words} `)}</p>`}
<section class="sheet">
<h2>Your order</h2>
${orderLines(billOf(order))}
<p><a href="/cart?${cartQuery(cartOf(order))}">Change the cart</a></p>
</section>
<form method="post" action="/checkout/${order.id}" data-order-page="/orders/${order.id}">
${buyerFields(typed, problems)}
${addressFields(typed, problems, { optional: true })}
${wayFields(typed, problems, planOf(order))}
${ownWindow(planOf(order))}
<p class="news" role="status"></p>
<button>Order and pay</button>
</form>
${payScript}`;
}
