import { defineWidgetConfig } from "@medusajs/admin-sdk";
import { Container, Text } from "@medusajs/ui";
import type { OrderOrCartReference } from "../payments/admin-api.ts";
import { AttemptTimelines } from "../payments/attempt-timelines.tsx";
import { ReviewItemList } from "../payments/review-item-list.tsx";
import { useStaffTexts } from "../payments/staff-texts.ts";
import { UnsyncedRefundNotice } from "../payments/unsynced-refund-notice.tsx";
import { usePayment } from "../payments/use-payment.ts";

/**
 * The review items and the timeline of an order, below Medusa's activity. Empty if the order was paid in another way.
 */
export default function OrderPayments({ data }: Readonly<{ data: Pick<OrderOrCartReference, "id"> }>) {
  const { page } = useStaffTexts();
  const { data: payment, isError } = usePayment({ of: "orders", id: data.id });
  if (isError)
    return (
      <Container>
        <Text size="small" role="alert">
          {page.loadFailed}
        </Text>
      </Container>
    );
  if (!payment) return null;
  return (
    <>
      <UnsyncedRefundNotice payment={payment} />
      <ReviewItemList items={payment.review_items} />
      <AttemptTimelines payment={payment} />
    </>
  );
}

// Medusa places widgets below its own sections. Staff can move them up.
export const config = defineWidgetConfig({ zone: "order.details.side.after" });
