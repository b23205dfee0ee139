import type { IOrderModuleService } from "@medusajs/framework/types";
import { decorateCartTotals, Modules } from "@medusajs/framework/utils";
import type { MedusaAmount } from "../amount.ts";
import type { Container } from "../find-rows.ts";

/** A row of the order module. Its columns are copied unchanged. */
type Row = Readonly<Record<string, unknown>>;

export interface FirstOrderLine extends Row {
  readonly id: string;
  readonly variant_id: string | null;
  readonly quantity: MedusaAmount;
}

/** The first order of a subscription. */
export interface FirstOrder extends Row {
  readonly id: string;
  readonly display_id: number;
  readonly currency_code: string;
  readonly total: MedusaAmount;
  readonly canceled_at: unknown;
  readonly sales_channel_id: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly items: readonly FirstOrderLine[];
}

const relations = [
  ...["items", "shipping_methods"].flatMap((rows) => [rows, `${rows}.tax_lines`, `${rows}.adjustments`]),
  ...["credit_lines", "shipping_address", "billing_address"],
];

/**
 * Returns the first order with its goods as they were placed: Medusa keeps them as the order's first version, whatever
 * staff changed, exchanged or returned since. Customer and addresses are the current ones. Undefined if the order does
 * not exist any more.
 */
export function findFirstOrder(container: Container, id: string): Promise<FirstOrder | undefined> {
  return findOrderWithTotal(container, { id, version: 1 });
}

/** Returns an order of the order module, with the total of all of its rows. */
export async function findOrderWithTotal(
  container: Container,
  filters: { readonly id: string; readonly version?: number },
): Promise<FirstOrder | undefined> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  // Medusa respects the version only in a list without a limit. With all columns, Medusa before 2.19 calculates no total.
  const [order] = await orders.listOrders(filters as never, { take: null, relations } as never);
  return order && (decorateCartTotals(order as never) as unknown as FirstOrder);
}

type RowName = "tax_lines" | "adjustments" | "credit_lines" | "shipping_methods";

const ownerColumns = ["region_id", "customer_id", "sales_channel_id", "email", "currency_code", "locale"];
const lineColumns = [
  ...["title", "subtitle", "thumbnail", "metadata", "requires_shipping"],
  ...["product_id", "product_title", "product_description", "product_subtitle", "product_type"],
  ...["product_type_id", "product_collection", "product_handle"],
  ...["variant_id", "variant_sku", "variant_barcode", "variant_title", "variant_option_values"],
  ...["is_giftcard", "is_discountable", "is_tax_inclusive", "is_custom_price"],
];
const shippingColumns = [
  ...["name", "description", "is_tax_inclusive", "is_custom_amount", "shipping_option_id"],
  ...["data", "metadata"],
];
const taxColumns = ["description", "tax_rate_id", "code", "provider_id", "data", "metadata"];
const adjustmentColumns = ["code", "description", "promotion_id", "provider_id", "is_tax_inclusive"];
const creditColumns = ["reference", "reference_id", "metadata"];
const addressColumns = [
  ...["customer_id", "company", "first_name", "last_name", "phone", "metadata"],
  ...["address_1", "address_2", "city", "country_code", "province", "postal_code"],
];

/**
 * Returns a copy of the order for Medusa's order module. Tax and discounts are copied and not recalculated, because
 * each cycle is charged with the price of the first order.
 */
export function toOrderCopy(first: FirstOrder, lineId: (index: number) => string): Row {
  return {
    ...pick(first, ownerColumns),
    shipping_address: toAddress(first.shipping_address),
    billing_address: toAddress(first.billing_address),
    items: first.items.map((line, index) => ({
      id: lineId(index),
      ...pick(line, lineColumns, ["quantity", "unit_price", "compare_at_unit_price"]),
      ...taxesAndAdjustments(line),
    })),
    shipping_methods: rows(first, "shipping_methods").map((method) => ({
      ...pick(method, shippingColumns, ["amount"]),
      ...taxesAndAdjustments(method),
    })),
    credit_lines: rows(first, "credit_lines").map((line) => pick(line, creditColumns, ["amount"])),
  };
}

function taxesAndAdjustments(row: Row): Row {
  return {
    tax_lines: rows(row, "tax_lines").map((line) => pick(line, taxColumns, ["rate"])),
    adjustments: rows(row, "adjustments").map((each) => pick(each, adjustmentColumns, ["amount"])),
  };
}

function toAddress(row: unknown): Row | undefined {
  return typeof row === "object" && row !== null ? pick(row as Row, addressColumns) : undefined;
}

function rows(row: Row, name: RowName): readonly Row[] {
  return (row[name] ?? []) as readonly Row[];
}

/** Returns these columns as far as they have values, with the exact raw amounts, which are in separate columns. */
function pick(row: Row, columns: readonly string[], amounts: readonly string[] = []): Row {
  const given = [...columns, ...amounts].filter((name) => row[name] != null);
  const exactValue = (name: string) => (amounts.includes(name) ? row[`raw_${name}`] : undefined) ?? row[name];
  return Object.fromEntries(given.map((name) => [name, exactValue(name)]));
}
