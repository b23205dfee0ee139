import type { Order } from "../book/order.ts";
import { Frame } from "./frame.tsx";
import { Payee, PlanTerms } from "./order-summary.tsx";
import { challengePath } from "./paths.ts";
import { VerdictForm } from "./verdict.tsx";

/** 3D verification: the sandbox plays the bank. Leaving the page abandons it, and the order stays pending. */
export function ChallengePage({ order }: { order: Order }) {
  return (
    <Frame title="Confirm this payment">
      <section class="sheet">
        <h1>Is this you?</h1>
        <p class="quiet">Your bank asks you to confirm this payment (3D verification).</p>
        <Payee order={order} />
        <dl>
          <dt>Order</dt>
          <dd>{order.orderNumber}</dd>
          <dt>Card</dt>
          <dd>
            {order.card?.brand} ending in {order.card?.last4}
          </dd>
        </dl>
        <PlanTerms order={order} />
        <VerdictForm action={challengePath(order)} />
        <p class="quiet">Close this page to see what a buyer who walks away does to your shop.</p>
      </section>
    </Frame>
  );
}
