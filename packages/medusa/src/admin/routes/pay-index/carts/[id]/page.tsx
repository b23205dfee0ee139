import { Container, Text } from "@medusajs/ui";
import { Link, useParams } from "react-router-dom";
import { OrderSummary } from "../../../../payments/order-summary.tsx";
import { PaymentTimeline } from "../../../../payments/payment-timeline.tsx";
import { ReviewItemList } from "../../../../payments/review-item-list.tsx";
import { useStaffTexts } from "../../../../payments/staff-texts.ts";
import { UnsyncedRefundNotice } from "../../../../payments/unsynced-refund-notice.tsx";
import { usePayment } from "../../../../payments/use-payment.ts";

/** The payments of a cart that has not become an order: Medusa has no page of its own for them. */
export default function CartPayments() {
  const { page } = useStaffTexts();
  const { id = "" } = useParams();
  const { data: book, isPending, isError } = usePayment({ of: "carts", id });
  if (isError) return <StatusMessage role="alert" text={page.loadFailed} />;
  if (isPending) return <StatusMessage role="status" text={page.loading} />;
  if (book === null) return <StatusMessage role="status" text={page.noAttempts} />;
  return (
    <>
      {(book.order_id !== null || book.summary !== null) && (
        <Container className="flex flex-col gap-y-2" data-testid="pay-index-summary">
          {book.order_id !== null && (
            <Link
              to={`/orders/${book.order_id}`}
              className="text-ui-fg-base txt-small-plus break-words underline"
            >
              {page.order} {book.order_id}
            </Link>
          )}
          <OrderSummary summary={book.summary} />
        </Container>
      )}
      <UnsyncedRefundNotice book={book} />
      <ReviewItemList items={book.items} />
      <PaymentTimeline book={book} />
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
