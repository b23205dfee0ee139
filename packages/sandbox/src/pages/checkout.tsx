import { CardForm, type CardFormProps } from "./card-form.tsx";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { OrderAmountLine, OrderIdLine, OrderItems, PayeeAndAmount } from "./order-summary.tsx";
import { PageFrame } from "./page-frame.tsx";

/** The hosted checkout: the order, and a card form. */
export function CheckoutPage({ order, entry }: CardFormProps) {
  const words = findBuyerPageTexts(order);
  return (
    <PageFrame title={words.pay(`${order.amount} ${order.currency}`)} words={words}>
      <section class="sheet">
        <h1>{words.checkout}</h1>
        <PayeeAndAmount order={order} />
        <OrderItems order={order} />
        <OrderIdLine order={order} />
      </section>
      <CardForm order={order} entry={entry} />
    </PageFrame>
  );
}

/** The page of a link payment: an invoice, and the same card form. */
export function InvoicePage({ order, entry }: CardFormProps) {
  const words = findBuyerPageTexts(order);
  const { invoice } = words;
  return (
    <PageFrame title={`${invoice.heading} ${order.orderId}`} words={words}>
      <section class="sheet invoice">
        <h1>{invoice.heading}</h1>
        <dl>
          <dt>{invoice.number}</dt>
          <dd>
            <bdi>{order.orderId}</bdi>
          </dd>
          <dt>{invoice.issued}</dt>
          <dd>{new Date(order.createdAt).toISOString().slice(0, 10)}</dd>
          <dt>{invoice.from}</dt>
          <dd>{new URL(order.shopUrl).host}</dd>
          <dt>{invoice.merchant}</dt>
          <dd>{order.merchant.id}</dd>
        </dl>
        <OrderItems order={order} />
        <p class="quiet">{invoice.due}</p>
        <OrderAmountLine order={order} />
      </section>
      <CardForm order={order} entry={entry} />
    </PageFrame>
  );
}
