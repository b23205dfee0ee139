import { Checkbox, Text } from "@medusajs/ui";
import { reviewItemTitle } from "@pay-index/core/staff";
import { Link } from "react-router-dom";
import type { ReviewQueueItem } from "./admin-api.ts";
import { OrderSummary } from "./order-summary.tsx";
import { useInstantFormat, useStaffTexts } from "./staff-texts.ts";

interface Props {
  readonly item: ReviewQueueItem;
  readonly isChosen: boolean;
  /** Whether items of another kind are selected. Only items of one kind are resolved together. */
  readonly isOtherKind: boolean;
  onChoose(isChosen: boolean): void;
}

/** One item of the queue, with a link to the page where it is resolved. */
export function ReviewQueueRow({ item, isChosen, isOtherKind, onChoose }: Props) {
  const words = useStaffTexts();
  const { page } = words;
  const instant = useInstantFormat();
  const title = reviewItemTitle(words, { ...item, problemCode: item.problem_code });
  const to = item.order_id === null ? `/pay-index/carts/${item.cart_id}` : `/orders/${item.order_id}`;
  return (
    <li className="flex gap-x-3 px-6 py-4" data-kind={item.kind}>
      <Checkbox
        aria-label={`${page.select}: ${title}, ${item.attempt_id}`}
        checked={isChosen}
        disabled={isOtherKind}
        onCheckedChange={(checked) => onChoose(checked === true)}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-y-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Link to={to} className="text-ui-fg-base txt-small-plus underline">
            {title}
          </Link>
          <Text size="small" className="text-ui-fg-subtle">
            <time dateTime={item.created_at}>{instant(item.created_at, "short")}</time>
          </Text>
        </div>
        <OrderSummary summary={item.summary} about={item} />
        <Text size="small" className="break-words">
          {item.evidence}
        </Text>
        <Text size="xsmall" className="text-ui-fg-subtle break-words">
          {page.attemptId}: {item.attempt_id}
        </Text>
      </div>
    </li>
  );
}
