import { defineWidgetConfig } from "@medusajs/admin-sdk";
import { OrderPayment } from "@pay-index/staff";
import { MedusaStaff } from "../staff/medusa-staff.tsx";

interface Order {
  readonly id: string;
  readonly updated_at?: unknown;
  /** With the refunds that Medusa's own dialog makes. */
  readonly payment_collections?: unknown;
}

/** The review items and the timeline of an order. Empty if the order was paid in another way. */
export default function OrderPayments({ data }: Readonly<{ data: Order }>) {
  const { id, updated_at, payment_collections } = data;
  return (
    <MedusaStaff>
      <OrderPayment orderId={id} version={JSON.stringify([updated_at, payment_collections])} />
    </MedusaStaff>
  );
}

// Medusa places widgets below its own sections. Staff can move them up.
export const config = defineWidgetConfig({ zone: "order.details.side.after" });
