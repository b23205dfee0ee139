import type { Order } from "../book/order.ts";
import { currentPath } from "./paths.ts";

/** The latest orders, and how their notifications fared. */
export function Orders({ orders, total }: { orders: readonly Order[]; total: number }) {
  return (
    <section class="sheet">
      <h2>Orders</h2>
      {orders.length === 0 ? <p class="quiet">None yet.</p> : <OrderTable orders={orders} />}
      {total > orders.length ? (
        <p class="quiet">
          The latest {orders.length} of {total}. All of them: <a href="/_sandbox/orders">/_sandbox/orders</a>
        </p>
      ) : null}
    </section>
  );
}

function OrderTable({ orders }: { orders: readonly Order[] }) {
  return (
    <div class="scroll" tabindex={0}>
      <table class="orders">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Variant</th>
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col">State</th>
            <th scope="col">Notifications</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr>
              <td>
                <a
                  href={`/_sandbox/orders/${encodeURIComponent(order.orderNumber)}?merchant=${order.merchant.id}`}
                >
                  {order.orderNumber}
                </a>
              </td>
              <td>{order.merchant.variant}</td>
              <td class="number">
                {order.amount} {order.currency}
              </td>
              <td>
                <span class={`state ${order.state}`}>{order.state}</span>
                {order.state === "pending" ? (
                  <>
                    {" "}
                    <a href={currentPath(order)}>open its page</a>
                  </>
                ) : null}
              </td>
              <td>{deliveriesInWords(order)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function deliveriesInWords({ deliveries, nextDeliveryAt, state }: Order): string {
  const last = deliveries.at(-1);
  if (!last) return state === "pending" ? "none yet" : "on its way";
  const tries = `${deliveries.length} ${deliveries.length === 1 ? "try" : "tries"}, last ${last.outcome.replace("_", " ")}`;
  return nextDeliveryAt === undefined
    ? tries
    : `${tries}, next ${new Date(nextDeliveryAt).toISOString().slice(11, 19)} UTC`;
}
