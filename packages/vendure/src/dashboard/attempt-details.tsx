import { attemptStateText, hasResult } from "@pay-index/core/staff";
import { Badge, ChannelCodeLabel, useChannel } from "@vendure/dashboard";
import type { Attempt, PaymentState } from "./admin-api.ts";
import { AskGatewayButton } from "./ask-gateway-button.tsx";
import { CancelSubscriptionButton } from "./cancel-subscription-button.tsx";
import { GatewayRefundList } from "./gateway-refund-list.tsx";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";
import { SubscriptionCycles } from "./subscription-cycles.tsx";
import { Timeline } from "./timeline.tsx";

const stateBadgeVariants: Record<PaymentState, "default" | "secondary" | "outline"> = {
  NONE: "outline",
  CREATED: "outline",
  PENDING: "secondary",
  APPROVED: "secondary",
  PAID: "default",
  REVIEW: "secondary",
  FAILED: "outline",
  CLOSED: "outline",
  REFUNDED: "outline",
};

export function AttemptDetails({ orderId, attempt }: Readonly<{ orderId: string; attempt: Attempt }>) {
  const words = useStaffTexts();
  const { channels } = useChannel();
  const { attemptId, variant, amount, currencyCode, channelCode, state, timeline, subscription } = attempt;
  const { gatewayRefunds } = attempt;
  return (
    <section className="space-y-3" aria-labelledby={`attempt-${attemptId}`}>
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={`attempt-${attemptId}`} className="font-medium">
          {words.page.attempt} {attempt.number}: {variant}, {amount} {currencyCode}
        </h2>
        <Badge variant={stateBadgeVariants[state]}>
          {attemptStateText(words, { state: toCoreName(state), timeline })}
        </Badge>
        {channels.length > 1 && channelCode !== null && (
          <Badge variant="outline" data-testid="pay-index-channel">
            <ChannelCodeLabel code={channelCode} />
          </Badge>
        )}
      </div>
      <p className="text-sm text-muted-foreground">
        {words.page.attemptId}: <code className="break-all">{attemptId}</code>
      </p>
      <Timeline entries={timeline} />
      <GatewayRefundList refunds={gatewayRefunds} />
      {isOpen(state) && <AskGatewayButton attemptIds={[attemptId]} />}
      {subscription !== null && subscription.state !== "WAITING" && (
        <>
          <SubscriptionCycles subscription={subscription} />
          {subscription.state === "ACTIVE" && (
            <CancelSubscriptionButton orderId={orderId} attemptId={attemptId} />
          )}
        </>
      )}
    </section>
  );
}

function isOpen(state: PaymentState): boolean {
  const name = toCoreName(state);
  return name !== "none" && !hasResult(name);
}
