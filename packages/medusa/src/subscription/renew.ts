import type { IOrderModuleService, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import type { Applied, CycleWork, Options, WorkProblem } from "@pay-index/core";
import { rounded } from "../amount.ts";
import { type Frozen, isFrozen } from "../frozen.ts";
import { withRenewalLock } from "../locks.ts";
import { payIndexOf } from "../pay-index-of.ts";
import { serves } from "../pay-index-providers.ts";
import { orderOfCart } from "../payable-cart.ts";
import { refused } from "../refused.ts";
import { registeredIds } from "../registered-providers.ts";
import { paidData } from "../seal.ts";
import { renewOrderWorkflow } from "../workflows/renew-order.ts";
import { buyersMetadata } from "./buyers-metadata.ts";
import { type FirstOrder, findFirstOrder, sameAgain } from "./first-order.ts";
import { type RenewalIds, renewalIds, renewalSeed } from "./renewal-ids.ts";
import { tellRenewed } from "./tell.ts";
import { undoUnlessPaid } from "./undo-renewal.ts";
import { orderCancelled, providerMissing, whyNotAgain, whyRefused } from "./why-not-renewed.ts";

type Merchants = Options["merchants"];

interface Renewal {
  readonly work: CycleWork;
  readonly frozen: Frozen;
  readonly seed: string;
  readonly ids: RenewalIds;
}

/**
 * One order for one paid cycle. What belongs to it has ids that follow from the cycle, so a second run, in whatever process, goes on where the
 * first one ended, and the database refuses whatever would be there twice.
 */
export async function renew(
  container: MedusaContainer,
  merchants: Merchants,
  work: CycleWork,
): Promise<Applied> {
  const { payment, subscription, cycle } = work;
  const frozen = payment.host;
  if (!isFrozen(frozen)) return refused("host_missing", "The subscription was not begun by this shop.");
  const firstOrderId = subscription.placed ?? (await orderOfCart(container, frozen.cartId));
  if (firstOrderId === undefined) return { refused: firstOrderMissing };
  const about = { orderNumber: payment.orderNumber, cycle: cycle.number };
  const seed = renewalSeed({ subscribed: frozen.subscribed, firstOrderId, ...about });
  const ids = renewalIds(seed);
  const renewal = { work, frozen, seed, ids };
  // Until it is made, or undone: another run of the same cycle would take away what this one has made.
  const problem = await withRenewalLock(container, ids.order, () =>
    makeOnce(container, merchants, { ...renewal, firstOrderId }),
  );
  if (problem !== undefined) return { refused: problem };
  const paymentId = await paymentOf(container, ids);
  await tellRenewed(container, work, { orderId: ids.order, firstOrderId, paymentId });
  return { done: true, placed: ids.order };
}

/** Undefined: its order stands, and is paid. */
async function makeOnce(
  container: MedusaContainer,
  merchants: Merchants,
  { firstOrderId, ...renewal }: Renewal & { readonly firstOrderId: string },
): Promise<WorkProblem | undefined> {
  const { work, ids } = renewal;
  if (await isBooked(container, ids)) return undefined;
  const { number } = work.cycle;
  const cancelled = await findCancelled(container, ids);
  if (cancelled !== undefined) return orderCancelled(number, cancelled.display_id);
  const first = await findFirstOrder(container, firstOrderId);
  // What a process has left behind when it died goes before it is refused.
  if (first === undefined) {
    await undoUnlessPaid(container, renewal);
    return firstOrderMissing;
  }
  const problem = (await whyNotAgain(container, first, work)) ?? whyNotSealed(container, merchants, renewal);
  // Where its payment stands already, it only has to be booked.
  if (problem !== undefined && (await undoUnlessPaid(container, renewal))) return problem;
  try {
    const metadata = await buyersMetadata(container, first, renewal.frozen.cartId);
    const input = await inputOf(container, { ...first, metadata }, renewal);
    await renewOrderWorkflow(container).run({ input });
    return undefined;
  } catch (error) {
    const refusal = whyRefused(error, number);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

/** A renewal is paid by the provider that its subscription was begun by. */
function whyNotSealed(
  container: MedusaContainer,
  merchants: Merchants,
  { work, frozen: { providerId } }: Renewal,
): WorkProblem | undefined {
  const isServed = merchants.some((merchant) => serves(merchant, providerId));
  if (isServed && registeredIds(container).has(providerId)) return undefined;
  return providerMissing(work.cycle.number, providerId);
}

const ordersOf = (container: MedusaContainer) => container.resolve<IOrderModuleService>(Modules.ORDER);

/** The last thing that is written of a renewal is its capture in the order's own books. */
async function isBooked(container: MedusaContainer, { order, transaction }: RenewalIds): Promise<boolean> {
  const wanted = { id: transaction(0), order_id: order } as never;
  return (await ordersOf(container).listOrderTransactions(wanted, { take: 1 })).length > 0;
}

async function paymentOf(container: MedusaContainer, { session }: RenewalIds): Promise<string | undefined> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
  const filter = { payment_session_id: session } as never;
  const [found] = await payments.listPayments(filter, { select: ["id"], take: 1 });
  return found?.id;
}

async function findCancelled(container: MedusaContainer, { order }: RenewalIds) {
  const select = ["id", "display_id", "canceled_at"] as const;
  const [found] = await ordersOf(container).listOrders({ id: order }, { select: [...select] });
  return found?.canceled_at ? found : undefined;
}

async function inputOf(container: MedusaContainer, first: FirstOrder, { work, frozen, seed, ids }: Renewal) {
  const { key, payment, cycle } = work;
  const { variant, orderNumber } = payment;
  const { money, transactionId = "", number } = cycle;
  const session = { providerId: frozen.providerId, sessionId: ids.session };
  const rounding = rounded(first.total, first.currency_code)?.rounding;
  const sealed = { variant, orderNumber, money, transactionId, cycle: number, rounding };
  const lines = first.items.flatMap(({ variant_id, quantity }, index) =>
    variant_id === null ? [] : [{ id: ids.line(index), variant_id, quantity }],
  );
  return {
    key: { order_number: orderNumber, cycle: number, seed },
    work_key: key,
    first_order_id: first.id,
    sales_channel_id: first.sales_channel_id,
    order: {
      ...sameAgain(first, ids.line),
      metadata: { ...first.metadata, pay_index_first_order: first.id, pay_index_cycle: number },
    },
    lines,
    payment: {
      provider_id: frozen.providerId,
      amount: first.total,
      currency_code: first.currency_code,
      data: await paidData(payIndexOf(container).gateway, session, sealed),
    },
    money,
  };
}

const firstOrderMissing: WorkProblem = {
  code: "first_order_missing",
  message: "The order that began it is gone.",
};
