import type { OrderStory } from "../../control/contract.ts";
import { dayAndTime } from "../../spoken-time.ts";
import { DeskFrame } from "../desk-frame.tsx";
import { orderAddress, StateTag } from "../orders/order-list.tsx";
import type { DeskSign } from "../words/desk-signs.ts";
import { replyAdvice } from "../words/reply-advice.ts";
import { eventWords } from "./event-words.ts";
import { OrderActions } from "./order-actions.tsx";
import { Timeline } from "./timeline.tsx";

export interface OrderPageProps {
  readonly signs: readonly DeskSign[];
  readonly story: OrderStory;
  /** Where the buyer goes on, while nothing is settled. */
  readonly buyerPage?: string;
  /** What could not be done. */
  readonly problem?: string;
}

/** One order: what happens next, what happened, and what can be done to it. */
export function OrderPage({ signs, story, buyerPage, problem }: OrderPageProps) {
  const address = orderAddress(story);
  return (
    <DeskFrame title={`Order ${story.orderNumber}`} room="/" signs={signs}>
      <p class="crumb">
        <a href="/">All orders</a>
      </p>
      <h1>
        Order <bdi>{story.orderNumber}</bdi>
      </h1>
      {problem ? (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      ) : null}
      <div id="live" data-says={latestInWords(story)} data-again={story.nextDeliveryAt ? "1" : ""}>
        <Next story={story} />
        <div class="two">
          <section class="sheet" aria-labelledby="happened">
            <h2 id="happened">What happened</h2>
            <Timeline events={story.timeline} merchantId={story.merchantId} />
          </section>
          <div>
            <section class="sheet" aria-labelledby="facts">
              <h2 id="facts">The order</h2>
              <Facts story={story} />
            </section>
            <section class="sheet" aria-labelledby="acts">
              <h2 id="acts">Make something happen</h2>
              {buyerPage ? (
                <p>
                  <a href={buyerPage}>Open the buyer's page</a>
                </p>
              ) : null}
              <OrderActions state={story.state} variant={story.variant} address={address} />
              <p class="hint">
                <a
                  href={`/faults?of=order&order=${encodeURIComponent(story.orderNumber)}&merchant=${story.merchantId}`}
                >
                  Set a fault for this order
                </a>
              </p>
            </section>
          </div>
        </div>
      </div>
      <noscript>
        <p class="quiet">
          Without scripts this page does not change by itself: <a href={address}>load it again</a>.
        </p>
      </noscript>
    </DeskFrame>
  );
}

function latestInWords({ timeline }: OrderStory): string {
  const latest = timeline.at(-1);
  return latest ? eventWords(latest).says : "";
}

function Next({ story }: { story: OrderStory }) {
  const last = story.deliveries.at(-1);
  const alarm = last !== undefined && last.outcome !== "ok" && last.outcome !== "dropped";
  const advice = last ? replyAdvice(last) : "";
  return (
    <section class={alarm ? "next alarm" : "next"} aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <p>{story.next}</p>
      {advice ? <p>{advice}</p> : null}
    </section>
  );
}

function Facts({ story }: { story: OrderStory }) {
  const { card, method, settledAt, failure, returnedAs } = story;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ["Amount", `${story.amount} ${story.currency}`],
    ["Merchant", `${story.merchantId} (${story.variant})`],
    ["Transaction", story.transactionId],
    ["Card", card && `${card.brand} ending in ${card.last4}`],
    ["Method", method],
    ["Came in", `${dayAndTime(Date.parse(story.createdAt))} UTC`],
    ["Settled", settledAt && `${dayAndTime(Date.parse(settledAt))} UTC`],
    ["Why", failure],
    ["Buyer back as", returnedAs],
  ];
  return (
    <dl class="facts">
      <dt>State</dt>
      <dd>
        <StateTag state={story.state} />
      </dd>
      {facts.map(([name, value]) =>
        value ? (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ) : null,
      )}
    </dl>
  );
}
