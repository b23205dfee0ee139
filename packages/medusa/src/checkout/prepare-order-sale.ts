import type { MedusaContainer } from "@medusajs/framework/types";
import { buildSaleDraftFromCart } from "@pay-index/core/adapter";
import { isProviderEnabled } from "../checkout-cart.ts";
import type { OrderSnapshot } from "../checkout-snapshot.ts";
import {
  amountDueForOrder,
  type ExistingOrder,
  findExistingOrder,
  findReferenceOfOrder,
} from "../existing-order.ts";
import { parseProviderId } from "../provider-id.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { type Browser, toSaleParts } from "../sale-parts.ts";
import { orderUnknownError, StoreRouteError } from "../store-route-error.ts";

/** How the buyer pays. */
export interface PaymentChoice {
  readonly providerId: string | undefined;
  readonly browser: Browser;
  readonly apmMethod?: string | undefined;
  readonly appScheme?: string | undefined;
}

/** How an order that exists already is paid. */
export interface OrderSaleRequest extends PaymentChoice {
  readonly orderId: string;
}

/**
 * Returns the sale of what is due for an order that exists already, without its card: after an edit, an exchange
 * or a claim, or of an order that staff drafted. Reads the part before the amount due, so that a payment that arrives in between is not charged again.
 *
 * @throws StoreRouteError `order_unknown`, `nothing_to_pay`, `provider_unknown`, `not_offered`, `sale_invalid`
 */
export async function prepareOrderSale(
  container: MedusaContainer,
  { orderId, providerId, browser, ...selection }: OrderSaleRequest,
) {
  const payIndex = resolvePayIndex(container);
  const reference = await findReferenceOfOrder(container, orderId);
  const { openPart: part } = await payIndex.paymentOfCart(reference);
  const order = await findExistingOrder(container, orderId);
  if (order === undefined || order.status === "draft") throw orderUnknownError();
  const amount = amountDueForOrder(order);
  if (amount === undefined)
    throw new StoreRouteError("sale_invalid", `An order in ${order.currency_code} cannot be paid here.`);
  if (order.status === "canceled" || amount.minor === 0)
    throw new StoreRouteError("nothing_to_pay", "Nothing is due for this order.");
  const { provider, offer } = chooseProvider(order, providerId);
  const snapshot: OrderSnapshot = { orderId, providerId: provider };
  const source = { cart: { ...order, id: reference }, amount, lines: undefined, snapshot };
  const parts = toSaleParts(payIndex.options, source, { ...offer, browser });
  const itemName = `Order #${order.display_id}`;
  const sale = buildSaleDraftFromCart({ ...parts, part, itemName }, { ...offer, ...selection });
  return { order, offer, sale };
}

/** A subscription charges each time what its first order cost. */
function chooseProvider(order: ExistingOrder, provider: string | undefined) {
  const offer = provider === undefined ? undefined : parseProviderId(provider);
  if (provider === undefined || offer === undefined)
    throw new StoreRouteError("provider_unknown", "Name a provider_id of pay-index.");
  if (offer.variant === "subscription" || !isProviderEnabled(order, provider))
    throw new StoreRouteError("not_offered", "This provider cannot be used for the order.");
  return { provider, offer };
}
