import { Container, Text } from "@medusajs/ui";
import type { PaymentView } from "../../admin-api/views.ts";
import { useStaffTexts } from "./staff-texts.ts";

/** Says that Medusa has not booked a refund that is on record. Nothing where it has. */
export function UnsyncedRefundNotice({ book }: Readonly<{ book: Pick<PaymentView, "refund_missing"> }>) {
  const { page } = useStaffTexts();
  if (!book.refund_missing) return null;
  return (
    <Container data-testid="pay-index-refund-missing">
      <Text size="small" role="alert">
        {page.refundNotSynced}
      </Text>
    </Container>
  );
}
