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
import { createRenewalIds } from "../subscription/renewal-ids.ts";
import {
  checkRenewalStep,
  createRenewalCollectionStep,
  createRenewalOrderStep,
  createRenewalSessionStep,
  isRenewalReservedStep,
  type RenewalKey,
  type RenewalPayment,
  reserveRenewalStockStep,
  undoRenewalStep,
} from "../subscription/renewal-steps.ts";

export interface PlaceRenewalInput {
  readonly key: RenewalKey;
  readonly first_order_id: string;
  readonly sales_channel_id: string | null;
  /** As Medusa's order module makes one. */
  readonly order: object;
  /** Its lines, as far as the stock is concerned. */
  readonly lines: readonly { readonly id: string; readonly variant_id: string; readonly quantity: unknown }[];
  readonly payment: RenewalPayment;
  /** What was charged. */
  readonly amount: Money;
  /** As core has it: the same whenever it is done again. */
  readonly job_id: string;
}

/** What the hook is told. It may be told again, where a run ended before the payment was booked. */
export interface RenewalOrder {
  /** The same each time. */
  readonly key: string;
  readonly order_id: string;
  readonly first_order_id: string;
  /** 2 or more: the first is the sale. */
  readonly cycle: number;
}

type Hooks = [Hook<"orderCreated", RenewalOrder, unknown>];

// biome-ignore lint/suspicious/noExplicitAny: what a query gives; Medusa's own steps check it
type Row = any;

/** Looks whether there is enough, and takes it. */
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
 * The order of one paid cycle. As Medusa completes a cart: the stock is looked at and reserved, the order made, its payment booked as captured.
 * `createOrderWorkflow` reserves nothing, and works out taxes and discounts anew. Each step finds what it has made before, so this may be run
 * again wherever it ended.
 *
 * `renewOrderWorkflow.hooks.orderCreated` takes the shop's own work, as the hook of `completeCartWorkflow` does: if it throws, there is no
 * order, and it is tried again later; at once it is an item where what it throws is a refusal of Medusa's kind (`whyRefused`).
 */
export const placeRenewalWorkflow: ReturnWorkflow<PlaceRenewalInput, string, Hooks> = createWorkflow(
  "pay-index-renew-order",
  (input: WorkflowData<PlaceRenewalInput>) => {
    undoRenewalStep(input.key);
    const isReserved = isRenewalReservedStep(input.key);
    when("not-reserved", { isReserved }, (found) => !found.isReserved).then(() =>
      reserveRenewalStockWorkflow.runAsStep({ input }),
    );
    const orderId = createRenewalOrderStep({ key: input.key, order: input.order });
    const collection = createRenewalCollectionStep({ key: input.key, payment: input.payment });
    const toPay = transform({ orderId, collection }, (made) => [
      { order: { order_id: made.orderId }, payment: { payment_collection_id: made.collection } },
    ]);
    createRemoteLinkStep(toPay as never).config({ noCompensation: true });
    const renewed: RenewalOrder = {
      key: input.job_id,
      order_id: orderId,
      first_order_id: input.first_order_id,
      cycle: input.key.cycle,
    };
    const orderCreated: Hooks[0] = createHook("orderCreated", renewed);
    checkRenewalStep({ key: input.key, money: input.amount });
    const session = createRenewalSessionStep({ key: input.key, payment: input.payment });
    const renews = transform({ orderId, input }, (made) => [
      {
        order: { order_id: made.orderId },
        payIndex: { pay_index_attempt_attempt_id: made.input.key.attempt_id },
      },
    ]);
    createRemoteLinkStep(renews as never).config({ name: "link-renewal", noCompensation: true });
    const payment = authorizePaymentSessionStep({ id: session }).config({ noCompensation: true });
    // Without a common lock, another run that failed may have released the stock. From here on none does.
    const isStillReserved = isRenewalReservedStep(input.key).config({ name: "pay-index-is-still-reserved" });
    when("released", { isStillReserved }, (found) => !found.isStillReserved).then(() =>
      reserveRenewalStockWorkflow.runAsStep({ input }).config({ name: "reserve-again" }),
    );
    addOrderTransactionStep(transform({ payment, input }, toCaptureTransactionRows) as never).config({
      noCompensation: true,
    });
    return new WorkflowResponse(orderId, { hooks: [orderCreated] });
  },
);

/** Under ids that are the same whoever books them: they are there once. */
function toCaptureTransactionRows({ payment, input }: Row): Row[] {
  const ids = createRenewalIds(input.key.seed);
  const transactions = toCaptureTransactions(payment, ids.order);
  return transactions.map((transaction, index) => ({ id: ids.transaction(index), ...transaction }));
}
