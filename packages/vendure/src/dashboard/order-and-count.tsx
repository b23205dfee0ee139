import { fillText, OrderPayment, useOpenItemCount } from "@pay-index/staff";
import { Badge, Link } from "@vendure/dashboard";
import { useStaffTexts } from "./staff-texts.ts";
import { VendureStaff } from "./vendure-staff.tsx";

/** The order on Vendure's page. */
interface PageOrder {
  readonly id?: string;
  readonly payments?:
    | readonly { readonly refunds?: readonly { id: string; state: string }[] | null }[]
    | null;
}

/** The payment on the page of an order: open review items, attempts and their timelines. */
export function OrderPayments({ context }: Readonly<{ context: { entity?: PageOrder } }>) {
  const { id = "", payments } = context.entity ?? {};
  // Vendure reads its order again after a refund. Then this block does, too.
  const refunds = payments?.flatMap((payment) => payment.refunds ?? []) ?? [];
  if (id === "") return null;
  return (
    <VendureStaff>
      <OrderPayment
        isAlwaysShown
        orderId={id}
        version={refunds.map((refund) => `${refund.id} ${refund.state}`).join()}
      />
    </VendureStaff>
  );
}

/** The number of open review items, in the bar above every page, because Vendure's menu cannot display a count. */
export function ReviewItemCount() {
  return (
    <VendureStaff>
      <CountBadge />
    </VendureStaff>
  );
}

function CountBadge() {
  const { page } = useStaffTexts();
  const count = useOpenItemCount();
  if (count === "") return null;
  const label = fillText(page.openItemCount, { count });
  return (
    <Link to="/pay-index-items" aria-label={label} title={label} data-testid="pay-index-waiting">
      <Badge>{count}</Badge>
    </Link>
  );
}
