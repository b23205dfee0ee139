import { useLocalFormat } from "@vendure/dashboard";
import type { ReactNode } from "react";
import type { OrderDetails } from "./admin-api.ts";
import type { ReviewQueueItem } from "./review-queue-api.ts";
import { useStaffTexts } from "./staff-texts.tsx";

interface Props {
  /** Null if the order does not exist any more, or the signed-in user may not read it. */
  readonly order: OrderDetails | null;
  /** The amount of the review item. The order's total is displayed only if it differs. */
  readonly about?: Pick<ReviewQueueItem, "amount" | "currencyCode">;
}

/** Displays the buyer, the goods and the total of an order, as Vendure has them now. */
export function OrderSummary({ order, about }: Props) {
  const { page } = useStaffTexts();
  const { formatCurrency } = useLocalFormat();
  const text = (amount?: number | null, currency?: string | null) =>
    amount == null || !currency ? "" : formatCurrency(amount, currency);
  const amount = text(about?.amount, about?.currencyCode);
  const total = text(order?.totalWithTax, order?.currencyCode);
  return (
    <dl
      className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm wrap-anywhere"
      data-testid="pay-index-order"
    >
      {amount !== "" && <Fact name={page.amount}>{amount}</Fact>}
      {total !== "" && total !== amount && <Fact name={page.orderTotal}>{total}</Fact>}
      {order !== null && <BuyerAndGoods order={order} />}
    </dl>
  );
}

function BuyerAndGoods({ order: { buyer, lines } }: Readonly<{ order: OrderDetails }>) {
  const { page } = useStaffTexts();
  const contact = [buyer.name, buyer.emailAddress, buyer.phoneNumber].filter(Boolean);
  return (
    <>
      <Fact name={page.buyer}>{contact.join(", ")}</Fact>
      <Fact name={page.items}>{lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")}</Fact>
    </>
  );
}

function Fact({ name, children }: Readonly<{ name: string; children: ReactNode }>) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
