import type { Order } from "../orders/order.ts";
import { BuyerChoiceForm } from "./buyer-choice.tsx";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { Facts, PayeeAndAmount, PlanTerms } from "./order-summary.tsx";
import { SheetPage } from "./page-frame.tsx";
import { challengePagePath } from "./page-paths.ts";

/** The 3D Secure page, on which the sandbox plays the bank. If the buyer leaves it, the order stays pending. */
export function ChallengePage({ order }: { order: Order }) {
  const words = findBuyerPageTexts(order);
  const { challenge, card } = words;
  return (
    <SheetPage title={challenge.title} words={words} heading={challenge.heading}>
      <p class="quiet">{challenge.text}</p>
      <PayeeAndAmount order={order} />
      <Facts
        rows={[
          [words.order, order.orderId],
          [card.heading, order.card && challenge.ending(order.card.brand, order.card.last4)],
        ]}
      />
      <PlanTerms order={order} />
      <BuyerChoiceForm action={challengePagePath(order)} words={words} />
      <p class="quiet">{challenge.leave}</p>
    </SheetPage>
  );
}
