import { randomUUID } from "node:crypto";
import type { RefundAnswer } from "@pay-index/conformance";
import type { Medusa } from "../shop/open-medusa.mts";
import { StaffMember } from "../shop/staff-member.mts";

/** Staff refund a payment, as Medusa's own refund dialog does. `amount` is in decimals. */
export async function refundPayment(
  { origin, container }: Pick<Medusa, "origin" | "container">,
  payment: string,
  amount: string,
): Promise<RefundAnswer> {
  const staff = await StaffMember.signIn({ origin, container }, { email: `${randomUUID()}@example.com` });
  const { status, body } = await staff.ask(`/payments/${payment}/refund`, { amount: Number(amount) });
  return status === 200 ? { state: "under-way" } : { refused: String(body.message) };
}
