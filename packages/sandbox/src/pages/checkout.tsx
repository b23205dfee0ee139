import { CardForm, type CardFormProps } from "./card-form.tsx";
import { Frame } from "./frame.tsx";
import { Items, Payee } from "./order-summary.tsx";

/** The hosted checkout: what is bought, and a card form. */
export function CheckoutPage({ order, entry }: CardFormProps) {
  return (
    <Frame title={`Pay ${order.amount} ${order.currency}`}>
      <section class="sheet">
        <h1>Checkout</h1>
        <Payee order={order} />
        <Items order={order} />
        <p class="quiet">Order {order.orderNumber}</p>
      </section>
      <CardForm order={order} entry={entry} />
    </Frame>
  );
}

/** The link payment: the same form under something that reads like an invoice. */
export function InvoicePage({ order, entry }: CardFormProps) {
  return (
    <Frame title={`Invoice ${order.orderNumber}`}>
      <section class="sheet invoice">
        <h1>Invoice</h1>
        <dl>
          <dt>Number</dt>
          <dd>{order.orderNumber}</dd>
          <dt>Issued</dt>
          <dd>{new Date(order.createdAt).toISOString().slice(0, 10)}</dd>
          <dt>From</dt>
          <dd>{new URL(order.shopUrl).host}</dd>
          <dt>Merchant</dt>
          <dd>{order.merchant.id}</dd>
        </dl>
        <Items order={order} />
        <p class="quiet">Amount due</p>
        <p class="amount">
          {order.amount} {order.currency}
        </p>
      </section>
      <CardForm order={order} entry={entry} />
    </Frame>
  );
}
