import { CardForm, type CardFormProps } from "./card-form.tsx";
import { Frame } from "./frame.tsx";
import { wordsFor } from "./languages/languages.ts";
import { Amount, Items, OrderLine, Payee } from "./order-summary.tsx";

/** The hosted checkout: what is bought, and a card form. */
export function CheckoutPage({ order, entry }: CardFormProps) {
  const words = wordsFor(order);
  return (
    <Frame title={words.pay(`${order.amount} ${order.currency}`)} words={words}>
      <section class="sheet">
        <h1>{words.checkout}</h1>
        <Payee order={order} />
        <Items order={order} />
        <OrderLine order={order} />
      </section>
      <CardForm order={order} entry={entry} />
    </Frame>
  );
}

/** The link payment: the same form under something that reads like an invoice. */
export function InvoicePage({ order, entry }: CardFormProps) {
  const words = wordsFor(order);
  const { invoice } = words;
  return (
    <Frame title={`${invoice.heading} ${order.orderNumber}`} words={words}>
      <section class="sheet invoice">
        <h1>{invoice.heading}</h1>
        <dl>
          <dt>{invoice.number}</dt>
          <dd>
            <bdi>{order.orderNumber}</bdi>
          </dd>
          <dt>{invoice.issued}</dt>
          <dd>{new Date(order.createdAt).toISOString().slice(0, 10)}</dd>
          <dt>{invoice.from}</dt>
          <dd>{new URL(order.shopUrl).host}</dd>
          <dt>{invoice.merchant}</dt>
          <dd>{order.merchant.id}</dd>
        </dl>
        <Items order={order} />
        <p class="quiet">{invoice.due}</p>
        <Amount order={order} />
      </section>
      <CardForm order={order} entry={entry} />
    </Frame>
  );
}
