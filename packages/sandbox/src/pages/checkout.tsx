import { CardForm, type CardFormProps } from "./card-form.tsx";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { Facts, OrderAmountLine, OrderItems, OrderSummary } from "./order-summary.tsx";
import { PageFrame } from "./page-frame.tsx";

/** The hosted checkout: the order, and a card form. */
export function CheckoutPage({ order, entry }: CardFormProps) {
  const words = findBuyerPageTexts(order);
  return (
    <PageFrame title={words.pay(`${order.amount} ${order.currency}`)} words={words}>
      <section class="sheet">
        <h1>{words.checkout}</h1>
        <OrderSummary order={order} />
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
        <Facts
          rows={[
            [invoice.number, order.orderId],
            [invoice.issued, new Date(order.createdAt).toISOString().slice(0, 10)],
            [invoice.from, new URL(order.shopUrl).host],
            [invoice.merchant, order.merchant.id],
          ]}
        />
        <OrderItems order={order} />
        <p class="quiet">{invoice.due}</p>
        <OrderAmountLine order={order} />
      </section>
      <CardForm order={order} entry={entry} />
    </PageFrame>
  );
}
