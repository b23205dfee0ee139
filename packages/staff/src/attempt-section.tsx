import { attemptStateText, fillText, hasResult, timelineLineText } from "@pay-index/core/staff";
import type { StaffAttempt, StaffCycle, StaffGatewayRefund } from "@pay-index/server/staff";
import { CancelSubscriptionButton } from "./cancel-subscription.tsx";
import { AskGatewayButton } from "./gateway-query.tsx";
import type { Tone } from "./kit.ts";
import { Instant } from "./list-parts.tsx";
import { RefundButton } from "./refund-dialog.tsx";
import { useStaff } from "./staff-provider.tsx";
import { moneyText } from "./staff-texts.ts";

export const attemptTones = {
  created: "neutral",
  pending: "waiting",
  approved: "info",
  paid: "good",
  review: "bad",
  failed: "neutral",
  closed: "neutral",
  refunded: "neutral",
} as const satisfies Record<StaffAttempt["state"], Tone>;

const refundTones = {
  requested: "waiting",
  submitted: "waiting",
  accepted: "info",
  unknown: "waiting",
  succeeded: "good",
  failed: "bad",
} as const satisfies Record<StaffGatewayRefund["state"], Tone>;

/** One attempt: its timeline, its refunds, its cycles, and what can be done with it. */
export function AttemptSection({ attempt }: { readonly attempt: StaffAttempt }) {
  const { kit, words } = useStaff();
  const { page } = words;
  const { attemptId, merchant, state, subscription } = attempt;
  const title = `${page.attempt} ${attempt.number}: ${attempt.variant}, ${moneyText(attempt.chargedAmount)}`;
  return (
    <kit.Section
      title={title}
      badge={<kit.Badge tone={attemptTones[state]}>{attemptStateText(words, attempt)}</kit.Badge>}
    >
      <kit.Text look="muted">
        {page.attemptId}: {attemptId}
        {merchant !== null && ` · ${page.merchant}: ${merchant}`}
      </kit.Text>
      <FirstPeriodPrice prices={attempt} />
      <Timeline entries={attempt.timeline} />
      <GatewayRefundList refunds={attempt.gatewayRefunds} />
      <kit.Row>
        <RefundButton charge={attempt} attemptId={attemptId} />
        {!hasResult(state) && <AskGatewayButton attemptId={attemptId} />}
      </kit.Row>
      {subscription !== null && <Subscription attemptId={attemptId} subscription={subscription} />}
      {subscription?.state === "active" && <CancelSubscriptionButton attemptId={attemptId} />}
    </kit.Section>
  );
}

/** The price of the first period and of a later cycle. Empty if they are the same. */
export function FirstPeriodPrice({
  prices: { amount, chargedAmount },
}: {
  readonly prices: Pick<StaffAttempt, "amount" | "chargedAmount">;
}) {
  const { kit, words } = useStaff();
  if (amount.amount === chargedAmount.amount) return null;
  const values = { charged: moneyText(chargedAmount), price: moneyText(amount) };
  return <kit.Text>{fillText(words.subscription.firstPeriod, values)}</kit.Text>;
}

/** The timeline of an attempt or a cycle, oldest first. */
function Timeline({ entries }: { readonly entries: StaffAttempt["timeline"] }) {
  const { kit, words } = useStaff();
  if (entries.length === 0) return null;
  return (
    <kit.List isOrdered>
      {entries.map((entry) => (
        <kit.ListItem key={`${entry.at} ${entry.text}`}>
          <kit.Text look="muted">
            <Instant at={entry.at} style="medium" /> · {words.sources[entry.source]}
          </kit.Text>
          <kit.Text>{timelineLineText(words, entry)}</kit.Text>
        </kit.ListItem>
      ))}
    </kit.List>
  );
}

/** The refunds through the gateway. Empty if there are none. */
function GatewayRefundList({ refunds }: { readonly refunds: readonly StaffGatewayRefund[] }) {
  const { kit, words } = useStaff();
  const { gatewayRefunds } = words;
  if (refunds.length === 0) return null;
  return (
    <kit.Stack isClose testId="pay-index-refunds">
      <kit.Text look="strong">{gatewayRefunds.title}</kit.Text>
      <kit.List isOrdered label={gatewayRefunds.title}>
        {refunds.map((refund) => (
          <GatewayRefundLine key={`${refund.requestId} ${refund.reference}`} refund={refund} />
        ))}
      </kit.List>
    </kit.Stack>
  );
}

function GatewayRefundLine({ refund }: { readonly refund: StaffGatewayRefund }) {
  const { kit, words } = useStaff();
  const { gatewayRefunds, refundForm } = words;
  const { amount, state, reason, text, reference } = refund;
  const details = [
    refund.requestId === null ? gatewayRefunds.madeAtGateway : "",
    reason === null ? "" : `${gatewayRefunds.reason}: ${reason}`,
    reference === null ? "" : `${gatewayRefunds.refundId}: ${reference}`,
    refund.ofOrder ? "" : gatewayRefunds.otherCharge,
    state === "failed" && text !== null ? `${gatewayRefunds.details}: ${text}` : "",
  ];
  return (
    <kit.ListItem data={{ "data-state": state }}>
      <kit.Row isSpread>
        <kit.Text>
          {moneyText(amount)} · <Instant at={refund.at} />
        </kit.Text>
        <kit.Badge tone={refundTones[state]}>{gatewayRefunds.states[state]}</kit.Badge>
      </kit.Row>
      <kit.Text look="muted">{details.filter(Boolean).join(" · ")}</kit.Text>
      {refund.isRefundedInShop && <kit.Text>{fillText(refundForm.recorded, amount)}</kit.Text>}
    </kit.ListItem>
  );
}

interface SubscriptionProps {
  readonly attemptId: string;
  readonly subscription: NonNullable<StaffAttempt["subscription"]>;
}

/** Each reported or overdue cycle, and the next expected one: due day, state, order, timeline, refunds. */
function Subscription({ attemptId, subscription }: SubscriptionProps) {
  const { kit, words } = useStaff();
  const { title, states } = words.subscription;
  const { state, planType, totalCount, cycles } = subscription;
  return (
    <kit.Stack testId="pay-index-cycles">
      <kit.Row isSpread>
        <kit.Text look="strong">
          {title}: {planType} × {totalCount}
        </kit.Text>
        <kit.Badge tone={state === "active" ? "good" : "neutral"}>{states[state]}</kit.Badge>
      </kit.Row>
      <kit.List isOrdered label={title}>
        {cycles.map((cycle) => (
          <CycleLine key={cycle.number} attemptId={attemptId} cycle={cycle} total={totalCount} />
        ))}
      </kit.List>
    </kit.Stack>
  );
}

interface CycleLineProps {
  readonly attemptId: string;
  readonly cycle: StaffCycle;
  readonly total: number;
}

function CycleLine({ attemptId, cycle, total }: CycleLineProps) {
  const { kit, words } = useStaff();
  const { number, dueAt } = cycle;
  return (
    <kit.ListItem data={{ "data-cycle": number }}>
      <kit.Row isSpread>
        <kit.Text>
          {words.subscription.cycle} {number}/{total}
          {dueAt !== null && (
            <>
              {" · "}
              {words.subscription.due}: <Instant at={dueAt} style="day" />
            </>
          )}
          {cycle.order !== null && (
            <>
              {" · "}
              {words.page.order} <OrderLink {...cycle.order} />
            </>
          )}
        </kit.Text>
        <CycleBadge cycle={cycle} />
      </kit.Row>
      <Timeline entries={cycle.timeline} />
      <GatewayRefundList refunds={cycle.gatewayRefunds} />
      <RefundButton charge={cycle} attemptId={attemptId} cycle={number} />
    </kit.ListItem>
  );
}

/** The name of an order, with a link to its page if the shop has one. */
export function OrderLink({ id, name }: { readonly id: string | null; readonly name: string }) {
  const { kit, orderHref } = useStaff();
  return id === null || orderHref === undefined ? name : <kit.Link to={orderHref(id)}>{name}</kit.Link>;
}

function CycleBadge({ cycle: { state, isOverdue } }: { readonly cycle: StaffCycle }) {
  const { kit, words } = useStaff();
  if (isOverdue) return <kit.Badge tone="bad">{words.reviewItems["cycle-overdue"].title}</kit.Badge>;
  if (state === "expected") return <kit.Badge tone="neutral">{words.subscription.expected}</kit.Badge>;
  return <kit.Badge tone={attemptTones[state]}>{words.states[state]}</kit.Badge>;
}
