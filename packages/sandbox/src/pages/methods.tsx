import type { Order } from "../book/order.ts";
import { type Method, methods } from "../methods.ts";
import { Frame } from "./frame.tsx";
import { wordsFor } from "./languages/languages.ts";
import { Items, OrderLine, Payee } from "./order-summary.tsx";
import { methodPath, orderPath } from "./paths.ts";
import { VerdictForm } from "./verdict.tsx";

/** The buyer chooses how to pay, because the shop named no method. */
export function MethodListPage({ order }: { order: Order }) {
  const words = wordsFor(order);
  const { title, heading, list } = words.methods;
  return (
    <Frame title={title} words={words}>
      <section class="sheet">
        <h1>{heading}</h1>
        <Payee order={order} />
        <Items order={order} />
        <OrderLine order={order} />
      </section>
      <section class="sheet">
        <h2>{list}</h2>
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
            {words.cancel}
          </button>
        </form>
      </section>
    </Frame>
  );
}

/** The sandbox plays the wallet. */
export function MethodPage({ order, method }: { order: Order; method: Method }) {
  const words = wordsFor(order);
  return (
    <Frame title={words.methods.with(method.name)} words={words}>
      <section class="sheet">
        <h1>{method.name}</h1>
        <Payee order={order} />
        <Items order={order} />
        <OrderLine order={order} />
        <VerdictForm action={methodPath(order, method.id)} words={words} />
        {order.namedMethod ? null : (
          <p>
            <a href={orderPath(order)}>{words.methods.another}</a>
          </p>
        )}
      </section>
    </Frame>
  );
}
