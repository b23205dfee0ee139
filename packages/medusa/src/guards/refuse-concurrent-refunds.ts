import type { MedusaRequest } from "@medusajs/framework/http";
import { withLockIfFree } from "../locks.ts";
import { resolvePaymentModule } from "../refunds/medusa-refunds.ts";
import { refundDialog } from "../refunds/refund-dialog-scope.ts";
import { concurrentRefundText, refundRefusedError } from "../refunds/refuse-refund.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import type { Middleware } from "./middleware.ts";

/**
 * Refuses a refund of a payment while Medusa processes another one, such as after a double click. Medusa's refund workflow
 * writes a transaction of the order for every refund that it finds, with the amount of its own refund. Ignores payments of
 * other plugins, and shops that do not refund through the gateway.
 */
export const refuseConcurrentRefunds: Middleware = async (request, response, next) => {
  const paymentId = String(request.params.id);
  if (!(await isRefundedHere(request, paymentId))) return next();
  // Also ends for a browser that disconnects.
  const ended = new Promise<void>((resolve) => response.once("close", resolve));
  const { isRun } = await withLockIfFree(request.scope, `pay-index:refund-request:${paymentId}`, async () => {
    refundDialog.run(true, next);
    await ended;
  });
  if (!isRun) next(refundRefusedError(concurrentRefundText));
};

async function isRefundedHere({ scope }: MedusaRequest, paymentId: string): Promise<boolean> {
  if (!resolvePayIndex(scope).gateway.capabilities().refund.supported) return false;
  const [payment] = await resolvePaymentModule(scope).listPayments({ id: paymentId });
  return typeof payment?.data?.attempt_id === "string";
}
