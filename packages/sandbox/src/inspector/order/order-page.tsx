import type { OrderDetails } from "../../control/control-api-types.ts";
import { describeEvent } from "../../orders/event-text.ts";
import { formatDateTime } from "../../time-text.ts";
import { InspectorFrame } from "../inspector-frame.tsx";
import { orderDetailsPath, StateTag } from "../orders/order-list.tsx";
import { findDeliveryFailureAdvice } from "../texts/delivery-failure-advice.ts";
import type { InspectorNotice } from "../texts/inspector-notices.ts";
import { OrderActions } from "./order-actions.tsx";
import { Timeline } from "./timeline.tsx";

export interface OrderPageProps {
  readonly signs: readonly InspectorNotice[];
  readonly details: OrderDetails;
  /** The page at which the buyer of a pending order continues. */
  readonly buyerPage?: string;
  /** The message of a refused action. */
  readonly problem?: string;
}

/** Displays one order: the next events, the timeline, and the possible actions. */
export function OrderPage({ signs, details, buyerPage, problem }: OrderPageProps) {
  const address = orderDetailsPath(details);
  return (
    <InspectorFrame title={`Order ${details.orderId}`} section="/" signs={signs}>
      <p class="crumb">
        <a href="/">All orders</a>
      </p>
      <h1>
        Order <bdi>{details.orderId}</bdi>
      </h1>
      {problem ? (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      ) : null}
      <div id="live" data-says={describeLatestEvent(details)} data-again={details.nextDeliveryAt ? "1" : ""}>
        <NextStep details={details} />
        <StrictProblems problems={details.strictProblems ?? []} />
        <div class="two">
          <section class="sheet" aria-labelledby="happened">
            <h2 id="happened">What happened</h2>
            <Timeline events={details.timeline} merchantId={details.merchantId} />
          </section>
          <div>
            <section class="sheet" aria-labelledby="facts">
              <h2 id="facts">The order</h2>
              <OrderFacts details={details} />
            </section>
            <section class="sheet" aria-labelledby="acts">
              <h2 id="acts">Make something happen</h2>
              {buyerPage ? (
                <p>
                  <a href={buyerPage}>Open the buyer's page</a>
                </p>
              ) : null}
              <OrderActions details={details} address={address} />
              <p class="hint">
                <a
                  href={`/faults?of=order&order=${encodeURIComponent(details.orderId)}&merchant=${details.merchantId}`}
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

function NextStep({ details }: { details: OrderDetails }) {
  const last = details.deliveries.at(-1);
  const alarm = last !== undefined && last.outcome !== "ok" && last.outcome !== "dropped";
  const advice = last ? findDeliveryFailureAdvice(last) : "";
  return (
    <section class={alarm ? "next alarm" : "next"} aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <p>{details.next}</p>
      {advice ? <p>{advice}</p> : null}
    </section>
  );
}

/** Lists why a strict gateway refuses the sale, which the profile `lenient` accepted. */
function StrictProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <section class="sheet" aria-labelledby="strict">
      <h2 id="strict">A strict gateway refuses this sale</h2>
      <p>
        The profile <a href="/clock">Lenient</a> accepted it. Before you go live, send these fields:
      </p>
      <ul>
        {problems.map((problem) => (
          <li>
            <code>{problem}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OrderFacts({ details }: { details: OrderDetails }) {
  const { card, method, decidedAt, failure, returnedAs } = details;
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    ["Amount", `${details.amount} ${details.currency}`],
    ["Merchant", `${details.merchantId} (${details.variant})`],
    ["Transaction", details.transactionId],
    ["Card", card && `${card.brand} ending in ${card.last4}`],
    ["Method", method],
    ["Came in", `${formatDateTime(Date.parse(details.createdAt))} UTC`],
    ["Decided", decidedAt && `${formatDateTime(Date.parse(decidedAt))} UTC`],
    ["Why", failure],
    ["Buyer back as", returnedAs],
  ];
  return (
    <dl class="facts">
      <dt>State</dt>
      <dd>
        <StateTag state={details.state} />
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
