import type { IOrderModuleService, IPaymentModuleService } from "@medusajs/framework/types";
import { MathBN, Modules } from "@medusajs/framework/utils";
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk";
import type { Money } from "@pay-index/core";
import type { MedusaAmount } from "../amount.ts";
import { findOrderWithTotal } from "./first-order.ts";
import { createRenewalIds } from "./renewal-ids.ts";
import { findRenewalOrderError } from "./renewal-problems.ts";
import { withStockLock } from "./stock-lock.ts";
import { resolveInventoryModule, undoUnpaidRenewal } from "./undo-renewal.ts";

/** Identifies a cycle: the attempt that started the subscription, the cycle's number, and the seed of its ids. */
export interface RenewalKey {
  readonly attempt_id: string;
  readonly cycle: number;
  readonly seed: string;
}

/** The required stock, as Medusa's stock check returns it. */
interface StockNeed {
  readonly id: string;
  readonly inventory_item_id: string;
  readonly required_quantity: MedusaAmount;
  readonly quantity: MedusaAmount;
  readonly allow_backorder: boolean;
  readonly location_ids: readonly string[];
}

/** A method that Medusa generates, and its interfaces do not declare. */
type GeneratedMethod<Name extends string> = Record<Name, (data: object) => Promise<unknown>>;

/**
 * Does nothing, and its compensation removes everything: if a later step fails, an unpaid order and its reservations
 * are removed, also those of a killed process. So the later steps need no compensation. An order that staff cancelled
 * stays: it proves that no order must be placed.
 */
export const undoRenewalStep = createStep(
  "pay-index-undo-renewal",
  async (key: RenewalKey) => new StepResponse(undefined, key),
  async (key, { container }) => {
    if (key !== undefined) await undoUnpaidRenewal(container, key);
  },
);

/** Whether the stock was reserved before. All items are reserved in one transaction, so one reservation proves all. */
export const isRenewalStockReservedStep = createStep(
  "pay-index-is-renewal-reserved",
  async (key: RenewalKey, { container }) => {
    const id = createRenewalIds(key.seed).reservation(0);
    const held = await resolveInventoryModule(container).listReservationItems({ id }, { take: 1 });
    return new StepResponse(held.length > 0);
  },
);

/** Reserves the stock as for a normal order, but with ids that every run of the cycle derives in the same way. */
export const reserveRenewalStockStep = createStep(
  "pay-index-reserve-stock",
  async ({ key, needed }: { key: RenewalKey; needed: readonly StockNeed[] }, { container }) => {
    const ids = createRenewalIds(key.seed);
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

/** The payment of a renewal, as a session that is sealed from the start. */
export interface RenewalPayment {
  readonly provider_id: string;
  readonly amount: MedusaAmount;
  readonly currency_code: string;
  readonly data: object;
}

/**
 * Creates the order and its payment collection, as far as they do not exist. The collection is linked to the order
 * before the shop's own handler runs: for an edit of an unpaid order, Medusa would create a collection of its own.
 */
export const createRenewalOrderStep = createStep(
  "pay-index-create-renewal",
  async (
    { key, order, payment }: { key: RenewalKey; order: object; payment: RenewalPayment },
    { container },
  ) => {
    const { order: id, collection } = createRenewalIds(key.seed);
    const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
    if ((await orders.listOrders({ id }, { select: ["id"] })).length === 0)
      await orders.createOrders([{ id, ...order }] as never);
    const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
    const { amount, currency_code } = payment;
    if ((await payments.listPaymentCollections({ id: collection })).length === 0)
      await payments.createPaymentCollections({ id: collection, amount, currency_code } as never);
    return new StepResponse({ order: id, collection });
  },
);

/**
 * Checks the order once more, because the shop's own hook may have changed it, and creates the session, if it does not
 * exist. No provider is called, because the plugin's provider has nothing to add.
 */
export const createRenewalSessionStep = createStep(
  "pay-index-create-renewal-session",
  async (
    { key, money, payment }: { key: RenewalKey; money: Money; payment: RenewalPayment },
    { container },
  ) => {
    const { order: id, collection, session } = createRenewalIds(key.seed);
    const order = await findOrderWithTotal(container, { id });
    const problem = findRenewalOrderError(key.cycle, order, money);
    if (problem !== undefined) throw problem;
    const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT);
    if ((await payments.listPaymentSessions({ id: session })).length === 0)
      await (payments as unknown as GeneratedMethod<"createPaymentSessions">).createPaymentSessions({
        id: session,
        payment_collection_id: collection,
        context: {},
        ...payment,
      });
    return new StepResponse(session);
  },
);
