import type { MedusaContainer } from "@medusajs/framework/types";
import {
  createWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk";
import { addOrderTransactionStep, authorizePaymentSessionStep } from "@medusajs/medusa/core-flows";
import { toCaptureTransactions } from "../capture-transactions.ts";

const recoverOrderPaymentWorkflow = createWorkflow(
  "pay-index-recover-order-payment",
  (input: WorkflowData<{ order_id: string; session_id: string }>) => {
    const payment = authorizePaymentSessionStep({ id: input.session_id }).config({ noCompensation: true });
    const transactions = transform({ payment, input }, (found) =>
      toCaptureTransactions(found.payment, found.input.order_id),
    );
    addOrderTransactionStep(transactions as never);
    return new WorkflowResponse(transform({ payment }, (found) => found.payment?.id));
  },
);

/**
 * Finishes Medusa's completion of a cart whose process stopped before the payment was recorded: authorizes the session,
 * and records its capture in the order. Each step happens once, however often the workflow runs, and has no
 * compensation. Returns the payment's id.
 */
export async function recoverOrderPayment(
  container: MedusaContainer,
  orderId: string,
  sessionId: string,
): Promise<string | undefined> {
  const input = { order_id: orderId, session_id: sessionId };
  return (await recoverOrderPaymentWorkflow(container).run({ input })).result;
}
