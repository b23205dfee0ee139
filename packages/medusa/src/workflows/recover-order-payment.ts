import {
  createWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk";
import { addOrderTransactionStep, authorizePaymentSessionStep } from "@medusajs/medusa/core-flows";
import { toCaptureTransactions } from "../capture-transactions.ts";

interface RecoverOrderPaymentInput {
  readonly order_id: string;
  readonly session_id: string;
}

/**
 * The end of Medusa's completion of a cart, for an order whose process died before it: takes the session for paid, and books its capture
 * with the order. Each is done once, however often this runs. What it has found is not undone. Returns the payment's id.
 */
export const recoverOrderPaymentWorkflow = createWorkflow(
  "pay-index-settle-order",
  (input: WorkflowData<RecoverOrderPaymentInput>) => {
    const payment = authorizePaymentSessionStep({ id: input.session_id }).config({ noCompensation: true });
    const transactions = transform({ payment, input }, (found) =>
      toCaptureTransactions(found.payment, found.input.order_id),
    );
    addOrderTransactionStep(transactions as never);
    return new WorkflowResponse(transform({ payment }, (found) => found.payment?.id));
  },
);
