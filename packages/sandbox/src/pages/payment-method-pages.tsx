import type { Order } from "../orders/order.ts";
import { type PaymentMethod, paymentMethods } from "../payment-methods.ts";
import { BuyerChoiceForm } from "./buyer-choice.tsx";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { CancelForm, OrderSummary } from "./order-summary.tsx";
import { PageFrame, SheetPage } from "./page-frame.tsx";
import { orderPagePath, paymentMethodPagePath } from "./page-paths.ts";

/** The page on which the buyer chooses a payment method, if the shop named none. */
export function PaymentMethodListPage({ order }: { order: Order }) {
  const words = findBuyerPageTexts(order);
  const { title, heading, list } = words.methods;
  return (
    <PageFrame title={title} words={words}>
      <section class="sheet">
        <h1>{heading}</h1>
        <OrderSummary order={order} />
      </section>
      <section class="sheet">
        <h2>{list}</h2>
        <ul class="plain methods">
          {paymentMethods.map((method) => (
            <li>
              <a href={paymentMethodPagePath(order, method.id)}>
                {method.name}
                <span>{method.id}</span>
              </a>
            </li>
          ))}
        </ul>
        <CancelForm order={order} />
      </section>
    </PageFrame>
  );
}

/** The page of a payment method. The sandbox plays the wallet. */
export function ChosenPaymentMethodPage({ order, method }: { order: Order; method: PaymentMethod }) {
  const words = findBuyerPageTexts(order);
  return (
    <SheetPage title={words.methods.with(method.name)} words={words} heading={method.name}>
      <OrderSummary order={order} />
      <BuyerChoiceForm action={paymentMethodPagePath(order, method.id)} words={words} />
      {order.namedMethod ? null : (
        <p>
          <a href={orderPagePath(order)}>{words.methods.another}</a>
        </p>
      )}
    </SheetPage>
  );
}
