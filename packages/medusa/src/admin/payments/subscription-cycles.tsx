import { StatusBadge, Text } from "@medusajs/ui";
import { Link } from "react-router-dom";
import type { Subscription } from "./admin-api.ts";
import { GatewayRefundList } from "./gateway-refund-list.tsx";
import { RefundButton } from "./refund-button.tsx";
import { useInstantFormat, useStaffTexts } from "./staff-texts.ts";
import { Timeline } from "./timeline.tsx";

type Cycle = Subscription["cycles"][number];

/** Displays each reported cycle and the next expected one: due date, state, order and timeline. */
export function SubscriptionCycles({
  attemptId,
  subscription,
}: Readonly<{ attemptId: string; subscription: Subscription }>) {
  const { subscription: words } = useStaffTexts();
  const { state, total_count, cycles } = subscription;
  return (
    <section className="flex flex-col gap-y-2" data-testid="pay-index-cycles">
      <Text size="small" weight="plus">
        {words.title}: {words.states[state]}
      </Text>
      <ol className="flex flex-col gap-y-2">
        {cycles.map((cycle) => (
          <CycleLine key={cycle.number} attemptId={attemptId} cycle={cycle} total={total_count} />
        ))}
      </ol>
    </section>
  );
}

interface CycleLineProps {
  readonly attemptId: string;
  readonly cycle: Cycle;
  readonly total: number;
}

function CycleLine({ attemptId, cycle, total }: CycleLineProps) {
  const { subscription: words, page } = useStaffTexts();
  const instant = useInstantFormat();
  const { number, due_at, order_id, timeline, gateway_refunds, refundable } = cycle;
  return (
    <li className="flex flex-col gap-y-2" data-cycle={number}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small">
          {words.cycle} {number}/{total}
          {due_at !== null && (
            <>
              {" · "}
              {words.due}: <time dateTime={due_at}>{instant(due_at, "short")}</time>
            </>
          )}
          {order_id !== null && (
            <>
              {" · "}
              <Link to={`/orders/${order_id}`} className="underline">
                {page.order}
              </Link>
            </>
          )}
        </Text>
        <CycleStateBadge cycle={cycle} />
      </div>
      {timeline.length > 0 && (
        <div className="border-ui-border-base border-l pl-3">
          <Timeline entries={timeline} />
        </div>
      )}
      <GatewayRefundList refunds={gateway_refunds} />
      {refundable !== null && <RefundButton charge={{ attemptId, cycle: number, refundable }} />}
    </li>
  );
}

function CycleStateBadge({ cycle: { state, is_overdue } }: Readonly<{ cycle: Cycle }>) {
  const { reviewItems: items, states, subscription } = useStaffTexts();
  if (is_overdue) return <StatusBadge color="red">{items["cycle-overdue"].title}</StatusBadge>;
  if (state === "expected") return <StatusBadge color="grey">{subscription.expected}</StatusBadge>;
  return <StatusBadge color={state === "paid" ? "green" : "orange"}>{states[state]}</StatusBadge>;
}
