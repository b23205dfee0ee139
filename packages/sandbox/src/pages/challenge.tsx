import type { Order } from "../book/order.ts";
import { Frame } from "./frame.tsx";
import { wordsFor } from "./languages/languages.ts";
import { Payee, PlanTerms } from "./order-summary.tsx";
import { challengePath } from "./paths.ts";
import { VerdictForm } from "./verdict.tsx";

/** 3D verification: the sandbox plays the bank. Leaving the page abandons it, and the order stays pending. */
export function ChallengePage({ order }: { order: Order }) {
  const words = wordsFor(order);
  const { challenge, card } = words;
  return (
    <Frame title={challenge.title} words={words}>
      <section class="sheet">
        <h1>{challenge.heading}</h1>
        <p class="quiet">{challenge.text}</p>
        <Payee order={order} />
        <dl>
          <dt>{words.order}</dt>
          <dd>
            <bdi>{order.orderNumber}</bdi>
          </dd>
          <dt>{card.heading}</dt>
          <dd>{order.card && challenge.ending(order.card.brand, order.card.last4)}</dd>
        </dl>
        <PlanTerms order={order} />
        <VerdictForm action={challengePath(order)} words={words} />
        <p class="quiet">{challenge.leave}</p>
      </section>
    </Frame>
  );
}
