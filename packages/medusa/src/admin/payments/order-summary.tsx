import type { StaffTexts } from "@pay-index/core/staff";
import type { CartSummaryView, ReviewQueueItem } from "./admin-api.ts";
import { useStaffTexts } from "./staff-texts.ts";

type Amount = Pick<ReviewQueueItem, "amount" | "currency_code">;

interface Props {
  readonly summary: CartSummaryView | null;
  /** The amount of the review item. The order's total is displayed only if it differs. */
  readonly about?: Amount;
}

/**
 * Displays the buyer, the goods and the total, as Medusa has them now. Displays only the amount if the cart does not
 * exist any more.
 */
export function OrderSummary({ summary, about }: Props) {
  const { page } = useStaffTexts();
  const amount = about === undefined ? "" : amountText(about);
  const total = summary === null ? "" : amountText(summary);
  const facts: [label: string, value: string][] = [
    [page.order, summary === null || summary.display_id === null ? "" : `#${summary.display_id}`],
    [page.amount, amount],
    [page.orderTotal, total === amount ? "" : total],
    ...(summary === null ? [] : buyerAndGoods(summary, page)),
  ];
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1">
      {facts
        .filter(([, value]) => value !== "")
        .map(([label, value]) => (
          <div key={label} className="flex min-w-0 gap-x-1">
            <dt className="txt-small text-ui-fg-subtle whitespace-nowrap">{label}:</dt>
            <dd className="txt-small min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function buyerAndGoods({ buyer, goods }: CartSummaryView, page: StaffTexts["page"]): [string, string][] {
  return [
    [page.buyer, [buyer.name, buyer.email, buyer.phone].filter(Boolean).join(" · ")],
    [page.items, goods.map(lineText).join(", ")],
  ];
}

function amountText({ amount, currency_code }: Amount): string {
  return amount === null || currency_code === null ? "" : `${amount} ${currency_code.toUpperCase()}`;
}

function lineText({ title, variant, quantity }: CartSummaryView["goods"][number]): string {
  const name = variant === null || variant === title ? title : `${title} (${variant})`;
  return `${quantity} × ${name}`;
}
