import type { RejectedSale } from "../../control/control-api-types.ts";
import { formatDateTime, formatRelativeTime } from "../../time-text.ts";
import { InspectorFrame } from "../inspector-frame.tsx";
import type { InspectorNotice } from "../texts/inspector-notices.ts";

export interface RejectedSalesPageProps {
  readonly signs: readonly InspectorNotice[];
  readonly refusals: readonly RejectedSale[];
  readonly now: number;
}

/** Displays the rejected sales, latest first. */
export function RejectedSalesPage({ signs, refusals, now }: RejectedSalesPageProps) {
  const latest = refusals[0]?.message ?? "";
  return (
    <InspectorFrame title="Refused submissions" section="/refused" signs={signs}>
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
            <RejectedSaleTable refusals={refusals} now={now} />
          )}
        </section>
      </div>
    </InspectorFrame>
  );
}

function RejectedSaleTable({ refusals, now }: { refusals: readonly RejectedSale[]; now: number }) {
  return (
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Why</th>
          <th scope="col">Order</th>
          <th scope="col">Merchant</th>
          <th scope="col">When (UTC)</th>
        </tr>
      </thead>
      <tbody>
        {refusals.map((refusal) => (
          <tr data-item={String(refusal.number)}>
            <td data-label="Why">
              <a id={`refusal-${refusal.number}`} href={`/refused/${refusal.number}`}>
                {shorten(refusal.message)}
              </a>
            </td>
            <td data-label="Order">{refusal.orderId ?? "missing"}</td>
            <td data-label="Merchant">{refusal.merchantId ?? "missing"}</td>
            <td data-label="When (UTC)" class="time">
              <span>
                <time datetime={refusal.at}>{formatDateTime(Date.parse(refusal.at)).slice(11)}</time>
                <span class="quiet">, {formatRelativeTime(Date.parse(refusal.at), now)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shorten(message: string): string {
  return message.length > 140 ? `${message.slice(0, 140)}…` : message;
}
