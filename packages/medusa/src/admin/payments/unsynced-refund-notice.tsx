import { Container, Text } from "@medusajs/ui";
import type { PaymentView } from "../../admin-api/staff-views.ts";
import { useStaffTexts } from "./staff-texts.ts";

/** Warns that Medusa lacks a recorded refund. Empty otherwise. */
export function UnsyncedRefundNotice({
  payment,
}: Readonly<{ payment: Pick<PaymentView, "refund_missing"> }>) {
  const { page } = useStaffTexts();
  if (!payment.refund_missing) return null;
  return (
    <Container data-testid="pay-index-refund-missing">
      <Text size="small" role="alert">
        {page.refundNotSynced}
      </Text>
    </Container>
  );
}
