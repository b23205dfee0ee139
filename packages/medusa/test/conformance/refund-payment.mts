import { createRequire } from "node:module";
import type { MedusaContainer } from "@medusajs/framework/types";
import type { RefundAnswer } from "@pay-index/conformance";

const require = createRequire(import.meta.url);

/** Runs the workflow of Medusa's own refund dialog. `amount` is in decimals. */
export async function refundPayment(
  container: MedusaContainer,
  payment_id: string,
  amount: string,
): Promise<RefundAnswer> {
  const { refundPaymentWorkflow } = require("@medusajs/medusa/core-flows");
  const { errors } = await refundPaymentWorkflow(container).run({
    input: { payment_id, amount: Number(amount) },
    throwOnError: false,
  });
  const [failed] = errors;
  if (failed === undefined) return { state: "under-way" };
  return { refused: String(failed.error?.message ?? failed.error) };
}
