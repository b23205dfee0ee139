import type { RejectedSale } from "../../control/control-api-types.ts";
import { formatDateTime, formatRelativeTime } from "../../time-text.ts";
import type { InspectorDependencies, InspectorPage } from "../inspector-page.tsx";
import { CardTable } from "../inspector-parts.tsx";

/** The page of the rejected sales, latest first. */
export function createRejectedSalesPage({ control }: InspectorDependencies): InspectorPage {
  return {
    path: "/refused",
    section: "/refused",
    async show() {
      const [refusals, clock] = [await control.refusals(), await control.clock()];
      const content = <RejectedSalesPage refusals={refusals} now={Date.parse(clock.now)} />;
      return { title: "Refused submissions", content };
    },
  };
}

function RejectedSalesPage({ refusals, now }: { refusals: readonly RejectedSale[]; now: number }) {
  const latest = refusals[0]?.message ?? "";
  return (
    <>
      <h1>Refused submissions</h1>
      <p class="lead">
        The submissions that the gateway did not accept as a sale. Each one has the field and the rule, or the
        mistake in the signature. The sandbox stores the last 50.
      </p>
      <div id="live" data-says={latest && `Latest refusal: ${latest}`} data-again="10">
        <section class="sheet" aria-label="Refusals">
          {refusals.length === 0 ? (
            <p>
              The gateway has refused no submission. If a sale of your shop gets the answer “error”, look
              here.
            </p>
          ) : (
            <CardTable
              head={["Why", "Order", "Merchant", "When (UTC)"]}
              rows={refusals.map((refusal) => toRow(refusal, now))}
            />
          )}
        </section>
      </div>
    </>
  );
}

function toRow({ number, message, orderId, merchantId, at }: RejectedSale, now: number) {
  const time = Date.parse(at);
  return {
    item: String(number),
    cells: [
      <a id={`refusal-${number}`} href={`/refused/${number}`}>
        {message.length > 140 ? `${message.slice(0, 140)}…` : message}
      </a>,
      orderId ?? "missing",
      merchantId ?? "missing",
      <span class="time">
        <time datetime={at}>{formatDateTime(time).slice(11)}</time>
        <span class="quiet">, {formatRelativeTime(time, now)}</span>
      </span>,
    ],
  };
}
