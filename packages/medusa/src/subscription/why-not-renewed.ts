import type { MedusaContainer, OrderDTO } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MathBN, MedusaError } from "@medusajs/framework/utils";
import type { CycleWork, Money, WorkProblem } from "@pay-index/core";
import { isMoney } from "../amount.ts";
import type { FirstOrder } from "./first-order.ts";

const byHand = "Make its order by hand, or give it back and have the subscription closed.";

/** Why there can be no order like the first one. Undefined: nothing speaks against it. */
export async function whyNotAgain(
  container: Pick<MedusaContainer, "resolve">,
  { canceled_at, total, currency_code, items }: FirstOrder,
  { cycle: { number, money } }: CycleWork,
): Promise<WorkProblem | undefined> {
  if (canceled_at)
    return {
      code: "first_order_cancelled",
      message: `Cycle ${number} was paid, and its first order is cancelled. ${byHand}`,
    };
  if (!isMoney(total, currency_code, money))
    return {
      code: "total_changed",
      message: `Cycle ${number} was not charged with what the first order cost. ${byHand}`,
    };
  const variants = items.flatMap(({ variant_id }) => (variant_id === null ? [] : [variant_id]));
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "variant", fields: ["id"], filters: { id: variants } });
  const left = new Set(data.map(({ id }) => id));
  if (variants.every((id) => left.has(id))) return undefined;
  return {
    code: "product_gone",
    message: `Cycle ${number} was paid, and something of its first order is not sold any more. ${byHand}`,
  };
}

/** Staff may cancel an order that a process left unpaid when it died. It is not paid any more, and no other one is made for them. */
export function orderCancelled(number: number, orderNumber: number): WorkProblem {
  return {
    code: "order_cancelled",
    message: `Cycle ${number} was paid, and its order #${orderNumber} was cancelled before the payment was booked. ${byHand}`,
  };
}

/** Somebody has taken it out of the options while subscriptions ran by it. */
export function providerMissing(number: number, providerId: string): WorkProblem {
  return {
    code: "provider_missing",
    message: `Cycle ${number} was paid, and no merchant serves ${providerId} any more, or it is not registered. Give a merchant that variant back, and try again.`,
  };
}

const codes = ["order_cancelled", "total_differs"];

/** Why a renewal's order takes no payment, as a step throws it. Undefined: it is for what was charged. */
export function notBookable(
  number: number,
  order: Pick<OrderDTO, "display_id" | "total" | "currency_code" | "canceled_at"> | undefined,
  money: Money,
): MedusaError | undefined {
  if (order === undefined) return new MedusaError(MedusaError.Types.CONFLICT, "The renewal's order is gone.");
  const { display_id, total, currency_code, canceled_at } = order;
  if (canceled_at) return refusal(orderCancelled(number, display_id));
  if (isMoney(total, currency_code, money)) return undefined;
  const sum = `${MathBN.convert(total).toFixed()} ${currency_code.toUpperCase()}`;
  const message = `Cycle ${number} was paid, and its order came to another total, ${sum}. ${byHand}`;
  return refusal({ code: "total_differs", message });
}

function refusal({ code, message }: WorkProblem): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message, code);
}

const { INVALID_DATA, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types;
const lasting: readonly unknown[] = [INVALID_DATA, NOT_ALLOWED, NOT_FOUND];

/** In Medusa's words: another run of the same cycle has written a row meanwhile, or has taken one away. The next one finds how it stands. */
const raced = /, already exists\.$|, but such entity does not exist$/;

/**
 * Why a run ended, where another one would end the same way. Undefined: it may succeed later. Medusa's workflow engine may throw what it has
 * kept of an error, which is none of its own class.
 */
export function whyRefused(error: unknown, number: number): WorkProblem | undefined {
  const { type, code, message = "" } = Object(error) as { type?: unknown; code?: unknown; message?: string };
  if (!lasting.includes(type) || raced.test(message)) return undefined;
  if (typeof code === "string" && codes.includes(code)) return { code, message };
  if (isShort(code, message)) return { code: "stock_short", message: `Cycle ${number}: ${message}` };
  return {
    code: "order_refused",
    message: `Cycle ${number} was paid, and Medusa does not make its order: ${message}`,
  };
}

/** Medusa says it with a code where it looks, and in words only where it reserves. */
function isShort(code: unknown, message: string): boolean {
  return (
    code === MedusaError.Codes.INSUFFICIENT_INVENTORY || message.startsWith("Not enough stock available")
  );
}
