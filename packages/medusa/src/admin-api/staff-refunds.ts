import type { MedusaContainer } from "@medusajs/framework/types";
import { fromAmountText, isPayIndexError, type Money } from "@pay-index/core";
import { paymentKeyOfCart } from "../checkout-snapshot.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import type { GatewayRefundInput } from "./gateway-refund-input.ts";
import { type GatewayRefundView, toGatewayRefundViews } from "./refund-views.ts";
import { requireValidId } from "./require-valid-id.ts";
import { invalidRefundError, toMedusaError, unknownIdError } from "./staff-errors.ts";
import { StaffPayments } from "./staff-payments.ts";
import type { PaymentView } from "./staff-views.ts";

interface StaffRefundResult {
  readonly refund: GatewayRefundView;
  readonly payment: PaymentView;
}

/**
 * Refunds an attempt or a later cycle through the gateway. Medusa gets the refund when the gateway has made it.
 *
 * @throws MedusaError `not_found`, `invalid_data`, `not_allowed`: nothing was sent
 */
export async function refundAttemptForStaff(
  container: MedusaContainer,
  attemptId: string,
  { amount, reason, request_id: idempotencyKey, cycle, operator }: GatewayRefundInput,
): Promise<StaffRefundResult> {
  const payIndex = resolvePayIndex(container);
  const attempt = await payIndex.attemptOf(requireValidId(attemptId));
  if (attempt === undefined) throw unknownIdError("There is no such attempt.");
  const { cartId, chargedAmount } = attempt;
  const result = await payIndex.gateway
    .refund({
      ...paymentKeyOfCart(cartId),
      attemptId,
      ...(cycle === undefined ? {} : { cycle }),
      ...{ amount: toMoney(amount, chargedAmount), reason, idempotencyKey, operator },
    })
    .catch((error: unknown) => {
      throw toMedusaError(error);
    });
  const payment = await new StaffPayments(container).ofCart(cartId);
  const [refund] = toGatewayRefundViews([result], new Map());
  if (refund === undefined) throw new TypeError("One refund has one view.");
  return { refund, payment };
}

function toMoney(amount: string, { currency }: Money): Money {
  try {
    return fromAmountText(amount, currency);
  } catch (error) {
    throw isPayIndexError(error, "money_invalid") ? invalidRefundError(`The amount ${error.message}`) : error;
  }
}
