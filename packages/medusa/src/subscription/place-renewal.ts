import type { IOrderModuleService, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import type { Options } from "@pay-index/core";
import {
  type OrderRefusal,
  type PlacedAnswer,
  type PlaceRenewalRequest,
  type RefusalProblem,
  RefusalRollback,
} from "@pay-index/core/adapter";
import { roundToMoneyWithDifference } from "../amount.ts";
import { findLinkedOrderId } from "../checkout-cart.ts";
import { type CheckoutSnapshot, isCheckoutSnapshot } from "../checkout-snapshot.ts";
import { withRenewalLock } from "../locks.ts";
import { merchantServesProvider } from "../pay-index-providers.ts";
import { findOwnProviderIds } from "../registered-modules.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { createPaidSessionData } from "../session-seal.ts";
import { findCopiedCartMetadata } from "./copied-cart-metadata.ts";
import { emitCycleRenewed } from "./emit-subscription-events.ts";
import { type FirstOrder, findFirstOrder, toOrderCopy } from "./first-order.ts";
import { placeRenewalWorkflow } from "./place-renewal-workflow.ts";
import { createRenewalIds, createRenewalSeed, type RenewalIds } from "./renewal-ids.ts";
import {
  cancelledRenewalOrderProblem,
  findRenewalProblem,
  missingProviderProblem,
  toRenewalProblem,
} from "./renewal-problems.ts";
import { undoUnpaidRenewal } from "./undo-renewal.ts";

type Merchants = Options["merchants"];

interface RenewalContext {
  readonly request: PlaceRenewalRequest;
  readonly snapshot: CheckoutSnapshot;
  readonly seed: string;
  readonly ids: RenewalIds;
}

/**
 * Places one order for one paid cycle. The ids of all its records are derived from the cycle, so a second run in any
 * process continues the first one, and the database refuses duplicates.
 */
export async function placeRenewal(
  container: MedusaContainer,
  merchants: Merchants,
  request: PlaceRenewalRequest,
): Promise<PlacedAnswer | OrderRefusal> {
  const { payment, subscription, cycle } = request;
  const { snapshot } = payment;
  if (!isCheckoutSnapshot(snapshot))
    throw new RefusalRollback("host_missing", "Another installation started this subscription.");
  const firstOrderId = subscription.firstOrderId ?? (await findLinkedOrderId(container, snapshot.cartId));
  if (firstOrderId === undefined) return { refused: firstOrderMissingProblem };
  const about = { attemptId: payment.attemptId, cycle: cycle.number };
  const seed = createRenewalSeed({ subscribed: snapshot.subscribed, firstOrderId, ...about });
  const ids = createRenewalIds(seed);
  const renewal = { request, snapshot, seed, ids };
  // The lock is held until the order is placed or removed: another run of the same cycle would remove what this run
  // created.
  const problem = await withRenewalLock(container, ids.order, () =>
    placeOnce(container, merchants, { ...renewal, firstOrderId }),
  );
  if (problem !== undefined) return { refused: problem };
  const paymentId = await findPaymentId(container, ids);
  await emitCycleRenewed(container, request, { orderId: ids.order, firstOrderId, paymentId });
  return { placed: { id: ids.order } };
}

/** Returns undefined if the order is placed and paid. */
async function placeOnce(
  container: MedusaContainer,
  merchants: Merchants,
  { firstOrderId, ...renewal }: RenewalContext & { readonly firstOrderId: string },
): Promise<RefusalProblem | undefined> {
  const { request, ids } = renewal;
  if (await isPaymentRecorded(container, ids)) return undefined;
  const { number } = request.cycle;
  const cancelled = await findCancelled(container, ids);
  if (cancelled !== undefined) return cancelledRenewalOrderProblem(number, cancelled.display_id);
  const first = await findFirstOrder(container, firstOrderId);
  // The records of a killed process are removed before the renewal is refused.
  if (first === undefined) {
    await undoUnpaidRenewal(container, renewal);
    return firstOrderMissingProblem;
  }
  const problem =
    (await findRenewalProblem(container, first, request)) ??
    findProviderProblem(container, merchants, renewal);
  // If its payment exists already, the order only needs its transaction.
  if (problem !== undefined && (await undoUnpaidRenewal(container, renewal))) return problem;
  try {
    const metadata = await findCopiedCartMetadata(container, first, renewal.snapshot.cartId);
    const input = await toWorkflowInput(container, { ...first, metadata }, renewal);
    await placeRenewalWorkflow(container).run({ input });
    return undefined;
  } catch (error) {
    const refusal = toRenewalProblem(error, number);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/** A renewal is paid with the provider that started its subscription. */
function findProviderProblem(
  container: MedusaContainer,
  merchants: Merchants,
  { request, snapshot: { providerId } }: RenewalContext,
): RefusalProblem | undefined {
  const isServed = merchants.some((merchant) => merchantServesProvider(merchant, providerId));
  if (isServed && findOwnProviderIds(container).has(providerId)) return undefined;
  return missingProviderProblem(request.cycle.number, providerId);
}

const resolveOrderModule = (container: MedusaContainer) =>
  container.resolve<IOrderModuleService>(Modules.ORDER);

/** The capture in the order's transactions is the last record of a renewal. */
async function isPaymentRecorded(
  container: MedusaContainer,
  { order, transaction }: RenewalIds,
): Promise<boolean> {
  const wanted = { id: transaction(0), order_id: order } as never;
  return (await resolveOrderModule(container).listOrderTransactions(wanted, { take: 1 })).length > 0;
}

async function findPaymentId(
  container: MedusaContainer,
  { session }: RenewalIds,
): Promise<string | undefined> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const filter = { payment_session_id: session } as never;
  const [found] = await payments.listPayments(filter, { select: ["id"], take: 1 });
  return found?.id;
}

async function findCancelled(container: MedusaContainer, { order }: RenewalIds) {
  const select = ["id", "display_id", "canceled_at"] as const;
  const [found] = await resolveOrderModule(container).listOrders({ id: order }, { select: [...select] });
  return found?.canceled_at ? found : undefined;
}

async function toWorkflowInput(
  container: MedusaContainer,
  first: FirstOrder,
  { request, snapshot, seed, ids }: RenewalContext,
) {
  const { key, payment, cycle } = request;
  const { variant, attemptId } = payment;
  const { amount, transactionId = "", number } = cycle;
  const session = { providerId: snapshot.providerId, sessionId: ids.session };
  const rounding = roundToMoneyWithDifference(first.total, first.currency_code)?.rounding;
  const sealed = { variant, attemptId, amount, transactionId, cycle: number, rounding };
  const lines = first.items.flatMap(({ variant_id, quantity }, index) =>
    variant_id === null ? [] : [{ id: ids.line(index), variant_id, quantity }],
  );
  return {
    key: { attempt_id: attemptId, cycle: number, seed },
    job_id: key,
    first_order_id: first.id,
    sales_channel_id: first.sales_channel_id,
    order: {
      ...toOrderCopy(first, ids.line),
      metadata: { ...first.metadata, pay_index_first_order: first.id, pay_index_cycle: number },
    },
    lines,
    payment: {
      provider_id: snapshot.providerId,
      amount: first.total,
      currency_code: first.currency_code,
      data: await createPaidSessionData(resolvePayIndex(container).gateway, session, sealed),
    },
    amount,
  };
}

const firstOrderMissingProblem: RefusalProblem = {
  code: "first_order_missing",
  message: "The order that began the subscription was deleted.",
};
