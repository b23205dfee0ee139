import { Badge, ChannelCodeLabel, Link, useChannel, useLocalFormat } from "@vendure/dashboard";
import { AskGatewayButton } from "./ask-gateway-button.tsx";
import { OrderSummary } from "./order-summary.tsx";
import type { OverviewAttempt } from "./overview-api.ts";
import { SelectCheckbox } from "./select-checkbox.tsx";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

interface Props extends OverviewAttempt {
  /** Undefined if the signed-in user cannot do anything with several attempts. */
  readonly isSelected: boolean | undefined;
  onSelect(isSelected: boolean): void;
}

/** One attempt of the list: its state, its order, and what Vendure knows of the buyer. The order's page has its payment. */
export function AttemptRow({ orderCode, orderId, order, isSelected, onSelect, ...attempt }: Props) {
  const { page, states, attemptList } = useStaffTexts();
  const { formatDate } = useLocalFormat();
  const { channels } = useChannel();
  const { attemptId, state, amount, currencyCode, variant, channelCode, startedAt, transactionIds } = attempt;
  return (
    <li className="flex gap-3 p-3 text-sm wrap-anywhere" data-state={state}>
      {isSelected !== undefined && (
        <SelectCheckbox name={`${page.attemptId} ${attemptId}`} isSelected={isSelected} onSelect={onSelect} />
      )}
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 lg:grid-cols-[13rem_1.2fr_1fr]">
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
          <AskGatewayButton attemptIds={[attemptId]} />
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
      </div>
    </li>
  );
}
