import type { OrderPort, OrderPortAnswer, OrderRefusal } from "@pay-index/core/adapter";
import type { ExpressOptions, HookRefusal } from "./options.ts";

/** Leaves the transaction without committing it. */
class RefusalRollback extends Error {
  readonly refusal: OrderRefusal;

  constructor(refusal: OrderRefusal) {
    super("Rolled back.");
    this.refusal = refusal;
  }
}

type ShopHooks<Tx> = Pick<
  ExpressOptions<Tx>,
  "store" | "amountDue" | "onPaid" | "onCycle" | "onClosed" | "onMissed"
>;

/** The shop as core sees it. What a shop has no function for, core is not told of either. */
export function createOrderPort<Tx>(options: ShopHooks<Tx>): OrderPort<Tx> {
  const { onCycle, onClosed, onMissed } = options;
  const once = runInTransaction(options.store);
  return {
    placeOrder: ({ payment, key, complete }) =>
      once(
        async (tx) => {
          const { reference, tenant } = payment;
          const amount = await complete(tx, () => options.amountDue({ reference, tenant, tx }));
          return { done: true, amount };
        },
        (tx) => options.onPaid({ payment, key, tx }),
      ),
    ...(onCycle && {
      placeRenewal: ({ payment, subscription, cycle, key, complete }) =>
        once(completeOnly(complete), (tx) =>
          onCycle.call(options, { payment, subscription, cycle, key, tx }),
        ),
    }),
    ...(onClosed && {
      subscriptionClosed: ({ payment, subscription, closedAt, key, complete }) =>
        once(completeOnly(complete), (tx) =>
          onClosed.call(options, { payment, subscription, closedAt, key, tx }),
        ),
    }),
    ...(onMissed && {
      cycleOverdue: ({ payment, subscription, cycle, key, complete }) =>
        once(completeOnly(complete), (tx) =>
          onMissed.call(options, { payment, subscription, cycle, key, tx }),
        ),
    }),
  };
}

function completeOnly<Tx>(finish: (tx: Tx) => Promise<void>) {
  return async (tx: Tx): Promise<OrderPortAnswer> => {
    await finish(tx);
    return { done: true };
  };
}

/**
 * The work is ended first and in the same transaction as the shop's own writes: whoever comes second finds it ended, and rolls
 * back.
 */
function runInTransaction<Tx>(store: ExpressOptions<Tx>["store"]) {
  return async <Answer>(
    end: (tx: Tx) => Promise<Answer>,
    tell: (tx: Tx) => unknown,
  ): Promise<Answer | OrderRefusal> => {
    try {
      return await store.transaction(async (tx) => {
        const ended = await end(tx);
        const answer: unknown = await tell(tx);
        if (isRefused(answer)) throw new RefusalRollback(toOrderRefusal(answer));
        return ended;
      });
    } catch (error) {
      if (error instanceof RefusalRollback) return error.refusal;
      throw error;
    }
  };
}

function isRefused(answer: unknown): answer is HookRefusal {
  return typeof answer === "object" && answer !== null && "refused" in answer && answer.refused !== undefined;
}

/** As text, whatever a shop without types returned: staff must get their item. */
function toOrderRefusal({ refused: { code, message } }: HookRefusal): OrderRefusal {
  return { refused: { code: String(code), message: String(message) } };
}
