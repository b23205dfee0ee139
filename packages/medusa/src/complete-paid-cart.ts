import { completeCartWorkflow } from "@medusajs/medusa/core-flows";
import { RefusalRollback, type RunHook } from "@pay-index/core/adapter";
import { findCart, findLinkedOrderId } from "./checkout-cart.ts";
import type { CompletedOrder, CompleteOrder, CompleteOrderRequest } from "./complete-order-option.ts";
import { findMedusaCartRefusal } from "./medusa-cart-refusal.ts";
import { isCartChangedError } from "./paid-session-check.ts";
import { failedCompletionRefusal } from "./placement-refusals.ts";

type CompletionInput = Omit<CompleteOrderRequest, "completeByDefault"> & { readonly runHook: RunHook };

/**
 * Completes a paid cart as the shop has chosen. The caller has compared the amounts and sealed the session. If Medusa would refuse every
 * further try, such as without stock, staff get a review item at once.
 *
 * @throws RefusalRollback, or any other error of Medusa, or of the shop's function. After another error, the job runs again.
 */
export async function completePaidCart(
  completeByShop: CompleteOrder | undefined,
  input: CompletionInput,
): Promise<CompletedOrder> {
  const { container, cartId, amount } = input;
  try {
    return await runCompletion(completeByShop, input);
  } catch (error) {
    if (error instanceof RefusalRollback) throw error;
    if (isCartChangedError(error)) {
      const cart = await findCart(container, cartId);
      if (cart === undefined) throw new RefusalRollback("cart_missing", "The cart was deleted.");
      throw failedCompletionRefusal(cart, amount);
    }
    const message = await findMedusaCartRefusal(container, cartId);
    if (message === undefined) throw error;
    throw new RefusalRollback("cart_refused", `Medusa refused the cart: ${message}`);
  }
}

async function runCompletion(
  completeByShop: CompleteOrder | undefined,
  { runHook, ...input }: CompletionInput,
): Promise<CompletedOrder> {
  if (completeByShop === undefined)
    return runHook("The workflow completeCartWorkflow", () => completeByMedusa(input));
  let isOver = false;
  const completeByDefault = async () => {
    if (isOver) throw new Error("The option completeOrder did not end in time: it runs again.");
    return completeByMedusa(input);
  };
  const answer: unknown = await runHook("completeOrder", () =>
    completeByShop({ ...input, completeByDefault }),
  ).finally(() => {
    isOver = true;
  });
  const { orderId, refused } = Object(answer) as { orderId?: unknown; refused?: unknown };
  if (typeof refused === "string" && refused !== "")
    throw new RefusalRollback("completion_refused", `The option completeOrder refused the cart: ${refused}`);
  const placed = await findLinkedOrderId(input.container, input.cartId);
  if (placed !== undefined && placed === orderId) return { orderId: placed };
  throw new RefusalRollback("order_mismatch", mismatchMessage(orderId, placed));
}

/**
 * Completes the cart by its id. `processPaymentWorkflow` finds the cart by its session, and completes another cart if the session was
 * deleted.
 */
async function completeByMedusa({
  container,
  cartId,
}: Pick<CompletionInput, "container" | "cartId">): Promise<CompletedOrder> {
  const { result } = await completeCartWorkflow(container).run({ input: { id: cartId } });
  return { orderId: result.id };
}

function mismatchMessage(returned: unknown, placed: string | undefined): string {
  const answer = typeof returned === "string" ? `the order ${returned}` : "no order";
  const actual = placed === undefined ? "is linked to no order" : `became the order ${placed}`;
  return `The option completeOrder returned ${answer}, but the cart ${actual}. Correct the function, then retry.`;
}
