import { Container, Text } from "@medusajs/ui";
import { Link, useParams } from "react-router-dom";
import { AttemptTimelines } from "../../../../payments/attempt-timelines.tsx";
import { OrderSummary } from "../../../../payments/order-summary.tsx";
import { ReviewItemList } from "../../../../payments/review-item-list.tsx";
import { useStaffTexts } from "../../../../payments/staff-texts.ts";
import { UnsyncedRefundNotice } from "../../../../payments/unsynced-refund-notice.tsx";
import { usePayment } from "../../../../payments/use-payment.ts";

/** The payments of a cart without an order. Medusa has no page for carts. */
export default function CartPayments() {
  const { page } = useStaffTexts();
  const { id = "" } = useParams();
  const { data: payment, isPending, isError } = usePayment({ of: "carts", id });
  if (isError) return <StatusMessage role="alert" text={page.loadFailed} />;
  if (isPending) return <StatusMessage role="status" text={page.loading} />;
  if (payment === null) return <StatusMessage role="status" text={page.noAttempts} />;
  return (
    <>
      {(payment.order_id !== null || payment.summary !== null) && (
        <Container className="flex flex-col gap-y-2" data-testid="pay-index-summary">
          {payment.order_id !== null && (
            <Link
              to={`/orders/${payment.order_id}`}
              className="text-ui-fg-base txt-small-plus break-words underline"
            >
              {page.order} {payment.order_id}
            </Link>
          )}
          <OrderSummary summary={payment.summary} />
        </Container>
      )}
      <UnsyncedRefundNotice payment={payment} />
      <ReviewItemList items={payment.review_items} />
      <AttemptTimelines payment={payment} />
    </>
  );
}

function StatusMessage({ role, text }: Readonly<{ role: "alert" | "status"; text: string }>) {
  return (
    <Container>
      <Text size="small" role={role} className="text-ui-fg-subtle">
        {text}
      </Text>
    </Container>
  );
}
