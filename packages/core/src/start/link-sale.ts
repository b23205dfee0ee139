import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { createHookRunner } from "../jobs/run-hook.ts";
import type { LinkSaleRequest } from "../ports/orders.ts";
import { toAmountText } from "../protocol/money/money.ts";
import type { Sale, Variant } from "../protocol/sale/sale.ts";
import { prepareSale } from "./start.ts";

/** Asks the shop what it sells now. The part was read before, so that a payment in between is not charged again. @throws PayIndexError `operation_disabled`, `hook_timeout` */
export async function findLinkSale(
  engine: EngineContext,
  { tenant, reference, part, amount, isOpened }: LinkSaleRequest,
): Promise<Sale | undefined> {
  const { orders } = engine;
  if (orders.linkSale === undefined)
    throw new PayIndexError(
      "operation_disabled",
      "This shop makes no payment links: it does not say what is due.",
    );
  const about = { tenant, reference, part, amount, isOpened };
  const sale = await createHookRunner(engine)("linkSale", () => orders.linkSale?.(about));
  if (sale === undefined) return undefined;
  const variant = sale.variant ?? (await variantOf(engine, sale.merchantTenant ?? tenant));
  return { ...sale, tenant, reference, variant, buyer: { ...unknownBrowser, ...sale.buyer } };
}

/** The browser is known when the buyer opens the link. Until then, these values only complete the sale that is checked. */
const unknownBrowser = { ip: "127.0.0.1", userAgent: "unknown" };

/** Merchants without links of the gateway's own sell by the hosted page. */
async function variantOf({ findMerchant }: EngineContext, tenant: string) {
  const linking = await findMerchant(tenant, ({ variants }) => variants.has("link"));
  return (linking === undefined ? "hosted" : "link") satisfies Variant;
}

/** Returns the sale, which the gateway would take. @throws PayIndexError `link_invalid`, and those of `start` about the sale */
export async function requireDueSale(engine: EngineContext, request: LinkSaleRequest): Promise<Sale> {
  const sale = await findLinkSale(engine, request);
  if (sale === undefined)
    throw refuseLink(
      "The shop asks for no money for it: there is no such order, or it is paid or cancelled.",
    );
  await prepareSale(engine, sale);
  const { minor, currency } = sale.amount;
  const { amount } = request;
  if (amount !== undefined && (amount.minor !== minor || amount.currency !== currency))
    throw refuseLink([
      { path: "amount", message: `must be ${toAmountText(sale.amount)} ${currency}, which is due` },
    ]);
  return sale;
}

/** Returns the error for a link that cannot be made. */
export function refuseLink(problem: string | PayIndexError["problems"]): PayIndexError {
  const message = "No payment link was made.";
  if (typeof problem === "string") return new PayIndexError("link_invalid", `${message} ${problem}`);
  return new PayIndexError("link_invalid", message, { problems: problem });
}
