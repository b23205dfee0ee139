import { MathBN, MedusaError } from "@medusajs/framework/utils";
import type { Money } from "@pay-index/core";
import type { OrderRefusalCode, PlaceRenewalRequest, RefusalProblem } from "@pay-index/core/adapter";
import { equalsMoney } from "../amount.ts";
import { type Container, findRows } from "../find-rows.ts";
import type { FirstOrder } from "./first-order.ts";

const manualAdvice =
  "Create the order by hand, or refund the charge and close the subscription at the gateway.";

/** Returns why a copy of the first order cannot be placed. Undefined if it can. */
export async function findRenewalProblem(
  container: Container,
  { canceled_at, total, currency_code, items }: FirstOrder,
  { cycle: { number, amount } }: PlaceRenewalRequest,
): Promise<RefusalProblem | undefined> {
  if (canceled_at)
    return {
      code: "first_order_cancelled",
      message: `Cycle ${number} was paid, but the first order is cancelled. ${manualAdvice}`,
    };
  if (!equalsMoney(total, currency_code, amount))
    return {
      code: "total_changed",
      message: `The amount of cycle ${number} is not the total of the first order. ${manualAdvice}`,
    };
  const variants = items.flatMap(({ variant_id }) => (variant_id === null ? [] : [variant_id]));
  const wanted = { entity: "variant", fields: ["id"], filters: { id: variants } };
  const left = new Set((await findRows<{ id: string }>(container, wanted)).map(({ id }) => id));
  if (variants.every((id) => left.has(id))) return undefined;
  return {
    code: "product_gone",
    message: `Cycle ${number} was paid, but a product of the first order does not exist any more. ${manualAdvice}`,
  };
}

/**
 * The problem of a renewal whose unpaid order staff cancelled after a process stopped. It is not paid any more, and no
 * other order is placed.
 */
export function cancelledRenewalOrderProblem(number: number, displayId: number): RefusalProblem {
  return {
    code: "order_cancelled",
    message: `Cycle ${number} was paid, but its order #${displayId} was cancelled before the payment was recorded. ${manualAdvice}`,
  };
}

/** The problem of a renewal whose provider was removed from the options. */
export function missingProviderProblem(number: number, providerId: string): RefusalProblem {
  return {
    code: "provider_missing",
    message: `Cycle ${number} was paid, but the provider ${providerId} is not registered, or no merchant serves it any more. Add it to the options again, then retry.`,
  };
}

const renewalErrorCodes = ["order_cancelled", "total_differs"] as const satisfies readonly OrderRefusalCode[];

/**
 * Returns why the order of a renewal cannot take its payment, for a step to throw. Undefined if its total is the
 * charged amount.
 */
export function findRenewalOrderError(
  number: number,
  order: Pick<FirstOrder, "display_id" | "total" | "currency_code" | "canceled_at"> | undefined,
  money: Money,
): MedusaError | undefined {
  if (order === undefined) return new MedusaError(MedusaError.Types.CONFLICT, "The renewal's order is gone.");
  const { display_id, total, currency_code, canceled_at } = order;
  if (canceled_at) return toMedusaError(cancelledRenewalOrderProblem(number, display_id));
  if (equalsMoney(total, currency_code, money)) return undefined;
  const sum = `${MathBN.convert(total).toFixed()} ${currency_code.toUpperCase()}`;
  const message = `Cycle ${number} was paid, but its order has another total, ${sum}. ${manualAdvice}`;
  return toMedusaError({ code: "total_differs", message });
}

function toMedusaError({ code, message }: RefusalProblem): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code);
}

const { INVALID_DATA, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types;
const permanentErrorTypes: readonly unknown[] = [INVALID_DATA, NOT_ALLOWED, NOT_FOUND];

/**
 * Matches Medusa's messages if another run of the same cycle wrote or deleted a record in the meantime. The next run
 * continues.
 */
const concurrentWritePattern = /, already exists\.$|, but such entity does not exist$/;

/**
 * Returns the problem if another run would fail in the same way. Undefined if it may succeed later. Medusa's workflow
 * engine does not preserve error classes.
 */
export function toRenewalProblem(error: unknown, number: number): RefusalProblem | undefined {
  const { type, code, message = "" } = Object(error) as { type?: unknown; code?: unknown; message?: string };
  if (!permanentErrorTypes.includes(type) || concurrentWritePattern.test(message)) return undefined;
  const known = renewalErrorCodes.find((each) => each === code);
  if (known !== undefined) return { code: known, message };
  if (isOutOfStock(code, message)) return { code: "out_of_stock", message: `Cycle ${number}: ${message}` };
  return {
    code: "order_refused",
    message: `Cycle ${number} was paid, but Medusa does not create its order: ${message}`,
  };
}

/** Medusa reports missing stock with a code when it checks, and only with a message when it reserves. */
function isOutOfStock(code: unknown, message: string): boolean {
  return (
    code === MedusaError.Codes.INSUFFICIENT_INVENTORY || message.startsWith("Not enough stock available")
  );
}
