import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import type { Amount } from "../amount.ts";

/** A row of the order module, with the columns that are copied as they are. */
type Row = Readonly<Record<string, unknown>>;

export interface FirstLine extends Row {
  readonly id: string;
  readonly variant_id: string | null;
  readonly quantity: Amount;
}

/** The order that began a subscription. */
export interface FirstOrder extends Row {
  readonly id: string;
  readonly currency_code: string;
  readonly total: Amount;
  readonly canceled_at: unknown;
  readonly sales_channel_id: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly items: readonly FirstLine[];
}

const lines = ["items", "items.tax_lines", "items.adjustments"];
const shipping = ["shipping_methods", "shipping_methods.tax_lines", "shipping_methods.adjustments"];
const relations = [...lines, ...shipping, "credit_lines", "shipping_address", "billing_address"];

/**
 * What was sold is as it was placed: Medusa keeps it as the order's first version, whatever staff changed, exchanged or took back since.
 * Whose it is and where it goes is as it stands now. Undefined: it is gone.
 */
export async function findFirstOrder(
  container: Pick<MedusaContainer, "resolve">,
  id: string,
): Promise<FirstOrder | undefined> {
  const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
  // Medusa minds the version only in a list without a limit, and tells the total where no columns are chosen.
  const asPlaced = { take: null, relations };
  const [order] = await orders.listOrders({ id, version: 1 } as never, asPlaced as never);
  return order as unknown as FirstOrder | undefined;
}

type RowName = "tax_lines" | "adjustments" | "credit_lines" | "shipping_methods";

const whose = ["region_id", "customer_id", "sales_channel_id", "email", "currency_code", "locale"];
const lineColumns = [
  "title",
  "subtitle",
  "thumbnail",
  "variant_id",
  "product_id",
  "product_title",
  "product_description",
  "product_subtitle",
  "product_type",
  "product_type_id",
  "product_collection",
  "product_handle",
  "variant_sku",
  "variant_barcode",
  "variant_title",
  "variant_option_values",
  "requires_shipping",
  "is_giftcard",
  "is_discountable",
  "is_tax_inclusive",
  "is_custom_price",
  "metadata",
];
const shippingColumns = [
  "name",
  "description",
  "is_tax_inclusive",
  "is_custom_amount",
  "shipping_option_id",
  "data",
  "metadata",
];
const taxColumns = ["description", "tax_rate_id", "code", "provider_id", "data", "metadata"];
const adjustmentColumns = ["code", "description", "promotion_id", "provider_id", "is_tax_inclusive"];
const creditColumns = ["reference", "reference_id", "metadata"];
const addressColumns = [
  "customer_id",
  "company",
  "first_name",
  "last_name",
  "address_1",
  "address_2",
  "city",
  "country_code",
  "province",
  "postal_code",
  "phone",
  "metadata",
];

/**
 * The same order again, as Medusa's order module makes one. Its tax and its discounts are copied, not worked out: what was charged is what
 * the first one cost.
 */
export function sameAgain(first: FirstOrder, lineId: (index: number) => string): Row {
  return {
    ...pick(first, whose),
    shipping_address: address(first.shipping_address),
    billing_address: address(first.billing_address),
    items: first.items.map((line, index) => ({
      id: lineId(index),
      ...pick(line, lineColumns),
      ...amounts(line, ["quantity", "unit_price", "compare_at_unit_price"]),
      ...extras(line),
    })),
    shipping_methods: rows(first, "shipping_methods").map((method) => ({
      ...pick(method, shippingColumns),
      ...amounts(method, ["amount"]),
      ...extras(method),
    })),
    credit_lines: rows(first, "credit_lines").map((line) => ({
      ...pick(line, creditColumns),
      ...amounts(line, ["amount"]),
    })),
  };
}

function extras(row: Row): Row {
  return {
    tax_lines: rows(row, "tax_lines").map((line) => ({
      ...pick(line, taxColumns),
      ...amounts(line, ["rate"]),
    })),
    adjustments: rows(row, "adjustments").map((each) => ({
      ...pick(each, adjustmentColumns),
      ...amounts(each, ["amount"]),
    })),
  };
}

function address(row: unknown): Row | undefined {
  return typeof row === "object" && row !== null ? pick(row as Row, addressColumns) : undefined;
}

function rows(row: Row, name: RowName): readonly Row[] {
  return (row[name] ?? []) as readonly Row[];
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.flatMap((name) => (row[name] == null ? [] : [[name, row[name]]])));
}

/** With all their digits, which are beside the number. */
function amounts(row: Row, columns: readonly string[]): Row {
  const given = columns.filter((name) => row[name] != null);
  return Object.fromEntries(given.map((name) => [name, row[`raw_${name}`] ?? row[name]]));
}
