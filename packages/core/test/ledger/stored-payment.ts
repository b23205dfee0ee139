import type { MemoryStore, Payment } from "../../src/index.ts";

export type StoredPayment = Payment;

/** The only payment of order-1, as the store has it. */
export async function storedPayment(store: MemoryStore, reference = "order-1"): Promise<StoredPayment> {
  const { payments } = await store.book({ tenant: "default", reference }, { newest: 10 });
  const [payment, ...more] = payments;
  if (payment === undefined || more.length > 0) throw new Error("There is not one payment.");
  return payment;
}
