import type { OrderDetails } from "../../control/control-api-types.ts";
import { describeEvent } from "../../orders/event-text.ts";
import { formatDateTime } from "../../time-text.ts";
import { InspectorFrame } from "../inspector-frame.tsx";
import { orderDetailsPath, StateTag } from "../orders/order-list.tsx";
import type { InspectorNotice } from "../texts/inspector-notices.ts";
import { findReplyAdvice } from "../texts/reply-advice.ts";
import { OrderActions } from "./order-actions.tsx";
import { Timeline } from "./timeline.tsx";

export interface OrderPageProps {
  readonly signs: readonly InspectorNotice[];
  readonly story: OrderDetails;
  /** The page at which the buyer of a pending order continues. */
  readonly buyerPage?: string;
  /** The message of a refused action. */
  readonly problem?: string;
}

/** Displays one order: the next events, the timeline, and the possible actions. */
export function OrderPage({ signs, story, buyerPage, problem }: OrderPageProps) {
  const address = orderDetailsPath(story);
  return (
    <InspectorFrame title={`Order ${story.orderId}`} room="/" signs={signs}>
      <p class="crumb">
        <a href="/">All orders</a>
      </p>
      <h1>
        Order <bdi>{story.orderId}</bdi>
      </h1>
      {problem ? (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      ) : null}
      <div id="live" data-says={describeLatestEvent(story)} data-again={story.nextDeliveryAt ? "1" : ""}>
        <NextStep story={story} />
        <div class="two">
          <section class="sheet" aria-labelledby="happened">
            <h2 id="happened">What happened</h2>
            <Timeline events={story.timeline} merchantId={story.merchantId} />
          </section>
          <div>
            <section class="sheet" aria-labelledby="facts">
              <h2 id="facts">The order</h2>
              <OrderFacts story={story} />
            </section>
            <section class="sheet" aria-labelledby="acts">
              <h2 id="acts">Make something happen</h2>
              {buyerPage ? (
                <p>
                  <a href={buyerPage}>Open the buyer's page</a>
                </p>
              ) : null}
              <OrderActions story={story} address={address} />
              <p class="hint">
                <a
                  href={`/faults?of=order&order=${encodeURIComponent(story.orderId)}&merchant=${story.merchantId}`}
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
    </InspectorFrame>
  );
}

function describeLatestEvent({ timeline }: OrderDetails): string {
  const latest = timeline.at(-1);
  return latest ? describeEvent(latest) : "";
}

function NextStep({ story }: { story: OrderDetails }) {
  const last = story.deliveries.at(-1);
  const alarm = last !== undefined && last.outcome !== "ok" && last.outcome !== "dropped";
  const advice = last ? findReplyAdvice(last) : "";
  return (
    <section class={alarm ? "next alarm" : "next"} aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <p>{story.next}</p>
      {advice ? <p>{advice}</p> : null}
    </section>
  );
}

function OrderFacts({ story }: { story: OrderDetails }) {
  const { card, method, settledAt, failure, returnedAs } = story;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ["Amount", `${story.amount} ${story.currency}`],
    ["Merchant", `${story.merchantId} (${story.variant})`],
    ["Transaction", story.transactionId],
    ["Card", card && `${card.brand} ending in ${card.last4}`],
    ["Method", method],
    ["Came in", `${formatDateTime(Date.parse(story.createdAt))} UTC`],
    ["Settled", settledAt && `${formatDateTime(Date.parse(settledAt))} UTC`],
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
