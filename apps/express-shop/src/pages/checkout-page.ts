import { renderAddressFields, renderBuyerFields } from "@pay-index-apps/demo/pages/buyer-fields";
import { type Html, html } from "@pay-index-apps/demo/pages/html";
import { renderOrderLines } from "@pay-index-apps/demo/pages/order-lines";
import {
  renderPaymentMethodFields,
  renderPopupOption,
} from "@pay-index-apps/demo/pages/payment-method-fields";
import { payScriptTag } from "@pay-index-apps/demo/pages/scripts";
import { cartQuery } from "../cart.ts";
import type { CheckoutFieldProblems } from "../checkout-form.ts";
import { findOrderPlan, type Order, toCart, toOrderSummary } from "../orders/orders.ts";

export interface CheckoutPageView {
  readonly order: Order;
  /** The entered values, by the field's name. */
  readonly typed: Readonly<Record<string, string>>;
  readonly problems: CheckoutFieldProblems;
}

export function checkoutPage({ order, typed, problems }: CheckoutPageView): Html {
  const wrong = Object.keys(problems).length;
  return html`<h1>Checkout</h1>
${wrong > 0 && html`<p class="notice bad" role="alert">Not yet: ${Object.values(problems).map((words) => html`${words} `)}</p>`}
<section class="sheet">
<h2>Your order</h2>
${renderOrderLines(toOrderSummary(order))}
<p><a href="/cart?${cartQuery(toCart(order))}">Change the cart</a></p>
</section>
<form method="post" action="/checkout/${order.id}" data-order-page="/orders/${order.id}">
${renderBuyerFields(typed, problems)}
${renderAddressFields(typed, problems, { optional: true })}
${renderPaymentMethodFields(typed, problems, findOrderPlan(order))}
${renderPopupOption(findOrderPlan(order))}
<p class="news" role="status"></p>
<button>Order and pay</button>
</form>
${payScriptTag}`;
}
