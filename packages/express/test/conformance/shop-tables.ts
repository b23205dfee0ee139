import type {
  BuyerDetails,
  CartChange,
  CartDraft,
  CheckoutKey,
  CheckoutSubscriptionPlan,
  StaffCheckoutStatus,
} from "@pay-index/conformance";
import type { Money, Variant } from "@pay-index/core";
import type { PaidCycle, PaidPayment } from "@pay-index/core/adapter";

/** One statement of the shop, in or outside a transaction. Parameters are `$1`, `$2` … */
export type Query = (sql: string, values?: readonly (string | number)[]) => Promise<Row[]>;

type Row = Readonly<Record<string, unknown>>;

/** Plain tables of a plain shop: nothing is unique but the cart, so that what is written twice can be counted. */
export const shopTables = [
  `CREATE TABLE IF NOT EXISTS shop_cart (tenant TEXT NOT NULL, reference TEXT NOT NULL, currency TEXT NOT NULL,
    lines TEXT NOT NULL, buyer TEXT NOT NULL, language TEXT NOT NULL, wish TEXT NOT NULL, cancelled INTEGER NOT NULL,
    PRIMARY KEY (tenant, reference))`,
  "CREATE TABLE IF NOT EXISTS shop_order (tenant TEXT NOT NULL, reference TEXT NOT NULL, paid INTEGER NOT NULL)",
  `CREATE TABLE IF NOT EXISTS shop_payment (tenant TEXT NOT NULL, reference TEXT NOT NULL,
    transaction_id TEXT NOT NULL, minor INTEGER NOT NULL, currency TEXT NOT NULL)`,
  "CREATE TABLE IF NOT EXISTS shop_mail (tenant TEXT NOT NULL, reference TEXT NOT NULL, effect TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS shop_movement (tenant TEXT NOT NULL, reference TEXT NOT NULL, pieces INTEGER NOT NULL)",
  `CREATE TABLE IF NOT EXISTS shop_renewal (tenant TEXT NOT NULL, reference TEXT NOT NULL, cycle INTEGER NOT NULL,
    minor INTEGER NOT NULL, currency TEXT NOT NULL)`,
  "CREATE TABLE IF NOT EXISTS shop_declined (tenant TEXT NOT NULL, reference TEXT NOT NULL, cycle INTEGER NOT NULL)",
  "CREATE TABLE IF NOT EXISTS shop_dispute (tenant TEXT NOT NULL, reference TEXT NOT NULL, type TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS shop_refund (tenant TEXT NOT NULL, reference TEXT NOT NULL, minor INTEGER NOT NULL)",
  "CREATE TABLE IF NOT EXISTS shop_disabled (variant TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS shop_sold_out (name TEXT NOT NULL)",
];

/** How the buyer wants to pay by card. */
export interface CartSelection {
  readonly variant?: "card" | "subscription";
  readonly plan?: CheckoutSubscriptionPlan;
}

export interface Cart {
  readonly currency: string;
  readonly lines: CartDraft["lines"];
  readonly buyer: BuyerDetails;
  /** Empty: the shop's own. */
  readonly language: string;
  readonly wish: CartSelection;
  readonly cancelled: boolean;
}

export function cartTotal({ lines }: Pick<Cart, "lines">): number {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

const whereCart = "WHERE tenant = $1 AND reference = $2";

/** Writes one row of a shop's table about a cart. */
async function insertRow(query: Query, table: string, values: readonly (string | number)[]): Promise<void> {
  await query(`INSERT INTO ${table} VALUES (${values.map((_, index) => `$${index + 1}`)})`, values);
}

export function fillCart(query: Query, { tenant, reference }: CheckoutKey, draft: CartDraft): Promise<void> {
  const [lines, buyer] = [JSON.stringify(draft.lines), JSON.stringify(draft.buyer)];
  return insertRow(query, "shop_cart", [tenant, reference, draft.currency, lines, buyer, "", "{}", 0]);
}

export async function findCart(query: Query, { tenant, reference }: CheckoutKey): Promise<Cart | undefined> {
  const [row] = await query(`SELECT * FROM shop_cart ${whereCart}`, [tenant, reference]);
  return (
    row && {
      currency: String(row.currency),
      lines: JSON.parse(String(row.lines)),
      buyer: JSON.parse(String(row.buyer)),
      language: String(row.language),
      wish: JSON.parse(String(row.wish)),
      cancelled: row.cancelled === 1,
    }
  );
}

export async function changeCart(query: Query, of: CheckoutKey, change: CartChange): Promise<void> {
  const { lines = [] } = (await findCart(query, of)) ?? {};
  const [first, ...others] = lines;
  const more = { grow: 1, shrink: -1, empty: 0 }[change];
  const changed =
    change === "empty" || !first ? [] : [{ ...first, quantity: first.quantity + more }, ...others];
  await setCartColumns(query, of, { lines: JSON.stringify(changed) });
}

/** One column of a cart. */
export async function setCartColumns(
  query: Query,
  { tenant, reference }: CheckoutKey,
  set: Readonly<Record<string, string | number>>,
): Promise<void> {
  for (const [column, value] of Object.entries(set))
    await query(`UPDATE shop_cart SET ${column} = $3 ${whereCart}`, [tenant, reference, value]);
}

export function disableVariant(query: Query, variant: Variant): Promise<void> {
  return insertRow(query, "shop_disabled", [variant]);
}

/** Nothing is left of what is in a cart. */
export async function sellOut(query: Query, of: CheckoutKey): Promise<void> {
  const { lines = [] } = (await findCart(query, of)) ?? {};
  for (const { name } of lines) await insertRow(query, "shop_sold_out", [name]);
}

export async function isVariantDisabled(query: Query, variant: string): Promise<boolean> {
  return (await query("SELECT 1 FROM shop_disabled WHERE variant = $1", [variant])).length > 0;
}

/** What a cart costs by now. */
export async function amountDue(query: Query, of: CheckoutKey): Promise<Money | undefined> {
  const cart = await findCart(query, of);
  return cart && { minor: cartTotal(cart), currency: cart.currency };
}

/** All that belongs to a paid order; or why it cannot be placed. */
export async function placeShopOrder(query: Query, payment: PaidPayment, key: string) {
  const { tenant, reference, amount, transactionId = "" } = payment;
  const cart = await findCart(query, { tenant, reference });
  if (cart === undefined || cart.cancelled) return refused("order_cancelled", "The order was cancelled.");
  const pieces = cart.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  await insertRow(query, "shop_order", [tenant, reference, 1]);
  const { minor, currency } = amount;
  await insertRow(query, "shop_payment", [tenant, reference, transactionId, minor, currency]);
  await insertRow(query, "shop_mail", [tenant, reference, key]);
  await insertRow(query, "shop_movement", [tenant, reference, pieces]);
  return undefined;
}

/** One order of a later cycle; or why it cannot be placed. */
export async function placeShopRenewal(
  query: Query,
  { tenant, reference }: CheckoutKey,
  { number, amount }: PaidCycle,
) {
  const { minor, currency } = amount;
  const { lines = [] } = (await findCart(query, { tenant, reference })) ?? {};
  for (const { name } of lines)
    if ((await query("SELECT 1 FROM shop_sold_out WHERE name = $1", [name])).length > 0)
      return refused("out_of_stock", `Not in stock: ${name}.`);
  await insertRow(query, "shop_renewal", [tenant, reference, number, minor, currency]);
  return undefined;
}

/** What the shop would write to the buyer or to its staff, of which it notes one value. */
const noteIn =
  <Value extends string | number>(table: string) =>
  (query: Query, { tenant, reference }: CheckoutKey, value: Value) =>
    insertRow(query, table, [tenant, reference, value]);

/** Notes the minor units of a refund that the gateway reported as made. */
export const noteRefund = noteIn<number>("shop_refund");
/** Notes the number of a cycle that was declined. */
export const noteDeclinedCycle = noteIn<number>("shop_declined");
export const noteDispute = noteIn<string>("shop_dispute");

function refused(code: string, message: string) {
  return { refused: { code, message } };
}

export async function readShopState(
  query: Query,
  of: CheckoutKey,
): Promise<Omit<StaffCheckoutStatus, "payment">> {
  const rows = (table: string) => query(`SELECT * FROM ${table} ${whereCart}`, [of.tenant, of.reference]);
  const orders = await rows("shop_order");
  const payments = await rows("shop_payment");
  const renewals = await rows("shop_renewal");
  const refunds = await rows("shop_refund");
  return {
    orders: orders.length,
    paid: orders.some(({ paid }) => paid === 1),
    cancelled: (await findCart(query, of))?.cancelled ?? false,
    recordedAmounts: payments.map(moneyOf),
    renewals: renewals.map((row) => ({ cycle: Number(row.cycle), amount: moneyOf(row) })),
    declinedCycles: (await rows("shop_declined")).map(({ cycle }) => Number(cycle)),
    disputes: (await rows("shop_dispute")).map(({ type }) => String(type)),
    refunded: refunds.reduce((sum, { minor }) => sum + Number(minor), 0),
    effects: (await rows("shop_mail")).length,
    taken: (await rows("shop_movement")).reduce((sum, { pieces }) => sum + Number(pieces), 0),
  };
}

function moneyOf({ minor, currency }: Row): Money {
  return { minor: Number(minor), currency: String(currency) };
}
