import { Badge, Link, useLocalFormat } from "@vendure/dashboard";
import { Fragment, type ReactNode } from "react";
import type { Cycle, Subscription } from "./admin-api.ts";
import { GatewayRefundList } from "./gateway-refund-list.tsx";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";
import { Timeline } from "./timeline.tsx";

/** The reported and the overdue cycles, each with its order and timeline, and the next cycle. */
export function SubscriptionCycles({ subscription }: Readonly<{ subscription: Subscription }>) {
  const { subscription: words, page } = useStaffTexts();
  const { state, planType, totalCount, cycles, nextCycle } = subscription;
  return (
    <div className="space-y-2" data-testid="pay-index-subscription">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">
          {words.title}: {planType} × {totalCount}
        </h3>
        <Badge variant={state === "ACTIVE" ? "default" : "outline"}>{words.states[toCoreName(state)]}</Badge>
      </div>
      <table className="w-full text-sm">
        <thead className="text-left text-muted-foreground">
          <tr>
            <th scope="col" className="whitespace-nowrap pr-4 font-medium">
              {words.cycle}
            </th>
            <th scope="col" className="pr-4 font-medium">
              {words.due}
            </th>
            <th scope="col" className="font-medium">
              {page.order}
            </th>
          </tr>
        </thead>
        <tbody>
          {cycles.map((cycle) => (
            <Fragment key={cycle.number}>
              <CycleRow {...cycle}>
                <CycleOrder cycle={cycle} />
              </CycleRow>
              {cycle.timeline.length > 0 && (
                <tr>
                  <td colSpan={3} className="space-y-3 pt-1 pb-3">
                    <Timeline entries={cycle.timeline} />
                    <GatewayRefundList refunds={cycle.gatewayRefunds} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
          {nextCycle !== null && !cycles.some(({ number }) => number === nextCycle.number) && (
            <CycleRow {...nextCycle}>{words.expected}</CycleRow>
          )}
        </tbody>
      </table>
    </div>
  );
}

function CycleRow({
  number,
  dueAt,
  children,
}: Readonly<Pick<Cycle, "number" | "dueAt"> & { children: ReactNode }>) {
  const { formatDate } = useLocalFormat();
  return (
    <tr data-cycle={number} className="align-top">
      <td className="py-1 pr-4">{number}</td>
      <td className="py-1 pr-4">
        {dueAt !== null && <time dateTime={dueAt}>{formatDate(dueAt, { dateStyle: "medium" })}</time>}
      </td>
      <td className="wrap-anywhere py-1">{children}</td>
    </tr>
  );
}

function CycleOrder({ cycle: { state, orderCode, orderId, isOverdue } }: Readonly<{ cycle: Cycle }>) {
  const { states, reviewItems: items } = useStaffTexts();
  if (isOverdue) return items["cycle-overdue"].title;
  if (orderCode === null) return states[toCoreName(state)];
  if (orderId === null) return orderCode;
  return (
    <Link className="underline" to={`/orders/${orderId}`}>
      {orderCode}
    </Link>
  );
}
