import { Container, Heading, StatusBadge, Text } from "@medusajs/ui";
import { attemptStateText, hasResult } from "@pay-index/core/staff";
import type { PaymentView } from "../../admin-api/staff-views.ts";
import type { Attempt } from "./admin-api.ts";
import { AskGatewayButton } from "./ask-gateway-button.tsx";
import { attemptStateColors } from "./attempt-state-colors.ts";
import { CancelSubscriptionButton } from "./cancel-subscription-button.tsx";
import { FirstPeriodPrice } from "./first-period-price.tsx";
import { GatewayRefundList } from "./gateway-refund-list.tsx";
import { RefundButton } from "./refund-button.tsx";
import { fillText, useStaffTexts } from "./staff-texts.ts";
import { SubscriptionCycles } from "./subscription-cycles.tsx";
import { Timeline } from "./timeline.tsx";

/** The timeline of each attempt. */
export function AttemptTimelines({
  payment,
}: Readonly<{ payment: Pick<PaymentView, "attempts" | "attempt_count"> }>) {
  const { page } = useStaffTexts();
  const { attempts, attempt_count: count } = payment;
  return (
    <Container className="divide-y p-0" data-testid="pay-index-timeline">
      <div className="px-6 py-4">
        <Heading level="h2">{page.gateway}</Heading>
        {count > attempts.length && (
          <Text size="small" className="text-ui-fg-subtle">
            {fillText(page.attempts, { count, shown: attempts.length })}
          </Text>
        )}
      </div>
      {attempts.map((attempt) => (
        <AttemptTimeline key={attempt.attempt_id} attempt={attempt} />
      ))}
    </Container>
  );
}

function AttemptTimeline({ attempt }: Readonly<{ attempt: Attempt }>) {
  const words = useStaffTexts();
  const { attempt_id, tenant, variant, charged_amount, currency_code, state, timeline, subscription } =
    attempt;
  const { gateway_refunds, refundable } = attempt;
  return (
    <section className="flex flex-col gap-y-4 px-6 py-4" aria-labelledby={`attempt-${attempt_id}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Heading level="h3" id={`attempt-${attempt_id}`}>
          {words.page.attempt} {attempt.number}: {variant}, {charged_amount} {currency_code.toUpperCase()}
        </Heading>
        <StatusBadge className="leading-normal" color={attemptStateColors[state]}>
          {attemptStateText(words, attempt)}
        </StatusBadge>
      </div>
      <Text size="xsmall" className="text-ui-fg-subtle break-words">
        {words.page.attemptId}: {attempt_id}
        {tenant !== null && ` · ${words.page.merchant}: ${tenant}`}
      </Text>
      <FirstPeriodPrice attempt={attempt} />
      <Timeline entries={timeline} />
      <GatewayRefundList refunds={gateway_refunds} />
      {refundable !== null && <RefundButton charge={{ attemptId: attempt_id, refundable }} />}
      {!hasResult(state) && <AskGatewayButton attemptId={attempt_id} />}
      {subscription && <SubscriptionCycles attemptId={attempt_id} subscription={subscription} />}
      {subscription?.state === "active" && <CancelSubscriptionButton attemptId={attempt_id} />}
    </section>
  );
}
