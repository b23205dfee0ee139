import type { Order, PaidTransaction } from "./order.ts";

/** Returns the transaction of this order, if it paid. */
export function findPaidTransaction(order: Order, transactionId: string): PaidTransaction | undefined {
  return order.paidTransactions?.find((paid) => paid.transactionId === transactionId);
}
