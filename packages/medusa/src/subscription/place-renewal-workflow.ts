import {
  createHook,
  createWorkflow,
  type Hook,
  type ReturnWorkflow,
  transform,
  type WorkflowData,
  WorkflowResponse,
  when,
} from "@medusajs/framework/workflows-sdk";
import {
  addOrderTransactionStep,
  authorizePaymentSessionStep,
  confirmVariantInventoryWorkflow,
  createRemoteLinkStep,
  useQueryGraphStep,
} from "@medusajs/medusa/core-flows";
import type { Money } from "@pay-index/core";
import { toCaptureTransactions } from "../capture-transactions.ts";
import { stockFields } from "../stock-fields.ts";
import { createRenewalIds } from "./renewal-ids.ts";
import {
  createRenewalOrderStep,
  createRenewalSessionStep,
  isRenewalStockReservedStep,
  type RenewalKey,
  type RenewalPayment,
  reserveRenewalStockStep,
  undoRenewalStep,
} from "./renewal-steps.ts";

export interface PlaceRenewalInput {
  readonly key: RenewalKey;
  readonly first_order_id: string;
  readonly sales_channel_id: string | null;
  /** The order, as Medusa's order module creates one. */
  readonly order: object;
  /** The fields of its lines that the stock needs. */
  readonly lines: readonly { readonly id: string; readonly variant_id: string; readonly quantity: unknown }[];
  readonly payment: RenewalPayment;
  /** The charged amount. */
  readonly amount: Money;
  /** The id of core's job: the same in each run. */
  readonly job_id: string;
}

/**
 * The input of the hook. The hook can run again with the same input if a run stopped before the payment was recorded.
 */
export interface RenewalOrderHookInput {
  /** The same in each run. */
  readonly key: string;
  readonly order_id: string;
  readonly first_order_id: string;
  /** 2 or more: cycle 1 is the sale itself. */
  readonly cycle: number;
}

type Hooks = [Hook<"orderCreated", RenewalOrderHookInput, unknown>];

// biome-ignore lint/suspicious/noExplicitAny: the rows of a query; Medusa's own steps validate them
type Row = any;

/** Checks the stock and reserves it. */
const reserveRenewalStockWorkflow = createWorkflow(
  "pay-index-reserve-renewal",
  (input: WorkflowData<Pick<PlaceRenewalInput, "key" | "sales_channel_id" | "lines">>) => {
    const ids = transform({ input }, (given) => given.input.lines.map(({ variant_id }) => variant_id));
    const { data: variants } = useQueryGraphStep({
      entity: "variants",
      fields: [...stockFields],
      filters: { id: ids as Row },
    });
    const wanted = transform({ input, variants }, (given) => ({
      sales_channel_id: given.input.sales_channel_id,
      variants: given.variants,
      items: given.input.lines,
    }));
    const needed = confirmVariantInventoryWorkflow.runAsStep({ input: wanted as Row });
    const taken = transform({ input, needed }, (given: Row) => ({
      key: given.input.key,
      needed: given.needed.items,
    }));
    return new WorkflowResponse(reserveRenewalStockStep(taken));
  },
);

/**
 * Places the order of one paid cycle as Medusa completes a cart: checks and reserves the stock, creates the order, and
 * records its payment as captured. `createOrderWorkflow` reserves nothing and recalculates taxes and discounts. Each
 * step finds what an earlier run created, so the workflow can run again wherever it stopped.
 *
 * The hook `placeRenewalWorkflow.hooks.orderCreated` runs the shop's own code, like the hook of `completeCartWorkflow`.
 * If it throws, the order is removed, and the renewal runs again later. If it throws one of Medusa's refusals, a review
 * item opens at once.
 */
export const placeRenewalWorkflow: ReturnWorkflow<PlaceRenewalInput, string, Hooks> = createWorkflow(
  "pay-index-renew-order",
  (input: WorkflowData<PlaceRenewalInput>) => {
    undoRenewalStep(input.key);
    const isReserved = isRenewalStockReservedStep(input.key);
    when("not-reserved", { isReserved }, (found) => !found.isReserved).then(() =>
      reserveRenewalStockWorkflow.runAsStep({ input }),
    );
    const created = createRenewalOrderStep({ key: input.key, order: input.order, payment: input.payment });
    const toPay = transform({ created }, ({ created: { order, collection } }) => [
      { order: { order_id: order }, payment: { payment_collection_id: collection } },
    ]);
    createRemoteLinkStep(toPay as never).config({ noCompensation: true });
    const renewed: RenewalOrderHookInput = {
      key: input.job_id,
      order_id: created.order,
      first_order_id: input.first_order_id,
      cycle: input.key.cycle,
    };
    const orderCreated: Hooks[0] = createHook("orderCreated", renewed);
    const session = createRenewalSessionStep({ key: input.key, money: input.amount, payment: input.payment });
    const renews = transform({ created, input }, (made) => [
      {
        order: { order_id: made.created.order },
        payIndex: { pay_index_attempt_attempt_id: made.input.key.attempt_id },
      },
    ]);
    createRemoteLinkStep(renews as never).config({ name: "link-renewal", noCompensation: true });
    const payment = authorizePaymentSessionStep({ id: session }).config({ noCompensation: true });
    // Without a common lock, another run that failed may have released the stock. After this point no run releases it.
    const isStillReserved = isRenewalStockReservedStep(input.key).config({
      name: "pay-index-is-still-reserved",
    });
    when("released", { isStillReserved }, (found) => !found.isStillReserved).then(() =>
      reserveRenewalStockWorkflow.runAsStep({ input }).config({ name: "reserve-again" }),
    );
    addOrderTransactionStep(transform({ payment, input }, toCaptureTransactionRows) as never).config({
      noCompensation: true,
    });
    return new WorkflowResponse(created.order, { hooks: [orderCreated] });
  },
);

/** With ids that every run derives in the same way, so that they are stored once. */
function toCaptureTransactionRows({ payment, input }: Row): Row[] {
  const ids = createRenewalIds(input.key.seed);
  const transactions = toCaptureTransactions(payment, ids.order);
  return transactions.map((transaction, index) => ({ id: ids.transaction(index), ...transaction }));
}
