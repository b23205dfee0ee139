import type {
  IInventoryService,
  IOrderModuleService,
  IPaymentModuleService,
  MedusaContainer,
} from "@medusajs/framework/types";
import { MathBN, Modules } from "@medusajs/framework/utils";
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk";
import type { Money } from "@pay-index/core";
import type { Amount } from "../amount.ts";
import { createRenewalIds } from "./renewal-ids.ts";
import { checkRenewalOrder } from "./renewal-problems.ts";
import { withStockLock } from "./stock-lock.ts";
import { undoUnpaidRenewal } from "./undo-renewal.ts";

/** Which cycle: the sale that began the subscription, its number, and what its ids follow from. */
export interface RenewalKey {
  readonly attempt_id: string;
  readonly cycle: number;
  readonly seed: string;
}

/** What Medusa's own confirmation of the stock says is needed. */
interface StockNeed {
  readonly id: string;
  readonly inventory_item_id: string;
  readonly required_quantity: Amount;
  readonly quantity: Amount;
  readonly allow_backorder: boolean;
  readonly location_ids: readonly string[];
}

/** What Medusa's generated methods take, which its interfaces leave out. */
type GeneratedMethod<Name extends string> = Record<Name, (data: object) => Promise<unknown>>;

const idsOf = ({ seed }: Pick<RenewalKey, "seed">) => createRenewalIds(seed);

const resolveOrderModule = (container: MedusaContainer) =>
  container.resolve<IOrderModuleService>(Modules.ORDER);
const resolveInventoryModule = (container: MedusaContainer) =>
  container.resolve<IInventoryService>(Modules.INVENTORY);
const resolvePaymentModule = (container: MedusaContainer) =>
  container.resolve<IPaymentModuleService>(Modules.PAYMENT);

/**
 * The first step does nothing, and undoes all: whatever fails later, an order that is not paid yet goes with its reservations, also those that
 * a process left behind when it died. The steps after it need not know which of them have run. One that staff have cancelled stays: it
 * says that nothing is to be made.
 */
export const undoRenewalStep = createStep(
  "pay-index-undo-renewal",
  async (key: RenewalKey) => new StepResponse(undefined, key),
  async (key, { container }) => {
    if (key !== undefined) await undoUnpaidRenewal(container, key);
  },
);

/** Whether the stock was reserved before. All of it is reserved in one transaction, so one tells of all. */
export const isRenewalReservedStep = createStep(
  "pay-index-is-renewal-reserved",
  async (key: RenewalKey, { container }) => {
    const id = idsOf(key).reservation(0);
    const held = await resolveInventoryModule(container).listReservationItems({ id }, { take: 1 });
    return new StepResponse(held.length > 0);
  },
);

/** As a normal order does, but each reservation has an id that is the same whoever makes it: it is there once. */
export const reserveRenewalStockStep = createStep(
  "pay-index-reserve-stock",
  async ({ key, needed }: { key: RenewalKey; needed: readonly StockNeed[] }, { container }) => {
    const ids = idsOf(key);
    const reservations = needed.map((item, index) => ({
      id: ids.reservation(index),
      line_item_id: item.id,
      inventory_item_id: item.inventory_item_id,
      quantity: MathBN.mult(item.required_quantity, item.quantity),
      allow_backorder: item.allow_backorder,
      location_id: item.location_ids[0] ?? "",
    }));
    if (reservations.length > 0)
      await withStockLock(
        container,
        needed.map(({ inventory_item_id }) => inventory_item_id),
        () => resolveInventoryModule(container).createReservationItems(reservations as never),
      );
    return new StepResponse(reservations.length);
  },
);

/** Where it is not there yet. */
export const createRenewalOrderStep = createStep(
  "pay-index-create-renewal",
  async ({ key, order }: { key: RenewalKey; order: object }, { container }) => {
    const { order: id } = idsOf(key);
    const found = await resolveOrderModule(container).listOrders({ id }, { select: ["id"] });
    if (found.length === 0) await resolveOrderModule(container).createOrders([{ id, ...order }] as never);
    return new StepResponse(id);
  },
);

/** The last look at the order before its payment is booked, after whatever the shop's own hook has done to it. */
export const checkRenewalStep = createStep(
  "pay-index-check-renewal",
  async ({ key, money }: { key: RenewalKey; money: Money }, { container }) => {
    const { order: id } = idsOf(key);
    // Without columns, or Medusa works out no total.
    const [order] = await resolveOrderModule(container).listOrders({ id });
    const problem = checkRenewalOrder(key.cycle, order, money);
    if (problem !== undefined) throw problem;
    return new StepResponse(id);
  },
);

/** What the payment of a renewal is made of: a session that is sealed before anybody has seen it. */
export interface RenewalPayment {
  readonly provider_id: string;
  readonly amount: Amount;
  readonly currency_code: string;
  readonly data: object;
}

interface RenewalPaymentInput {
  readonly key: RenewalKey;
  readonly payment: RenewalPayment;
}

/**
 * Where it is not there yet. It is the order's before the shop's own handler sees that: where an order that is not paid is edited, Medusa
 * makes a collection that it has none of.
 */
export const createRenewalCollectionStep = createStep(
  "pay-index-create-renewal-collection",
  async ({ key, payment: { amount, currency_code } }: RenewalPaymentInput, { container }) => {
    const { collection } = idsOf(key);
    const module = resolvePaymentModule(container);
    if ((await module.listPaymentCollections({ id: collection })).length === 0)
      await module.createPaymentCollections({ id: collection, amount, currency_code } as never);
    return new StepResponse(collection);
  },
);

/** Its one session, where it is not there yet. No provider is asked: ours would have nothing to say. */
export const createRenewalSessionStep = createStep(
  "pay-index-create-renewal-session",
  async ({ key, payment }: RenewalPaymentInput, { container }) => {
    const { collection, session } = idsOf(key);
    const module = resolvePaymentModule(container);
    if ((await module.listPaymentSessions({ id: session })).length === 0)
      await (module as unknown as GeneratedMethod<"createPaymentSessions">).createPaymentSessions({
        id: session,
        payment_collection_id: collection,
        context: {},
        ...payment,
      });
    return new StepResponse(session);
  },
);
