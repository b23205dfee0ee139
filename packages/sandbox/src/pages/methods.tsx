import type { Order } from "../book/order.ts";
import { type Method, methods } from "../methods.ts";
import { Frame } from "./frame.tsx";
import { Items, Payee } from "./order-summary.tsx";
import { methodPath, orderPath } from "./paths.ts";
import { VerdictForm } from "./verdict.tsx";

/** The buyer chooses how to pay, because the shop named no method. */
export function MethodListPage({ order }: { order: Order }) {
  return (
    <Frame title="Choose how to pay">
      <section class="sheet">
        <h1>How do you want to pay?</h1>
        <Payee order={order} />
        <Items order={order} />
        <p class="quiet">Order {order.orderNumber}</p>
      </section>
      <section class="sheet">
        <h2>Methods</h2>
        <ul class="plain methods">
          {methods.map((method) => (
            <li>
              <a href={methodPath(order, method.id)}>
                {method.name}
                <span>{method.id}</span>
              </a>
            </li>
          ))}
        </ul>
        <form method="post" action={`${orderPath(order)}/cancel`}>
          <button type="submit" class="third">
            Cancel and go back to the shop
          </button>
        </form>
      </section>
    </Frame>
  );
}

/** The sandbox plays the wallet. */
export function MethodPage({ order, method }: { order: Order; method: Method }) {
  return (
    <Frame title={`Pay with ${method.name}`}>
      <section class="sheet">
        <h1>{method.name}</h1>
        <Payee order={order} />
        <Items order={order} />
        <p class="quiet">Order {order.orderNumber}</p>
        <VerdictForm action={methodPath(order, method.id)} />
        {order.namedMethod ? null : (
          <p>
            <a href={orderPath(order)}>Choose another method</a>
          </p>
        )}
      </section>
    </Frame>
  );
}
