import {
  type OrderPort,
  type OrderRefusal,
  type RefundEndedReport,
  RefusalRollback,
  runOrderTransaction,
  toShopRefusalCode,
} from "@pay-index/core/adapter";
import type { HookRefusal, ShopOptions } from "./shop-options.ts";

type Completable<Tx> = Pick<RefundEndedReport<Tx>, "complete" | "runHook">;

/** Creates the order port from the shop's functions. It has no function that the shop does not have. */
export function createOrderPort<Tx>(options: ShopOptions<Tx, never>): OrderPort<Tx> {
  const { linkSale } = options;
  const once = runInTransaction(options.store);

  /** Completes the job of a report or a renewal, and calls the hook. `name` is what staff know the hook as. */
  function tell<Request extends Completable<Tx>, Answer>(
    { complete, runHook, ...about }: Request,
    answer: Answer,
    [name, hook]: readonly [string, (given: Omit<Request, keyof Completable<Tx>> & { tx: Tx }) => unknown],
  ): Promise<Answer | OrderRefusal> {
    return once(
      async (tx) => {
        await complete(tx);
        return answer;
      },
      (tx) => runHook(name, () => hook({ ...about, tx })),
    );
  }

  return {
    placeOrder: ({ payment, key, complete, runHook }) =>
      once(
        async (tx) => {
          const { reference, tenant } = payment;
          const amount = await complete(tx, () =>
            runHook("amountDue", () => options.amountDue({ reference, tenant, payment, tx })),
          );
          return { placed: {}, amount };
        },
        (tx) => runHook("onPaid", () => options.onPaid({ payment, key, tx })),
      ),
    ...(linkSale && { linkSale: async (about) => linkSale.call(options, about) }),
    ...(options.onRenewal && {
      placeRenewal: (request) =>
        tell(request, { placed: {} }, ["onRenewal", (given) => options.onRenewal?.(given)]),
    }),
    ...(options.onSubscriptionClosed && {
      subscriptionClosed: (request) =>
        tell(request, done, ["onSubscriptionClosed", (given) => options.onSubscriptionClosed?.(given)]),
    }),
    ...(options.onCycleFailed && {
      cycleFailed: (request) =>
        tell(request, done, ["onCycleFailed", (given) => options.onCycleFailed?.(given)]),
    }),
    ...(options.onCycleOverdue && {
      cycleOverdue: (request) =>
        tell(request, done, ["onCycleOverdue", (given) => options.onCycleOverdue?.(given)]),
    }),
    ...((options.onRefunded ?? options.onRefundFailed) && {
      refundEnded(request) {
        const name = request.refund.state === "succeeded" ? "onRefunded" : "onRefundFailed";
        return tell(request, done, [name, (given) => options[name]?.(given)]);
      },
    }),
    ...(options.onDispute && {
      disputed: ({ orderId: _, ...request }) =>
        tell(request, done, ["onDispute", (given) => options.onDispute?.(given)]),
    }),
  };
}

const done = { done: true } as const;

/**
 * Completes the job first, in the same transaction as the shop's own writes: a second run finds the job completed, and rolls back.
 */
function runInTransaction<Tx>(store: ShopOptions<Tx, never>["store"]) {
  return <Answer>(
    complete: (tx: Tx) => Promise<Answer>,
    callHook: (tx: Tx) => unknown,
  ): Promise<Answer | OrderRefusal> =>
    runOrderTransaction(() =>
      store.transaction(async (tx) => {
        const completed = await complete(tx);
        const answer: unknown = await callHook(tx);
        if (isRefused(answer)) throw createRollback(answer);
        return completed;
      }),
    );
}

function isRefused(answer: unknown): answer is HookRefusal {
  return typeof answer === "object" && answer !== null && "refused" in answer && answer.refused !== undefined;
}

/** Converts the refusal to text, whatever a shop without types returned: staff must get their review item. */
function createRollback({ refused: { code, message } }: HookRefusal): RefusalRollback {
  return new RefusalRollback(toShopRefusalCode(String(code)), String(message));
}
