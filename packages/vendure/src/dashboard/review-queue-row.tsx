import { reviewItemTitle } from "@pay-index/core/staff";
import { Link, useLocalFormat } from "@vendure/dashboard";
import { OrderSummary } from "./order-summary.tsx";
import type { ReviewQueueItem } from "./review-queue-api.ts";
import { SelectCheckbox } from "./select-checkbox.tsx";
import { toCoreName, useStaffTexts } from "./staff-texts.tsx";

interface Props extends ReviewQueueItem {
  /** Undefined if the signed-in user may not resolve items. */
  readonly selection: { readonly isSelected: boolean; readonly isPossible: boolean } | undefined;
  onSelect(isSelected: boolean): void;
}

/** One item of the queue: its kind, its order and its evidence. */
export function ReviewQueueRow({ item, orderCode, orderId, order, selection, onSelect, ...about }: Props) {
  const words = useStaffTexts();
  const { page } = words;
  const { formatDate } = useLocalFormat();
  return (
    <li className="flex gap-3 p-3 text-sm" data-kind={item.kind}>
      {selection !== undefined && (
        <SelectCheckbox name={`${page.order} ${orderCode}`} {...selection} onSelect={onSelect} />
      )}
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 lg:grid-cols-[14rem_18rem_1fr]">
        <div>
          <div className="font-medium">
            {reviewItemTitle(words, { ...item, kind: toCoreName(item.kind) })}
          </div>
          {orderId === null ? (
            <span>{orderCode}</span>
          ) : (
            <Link className="underline" to={`/orders/${orderId}`}>
              {page.order} {orderCode}
            </Link>
          )}
          <time className="block text-muted-foreground" dateTime={item.createdAt}>
            {formatDate(item.createdAt, { dateStyle: "medium", timeStyle: "short" })}
          </time>
        </div>
        <div>
          <OrderSummary order={order} about={about} />
        </div>
        <p className="wrap-anywhere">{item.evidence}</p>
      </div>
    </li>
  );
}
