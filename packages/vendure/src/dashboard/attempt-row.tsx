import { Badge, ChannelCodeLabel, Link, useChannel, useLocalFormat } from "@vendure/dashboard";
import { OrderSummary } from "./order-summary.tsx";
import type { ListedAttempt } from "./overview-api.ts";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

/** One attempt of the list: its state, its order, and what Vendure knows of the buyer. The order's page has its payment. */
export function AttemptRow({ orderCode, orderId, order, ...attempt }: ListedAttempt) {
  const { page, states, attemptList } = useStaffTexts();
  const { formatDate } = useLocalFormat();
  const { channels } = useChannel();
  const { attemptId, state, amount, currencyCode, variant, channelCode, startedAt, transactionIds } = attempt;
  return (
    <li
      className="grid gap-x-6 gap-y-2 p-3 text-sm wrap-anywhere lg:grid-cols-[16rem_1fr_1fr]"
      data-state={state}
    >
      <div className="space-y-1">
        <div className="flex flex-wrap items-center gap-2 font-medium">
          <span>{states[toCoreName(state)]}</span>
          {attempt.hasOpenReviewItems && <Badge variant="outline">{attemptList.reviewItemOpen}</Badge>}
          {channels.length > 1 && channelCode !== null && (
            <Badge variant="outline" data-testid="pay-index-channel">
              <ChannelCodeLabel code={channelCode} />
            </Badge>
          )}
        </div>
        {orderId === null ? (
          <span>{orderCode}</span>
        ) : (
          <Link className="underline" to={`/orders/${orderId}`}>
            {page.order} {orderCode}
          </Link>
        )}
        <time className="block text-muted-foreground" dateTime={startedAt}>
          {formatDate(startedAt, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      </div>
      <dl className="grid grid-cols-[auto_1fr] content-start gap-x-3 gap-y-1">
        <dt className="text-muted-foreground">{page.amount}</dt>
        <dd>
          {amount} {currencyCode} ({variant})
        </dd>
        <dt className="text-muted-foreground">{page.attemptId}</dt>
        <dd>{attemptId}</dd>
        {transactionIds.length > 0 && (
          <>
            <dt className="text-muted-foreground">{attemptList.transactions}</dt>
            <dd>{transactionIds.join(", ")}</dd>
          </>
        )}
      </dl>
      <div>
        <OrderSummary order={order} />
      </div>
    </li>
  );
}
