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
 * Finishes Medusa's completion of a cart whose process stopped before the payment was recorded: authorizes the session,
 * and records its capture in the order. Each step happens once, however often the workflow runs, and has no
 * compensation. Returns the payment's id.
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
