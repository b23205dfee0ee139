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
import { renewalIds } from "./renewal-ids.ts";
import { withStockLock } from "./stock-lock.ts";
import { undoUnlessPaid } from "./undo-renewal.ts";
import { notBookable } from "./why-not-renewed.ts";

/** Which cycle: the sale that began the subscription, its number, and what its ids follow from. */
export interface RenewalKey {
  readonly order_number: string;
  readonly cycle: number;
  readonly seed: string;
}

/** What Medusa's own confirmation of the stock says is needed. */
interface Needed {
  readonly id: string;
  readonly inventory_item_id: string;
  readonly required_quantity: Amount;
  readonly quantity: Amount;
  readonly allow_backorder: boolean;
  readonly location_ids: readonly string[];
}

/** What Medusa's generated methods take, which its interfaces leave out. */
type Made<Name extends string> = Record<Name, (data: object) => Promise<unknown>>;

const idsOf = ({ seed }: Pick<RenewalKey, "seed">) => renewalIds(seed);

const orders = (container: MedusaContainer) => container.resolve<IOrderModuleService>(Modules.ORDER);
const stock = (container: MedusaContainer) => container.resolve<IInventoryService>(Modules.INVENTORY);
const payments = (container: MedusaContainer) => container.resolve<IPaymentModuleService>(Modules.PAYMENT);

/**
 * The first step does nothing, and undoes all: whatever fails later, an order that is not paid yet goes with its reservations, also those that
 * a process left behind when it died. The steps after it need not know which of them have run. One that staff have cancelled stays: it
 * says that nothing is to be made.
 */
export const undoUnlessPaidStep = createStep(
  "pay-index-undo-renewal",
  async (key: RenewalKey) => new StepResponse(undefined, key),
  async (key, { container }) => {
    if (key !== undefined) await undoUnlessPaid(container, key);
  },
);

/** Whether the stock was reserved before. All of it is reserved in one transaction, so one tells of all. */
export const isReservedStep = createStep(
  "pay-index-is-renewal-reserved",
  async (key: RenewalKey, { container }) => {
    const id = idsOf(key).reservation(0);
    const held = await stock(container).listReservationItems({ id }, { take: 1 });
    return new StepResponse(held.length > 0);
  },
);

/** As a normal order does, but each reservation has an id that is the same whoever makes it: it is there once. */
export const reserveStep = createStep(
  "pay-index-reserve-stock",
  async ({ key, needed }: { key: RenewalKey; needed: readonly Needed[] }, { container }) => {
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
        () => stock(container).createReservationItems(reservations as never),
      );
    return new StepResponse(reservations.length);
  },
);

/** Where it is not there yet. */
export const createOrderStep = createStep(
  "pay-index-create-renewal",
  async ({ key, order }: { key: RenewalKey; order: object }, { container }) => {
    const { order: id } = idsOf(key);
    const found = await orders(container).listOrders({ id }, { select: ["id"] });
    if (found.length === 0) await orders(container).createOrders([{ id, ...order }] as never);
    return new StepResponse(id);
  },
);

/** The last look at the order before its payment is booked, after whatever the shop's own hook has done to it. */
export const checkRenewalStep = createStep(
  "pay-index-check-renewal",
  async ({ key, money }: { key: RenewalKey; money: Money }, { container }) => {
    const { order: id } = idsOf(key);
    // Without columns, or Medusa works out no total.
    const [order] = await orders(container).listOrders({ id });
    const problem = notBookable(key.cycle, order, money);
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

interface ToPay {
  readonly key: RenewalKey;
  readonly payment: RenewalPayment;
}

/**
 * Where it is not there yet. It is the order's before the shop's own handler sees that: where an order that is not paid is edited, Medusa
 * makes a collection that it has none of.
 */
export const createCollectionStep = createStep(
  "pay-index-create-renewal-collection",
  async ({ key, payment: { amount, currency_code } }: ToPay, { container }) => {
    const { collection } = idsOf(key);
    const module = payments(container);
    if ((await module.listPaymentCollections({ id: collection })).length === 0)
      await module.createPaymentCollections({ id: collection, amount, currency_code } as never);
    return new StepResponse(collection);
  },
);

/** Its one session, where it is not there yet. No provider is asked: ours would have nothing to say. */
export const createSessionStep = createStep(
  "pay-index-create-renewal-session",
  async ({ key, payment }: ToPay, { container }) => {
    const { collection, session } = idsOf(key);
    const module = payments(container);
    if ((await module.listPaymentSessions({ id: session })).length === 0)
      await (module as unknown as Made<"createPaymentSessions">).createPaymentSessions({
        id: session,
        payment_collection_id: collection,
        context: {},
        ...payment,
      });
    return new StepResponse(session);
  },
);
