import { hash } from "node:crypto";
import { type AmountDecimals, type Money, smallestSentAmount } from "../money/money.ts";
import { splitInProportion } from "../money/round-to-minor-units.ts";
import type { SaleWarningCode } from "./common-sale-fields.ts";
import { maxSaleItems, type SaleItem, saleItemSchema } from "./sale-items.ts";

type ShopText = string | null | undefined;

/** One line of a cart: its total with taxes and discounts, in minor units. */
export interface SaleLine {
  readonly name: string;
  readonly quantity: number;
  readonly total: number;
  readonly sku?: ShopText;
  /** The web address of a picture. Another text is left out, with a warning (PROD-IMAGE). */
  readonly image?: ShopText;
  /** The options of the variant, such as `Size: M, Colour: red`. */
  readonly attributes?: ShopText;
}

interface SaleLines {
  readonly amount: Money;
  readonly lines: readonly SaleLine[] | undefined;
  readonly itemName: string;
  readonly amountDecimals?: AmountDecimals | undefined;
  readonly changeItem?: SaleItemChanger | undefined;
  readonly reference: string;
  readonly tenant?: string | undefined;
}

/**
 * Returns the items of the payment page. They add up to the amount. If the lines are less than the amount, are too many, or have no prices
 * in minor units, the whole order is one item.
 */
export function toSaleItems(sale: SaleLines): SaleItemsWithWarnings {
  const { amount, lines, itemName, amountDecimals = "currency" } = sale;
  const whole: SaleItem = { name: itemName, price: amount.minor, quantity: 1 };
  const smallest = smallestSentAmount(amount.currency, amountDecimals);
  const fitted = fitToAmount(lines, { minor: amount.minor, smallest });
  const items = fitted?.map((line) => toSaleItem(line, smallest)) ?? [whole];
  const { reference, tenant = "default" } = sale;
  return changeItems(items, { whole, changeItem: sale.changeItem, about: { reference, tenant } });
}

/** The amount that the items add up to, and the smallest price that can be sent. In minor units. */
interface ItemTotal {
  readonly minor: number;
  readonly smallest: number;
}

/**
 * Returns the sold lines, which add up to the amount. A discount that no line has, and a line below zero, are spread over the other lines
 * in proportion to their totals (PROD-SPREAD). So are totals that need more decimals than are sent (MON-SENT). Undefined if that is not
 * possible.
 */
function fitToAmount(lines: readonly SaleLine[] | undefined, { minor, smallest }: ItemTotal) {
  const sold = lines?.filter(({ quantity, total }) => quantity > 0 && total >= 0);
  if (sold === undefined || sold.length > maxSaleItems) return undefined;
  if (!sold.every(({ total }) => Number.isSafeInteger(total))) return undefined;
  const totals = sold.map(({ total }) => total);
  const sum = totals.reduce((all, total) => all + total, 0);
  if (sum < minor || minor % smallest !== 0) return undefined;
  if (sum === minor && totals.every((total) => total % smallest === 0)) return sold;
  const spread = splitInProportion(minor / smallest, totals);
  return sold.map((line, index) => ({ ...line, total: (spread[index] ?? 0) * smallest }));
}

/** Shops round a line as a whole. A line that its pieces cannot add up to is one item. */
function toSaleItem({ name, sku, image, attributes, quantity, total }: SaleLine, smallest: number): SaleItem {
  const details = {
    ...(sku?.trim() ? { sku: toSaleItemText(sku) } : {}),
    ...(image?.trim() ? { image: image.trim() } : {}),
    ...(attributes?.trim() ? { attributes: toSaleItemText(attributes, longestAttributes) } : {}),
  };
  return Number.isSafeInteger(quantity) && total % (quantity * smallest) === 0
    ? { name: toSaleItemText(name), price: total / quantity, quantity, ...details }
    : { name: `${toSaleItemText(name)} × ${quantity}`, price: total, quantity: 1, ...details };
}

/** Characters. A character can take two of the 1000 code units that the attributes of an item may have. */
const longestAttributes = 500;

/** Returns a text of the shop's staff in one line, cut to the length that an item's name may have. */
export function toSaleItemText(text: string, length = 240): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, length).join("");
}

/**
 * Returns a digest of a cart. Two carts with the same goods and quantities have the same digest. It does not reveal the goods.
 *
 * @param pieces the quantity of each product, by a name that is unique in the shop
 */
export function goodsDigest(pieces: ReadonlyMap<string, string>): string {
  const lines = [...pieces].map(([name, quantity]) => `${name} ${quantity}`);
  return hash("sha256", lines.sort().join("\n"), "hex");
}

/** The items of a sale, and the oddities that were found in them. */
interface SaleItemsWithWarnings {
  readonly items: readonly SaleItem[];
  readonly warnings: readonly SaleWarningCode[];
}

/** What a shop can change about an item. The price and the number of pieces always stay. */
export type ChangeableItemDetails = Omit<SaleItem, "price" | "quantity">;

/** Whose item it is. */
export interface ChangeItemContext {
  readonly tenant: string;
  /** The shop's own id of the order or cart. */
  readonly reference: string;
}

/** Returns the name, product number, picture and attributes with which an item is sent. The same for the same item. */
export type SaleItemChanger = (item: SaleItem, about: ChangeItemContext) => ChangeableItemDetails;

interface ItemChange {
  /** The whole order as one item, without anything of its goods. */
  readonly whole: SaleItem;
  readonly changeItem: SaleItemChanger | undefined;
  readonly about: ChangeItemContext;
}

/**
 * Returns the items as the shop changes them. If its function throws or returns no item, the order is one item: then nothing is sent that
 * the shop wanted to change, and the buyer can pay (PROD-CHANGE).
 */
function changeItems(
  items: readonly SaleItem[],
  { whole, changeItem, about }: ItemChange,
): SaleItemsWithWarnings {
  const built = items.map(withoutUnusableImage);
  if (changeItem === undefined) return toBuiltItems(built);
  try {
    const changed = built.map(({ item, isLeftOut }) => {
      const { price, quantity } = item;
      const { name, sku, image, attributes } = changeItem({ ...item }, about);
      const optional = { sku: filled(sku), image: filled(image), attributes: filled(attributes) };
      const details = withoutUnusableImage({ name, ...optional, price, quantity });
      return { item: saleItemSchema().parse(details.item), isLeftOut: isLeftOut || details.isLeftOut };
    });
    return toBuiltItems(changed);
  } catch {
    return { items: [whole], warnings: ["item_change_failed"] };
  }
}

/** A shop can have an empty text, or null, where an item has no such detail. */
function filled(detail: unknown): string | undefined {
  const isBlank = detail === null || (typeof detail === "string" && detail.trim() === "");
  return isBlank ? undefined : (detail as string | undefined);
}

interface CheckedItem {
  readonly item: SaleItem;
  readonly isLeftOut: boolean;
}

/** A picture is a decoration: an item with an address that cannot be sent is sold without it (PROD-IMAGE). */
function withoutUnusableImage(item: SaleItem): CheckedItem {
  const { image, ...others } = item;
  const isLeftOut = image !== undefined && !saleItemSchema().shape.image.safeParse(image).success;
  return { item: isLeftOut ? others : item, isLeftOut };
}

function toBuiltItems(checked: readonly CheckedItem[]): SaleItemsWithWarnings {
  const items = checked.map(({ item }) => item);
  return { items, warnings: checked.some(({ isLeftOut }) => isLeftOut) ? ["item_image_left_out"] : [] };
}
