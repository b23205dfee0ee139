import { StatusBadge, Text } from "@medusajs/ui";
import type { GatewayRefund } from "./admin-api.ts";
import { fillText, useInstantFormat, useStaffTexts } from "./staff-texts.ts";

const colors = {
  requested: "orange",
  submitted: "orange",
  accepted: "blue",
  unknown: "orange",
  succeeded: "green",
  failed: "red",
} as const satisfies Record<GatewayRefund["state"], string>;

/** The refunds through the gateway of an attempt or a cycle. Empty if there are none. */
export function GatewayRefundList({ refunds }: Readonly<{ refunds: readonly GatewayRefund[] }>) {
  const { gatewayRefunds: words } = useStaffTexts();
  if (refunds.length === 0) return null;
  return (
    <section className="flex flex-col gap-y-2" aria-label={words.title} data-testid="pay-index-refunds">
      <Text size="small" weight="plus">
        {words.title}
      </Text>
      <ol className="flex flex-col gap-y-2">
        {refunds.map((refund) => (
          <RefundLine key={`${refund.request_id} ${refund.reference}`} refund={refund} />
        ))}
      </ol>
    </section>
  );
}

function RefundLine({ refund }: Readonly<{ refund: GatewayRefund }>) {
  const { gatewayRefunds: words, refundForm } = useStaffTexts();
  const instant = useInstantFormat();
  const { amount, currency_code, state, at, reason, text, reference, request_id } = refund;
  const currency = currency_code.toUpperCase();
  const details = [
    request_id === null ? words.madeAtGateway : "",
    reason === null ? "" : `${words.reason}: ${reason}`,
    reference === null ? "" : `${words.refundId}: ${reference}`,
    refund.of_order ? "" : words.otherCharge,
    state === "failed" && text !== null ? `${words.details}: ${text}` : "",
  ].filter((each) => each !== "");
  return (
    <li className="flex flex-col gap-y-1" data-state={state}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small">
          {amount} {currency} · <time dateTime={at}>{instant(at, "short")}</time>
        </Text>
        <StatusBadge className="leading-normal" color={colors[state]}>
          {words.states[state]}
        </StatusBadge>
      </div>
      <Text size="xsmall" className="text-ui-fg-subtle break-words">
        {details.join(" · ")}
      </Text>
      {refund.is_refunded_in_medusa && (
        <Text size="small">{fillText(refundForm.recorded, { amount, currency })}</Text>
      )}
    </li>
  );
}
