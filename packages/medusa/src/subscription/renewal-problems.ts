import type { MedusaContainer, OrderDTO } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MathBN, MedusaError } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import type { PlaceRenewalRequest } from "@pay-index/core/adapter";
import type { JobProblem } from "@pay-index/core/store";
import { equalsMoney } from "../amount.ts";
import type { FirstOrder } from "./first-order.ts";

const manualAdvice = "Make its order by hand, or give it back and have the subscription closed.";

/** Why there can be no order like the first one. Undefined: nothing speaks against it. */
export async function findRenewalProblem(
  container: Pick<MedusaContainer, "resolve">,
  { canceled_at, total, currency_code, items }: FirstOrder,
  { cycle: { number, amount } }: PlaceRenewalRequest,
): Promise<JobProblem | undefined> {
  if (canceled_at)
    return {
      code: "first_order_cancelled",
      message: `Cycle ${number} was paid, and its first order is cancelled. ${manualAdvice}`,
    };
  if (!equalsMoney(total, currency_code, amount))
    return {
      code: "total_changed",
      message: `Cycle ${number} was not charged with what the first order cost. ${manualAdvice}`,
    };
  const variants = items.flatMap(({ variant_id }) => (variant_id === null ? [] : [variant_id]));
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "variant", fields: ["id"], filters: { id: variants } });
  const left = new Set(data.map(({ id }) => id));
  if (variants.every((id) => left.has(id))) return undefined;
  return {
    code: "product_gone",
    message: `Cycle ${number} was paid, and something of its first order is not sold any more. ${manualAdvice}`,
  };
}

/** Staff may cancel an order that a process left unpaid when it died. It is not paid any more, and no other one is made for them. */
export function cancelledOrderProblem(number: number, attemptId: number): JobProblem {
  return {
    code: "order_cancelled",
    message: `Cycle ${number} was paid, and its order #${attemptId} was cancelled before the payment was booked. ${manualAdvice}`,
  };
}

/** Somebody has taken it out of the options while subscriptions ran by it. */
export function missingProviderProblem(number: number, providerId: string): JobProblem {
  return {
    code: "provider_missing",
    message: `Cycle ${number} was paid, and no merchant serves ${providerId} any more, or it is not registered. Give a merchant that variant back, and try again.`,
  };
}

const renewalErrorCodes = ["order_cancelled", "total_differs"];

/** Why a renewal's order takes no payment, as a step throws it. Undefined: it is for what was charged. */
export function checkRenewalOrder(
  number: number,
  order: Pick<OrderDTO, "display_id" | "total" | "currency_code" | "canceled_at"> | undefined,
  money: Money,
): MedusaError | undefined {
  if (order === undefined) return new MedusaError(MedusaError.Types.CONFLICT, "The renewal's order is gone.");
  const { display_id, total, currency_code, canceled_at } = order;
  if (canceled_at) return toMedusaError(cancelledOrderProblem(number, display_id));
  if (equalsMoney(total, currency_code, money)) return undefined;
  const sum = `${MathBN.convert(total).toFixed()} ${currency_code.toUpperCase()}`;
  const message = `Cycle ${number} was paid, and its order came to another total, ${sum}. ${manualAdvice}`;
  return toMedusaError({ code: "total_differs", message });
}

function toMedusaError({ code, message }: JobProblem): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code);
}

const { INVALID_DATA, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types;
const permanentErrorTypes: readonly unknown[] = [INVALID_DATA, NOT_ALLOWED, NOT_FOUND];

/** In Medusa's words: another run of the same cycle has written a row meanwhile, or has taken one away. The next one finds how it stands. */
const concurrentWritePattern = /, already exists\.$|, but such entity does not exist$/;

/**
 * Why a run ended, where another one would end the same way. Undefined: it may succeed later. Medusa's workflow engine may throw what it has
 * kept of an error, which is none of its own class.
 */
export function toRenewalProblem(error: unknown, number: number): JobProblem | undefined {
  const { type, code, message = "" } = Object(error) as { type?: unknown; code?: unknown; message?: string };
  if (!permanentErrorTypes.includes(type) || concurrentWritePattern.test(message)) return undefined;
  if (typeof code === "string" && renewalErrorCodes.includes(code)) return { code, message };
  if (isOutOfStock(code, message)) return { code: "stock_short", message: `Cycle ${number}: ${message}` };
  return {
    code: "order_refused",
    message: `Cycle ${number} was paid, and Medusa does not make its order: ${message}`,
  };
}

/** Medusa says it with a code where it looks, and in words only where it reserves. */
function isOutOfStock(code: unknown, message: string): boolean {
  return (
    code === MedusaError.Codes.INSUFFICIENT_INVENTORY || message.startsWith("Not enough stock available")
  );
}
