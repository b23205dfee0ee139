import { Badge, useLocalFormat } from "@vendure/dashboard";
import type { ReactNode } from "react";
import type { GatewayRefund } from "./admin-api.ts";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

const stateBadgeVariants: Record<GatewayRefund["state"], "default" | "secondary" | "outline"> = {
  REQUESTED: "secondary",
  SUBMITTED: "secondary",
  ACCEPTED: "secondary",
  UNKNOWN: "secondary",
  SUCCEEDED: "default",
  FAILED: "outline",
};

/** The refunds through the gateway of an attempt or a cycle, with their states. Nothing if there are none. */
export function GatewayRefundList({ refunds }: Readonly<{ refunds: readonly GatewayRefund[] }>) {
  const { gatewayRefunds: words } = useStaffTexts();
  if (refunds.length === 0) return null;
  return (
    <div className="space-y-2" data-testid="pay-index-gateway-refunds">
      <h3 className="font-medium">{words.title}</h3>
      <ul className="space-y-2 text-sm">
        {refunds.map((refund) => (
          <RefundEntry key={`${refund.at} ${refund.refundId} ${refund.amount}`} refund={refund} />
        ))}
      </ul>
    </div>
  );
}

function RefundEntry({ refund }: Readonly<{ refund: GatewayRefund }>) {
  const { gatewayRefunds: words } = useStaffTexts();
  const { formatDate } = useLocalFormat();
  const { state, at, endedAt, amount, currencyCode, refundId, reason, text, ofOrder, isFromGateway } = refund;
  const changedAt = endedAt ?? at;
  return (
    <li>
      <div className="flex flex-wrap items-center gap-2">
        <span>
          {amount} {currencyCode}
        </span>
        <Badge variant={stateBadgeVariants[state]}>{words.states[toCoreName(state)]}</Badge>
        {isFromGateway && <Badge variant="outline">{words.madeAtGateway}</Badge>}
        {!ofOrder && <Badge variant="outline">{words.otherCharge}</Badge>}
        <time className="text-muted-foreground" dateTime={changedAt}>
          {formatDate(changedAt, { dateStyle: "medium", timeStyle: "medium" })}
        </time>
      </div>
      {refundId !== null && (
        <RefundDetail name={words.refundId}>
          <code className="break-all">{refundId}</code>
        </RefundDetail>
      )}
      {reason !== null && <RefundDetail name={words.reason}>{reason}</RefundDetail>}
      {text !== null && <RefundDetail name={words.details}>{text}</RefundDetail>}
    </li>
  );
}

function RefundDetail({ name, children }: Readonly<{ name: string; children: ReactNode }>) {
  return (
    <p className="wrap-anywhere">
      <span className="text-muted-foreground">{name}: </span>
      {children}
    </p>
  );
}
