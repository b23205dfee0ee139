import {
  type OrderPort,
  type OrderRefusal,
  RefusalRollback,
  runOrderTransaction,
  toShopRefusalCode,
} from "@pay-index/core/adapter";
import type { HookRefusal, ShopOptions } from "./shop-options.ts";

type ShopHooks<Tx> = Pick<
  ShopOptions<Tx, never>,
  | "store"
  | "amountDue"
  | "linkSale"
  | "onPaid"
  | "onRenewal"
  | "onSubscriptionClosed"
  | "onCycleFailed"
  | "onCycleOverdue"
  | "onDispute"
  | "onRefunded"
  | "onRefundFailed"
>;

/** Creates the order port from the shop's functions. It has no function that the shop does not have. */
export function createOrderPort<Tx>(options: ShopHooks<Tx>): OrderPort<Tx> {
  const {
    linkSale,
    onRenewal,
    onSubscriptionClosed,
    onCycleFailed,
    onCycleOverdue,
    onRefunded,
    onRefundFailed,
    onDispute,
  } = options;
  const once = runInTransaction(options.store);
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
    ...(onRenewal && {
      placeRenewal: ({ complete, runHook, ...request }) =>
        once(
          async (tx) => {
            await complete(tx);
            return { placed: {} };
          },
          (tx) => runHook("onRenewal", () => onRenewal.call(options, { ...request, tx })),
        ),
    }),
    ...(onSubscriptionClosed && {
      subscriptionClosed: ({ complete, runHook, ...request }) =>
        once(completeReport(complete), (tx) =>
          runHook("onSubscriptionClosed", () => onSubscriptionClosed.call(options, { ...request, tx })),
        ),
    }),
    ...(onCycleFailed && {
      cycleFailed: ({ complete, runHook, ...request }) =>
        once(completeReport(complete), (tx) =>
          runHook("onCycleFailed", () => onCycleFailed.call(options, { ...request, tx })),
        ),
    }),
    ...(onCycleOverdue && {
      cycleOverdue: ({ complete, runHook, ...request }) =>
        once(completeReport(complete), (tx) =>
          runHook("onCycleOverdue", () => onCycleOverdue.call(options, { ...request, tx })),
        ),
    }),
    ...((onRefunded ?? onRefundFailed) && {
      refundEnded: ({ complete, runHook, ...request }) => {
        const name = request.refund.state === "succeeded" ? "onRefunded" : "onRefundFailed";
        return once(completeReport(complete), (tx) =>
          runHook(name, () => options[name]?.({ ...request, tx })),
        );
      },
    }),
    ...(onDispute && {
      disputed: ({ complete, runHook, orderId: _, ...request }) =>
        once(completeReport(complete), (tx) =>
          runHook("onDispute", () => onDispute.call(options, { ...request, tx })),
        ),
    }),
  };
}

function completeReport<Tx>(complete: (tx: Tx) => Promise<void>) {
  return async (tx: Tx) => {
    await complete(tx);
    return { done: true } as const;
  };
}

/**
 * Completes the job first, in the same transaction as the shop's own writes: a second run finds the job completed, and rolls back.
 */
function runInTransaction<Tx>(store: ShopHooks<Tx>["store"]) {
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
